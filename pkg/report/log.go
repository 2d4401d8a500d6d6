package report

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"webmill/pkg/urls"
	"webmill/pkg/web/crawllog"
)

const (
	logFile      = "crawl.jsonl"
	rejectedFile = "rejected.tsv" // rule, host, links

	maxLogLine  = 1 << 20 // bytes that are read of a line
	mostReasons = 400     // names of a tally of outcomes and the like
	mostHosts   = 8192    // names of the tally of hosts
	mostDepths  = 1024    // deeper URLs count as the last depth
)

// crawlLog has the figures of a log.
type crawlLog struct {
	lines, damaged int64
	stored         int64             // answers that are in archives
	settings       map[string]string // with which the crawl began
	last           map[string]string // the facts of the last event end; nil: there is none
	ended          bool              // that event is the last line
	waiting        int64             // URLs; -1: unknown
	from, to       int64             // when the first exchange began, and when the last one ended, in ms since 1970
	all, kept      visits            // URLs that are done, and those of them that are pages
	bytes, useless int64             // bytes that were received, and those of them for what is not kept
	vain           int64             // tries in vain, which are repeated
	crowded        int64             // URLs with more links than are followed
	others         int64             // exchanges for robots.txt
	outcomes       tally[visits]     // URLs that are done
	reasons        tally[failure]    // URLs that failed
	hosts          tally[hostVisits]
	copies         tally[visits] // pages, by level
	rejected       tally[visits] // links, by rule
	depths         []depth
	clock          clock // of pages
	text           []byte
}

// visits counts URLs that are done, pages or links, and their bytes.
type visits struct{ n, bytes int64 }

// failure counts URLs that failed for a reason.
type failure struct {
	n     int64
	first string // the first of these URLs
}

// hostVisits counts the URLs of a host that are done.
type hostVisits struct{ tried, kept, failed, bytes, millis int64 }

// depth counts the URLs of a depth.
type depth struct {
	found, tried, kept int64
	by                 int64 // how many pages the crawl had when the last of these URLs was done
}

// clock counts events by time, in at most mostSpans spans. If an event does not fit, the spans double.
type clock struct {
	counts map[int64]int64 // by time / tick
	tick   int64           // in ms
	lo, hi int64           // the first and the last key of counts
}

const mostSpans = 60

