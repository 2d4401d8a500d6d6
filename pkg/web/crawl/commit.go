package crawl

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"webmill/pkg/urls"
	"webmill/pkg/web/crawl/robots"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/warc"
)

// visit is a try of a URL, and what became of it.
type visit struct {
	task      *task              // nil: it is for robots.txt
	kind      string             // see crawllog.Entry
	url, via  []byte             // see crawllog.Entry
	res       *exchange.Response // nil: there is none
	rules     *robots.Rules      // of the server; nil: not known
	answer    answer             // res, read
	old       *earlier           // the page in an earlier crawl, or nil
	unchanged bool               // since then
	outcome   string
	why       string // the outcome in words, or ""
	asked     bool   // a server was asked for it
	retry     bool   // the error may pass
	records   []byte // for the archive; empty: nothing is kept
	first     int    // bytes of the first record
}

// locked calls f under the lock, unless something has failed before: then the files may not agree, so nothing more is written.
func (c *Crawl) locked(f func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = f()
	}
	return c.err
}

// commit writes what became of a URL to the files and tells the frontier. r has the rejected links of the answer; nil: there are
// none.
func (c *Crawl) commit(v *visit, r *reader) error {
	return c.locked(func() error { return c.commitLocked(v, r) })
}

func (c *Crawl) commitLocked(v *visit, r *reader) error {
	t := v.task
	now := time.Now()
	e := c.entry(v)
	e.Depth, e.ID = t.depth, int64(t.id)+1
	if t.attempts > 0 {
		e.Attempt = t.attempts + 1
	}
	rest, retry := c.rest(v, now)
	c.leave(t, now, rest)
	if rest > 0 {
		e.Rest = rest.Milliseconds()
	}
	if retry {
		if err := c.append(&e, v); err != nil {
			return err
		}
		c.giveBack(t, now.Add(rest), true)
		return c.front.Err()
	}
	hops := 0
	if v.outcome == crawllog.Redirect {
		hops = t.hops + 1
	}
	depth := t.depth + 1
	if hops > 0 {
		depth = t.depth
	}
	var rejected map[string]int64
	if r != nil {
		rejected = r.rejected
	}
	if err := c.put(&e, v); err != nil {
		return err
	}
	at := c.store.journal.end
	targets, fresh, err := c.addLinks(uint64(t.id)+1, depth, hops, v.answer.links, rejected)
	if err != nil {
		return err
	}
	e.Links, e.New, e.Found = v.answer.linkCount, fresh, c.store.journal.end
	if v.outcome == crawllog.OK {
		e.Copy = c.copies.of(v.url, v.address(), v.answer.digest)
	}
	if err := c.writeEntry(&e); err != nil {
		return err
	}
	c.count(&e)
	if v.old != nil {
		c.stats.Earlier++
	}
	if rest > 0 {
		c.front.Rest(t.host, now.Add(rest).UnixMilli())
	}
	c.front.Fetched(t.id, targets, at)
	c.wake.Signal()
	return c.front.Err()
}

// rest is how long the host rests after a try, and whether the URL is tried again.
func (c *Crawl) rest(v *visit, now time.Time) (rest time.Duration, retry bool) {
	m := c.manners()
	if c.opt.Replay || !v.asked {
		return 0, false
	}
	if v.res != nil && !v.retry {
		c.front.Well(v.task.host)
		var delay time.Duration
		if v.rules != nil {
			delay = v.rules.Delay()
		}
		return m.rest(delay, v.res.Took), false
	}
	rest = m.back(c.front.Failed(v.task.host))
	if v.res != nil {
		rest = max(rest, m.retryAfter(v.res.Get("Retry-After"), now))
	}
	return rest, v.retry && v.task.attempts+1 < c.opt.Attempts
}

// address is the address of the server. It is not valid if there was no answer.
func (v *visit) address() (a netip.Addr) {
	if v.res != nil {
		a = v.res.Address.Addr()
	}
	return a
}

// entry is the line of the log, as far as the visit tells it.
func (c *Crawl) entry(v *visit) crawllog.Entry {
	e := crawllog.Entry{Time: c.clock(), Kind: v.kind, URL: string(v.url), Via: string(v.via), Outcome: v.outcome, Why: v.why,
		Type: v.answer.mime, Target: string(v.answer.target), Digest: v.answer.digest}
	if e.Why == "" {
		e.Why = v.answer.why
	}
	if v.task != nil && e.Via == "" {
		e.Via = string(v.task.via)
	}
	if v.res != nil {
		e.Time, e.Status, e.Millis = v.res.Begun, v.res.Status, v.res.Took.Milliseconds()
		c.now = v.res.Begun
		e.Bytes = int64(len(v.res.Head) + len(v.res.Body))
		if a := v.address(); a.IsValid() {
			e.IP = a.String()
		}
	}
	return e
}

