package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/report/plot"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/forecast"
)

// logSection shows what became of the URLs of a crawl, by the log of fetch.
var logSection = Section{Name: "log", Title: "The crawl", Build: buildLog}

func buildLog(f *Folder) (*Content, error) {
	l, err := f.crawled()
	if l == nil || err != nil {
		return nil, err
	}
	best, err := l.rejections(f)
	if err != nil {
		return nil, err
	}
	c := &Content{Blocks: []Block{{Text: l.summary()}}}
	l.find(c)
	c.tables(l.outcomeTable(), l.failureTable())
	l.depthBlocks(c)
	c.tables(l.hostTable(), l.copyTable())
	c.figure(l.clockFigure())
	c.tables(l.ruleTable(), rejectedTable(best.list))
	return c, nil
}

// summary says in words how much was fetched, and with which settings.
func (l *crawlLog) summary() string {
	hosts := plural(int64(len(l.hosts.names)), "host")
	if l.hosts.more {
		hosts += " or more"
	}
	text := fmt.Sprintf("The crawler was done with %s of %s, and kept %s.", plural(l.all.n, "URL"), hosts,
		plural(l.kept.n, "page"))
	if l.to > l.from {
		took := float64(l.to-l.from) / 1000
		text += fmt.Sprintf(" The answers came from %s to %s, in %s.", moment(l.from), moment(l.to), seconds(took))
	}
	text += fmt.Sprintf(" %s were received, %s of them for what is not kept: errors, redirects, other kinds of documents, robots.txt.",
		size(l.bytes), percent(share(l.useless, l.bytes)))
	if l.others > 0 {
		text += fmt.Sprintf(" %s for robots.txt.", verb(l.others, "exchange was", "exchanges were"))
	}
	if l.vain > 0 {
		text += fmt.Sprintf(" %s in vain, and the crawler tries the URL again.", verb(l.vain, "try was", "tries were"))
	}
	var flags []string
	for _, name := range []string{"-scope", "-strategy", "-replay"} {
		if value := l.settings[name]; value != "" {
			flags = append(flags, name+" "+value)
		}
	}
	if flags != nil {
		text += " The settings were " + strings.Join(flags, " ") + "."
	}
	return text
}

// find adds the figures and findings that stand at the head of the report.
func (l *crawlLog) find(c *Content) {
	c.Facts = append(c.Facts, Fact{count(l.kept.n), "pages that the crawler kept"})
	waits := ""
	if l.waiting > 0 {
		waits = fmt.Sprintf(" %s.", verb(l.waiting, "URL waits", "URLs wait"))
	}
	switch {
	case !l.ended && waits != "":
		c.finds(true, "The crawl has not ended: the crawler was at work or was killed when the log was read. About%s", waits)
	case !l.ended:
		c.finds(true, "The crawl has not ended: the crawler was at work or was killed when the log was read.")
	case l.waiting > 0:
		c.finds(true, "The crawl is not finished. The reason why the last run ended: %s.%s", visible(l.last["why"], 80), waits)
	}
	if l.damaged > 0 {
		c.finds(true, "%s of the log of the crawl %s damaged and left out.", plural(l.damaged, "line"),
			form(l.damaged, "is", "are"))
	}
	if l.crowded > 0 {
		passed := ""
		if r := l.rejected.names[crawllog.ManyLinks]; r != nil { // else no run has ended since
			passed = fmt.Sprintf(": %s not followed", verb(r.n, "link was", "links were"))
		}
		c.finds(true, "%s more links than the crawler follows (-max-links)%s.", verb(l.crowded, "page has", "pages have"), passed)
	}
	failed := l.failed()
	if failed > 0 {
		names := l.failures()
		c.finds(10*failed >= l.all.n, "%s (%s of those done), most of them by %s.", verb(failed, "URL failed", "URLs failed"),
			percent(share(failed, l.all.n)), reasonText(names[0].name))
	}
}

func (l *crawlLog) failed() (n int64) {
	for _, r := range l.reasons.names {
		n += r.n
	}
	return n + l.reasons.others.n
}

