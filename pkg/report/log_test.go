package report

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/web/crawllog"
)

// logBegan is when the crawls of these tests begin.
var logBegan = time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)

// logText is a log: entries and events, one a second.
func logText(lines ...any) (b []byte) {
	for i, line := range lines {
		at := logBegan.Add(time.Duration(i) * time.Second)
		switch line := line.(type) {
		case crawllog.Entry:
			line.Time = at
			b = line.Append(b)
		case crawllog.Event:
			line.Time = at
			b = line.Append(b)
		}
	}
	return b
}

// event is one with facts: name, value, …
func event(name string, facts ...string) crawllog.Event {
	e := crawllog.Event{Event: name, Facts: map[string]string{}}
	for i := 0; i < len(facts); i += 2 {
		e.Facts[facts[i]] = facts[i+1]
	}
	return e
}

func begin() crawllog.Event {
	return event("begin", "-scope", "host", "-strategy", "bfs", "seeds", "http://a.test/")
}

func end(why, waiting string) crawllog.Event {
	return event("end", "why", why, "waiting", waiting, "rejected scope", "3", "rejected trap:same-pair", "1")
}

// visited is the line of a URL that was done.
func visited(host string, depth, fresh int, outcome string) crawllog.Entry {
	e := crawllog.Entry{URL: "http://" + host + "/p", Outcome: outcome, Depth: depth, New: fresh}
	e.Bytes, e.Millis, e.Found = 100, 20, 1
	return e
}

// logs adds the log of a crawl of some pages.
func (f files) logs(pages int) {
	lines := []any{begin()}
	for i := range pages {
		outcome := []string{"ok", "ok", "ok", "http-404", "redirect", "dns", evil}[i%7]
		e := visited(fmt.Sprintf("h%d.test", i%30), i%9, 1, outcome)
		text := hostile[i%len(hostile)]
		if i > len(hostile) {
			text = text[:min(len(text), 100)]
		}
		e.URL, e.Why = e.URL+text, text
		e.Archive = "crawl-00001.warc.gz"
		e.Copy = []string{"", "", "content", evil}[i%4]
		lines = append(lines, e)
	}
	f[logFile] = logText(append(lines, end("-max-pages", "1"))...)
	f[rejectedFile] = text("scope\t<b>host\t3", "trap:same-pair\t\t1")
}

