package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/frontier"
)

// scores reads the file of -scores while a crawl is at work.
type scores struct {
	env   *cli.Env
	name  string
	crawl *crawl.Crawl
	in    vfs.File
	at    int64          // bytes that were read of a regular file
	grows bool           // it is a regular file, which may get longer or be replaced
	pipe  bool           // it has a name and is a pipe, to which one program after the other may write
	idle  bool           // caughtUp is closed
	batch []crawl.Scored // read and not given to the crawl yet

	caughtUp chan struct{} // closed when all is read that a regular file has
	ended    chan struct{} // closed when the run has ended
	left     chan struct{} // closed when the reader has ended

	mu           sync.Mutex // guards all below: a reader that waits for stdin does not end with the run
	bad, outside int64      // lines
	first        string     // the first bad line, and why
	err          error      // of reading
}

// checkSteering refuses files of -scores and -control that cannot be read.
func (o *options) checkSteering(env *cli.Env) error {
	if err := cli.OneStdin(append(strings.Split(o.replay, ","), o.scores, o.seeds)...); err != nil {
		return err
	}
	for _, name := range []string{o.scores, o.control} {
		if name == "" {
			continue
		}
		if err := env.Probe(name); err != nil && !(name == o.control && errors.Is(err, fs.ErrNotExist)) {
			return err
		}
		if err := env.Reads(name); err != nil {
			return err
		}
	}
	return notPipe(env.FS, o.control)
}

// order is the strategy of the crawl.
func (o *options) order() frontier.Strategy {
	if o.scores != "" {
		return frontier.Focused
	}
	return o.strategy
}

// readScores begins to read the scores for a crawl. What a regular file has now is read first.
func (o *options) readScores(env *cli.Env, c *crawl.Crawl) *scores {
	s := &scores{env: env, name: o.scores, crawl: c, caughtUp: make(chan struct{}), ended: make(chan struct{}),
		left: make(chan struct{})}
	if info, err := env.FS.Stat(s.name); s.name != stream.Stdin && err == nil {
		s.grows, s.pipe = info.Mode().IsRegular(), info.Mode()&fs.ModeNamedPipe != 0
	}
	go s.read()
	if s.grows {
		select {
		case <-s.caughtUp:
		case <-s.left:
		}
	}
	return s
}

// read reads scores up to the end of the input or of the run.
func (s *scores) read() {
	defer close(s.left)
	err := s.open()
	if err == nil {
		lines := tuple.NewLines(s, maxListLine)
		for err == nil {
			var line []byte
			line, err = lines.Next()
			if bad := (*tuple.LineError)(nil); errors.As(err, &bad) {
				s.refuse(lines.Number, bad.Err.Error(), &s.bad)
				err = nil
			} else if err == nil {
				s.take(line, lines.Number)
			}
		}
	}
	if err == io.EOF {
		err = s.flush()
	}
	if s.in != nil && s.name != stream.Stdin {
		s.in.Close()
	}
	if err != nil && err != crawl.ErrEnded {
		s.mu.Lock()
		s.err = err
		s.mu.Unlock()
	}
}

// open opens the file. A FIFO lets it wait until there is a writer.
func (s *scores) open() (err error) {
	if s.name == stream.Stdin {
		s.in = s.env.Stdin
		return nil
	}
	s.in, err = s.env.FS.Open(s.name)
	return vfs.Named(s.name, err)
}

// Read gives what was read before to the crawl, and reads on. At the end of a regular file it waits until there is more, or the
// run has ended; at the end of a named pipe until there is another writer.
func (s *scores) Read(p []byte) (n int, err error) {
	if err := s.flush(); err != nil {
		return 0, err
	}
	for {
		n, err := s.in.Read(p)
		s.at += int64(n)
		switch {
		case n > 0:
			return n, nil
		case err != io.EOF:
			return 0, vfs.Named(s.name, err)
		case s.grows:
			err = s.await()
		case s.pipe:
			s.in.Close()
			err = s.open()
		}
		if err != nil {
			return 0, err
		}
	}
}