// meaning is the meaning of an outcome. Those of statuses are in meanings.
func meaning(outcome string) string {
	if status, ok := crawllog.Status(outcome); ok {
		return meanings[status]
	}
	return crawllog.Meaning(outcome)
}

// plainText is a text of the log without escapes, and fit to be shown.
func plainText(s string, most int) string {
	return visible(string(crawllog.Text(nil, []byte(s))), most)
}

func (l *crawlLog) outcomeTable() *Table {
	t := &Table{Caption: "What became of the URLs",
		Columns: slices.Concat(words("outcome", "meaning"), numbers("URLs", "share", "bytes"))}
	list := l.outcomes.rows(func(v *visits) int64 { return v.n })
	rest := l.outcomes.others
	for i, r := range list {
		if i >= 2*mostShownNames {
			rest.n, rest.bytes = rest.n+r.of.n, rest.bytes+r.of.bytes
			continue
		}
		t.Rows = append(t.Rows, []Cell{{Text: plainText(r.name, 40)}, {Text: meaning(r.name)}, {Text: count(r.of.n)},
			{Text: percent(share(r.of.n, l.all.n)), Bar: share(r.of.n, list[0].of.n)}, {Text: size(r.of.bytes)}})
	}
	if rest.n > 0 {
		t.Rows = append(t.Rows, cells("others", "", count(rest.n), percent(share(rest.n, l.all.n)), size(rest.bytes)))
	}
	return t
}

func (l *crawlLog) failures() []row[failure] {
	return l.reasons.rows(func(r *failure) int64 { return r.n })
}

// reasonText is the text of a reason (see fail): its outcome, and in brackets why or what the outcome means.
func reasonText(name string) string {
	outcome, why, _ := strings.Cut(name, "\t")
	text, more := plainText(outcome, 40), plainText(why, 120)
	if more == "" {
		more = meaning(outcome)
	}
	if more != "" {
		text += " (" + more + ")"
	}
	return text
}

func (l *crawlLog) failureTable() *Table {
	t := &Table{Caption: "Why URLs failed",
		Columns: slices.Concat(words("reason"), numbers("URLs", "share"), words("the first"))}
	t.Columns[0].Wide, t.Columns[3].Wide = true, true
	failed, rest := l.failed(), l.reasons.others.n
	list := l.failures()
	for i, r := range list {
		if i >= mostShownNames {
			rest += r.of.n
			continue
		}
		t.Rows = append(t.Rows, []Cell{{Text: reasonText(r.name)}, {Text: count(r.of.n)},
			{Text: percent(share(r.of.n, failed)), Bar: share(r.of.n, list[0].of.n)}, {Text: plainText(r.of.first, 160)}})
	}
	if rest > 0 {
		t.Rows = append(t.Rows, cells("others", count(rest), percent(share(rest, failed)), ""))
	}
	return t
}

