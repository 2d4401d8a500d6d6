package coverage

import (
	"bytes"
	"cmp"
	"fmt"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/work"
)

// Sample is a list of URLs.
type Sample struct {
	Name string
	// Read calls f for each of its canonical URLs. It is called once.
	Read func(f func(url []byte) error) error
}

// mostRounds is how many rounds there are at most: ten redirects in a row are followed.
const mostRounds = 11

// mostCauses bounds the causes that are counted by name; further ones are "other".
const mostCauses = 100

// sampleDigits and urlDigits are the digits of an index: of the number of the sample, and of that of the URL.
const sampleDigits, urlDigits = 6, 12

func sampleOf(index []byte) int { return number(index[:sampleDigits]) }

// comparison is that of some samples with a crawl.
type comparison struct {
	opt    Options
	crawl  *Crawl
	lines  *liner
	judge  judge
	report Report
	open   opened
	round  int
	emit   func(line []byte) error
	line   []byte
}

// Of finds how much of some samples a crawl has. It calls row for the result of each URL of a sample, in their order, without
// repeated ones. If row is nil, it makes the report alone.
func Of(samples []Sample, crawl *Crawl, opt Options, row func(*Result) error) (Report, error) {
	c := &comparison{opt: opt, crawl: crawl, lines: newLiner(opt.Exact, opt.Room.Memory/16)}
	for i := range samples {
		c.report.Samples = append(c.report.Samples, Score{Name: samples[i].Name, Causes: map[string]int64{}})
	}
	c.judge = judge{crawl: crawl, result: c.verdict}
	c.open.room = opt.Room
	defer c.open.close()
	if row == nil {
		c.emit = func([]byte) error { return nil }
		err := c.rounds(samples)
		return c.report, err
	}
	var result Result
	err := opt.Sort(opt.Room.With(opt.Room.Memory/4), func(add func(line []byte) error) error {
		c.emit = add
		return c.rounds(samples)
	}, func(line []byte) error {
		result.parse(line)
		return row(&result)
	})
	return c.report, err
}

// rounds judges the samples and then, round by round, the targets of those of their URLs that redirect.
func (c *comparison) rounds(samples []Sample) error {
	ask := func(ask func(index, url, asked []byte) error) error { return readSamples(samples, ask) }
	for c.round = 1; ; c.round++ {
		c.lines.reset()
		c.judge.first = c.round == 1
		err := c.opt.Sort(c.opt.Room.With(c.opt.Room.Memory/2), func(add func(line []byte) error) error {
			err := ask(func(index, url, asked []byte) error { return add(c.lines.ask(index, url, asked)) })
			if err != nil {
				return err
			}
			return c.crawl.Facts(func(f *Fact) error {
				if f.Kind == Stored && c.round == 1 {
					c.report.Pages++
					c.report.Deepest = max(c.report.Deepest, min(f.Depth, mostDepth))
				}
				return c.lines.fact(f, add)
			})
		}, c.judge.line)
		if err != nil || c.open.n == 0 {
			return err
		}
		ask = c.open.next()
	}
}

// readSamples asks for the URLs of samples.
func readSamples(samples []Sample, ask func(index, url, asked []byte) error) error {
	var index []byte
	for i := range samples {
		n := int64(0)
		err := samples[i].Read(func(url []byte) error {
			index = fmt.Appendf(index[:0], "%0*d%0*d", sampleDigits, i, urlDigits, n)
			n++
			return ask(index, url, url)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// verdict counts what is known of a URL and makes its result, or keeps the URL for the next round if it redirects.
func (c *comparison) verdict(v *verdict) error {
	s := &c.report.Samples[v.sample]
	switch {
	case v.again:
		s.Again++
		return nil
	case string(v.cause) == crawllog.Redirect && c.round < mostRounds && c.leads(v):
		return c.open.add(v)
	}
	s.URLs++
	switch {
	case !v.found:
		s.Missed++
		s.count(string(v.cause))
	case v.depth >= 0:
		for len(s.Depths) <= v.depth {
			s.Depths = append(s.Depths, 0)
		}
		s.Depths[v.depth]++
	}
	c.line = fmt.Appendf(c.line[:0], "%s\t%d\t%t\t%s\t%s", v.index, v.depth, v.found, v.cause, v.asked)
	return c.emit(c.line)
}

// leads reports whether a URL redirects to another one, and makes its target canonical.
func (c *comparison) leads(v *verdict) bool {
	target, err := urls.Canonical(nil, v.target)
	v.target = target
	return err == nil && !c.lines.same(target, v.url) && !c.lines.same(target, v.asked)
}

func (s *Score) count(cause string) {
	if _, known := s.Causes[cause]; !known && len(s.Causes) >= mostCauses {
		cause = "other"
	}
	s.Causes[cause]++
}

// parse reads the line of a result.
func (r *Result) parse(line []byte) {
	index, rest, _ := bytes.Cut(line, []byte("\t"))
	depth, rest, _ := bytes.Cut(rest, []byte("\t"))
	found, rest, _ := bytes.Cut(rest, []byte("\t"))
	cause, url, _ := bytes.Cut(rest, []byte("\t"))
	*r = Result{Sample: sampleOf(index), URL: url, Found: string(found) == "true", Depth: number(depth), Cause: cause}
}

// opened are the URLs of samples that redirect, for the next round.
type opened struct {
	room  work.Room
	lines *spill.Waiting // nil: there are none
	n     int64
}

// add adds a URL and its target.
func (o *opened) add(v *verdict) error {
	if o.lines == nil {
		o.lines = spill.NewWaiting(o.room)
	}
	o.n++
	_, err := fmt.Fprintf(o.lines, "%s\t%s\t%s\n", v.index, v.target, v.asked)
	return err
}

// next returns a function that calls ask for the URLs that were added, and begins an empty list.
func (o *opened) next() func(func(index, url, asked []byte) error) error {
	added := o.lines
	o.lines, o.n = nil, 0
	return func(ask func(index, url, asked []byte) error) (err error) {
		defer func() { err = cmp.Or(err, added.Close()) }()
		in, err := added.Reader()
		if err != nil {
			return err
		}
		lines := tuple.NewLines(in, 4*urls.MaxLength)
		return lines.Each(func(line []byte) error {
			index, rest, _ := bytes.Cut(line, []byte("\t"))
			url, asked, _ := bytes.Cut(rest, []byte("\t"))
			return ask(index, url, asked)
		})
	}
}

func (o *opened) close() {
	if o.lines != nil {
		o.lines.Close()
	}
}