func (c *clock) add(ms int64) {
	if c.counts == nil {
		*c = clock{map[int64]int64{}, 1000, floorDiv(ms, 1000), floorDiv(ms, 1000)}
	}
	for {
		at := floorDiv(ms, c.tick)
		lo, hi := min(c.lo, at), max(c.hi, at)
		if hi-lo < mostSpans {
			c.lo, c.hi = lo, hi
			c.counts[at]++
			return
		}
		double := make(map[int64]int64, mostSpans)
		for at, n := range c.counts {
			double[floorDiv(at, 2)] += n
		}
		*c = clock{double, 2 * c.tick, floorDiv(c.lo, 2), floorDiv(c.hi, 2)}
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// crawled reads the log of the folder, once. It is nil if there is no log, or no line in it.
func (f *Folder) crawled() (*crawlLog, error) {
	if f.log != nil || !f.has(logFile) {
		return f.log, nil
	}
	l, err := f.readLog()
	if err == nil && l.lines+l.damaged > 0 {
		f.log = l
	}
	return f.log, err
}

func (f *Folder) readLog() (*crawlLog, error) {
	l := &crawlLog{waiting: -1}
	err := f.eachLine(logFile, maxLogLine, func(line []byte) error {
		text, ended := bytes.CutSuffix(line, []byte("\n"))
		if ended { // else it is being written, or was when the crawler was killed
			l.line(text, len(line) > maxLogLine)
		}
		return nil
	})
	return l, err
}

// line counts a line. If longer, text is the beginning of it: an event counts then, though it is not read; any other line is
// damaged.
func (l *crawlLog) line(text []byte, longer bool) {
	if crawllog.IsEvent(text) {
		var e crawllog.Event
		if !longer && e.Parse(text) == nil {
			l.event(&e)
		}
		if longer || e.Event != "" {
			l.lines++
			return
		}
	}
	var b crawllog.Brief
	if b.Parse(text) != nil {
		l.damaged++
		return
	}
	l.lines++
	l.ended = false
	l.entry(&b)
}

func (l *crawlLog) event(e *crawllog.Event) {
	if n, err := strconv.ParseInt(e.Facts["waiting"], 10, 64); err == nil && n >= 0 {
		l.waiting = n
	}
	l.ended = e.Event == "end"
	switch {
	case l.ended:
		l.last = e.Facts
	case e.Event == "begin" && l.settings == nil:
		l.settings = map[string]string{}
		for _, name := range []string{"-scope", "-strategy", "-replay"} {
			l.settings[name] = visible(e.Facts[name], 200)
		}
	}
}

func (l *crawlLog) entry(b *crawllog.Brief) {
	if b.Bytes > 0 { // without an answer the time is that of the line, which has another clock in a replay
		if l.from == 0 || b.Time < l.from {
			l.from = b.Time
		}
		l.to = max(l.to, b.Time+max(b.Millis, 0))
	}
	l.bytes += max(b.Bytes, 0)
	if b.Stored {
		l.stored++
	}
	class := crawllog.ClassOf(string(b.Outcome))
	kept := b.Done && len(b.Kind) == 0 && class == crawllog.Page
	if !kept {
		l.useless += max(b.Bytes, 0)
	}
	switch {
	case len(b.Kind) > 0:
		l.others++
		return
	case !b.Done:
		l.vain++
		return
	}
	l.all.add(b)
	if bytes.HasSuffix(b.Why, []byte(crawllog.MoreLinks)) {
		l.crowded++
	}
	l.outcomes.of(b.Outcome, mostReasons).add(b)
	failed := class == crawllog.Failed
	if failed {
		l.fail(b)
	}
	if kept {
		l.kept.add(b)
		l.clock.add(b.Time)
		if len(b.Copy) > 0 {
			l.copies.of(b.Copy, mostReasons).add(b)
		}
	}
	h := l.hosts.of(urls.Host(b.URL), mostHosts)
	h.tried, h.bytes, h.millis = h.tried+1, h.bytes+max(b.Bytes, 0), h.millis+max(b.Millis, 0)
	if kept {
		h.kept++
	}
	if failed {
		h.failed++
	}
	l.deepen(b, kept)
	if l.waiting >= 0 {
		l.waiting = max(0, l.waiting+b.New-1)
	}
}

func (v *visits) add(b *crawllog.Brief) {
	v.n++
	v.bytes += max(b.Bytes, 0)
}

// fail counts a URL that failed by its reason: outcome, TAB, why.
func (l *crawlLog) fail(b *crawllog.Brief) {
	l.text = append(append(append(l.text[:0], b.Outcome...), '\t'), b.Why[:min(len(b.Why), 200)]...)
	r := l.reasons.of(l.text, mostReasons)
	if r.n++; r.n == 1 {
		r.first = string(b.URL[:min(len(b.URL), 300)])
	}
}

// deepen counts a URL at its depth, and the URLs that it made known at theirs: one deeper, but the target of a redirect is as
// deep as the URL that redirects.
func (l *crawlLog) deepen(b *crawllog.Brief, kept bool) {
	at := int(max(0, min(b.Depth, mostDepths-1)))
	below := min(at+1, mostDepths-1)
	if string(b.Outcome) == crawllog.Redirect {
		below = at
	}
	if b.New <= 0 {
		below = at
	}
	for len(l.depths) <= max(at, below) {
		l.depths = append(l.depths, depth{})
	}
	d := &l.depths[at]
	d.tried++
	if kept {
		d.kept++
	}
	d.by = l.kept.n
	l.depths[below].found += max(b.New, 0)
}

// complete is how many depths, from the first on, have no URL that waits.
func (l *crawlLog) complete() int {
	if l.waiting == 0 {
		return len(l.depths)
	}
	rest := l.waiting
	for i, d := range l.depths {
		if i > 0 {
			rest -= d.found - d.tried
		}
	}
	if l.waiting > 0 && rest > 0 {
		return 0 // seeds wait
	}
	for i, d := range l.depths {
		if i > 0 && d.found > d.tried {
			return i
		}
	}
	return len(l.depths)
}

// rejections reads how many links each rule rejected, from the last event end, and by host from a table in the folder. If the two
// do not agree, the table is of another run and left out.
func (l *crawlLog) rejections(f *Folder) (*top[rejection], error) {
	sums := map[string]int64{}
	for name, number := range l.last {
		rule, ok := strings.CutPrefix(name, "rejected ")
		if n, err := strconv.ParseInt(number, 10, 64); ok && err == nil && n > 0 {
			l.rejected.of([]byte(rule), mostReasons).n += n
			sums[rule] += n
		}
	}
	best := newTop(mostShownNames, func(a, b rejection) bool {
		return a.links > b.links || a.links == b.links && (a.rule < b.rule || a.rule == b.rule && a.host < b.host)
	})
	if !f.has(rejectedFile) {
		return best, nil
	}
	line, others := 0, int64(0)
	err := f.eachText(rejectedFile, func(text string) error {
		line++
		rule, rest, _ := strings.Cut(text, "\t")
		host, number, _ := strings.Cut(rest, "\t")
		n, err := strconv.ParseInt(number, 10, 64)
		switch {
		case err != nil || n < 0:
			return fmt.Errorf("%s: %q is not a rule, a host and a number of links, at line %d", f.path(rejectedFile),
				visible(text, 40), line)
		case sums[rule] < n:
			others++
		}
		sums[rule] -= n
		best.add(rejection{rule, host, n})
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, rest := range sums {
		if rest != 0 {
			others++
		}
	}
	if others > 0 {
		best.list = nil
		f.left = append(f.left, rejectedFile+": is of another state of the crawl than "+logFile+": run fetch -rejected again")
	}
	return best, nil
}

type rejection struct {
	rule, host string
	links      int64
}