// await waits a moment, and reads a regular file from its beginning if it is shorter now or was replaced.
func (s *scores) await() error {
	if !s.idle {
		close(s.caughtUp)
		s.idle = true
	}
	select {
	case <-s.ended:
		return io.EOF
	case <-time.After(moment):
	}
	now, err := s.env.FS.Stat(s.name)
	if err != nil {
		return nil // it is not there now; it may come back
	}
	if old, err := s.in.Stat(); err == nil && os.SameFile(old, now) && now.Size() >= s.at {
		return nil
	}
	s.in.Close()
	s.at = 0
	return s.open()
}

// moment is how long fetch waits before it looks at a file again.
const moment = 200 * time.Millisecond

// flush gives the batch to the crawl.
func (s *scores) flush() error {
	if len(s.batch) == 0 {
		return nil
	}
	defer func() { s.batch = s.batch[:0] }()
	return s.crawl.Score(s.batch)
}

// take adds a line to the batch: a URL, TAB and a score. Empty lines and those that begin with # do not count.
func (s *scores) take(line []byte, number int64) {
	if text := bytes.TrimSpace(line); len(text) == 0 || text[0] == '#' {
		return
	}
	scored, outside, why := parseScore(line)
	switch {
	case outside:
		s.refuse(number, why, &s.outside)
	case why != "":
		s.refuse(number, why, &s.bad)
	default:
		s.batch = append(s.batch, scored)
	}
}

// parseScore reads a line. why says what is wrong with it; outside says that it has a number that is no score.
func parseScore(line []byte) (scored crawl.Scored, outside bool, why string) {
	tab := bytes.LastIndexByte(line, '\t')
	if tab < 0 {
		return scored, false, "has no TAB: write a URL, TAB and a score"
	}
	text := strings.TrimSpace(string(line[tab+1:]))
	score, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return scored, false, fmt.Sprintf("has the score %.40q, which is no number", text)
	case !(score >= 0 && score <= 1):
		return scored, true, fmt.Sprintf("has the score %.40s, which is not from 0 to 1", text)
	}
	url, err := urls.Canonical(nil, line[:tab])
	if err != nil {
		return scored, false, fmt.Sprintf("%.64q: %v", line[:tab], err)
	}
	return crawl.Scored{URL: url, Score: frontier.Score(math.Round(score * float64(frontier.MaxScore)))}, false, ""
}

// refuse counts a line.
func (s *scores) refuse(number int64, why string, count *int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*count++
	if s.first == "" {
		s.first = fmt.Sprintf("line %d %s", number, why)
	}
}

// end ends the reader with the run, and says what became of the scores. A reader that waits in a pipe ends with the process.
func (s *scores) end() {
	close(s.ended)
	if s.grows {
		<-s.left
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	stats, env := s.crawl.Stats(), s.env
	n := stats.Scores
	env.Stats.Add(cli.Figures{"scores_taken": n.Taken, "scores_same": n.Same, "scores_unfound": stats.Unfound})
	if s.first != "" {
		env.Warnf("%s: %s", s.name, s.first)
	}
	unfound := tuple.Counted(stats.Unfound, "URL with a score was", "URLs with scores were")
	switch {
	case n == (crawl.ScoreCounts{}) && stats.Resumed:
		env.Warnf("%s: no score came, so that only those of earlier runs steered this one", s.name)
	case n == (crawl.ScoreCounts{}):
		env.Warnf("%s: no score came, so that nothing steered this run", s.name)
	case stats.Unfound > 0 && stats.Finished:
		env.Warnf("%s: %s not found: are the scores of this crawl?", s.name, unfound)
	case stats.Unfound > 0:
		env.Sayf("%s: %s not found yet", s.name, unfound)
	}
	if n != (crawl.ScoreCounts{}) {
		env.Sayf("%s: %s", s.name, cli.ListCounts(cli.Count{N: n.Taken, One: "score steers", Many: "scores steer"},
			cli.Count{N: n.Same, One: "was known", Many: "were known"}))
	}
	env.SkipN("line of -scores without a URL and a score", s.bad)
	env.SkipN("score that is not from 0 to 1", s.outside)
	if s.err != nil {
		env.Unfinished("no more scores were read: %v", s.err)
	}
}