func (l *crawlLog) hostTable() *Table {
	list := l.hosts.rows(func(h *hostVisits) int64 { return h.tried })
	if len(list) == 0 {
		return nil
	}
	t := &Table{
		Caption: fmt.Sprintf("The %s with the most URLs", plural(int64(min(len(list), topHosts)), "host")),
		Columns: slices.Concat(words("host"), numbers("URLs", "pages", "failed", "bytes", "ms an answer")),
	}
	if l.hosts.more {
		t.Caption += fmt.Sprintf(", of the first %s", count(mostHosts))
	}
	for _, h := range list[:min(len(list), topHosts)] {
		row := cells(cmp.Or(plainText(h.name, 120), "none"), count(h.of.tried), count(h.of.kept), count(h.of.failed),
			size(h.of.bytes), fmt.Sprintf("%.0f", share(h.of.millis, h.of.tried)))
		row[1].Bar = share(h.of.tried, list[0].of.tried)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// copyText is the meaning of a level of copies.
var copyText = map[string]string{
	"address": "the same address of the host, and the same path", "content": "the same content",
	"path": "the same URL, but for http or https, www., index.html, a slash at the end and session ids",
}

func (l *crawlLog) copyTable() *Table {
	t := &Table{Caption: "Pages that the crawl has under another URL too, by the first level that shows it",
		Columns: slices.Concat(words("level", "what is the same"), numbers("pages", "share of the pages", "bytes"))}
	for _, r := range l.copies.rows(func(v *visits) int64 { return v.n }) {
		t.Rows = append(t.Rows, []Cell{{Text: plainText(r.name, 40)}, {Text: copyText[r.name]}, {Text: count(r.of.n)},
			{Text: percent(share(r.of.n, l.kept.n)), Bar: share(r.of.n, l.kept.n)}, {Text: size(r.of.bytes)}})
	}
	return t
}

func (l *crawlLog) ruleTable() *Table {
	t := &Table{Caption: "Links that were not followed, by the first rule that they break",
		Columns: slices.Concat(words("rule", "what it rejects"), numbers("links", "share"))}
	list := l.rejected.rows(func(v *visits) int64 { return v.n })
	all := l.rejected.others.n
	for _, r := range list {
		all += r.of.n
	}
	for _, r := range list[:min(len(list), mostShownNames)] {
		t.Rows = append(t.Rows, []Cell{{Text: plainText(r.name, 40)}, {Text: crawllog.RuleMeaning(r.name)}, {Text: count(r.of.n)},
			{Text: percent(share(r.of.n, all)), Bar: share(r.of.n, list[0].of.n)}})
	}
	return t
}

func rejectedTable(list []rejection) *Table {
	t := &Table{Caption: "The hosts with the most links that were not followed",
		Columns: append(words("rule", "host"), numbers("links")...)}
	for _, r := range list {
		t.Rows = append(t.Rows, []Cell{{Text: visible(r.rule, 40)}, {Text: cmp.Or(visible(r.host, 120), "none")},
			{Text: count(r.links), Bar: share(r.links, list[0].links)}})
	}
	return t
}

// clockFigure shows how many pages came in a minute; nil if all came in one tick of the clock.
func (l *crawlLog) clockFigure() *Figure {
	k := &l.clock
	if k.hi <= k.lo {
		return nil
	}
	unit, ms := "minutes", 60e3
	switch whole := float64(k.hi-k.lo) * float64(k.tick); {
	case whole > 4*24*3600e3:
		unit, ms = "days", 24*3600e3
	case whole > 3*3600e3:
		unit, ms = "hours", 3600e3
	}
	line := plot.Line{Label: "pages a minute", Class: "s0"}
	t := &Table{Caption: "Pages by the time at which they were asked for",
		Columns: numbers("from, in "+unit, "pages", "pages a minute")}
	most := plot.Point{}
	for at := k.lo; at <= k.hi; at++ {
		n := k.counts[at]
		p := plot.Point{X: float64(at-k.lo) * float64(k.tick) / ms, Y: float64(n) * 60e3 / float64(k.tick)}
		line.Points = append(line.Points, p)
		if p.Y > most.Y {
			most = p
		}
		t.Rows = append(t.Rows, cells(fmt.Sprintf("%.4g", p.X), count(n), fmt.Sprintf("%.4g", p.Y)))
	}
	text := fmt.Sprintf("On average %.3g pages came in a minute, at most %.3g, %.3g %s after the first. A point is the mean of %s.",
		float64(l.kept.n)*60e3/(float64(k.hi-k.lo+1)*float64(k.tick)), most.Y, most.X, unit, seconds(float64(k.tick)/1000))
	return &Figure{Title: "Pages a minute", Finding: text, Data: t, Charts: []*plot.Chart{{
		Title: "Pages a minute", Lines: []plot.Line{line},
		X: plot.Axis{Title: "Time since the first page", Unit: unit}, Y: plot.Axis{Title: "Pages a minute", Unit: "number"},
	}}}
}

const mostDepthRows = 40

// depthBlocks show the URLs by depth, and the forecasts of the size of the crawl that were possible while it went on.
func (l *crawlLog) depthBlocks(c *Content) {
	if len(l.depths) == 0 {
		return
	}
	done := plot.Line{Label: "URLs", Class: "s0", Dots: len(l.depths) <= 60}
	pages := plot.Line{Label: "pages", Class: "s1", Dots: done.Dots}
	t := &Table{Caption: "URLs and pages by depth",
		Columns: numbers("depth", "URLs found", "URLs done", "pages", "share of the pages")}
	add := func(name string, d depth) {
		t.Rows = append(t.Rows, cells(name, count(d.found), count(d.tried), count(d.kept), percent(share(d.kept, l.kept.n))))
	}
	most, rest := 0, depth{}
	for i, d := range l.depths {
		if i == 0 {
			d.found = d.tried // no page links to seeds
		}
		done.Points = append(done.Points, plot.Point{X: float64(i), Y: float64(d.tried)})
		pages.Points = append(pages.Points, plot.Point{X: float64(i), Y: float64(d.kept)})
		if d.kept > l.depths[most].kept {
			most = i
		}
		if i >= mostDepthRows {
			rest.found, rest.tried, rest.kept = rest.found+d.found, rest.tried+d.tried, rest.kept+d.kept
			continue
		}
		add(fmt.Sprint(i), d)
	}
	if rest.found > 0 {
		add("more", rest)
	}
	table, told := l.forecastTable()
	text := fmt.Sprintf("The depth of a URL is the number of links from a seed to it, on the way on which it was found. "+
		"Most pages, %s, are at depth %d. %s", count(l.depths[most].kept), most, told)
	c.Blocks = append(c.Blocks, Block{Figure: &Figure{
		Title: "URLs and pages by depth", Finding: text, Data: t, Legend: keys([]plot.Line{done, pages}),
		Charts: []*plot.Chart{{Title: "URLs and pages by depth", Lines: []plot.Line{done, pages},
			X: plot.Axis{Title: "Depth", Unit: "links", Whole: true}, Y: plot.Axis{Title: "URLs", Unit: "number"}}},
	}})
	if table != nil {
		c.Blocks = append(c.Blocks, Block{Table: table})
	}
}

// forecastTable has a row for each depth that is complete, with the forecast that was possible then. text is the first forecast
// in words, or why there is none.
func (l *crawlLog) forecastTable() (t *Table, text string) {
	t = &Table{Fixed: true, Caption: "How many pages were expected when a depth was complete",
		Columns: numbers("depth", "pages up to there", "fetched by then", "expected in all", "expected behind it")}
	if l.waiting == 0 {
		t.Columns = append(t.Columns, numbers("there are behind it")...)
	}
	var counts []int64
	sum, by := int64(0), int64(0)
	for i, d := range l.depths[:l.complete()] {
		counts, sum, by = append(counts, d.kept), sum+d.kept, max(by, d.by)
		peak, total, rest, known := forecast.Forecast(counts)
		row := cells(fmt.Sprint(i), count(sum), count(by), unknown, unknown, count(l.kept.n-sum))
		if known {
			row[3].Text, row[4].Text = count(total), count(rest)
		}
		if known && text == "" {
			text = fmt.Sprintf("Once depth %d was complete, with page %s, %s were expected in all, as many behind depth %d "+
				"as before it: %s.", i, count(by), plural(total, "page"), peak, l.verdict(total))
		}
		if len(t.Rows) < mostDepthRows {
			t.Rows = append(t.Rows, row[:len(t.Columns)])
		}
	}
	if text == "" {
		return nil, "No complete depth has clearly fewer pages than one before it, so there is no forecast of their number."
	}
	return t, text
}

// verdict compares a forecast with the number of pages in the end, or so far.
func (l *crawlLog) verdict(total int64) string {
	switch {
	case l.waiting != 0:
		return fmt.Sprintf("%s so far", count(l.kept.n))
	case l.kept.n == 0:
		return "there is none"
	}
	return fmt.Sprintf("there are %s, so that the forecast was wrong by %s", count(l.kept.n), signed(share(total, l.kept.n)-1))
}

// signed is a share in percent, with its sign.
func signed(x float64) string {
	if math.Abs(x) < 0.0005 {
		return "0" + thin + "%"
	}
	return fmt.Sprintf("%+.1f%s%%", 100*x, thin)
}