// TestLogSection: what the page says of a crawl that is finished, worked by hand. At the depths 0 to 3 are 1, 4, 2 and 1 pages; 2
// are at most nine tenths of 4, so that 1 + 4 + 1 are expected once depth 2 is complete, and there are 8.
func TestLogSection(t *testing.T) {
	robots := crawllog.Entry{Kind: "robots", URL: "http://a.test/robots.txt", Outcome: "ok", Bytes: 50}
	vain := visited("b.test", 1, 0, "timeout")
	vain.Found, vain.Bytes = 0, 0
	copied := visited("a.test", 2, 1, "ok")
	copied.Copy = "path"
	lost := visited("b.test", 1, 0, "dns")
	lost.Why, lost.Bytes = "no such <i>host", 0
	lines := []any{begin(), robots, visited("a.test", 0, 6, "ok"), vain, visited("a.test", 1, 1, "redirect")}
	for range 4 {
		lines = append(lines, visited("a.test", 1, 0, "ok"))
	}
	lines = append(lines, lost, visited("a.test", 1, 2, "http-404"), visited("a.test", 2, 0, "ok"), copied,
		visited("a.test", 3, 0, "ok"))
	f := files{logFile: logText(append(lines, end("nothing is left to fetch", "0"))...)}
	page := wordsOf(render(t, f.write(t), Options{}))
	for _, want := range []string{
		"2 URLs failed (18.2\u202f% of those done), most of them by dns (no such &lt;i&gt;host).",
		"The crawler was done with 11 URLs of 2 hosts, and kept 8 pages.",
		"from 2026-11-26 12:00 UTC to 2026-11-26 12:00 UTC, in 12.0\u202fs. 1.0\u202fKiB were received, 23.8\u202f% of them for what is not kept",
		"1 exchange was for robots.txt. 1 try was in vain, and the crawler tries the URL again. The settings were -scope host -strategy bfs.",
		"ok a page, which is kept 8 72.7\u202f% 800\u202fB dns the host has no address 1 9.09\u202f% 0\u202fB http-404 not found 1 9.09\u202f% 100\u202fB " +
			"redirect leads to another URL 1",
		"dns (no such &lt;i&gt;host) 1 50.0\u202f% http://b.test/p http-404 (not found) 1",
		"Most pages, 4, are at depth 1. Once depth 2 was complete, with page 7, 6 pages were expected in all, as many behind depth 1 as " +
			"before it: there are 8, so that the forecast was wrong by -25.0\u202f%.",
		"0 1 1 1 12.5\u202f% 1 7 7 4 50.0\u202f% 2 2 2 2 25.0\u202f% 3 1 1 1 12.5\u202f%",
		"0 1 1 – – 7 1 5 5 – – 3 2 7 7 6 0 1 3 8 8 6 0 0",
		"a.test 10 8 1 1000\u202fB 20 b.test 1 0 1 0\u202fB 20",
		"path the same URL, but for http or https, www., index.html, a slash at the end and session ids 1 12.5\u202f% 100\u202fB",
		"On average 40 pages came in a minute, at most 60, 0 minutes after the first.",
		"scope does not belong to the crawl (-scope, -allow) 3 75.0\u202f% trap:same-pair looks like a trap (-no-traps) 1 25.0\u202f%",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(page, "not finished") || strings.Contains(page, "not ended") {
		t.Error("a crawl that is finished is not")
	}
	if t.Failed() {
		t.Log(page)
	}
}

// TestLogUnfinished: how a crawl that is not finished is told from one that is at work or was killed, and how many URLs wait.
func TestLogUnfinished(t *testing.T) {
	synced := event("sync", "safe", "1", "waiting", "7")
	first, next := visited("a.test", 0, 8, "ok"), visited("a.test", 1, 2, "ok")
	limited := logText(begin(), first, next, end("-max-pages", "9"))
	long := strings.Repeat("x", 3<<20)
	const notEnded = "The crawl has not ended: the crawler was at work or was killed when the log was read."
	const damaged = "1 line of the log of the crawl is damaged and left out."
	for name, c := range map[string]struct {
		log        []byte
		want, none string
	}{
		"ended by a limit":    {limited, "The crawl is not finished. The reason why the last run ended: -max-pages. 9 URLs wait.", "has not ended"},
		"went on, was killed": {slices.Concat(limited, logText(next)), notEnded + " About 10 URLs wait.", "-max-pages. 9"},
		"after a sync":        {logText(begin(), first, synced, next), notEnded + " About 8 URLs wait.", "not finished"},
		"before any sync":     {logText(begin(), first, next), notEnded, "wait"},
		"a line that is cut":  {limited[:len(limited)-3], notEnded, "damaged"},
		"damaged":             {append([]byte("x\n"), limited...), damaged, "has not ended"},
		"too long a begin":    {slices.Concat(logText(event("begin", "seeds", long)), limited), "was done with 2 URLs", "damaged"},
		"too long a line":     {slices.Concat(logText(crawllog.Entry{URL: long}), limited), damaged, "has not ended"},
	} {
		page := wordsOf(render(t, files{logFile: c.log}.write(t), Options{}))
		if !strings.Contains(page, c.want) || strings.Contains(page, c.none) {
			t.Errorf("%s: the page does not say %q, or says %q:\n%s", name, c.want, c.none, page)
		}
	}
	for _, nothing := range []string{"", "\x00\x00", `{"time":"2026`} {
		f := made(20)
		f[logFile] = []byte(nothing)
		if names := sectionNames(t, render(t, f.write(t), Options{})); slices.Contains(names, "log") {
			t.Errorf("of %q there is a section", nothing)
		}
	}
}

// TestLogCrowded: pages whose last links are not followed are a finding, and the number of these links if a run has ended.
func TestLogCrowded(t *testing.T) {
	long, short := visited("a.test", 0, 1, "ok"), visited("a.test", 1, 0, "truncated")
	long.Why, short.Why = crawllog.MoreLinks, crawllog.LongBody+", and "+crawllog.MoreLinks
	ended := event("end", "why", "nothing is left to fetch", "waiting", "0", "rejected links", "400")
	const row = "links behind the links of a page that are followed (-max-links) 400 100.0"
	for want, lines := range map[string][]any{
		"1 page has more links than the crawler follows (-max-links): 400 links were not followed.": {begin(), long, ended},
		"2 pages have more links than the crawler follows (-max-links).":                            {begin(), long, short},
	} {
		page := wordsOf(render(t, files{logFile: logText(lines...)}.write(t), Options{}))
		if !strings.Contains(page, want) || strings.Contains(page, row) != strings.Contains(want, "400") {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
}

// TestLogRejected: the hosts whose links were not followed, if the table of them is of the last run; if damaged, it is named.
func TestLogRejected(t *testing.T) {
	f := files{logFile: logText(begin(), end("stopped", "0"))}
	const sums = "scope does not belong to the crawl (-scope, -allow) 3 75.0"
	const left = "is of another state of the crawl than crawl.jsonl"
	for table, want := range map[string]string{
		"scope\ta.test\t1\nscope\tb.test\t2\ntrap:same-pair\t\t1\n": "scope b.test 2 scope a.test 1 trap:same-pair none 1",
		"scope\ta.test\t3\n":                                 left,
		"scope\ta.test\t3\ntrap:same-pair\t\t2\n":            left,
		"scope\ta.test\t3\ntrap:same-pair\t\t1\ntype\t\t1\n": left,
	} {
		f[rejectedFile] = []byte(table)
		page := wordsOf(render(t, f.write(t), Options{}))
		if !strings.Contains(page, sums) || !strings.Contains(page, want) {
			t.Errorf("the page does not say %q:\n%s", want, page)
		}
	}
	for _, wrong := range []string{"scope\ta.test", "scope\ta.test\t-1", "scope\ta\tb\t1", "\x00"} {
		f[rejectedFile] = text("trap\ta.test\t1", wrong)
		err := Write(io.Discard, Open(vfs.OS, f.write(t)), Options{})
		if err == nil || !strings.Contains(err.Error(), "rejected.tsv: ") || !strings.Contains(err.Error(), "at line 2") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestLogCompleteTwin: the depths that are complete are those before the first at which a URL waits.
func TestLogCompleteTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 2000 {
		// Of a tree of URLs some are done, each after the one where it was found.
		depths, done := []int{0}, []bool{false}
		children := map[int][]int{}
		for i := 1; i < 1+r.IntN(30); i++ {
			parent := r.IntN(i)
			children[parent] = append(children[parent], i)
			depths, done = append(depths, depths[parent]+1), append(done, false)
		}
		l, waiting := &crawlLog{waiting: 1}, []int{0}
		for n := r.IntN(len(depths) + 1); n > 0 && len(waiting) > 0; n-- {
			i := r.IntN(len(waiting))
			at := waiting[i]
			waiting = append(slices.Delete(waiting, i, i+1), children[at]...)
			done[at] = true
			l.entry(&crawllog.Brief{Done: true, Outcome: []byte("ok"), Depth: int64(depths[at]), New: int64(len(children[at]))})
		}
		want := 0
		for d := 0; slices.Contains(depths, d); d++ {
			if slices.ContainsFunc(waiting, func(i int) bool { return depths[i] <= d }) {
				break
			}
			want = d + 1
		}
		if l.waiting != int64(len(waiting)) || l.complete() != want {
			t.Fatalf("%d wait, not %d; %d depths are complete, not %d: %v", l.waiting, len(waiting), l.complete(), want, l.depths)
		}
	}
}

// TestClock: whatever the times, the spans are few and count each event once, in the span of its time.
func TestClock(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 3))
	for range 300 {
		var k clock
		var all []int64
		scale := int64(1) << r.IntN(50)
		for range 1 + r.IntN(300) {
			ms := r.Int64N(2*scale) - scale
			all = append(all, ms)
			k.add(ms)
		}
		want := map[int64]int64{}
		for _, ms := range all {
			at := ms / k.tick
			for at*k.tick > ms {
				at--
			}
			want[at]++
		}
		if fmt.Sprint(k.counts) != fmt.Sprint(want) || k.hi-k.lo >= mostSpans || want[k.lo] == 0 || want[k.hi] == 0 {
			t.Fatalf("%d … %d of %d ms: %v, not %v", k.lo, k.hi, k.tick, k.counts, want)
		}
	}
}

// TestLogBounded: of very many hosts, reasons, outcomes and depths some are kept, and the page says so.
func TestLogBounded(t *testing.T) {
	l := &crawlLog{waiting: -1}
	for i := range 3 * mostHosts {
		l.entry(&crawllog.Brief{Done: true, Outcome: fmt.Appendf(nil, "x-%d", i), Why: fmt.Append(nil, i), Depth: int64(i),
			URL: fmt.Appendf(nil, "http://h%d.test/", i), Copy: fmt.Append(nil, i)})
	}
	l.entry(&crawllog.Brief{Done: true, Outcome: []byte("ok"), Depth: -5, Bytes: -5, Millis: -5, New: -5, Time: -5})
	if len(l.hosts.names) != mostHosts || len(l.reasons.names) != mostReasons || len(l.outcomes.names) != mostReasons ||
		len(l.depths) != mostDepths || l.hosts.others.tried != 2*mostHosts+1 {
		t.Errorf("%d hosts, %d reasons, %d outcomes, %d depths", len(l.hosts.names), len(l.reasons.names), len(l.outcomes.names),
			len(l.depths))
	}
	if caption := l.hostTable().Caption; !strings.HasSuffix(caption, ", of the first 8,192") {
		t.Error(caption)
	}
	for _, t2 := range []*Table{l.outcomeTable(), l.failureTable()} {
		if n := len(t2.Rows); t2.Rows[n-1][0].Text != "others" || n > 30 {
			t.Errorf("%d rows, the last %v", n, t2.Rows[n-1])
		}
	}
}

func BenchmarkLog(b *testing.B) {
	f := files{}
	f.logs(1000)
	lines := strings.Split(strings.TrimSpace(string(f[logFile])), "\n")
	b.SetBytes(int64(len(f[logFile])))
	b.ReportAllocs()
	l := &crawlLog{waiting: -1}
	for b.Loop() {
		for _, line := range lines {
			l.line([]byte(line), false)
		}
	}
}
