package navigation

import (
	"bytes"
	"cmp"
	"io"
	"strconv"

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
	if j.opt.Place {
		if err := j.places(); err != nil {
			return err
		}
		if err := j.tables.Sort(&j.hits); err != nil {
			return err
		}
	}
	if j.opt.Mutual {
		if err := j.mutual(); err != nil {
			return err
		}
	}
	if j.opt.Thesis != nil {
		if err := j.thesis(); err != nil {
			return err
		}
	}
	in, err := j.spool.reader()
	if err != nil {
		return err
	}
	j.Stats.Spilled = j.spool.file.Len()
	return j.label(in, do)
}

// label reads what waits, and labels it.
func (j *Job) label(in *unspool, do func(*Link) error) error {
	l := Link{job: j}
	hits := newReader(j.hits)
	first, groups := int64(0), int64(0) // the groups before the page, and of the page
	page, links := int32(0), int32(0)
	alone := func() error {
		if l.Source == nil || links > 0 {
			return nil
		}
		l.Target = nil
		return do(&l)
	}
	for {
		e, err := in.next()
		if err == io.EOF {
			return cmp.Or(alone(), hits.in.Err(), j.store.Err())
		}
		if err != nil {
			return err
		}
		if e.kind < noGroup {
			if err := alone(); err != nil {
				return err
			}
			l.Source, l.leadsOn = append(l.Source[:0], e.url...), e.kind == newRedirect
			first, groups, page, links = first+groups, 0, page+1, 0
			continue
		}
		l.Target, l.place, l.verdict, l.Label = e.url, nil, verdict{}, Content
		group := int64(e.kind - noGroup)
		if l.group = group > 0; l.group {
			groups = max(groups, group)
			l.judge(first + group - 1)
		}
		if at := [2]int32{page, links}; hits.at(at[:]) {
			l.place = hits.rec
		}
		if l.place != nil && !l.Label.Menu() {
			l.Label = Navigation
		}
		j.Stats.Labels[l.Label]++
		if err := do(&l); err != nil {
			return err
		}
		if l.place != nil {
			hits.next()
		}
		links++
	}
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