// put appends the records to the archive, if there are any, and notes their place in the entry.
func (c *Crawl) put(e *crawllog.Entry, v *visit) (err error) {
	if len(v.records) == 0 {
		return nil
	}
	e.Archive, e.Offset, err = c.store.put(v.records)
	e.Length, e.First = int64(len(v.records)), int64(v.first)
	return err
}

func (c *Crawl) writeEntry(e *crawllog.Entry) error {
	c.store.line = e.Append(c.store.line[:0])
	return c.store.write(c.store.line)
}

// append writes the records and the line of a try after which no URL is done: an attempt that is repeated, or robots.txt.
func (c *Crawl) append(e *crawllog.Entry, v *visit) error {
	if err := c.put(e, v); err != nil {
		return err
	}
	if err := c.writeEntry(e); err != nil {
		return err
	}
	c.count(e)
	return nil
}

// note writes down an exchange for robots.txt. The line of the log says how long the host rests then.
func (c *Crawl) note(v *visit, rest time.Duration) (err error) {
	if v.res != nil {
		r := c.readers.Take()
		defer c.giveReader(r)
		v.answer.mime, v.answer.digest = mimeOf(v.res.Get("Content-Type")), warc.Digest(v.res.Body)
		if v.records, v.first, err = r.pack(v.url, v.via, v.res, v.answer.digest, nil); err != nil {
			return err
		}
	}
	return c.locked(func() error {
		e := c.entry(v)
		e.Rest = rest.Milliseconds()
		return c.append(&e, v)
	})
}

// count adds a line of the log to the figures.
func (c *Crawl) count(e *crawllog.Entry) {
	s := &c.stats
	s.Bytes += e.Bytes
	if e.Found == 0 && e.Outcome != crawllog.OK && (e.Kind == "" || e.Status == 0 || triedAgain(e.Status)) {
		rests := time.Duration(e.Rest) * time.Millisecond
		keepFirst(&s.Waits, e, fmt.Sprintf(", the host rests %v", rests.Round(time.Second/10)))
	}
	if e.Outcome == exchange.NoContact.String() && (e.Kind == "" || e.Via != "") { // else it is the robots.txt of such a URL
		keepFirst(&s.NoContact, e, "")
	}
	if e.Kind != "" {
		return
	}
	if e.Found == 0 {
		s.Outcomes["again"]++
		return
	}
	s.Tried++
	s.Outcomes[e.Outcome]++
	isPage := crawllog.ClassOf(e.Outcome) == crawllog.Page
	switch {
	case isPage || e.Outcome == crawllog.NotDue:
	case e.Outcome == crawllog.Redirect:
		keepFirst(&s.Redirect, e, "")
	default:
		keepFirst(&s.First, e, "")
	}
	if strings.HasSuffix(e.Why, crawllog.MoreLinks) {
		s.Crowded++
	}
	if e.Outcome == crawllog.Truncated && strings.HasPrefix(e.Why, crawllog.LongBody) {
		s.LongBodies++
	}
	if isPage {
		s.Pages++
	}
	if e.Copy != "" {
		s.Copies[e.Copy]++
	}
}

// keepFirst keeps the first URL that is no page, and why.
func keepFirst(first *string, e *crawllog.Entry, more string) {
	if *first == "" {
		*first = e.URL + ": " + e.Reason() + more
	}
}

// addLinks writes the frame of a page and makes its new links known. It returns the numbers of the links that the frontier must
// be told of (Frontier.AllLinks); and how many links are new. A page of 0 is the start.
func (c *Crawl) addLinks(page uint64, depth, hops int, links []link, rejected map[string]int64) (targets []uint32, n int,
	err error) {
	j, first := &c.store.journal, uint32(c.front.Known)
	next := first
	c.targets, c.places = c.targets[:0], c.places[:0]
	j.begin(page)
	for i := range links {
		id, ok := c.front.Find(links[i].key)
		if !ok {
			f := fresh{url: links[i].url, depth: depth, hops: hops}
			j.add(&f, page)
			c.places = append(c.places, f.at)
			id = next
			next++
		}
		c.targets = append(c.targets, id)
	}
	if err := c.front.Err(); err != nil { // a known URL may seem to be new
		return nil, 0, err
	}
	if !c.front.AllLinks() {
		c.targets = slices.DeleteFunc(c.targets, func(id uint32) bool { return id < first })
		err = j.write(nil, rejected)
	} else {
		err = j.write(c.targets, rejected)
	}
	if err != nil {
		return nil, 0, err
	}
	for i, n := 0, 0; n < len(c.places); i++ {
		if _, ok := c.front.Find(links[i].key); ok {
			continue
		}
		if err := c.add(links[i].url, links[i].key, c.places[n], depth); err != nil {
			return nil, 0, err
		}
		n++
	}
	c.countRejected(rejected)
	return c.targets, len(c.places), nil
}

