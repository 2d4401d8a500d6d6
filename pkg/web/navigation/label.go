package navigation

import (
	"bytes"
	"cmp"
	"strconv"

	"webmill/pkg/extmem"
	"webmill/pkg/par"
	"webmill/pkg/web/harmony"
)

// Link is a link with its label.
type Link struct {
	Source, Target []byte // valid for the time of the call
	Label          Label
	job            *Job
	leadsOn        bool    // it is no link on a page: the source leads on to the target
	place          []int32 // what the rule of places found, a record of Job.hits, or nil
	group          bool
	verdict        verdict
	thesis         harmony.Verdict
}

// OnSite reports whether the target is on the site of the source. What counts is where redirects lead.
func (l *Link) OnSite() bool {
	j := l.job
	if _, site, ok := j.aliases.end(j.hash(l.Target)); ok {
		return site == j.hash(j.opt.Site.of(l.Source))
	}
	return bytes.Equal(j.opt.Site.of(l.Source), j.opt.Site.of(l.Target))
}

// judge takes what was found of the group of the link.
func (l *Link) judge(group int64) {
	switch {
	case l.job.opt.Thesis != nil:
		l.thesis = l.job.verdictOf(group)
		l.Label = labelOf(l.thesis.Reason)
	case l.job.opt.Mutual:
		l.verdict = l.job.judge(group)
		l.Label = l.verdict.label
	}
}

// Each calls do for each link, in the order of the input. A page without links is a Link without a Target. Each is called once,
// after the last Add.
func (j *Job) Each(do func(*Link) error) error {
	if err := j.take(); err != nil {
		return err
	}
	if err := j.tables.Sort(&j.atPlaces); err != nil {
		return err
	}
	if err := j.visits(); err != nil {
		return err
	}
	defer j.atPlaces.Free()
	if err := j.judgeLinks(); err != nil {
		return err
	}
	j.Stats.Spilled = j.spool.file.Len()
	return j.label(do)
}

// judgeLinks applies the rules. The rule of places and the rule of groups run at the same time, each with half of the memory for
// sorts. They share only the table of places, which both read.
func (j *Job) judgeLinks() error {
	if j.opt.Thesis != nil {
		return j.thesis()
	}
	var rules []func(*extmem.Tables) error
	if j.opt.Place {
		rules = append(rules, j.places)
	}
	if j.opt.Mutual {
		rules = append(rules, j.mutual)
	}
	return par.Do(len(rules), func(i int) error { return rules[i](&j.halves[i]) })
}

// label reads what waits, and labels it.
func (j *Job) label(do func(*Link) error) error {
	l := labeller{Link: Link{job: j}, hits: newReader(j.hits), do: do}
	if err := j.spool.each(l.take); err != nil {
		return err
	}
	return cmp.Or(l.alone(), l.hits.in.Err(), j.store.Err())
}

// labeller is the link at hand, and how far the entries have come.
type labeller struct {
	Link
	do     func(*Link) error
	hits   *reader
	first  int64    // groups before the page
	groups int64    // of the page
	at     [2]int32 // the page, and the number of the link
}

// take begins a page, or labels a link of the last page.
func (l *labeller) take(e *entry) error {
	if e.kind < noGroup {
		if err := l.alone(); err != nil {
			return err
		}
		l.Source, l.leadsOn = append(l.Source[:0], e.url...), e.kind == newRedirect
		l.first, l.groups, l.at = l.first+l.groups, 0, [2]int32{l.at[0] + 1}
		return nil
	}
	l.Target, l.place, l.verdict, l.Label = e.url, nil, verdict{}, Content
	group := int64(e.kind - noGroup)
	if l.group = group > 0; l.group {
		l.groups = max(l.groups, group)
		l.judge(l.first + group - 1)
	}
	isHit := l.hits.at(l.at[:])
	if isHit {
		l.place = l.hits.rec
		if !l.Label.Menu() {
			l.Label = Navigation
		}
	}
	l.job.Stats.Labels[l.Label]++
	err := l.do(&l.Link)
	if isHit {
		l.hits.next()
	}
	l.at[1]++
	return err
}

// alone hands on the page if it has no link.
func (l *labeller) alone() error {
	if l.Source == nil || l.at[1] > 0 {
		return nil
	}
	l.Target = nil
	return l.do(&l.Link)
}

// AppendReason appends why the link has its label.
func (l *Link) AppendReason(dst []byte) []byte {
	v := &l.verdict
	switch {
	case l.place != nil:
		dst = counted(append(dst, "place "...), l.place[hitWith], '/', l.place[hitPages])
		switch dst = append(dst, " pages "...); l.place[hitLinks] {
		case aFew:
			dst = strconv.AppendInt(append(dst, "x1-"...), fewLinks, 10)
		case aMenu:
			dst = append(dst, "xN"...)
		case aList:
			dst = append(dst, "list"...)
		default:
			dst = strconv.AppendInt(append(dst, 'x'), int64(l.place[hitLinks]), 10)
		}
		if l.place[hitOften] == hasPlace {
			return append(dst, ", target has it"...)
		}
		return strconv.AppendInt(append(dst, ", target on "...), int64(l.place[hitOften]), 10)
	case l.leadsOn:
		return append(dst, Redirect...)
	case !l.job.opt.Mutual && l.job.opt.Thesis == nil:
		return append(dst, "no such place"...)
	case !l.group:
		return append(dst, "no group"...)
	case l.job.opt.Thesis != nil:
		return l.thesis.Append(dst)
	case v.crawled > 0:
		dst = append(counted(append(dst, "mutual "...), v.alike, '/', v.crawled), " targets"...)
		if v.alike > 0 {
			dst = counted(append(dst, ", J "...), v.least/1000, '.', v.least/100%10)
			dst = strconv.AppendInt(dst, int64(v.least/10%10), 10)
		}
		if v.speaks && !l.Label.Menu() {
			dst = append(counted(append(dst, ", but "...), v.spoken, '/', v.judged), " groups"...)
		}
		return dst
	case v.host:
		return append(dst, "no target crawled"...)
	}
	return append(dst, "no target on the host"...)
}

// counted appends two numbers.
func counted(dst []byte, a int32, between byte, b int32) []byte {
	dst = append(strconv.AppendInt(dst, int64(a), 10), between)
	return strconv.AppendInt(dst, int64(b), 10)
}
