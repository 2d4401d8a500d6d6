package crawl

import (
	"encoding/binary"
	"hash/crc32"
	"strconv"

	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/frontier"
)

// Scored is a URL with its score.
type Scored struct {
	URL   []byte // canonical, without a user
	Score frontier.Score
}

// ScoreCounts tell what became of the scores of this run.
type ScoreCounts struct {
	Taken int64 // a URL has this score now, or has it once it is found
	Same  int64 // the URL had it already
}

// Score gives scores to URLs. It may be called before Run and while it is at work. The strategy must be frontier.Focused. A line
// of the log has the scores, so that they are known when the crawl goes on. After ErrEnded no more are taken.
func (c *Crawl) Score(list []Scored) error {
	return c.steer(func() error { return c.scoreLocked(list) })
}

func (c *Crawl) scoreLocked(list []Scored) error {
	facts := map[string]string{}
	for _, s := range list {
		if _, again := facts[string(s.URL)]; !again && c.front.HasScore(frontier.KeyOf(s.URL), s.Score) {
			c.stats.Scores.Same++
			continue
		}
		c.stats.Scores.Taken++
		facts[string(s.URL)] = strconv.FormatUint(uint64(s.Score), 10)
	}
	if err := c.front.Err(); err != nil { // a known URL may seem to be unknown
		return err
	}
	if len(facts) == 0 {
		return nil
	}
	if err := c.store.event(scoresEvent, facts); err != nil {
		return err
	}
	return c.applyScores(facts)
}

// scoresEvent is the event of the log that has scores, in millionths: its facts are URLs and their scores.
const scoresEvent = "scores"

// applyScores brings the frontier to the state behind an event with scores.
func (c *Crawl) applyScores(facts map[string]string) error {
	for url, text := range facts {
		n, err := strconv.ParseUint(text, 10, 32)
		score := frontier.Score(n)
		if err != nil || score > frontier.MaxScore {
			return crawllog.ErrDamaged
		}
		k := frontier.KeyOf([]byte(url))
		if c.front.HasScore(k, score) {
			continue
		}
		id, ok := c.front.Find(k)
		if !ok {
			c.front.KeepScore(k, score)
			continue
		}
		var targets []uint32
		if c.front.IsDone(id) {
			if targets, err = c.linksOf(id); err != nil {
				return err
			}
		}
		c.front.SetScore(id, score, targets)
	}
	return c.front.Err()
}

// linksOf are the numbers of the URLs to which a page links, from the journal. They are valid until the next call.
func (c *Crawl) linksOf(id uint32) ([]uint32, error) {
	at := c.front.Links(id)
	if err := c.front.Err(); err != nil { // at is no place
		return nil, err
	}
	if err := c.store.journal.frame(&c.scored, at); err != nil {
		return nil, err
	}
	for _, to := range c.scored.links {
		if int64(to) >= c.front.Known {
			return nil, errJournal
		}
	}
	return c.scored.links, nil
}

// frame reads the frame at a place. What it holds is valid until the next call.
func (j *journal) frame(fr *frame, at int64) error {
	var head [frameHead]byte
	if _, err := j.file.ReadAt(head[:], at); err != nil {
		return orJournal(err)
	}
	n := int64(binary.LittleEndian.Uint32(head[:]))
	if n == 0 || n > j.end-at-frameHead {
		return errJournal
	}
	if int64(cap(j.old)) < n || cap(j.old) > largeFrame {
		j.old = make([]byte, n)
	}
	content := j.old[:n]
	if _, err := j.file.ReadAt(content, at+frameHead); err != nil {
		return orJournal(err)
	}
	if crc32.Checksum(content, castagnoli) != binary.LittleEndian.Uint32(head[4:]) || !fr.parse(content, at+frameHead) {
		return errJournal
	}
	return nil
}

// orJournal is the error of a read, or errJournal if the file is shorter than it was.
func orJournal(err error) error {
	if ended(err) == nil {
		return errJournal
	}
	return err
}