func (c *Crawl) countRejected(rejected map[string]int64) {
	for name, n := range rejected {
		rule, _, _ := strings.Cut(name, "\t")
		c.stats.Rejected[rule] += n
	}
}

// add makes a URL known.
func (c *Crawl) add(url []byte, key frontier.Key, at int64, depth int) error {
	for len(c.stats.Depths) <= min(depth, frontier.MaxDepth) {
		c.stats.Depths = append(c.stats.Depths, 0)
	}
	c.stats.Depths[min(depth, frontier.MaxDepth)]++
	_, err := c.front.Add(key, urls.Host(url), at, depth)
	return err
}

// restoreFrame brings the frontier to the state behind a frame of the journal.
func (c *Crawl) restoreFrame(fr *frame) error {
	first := uint32(c.front.Known)
	for i := range fr.fresh {
		f := &fr.fresh[i]
		if !isURL(f.url) {
			return errJournal
		}
		if err := c.add(f.url, frontier.KeyOf(f.url), f.at, f.depth); err != nil {
			return err
		}
	}
	targets := fr.links
	for _, id := range targets {
		if int64(id) >= c.front.Known {
			return errJournal
		}
	}
	if !c.front.AllLinks() {
		targets = nil
		for id := first; id < uint32(c.front.Known); id++ {
			targets = append(targets, id)
		}
	}
	c.countRejected(fr.rejected)
	if fr.page == 0 {
		c.front.Seed(targets)
	} else if id := uint32(fr.page - 1); int64(id) < c.front.Known && !c.front.IsDone(id) {
		c.front.Fetched(id, targets, fr.at)
	} else {
		return errJournal
	}
	return c.front.Err()
}

// restoreLine brings the crawl to the state behind a line of the log: the figures, the scope, the copies, the rules of servers,
// and how long hosts rest. It always goes on.
func (c *Crawl) restoreLine(text []byte, from int64, with *agreement) (bool, error) {
	if crawllog.IsEvent(text) {
		return true, c.restoreEvent(text, from)
	}
	var e crawllog.Entry
	if err := e.Parse(text); err != nil {
		return false, err
	}
	if !isURL([]byte(e.URL)) || e.Via != "" && !isURL([]byte(e.Via)) {
		return false, crawllog.ErrDamaged
	}
	if err := with.line(&e, from); err != nil {
		return false, fmt.Errorf("%s: %w", c.opt.Dir, err)
	}
	if e.Time.After(c.stats.Began) { // the clock was set back since then
		e.Time = c.stats.Began
	}
	c.count(&e)
	if target := []byte(e.NewSeed()); c.opt.Reading.Moved && isURL(target) {
		c.opt.Scope.Seed(target, "")
	}
	if e.Outcome == crawllog.OK && e.Found > 0 {
		address, _ := netip.ParseAddr(e.IP)
		c.copies.of([]byte(e.URL), address, e.Digest)
	}
	if e.Kind == "robots" {
		c.servers.remember(&c.opt.Robots, &e)
	}
	until := e.Time.Add(time.Duration(e.Millis+e.Rest) * time.Millisecond)
	if host, ok := c.front.HostNamed(urls.Host([]byte(e.URL))); ok && until.After(c.stats.Began) {
		c.front.Rest(host, until.UnixMilli())
	}
	if c.opt.PerAddress && e.IP != "" && until.After(c.stats.Began) {
		c.gates.rest(e.IP, until)
	}
	return true, c.front.Err()
}

// restoreEvent brings the crawl to the state behind an event of the log.
func (c *Crawl) restoreEvent(text []byte, from int64) error {
	var e crawllog.Event
	if err := e.Parse(text); err != nil {
		return err
	}
	switch {
	case e.Event == "end":
		c.ended = from + int64(len(text)) + 1
	case e.Event == scoresEvent && c.opt.Strategy == frontier.Focused:
		return c.applyScores(e.Facts)
	}
	return nil
}
