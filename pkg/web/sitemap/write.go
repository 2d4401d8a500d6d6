package sitemap

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"webmill/pkg/hashes"
	"webmill/pkg/linesort"
	"webmill/pkg/near"
)

// Output is a further way to write the trees. Of its options, Home and Room do not count.
type Output struct {
	Options Options
	To      Writer
}

// Make makes the trees, and writes them, then by each further output. The counts are of the first.
func Make(in Input, opt Options, w Writer, further ...Output) (stats Stats, err error) {
	stats.Skipped = map[string]int64{}
	g, err := newGraph(opt, &stats)
	if err != nil {
		return stats, err
	}
	defer g.close()
	if err := g.read(in); err != nil {
		return stats, err
	}
	g.roots()
	if err := g.write(w); err != nil {
		return stats, err
	}
	for _, o := range further {
		opt := o.Options
		opt.Home, opt.Room = g.opt.Home, g.opt.Room
		g.opt, g.stats = opt, new(Stats)
		g.forget()
		if err := g.write(o.To); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// write makes the trees as the options say, and writes them.
func (g *graph) write(w Writer) error {
	chosen, err := g.chosen()
	if err = cmp.Or(err, g.store.Err()); err != nil {
		return err
	}
	if err := g.trees(chosen); err != nil {
		return err
	}
	out := &writer{g: g, to: w}
	if err := linesort.SortEach(g.opt.With(g.opt.Memory/workShare), g.placed, out.line); err != nil {
		return err
	}
	return out.end()
}

// chosen is the host that is written, or -1 for all.
func (g *graph) chosen() (int64, error) {
	switch g.opt.Host {
	case "":
		return -1, nil
	case Largest:
		return g.largest, nil
	}
	return g.named(g.opt.Host)
}

// named finds a host by its name.
func (g *graph) named(name string) (int64, error) {
	in, err := g.urls.Reader()
	if err != nil {
		return 0, err
	}
	host, to := int64(0), int64(0)
	nearest, far := "", len(name)/2+1
	for id := int64(0); host < g.sites; id++ {
		url, err := nextLine(in)
		if err != nil {
			return 0, err
		}
		if id < to {
			continue
		}
		s := g.site(host)
		if id < s.from { // a URL without a host
			continue
		}
		is := hostOf(url)
		if string(is) == name {
			if s.root > 0 {
				return host, nil
			}
			return 0, fmt.Errorf("no page of %s was crawled", name)
		}
		if n := near.Distance(is, []byte(name), far); n < far {
			nearest, far = string(is), n
		}
		to, host = s.to, host+1
	}
	if nearest != "" {
		return 0, fmt.Errorf("no line of the input has the host %s, but some have %s", name, nearest)
	}
	return 0, fmt.Errorf("no line of the input has the host %s", name)
}

// Lines that are sorted begin with the place of a page. Then comes a byte.
const (
	isPage  = '0' // depth, whether it was crawled, URL
	isTitle = '1'
	digits  = 16
)

func appendPlace(dst []byte, place int64, kind byte) []byte {
	return append(hashes.AppendHex(dst, uint64(place)), kind)
}

// placed gives the URLs and titles of all pages that have places.
func (g *graph) placed(add func(line []byte) error) error {
	in, err := g.urls.Reader()
	if err != nil {
		return err
	}
	var line []byte
	for id := range g.known {
		url, err := nextLine(in)
		if err != nil {
			return err
		}
		p := g.page(id)
		if p.long(atPlace) == 0 {
			continue
		}
		line = appendPlace(line[:0], p.long(atPlace), isPage)
		line = strconv.AppendInt(line, int64(p.number(atDepth)-1), 10)
		line = strconv.AppendBool(append(line, '\t'), p.crawled())
		line = append(append(line, '\t'), url...)
		if err := add(line); err != nil {
			return err
		}
	}
	if err := g.store.Err(); err != nil {
		return err
	}
	err = g.eachPair(func(id, _ int32, mark []byte) error {
		if len(mark) < 2 || mark[0] != titled[0] {
			return nil
		}
		place := g.page(id).long(atPlace)
		if place == 0 {
			return nil
		}
		line = append(appendPlace(line[:0], place, isTitle), mark[1:]...)
		return add(line)
	})
	return cmp.Or(err, g.store.Err())
}

// writer takes the sorted lines.
type writer struct {
	g       *graph
	to      Writer
	page    Page // the one at hand
	place   int64
	host    int64 // the next one
	last    int64 // place of its pages
	url     []byte
	title   []byte
	current Host
}

var errPlace = errors.New("internal error: line of a place")

func (w *writer) line(line []byte) error {
	if len(line) <= digits {
		return errPlace
	}
	kind, rest := line[digits], line[digits+1:]
	if kind == isTitle {
		if len(w.title) == 0 {
			w.title = append(w.title, rest...)
		}
		return nil
	}
	if err := w.end(); err != nil {
		return err
	}
	place, err := strconv.ParseInt(string(line[:digits]), 16, 64)
	depth, rest, _ := bytes.Cut(rest, []byte{'\t'})
	crawled, url, _ := bytes.Cut(rest, []byte{'\t'})
	n, e := strconv.Atoi(string(depth))
	if err != nil || e != nil {
		return errPlace
	}
	w.place, w.url, w.title = place, append(w.url[:0], url...), w.title[:0]
	w.page = Page{Depth: n, Crawled: string(crawled) == "true"}
	return nil
}

// end writes the page at hand.
func (w *writer) end() error {
	if w.place == 0 {
		return nil
	}
	p := &w.page
	p.URL, p.Title = w.url, w.title
	for w.place > w.last {
		if w.host == w.g.sites {
			return errPlace
		}
		s := w.g.site(w.host)
		if err := w.g.store.Err(); err != nil { // then s is zeros, as are those behind it
			return err
		}
		w.host++
		if s.last < s.first || s.last < w.place {
			continue
		}
		w.last = s.last
		h := &w.current
		*h = Host{Name: append(h.Name[:0], hostOf(p.URL)...), Home: h.Home[:0], Crawled: s.crawled, Reached: s.reached,
			Missing: s.missing, Deeper: s.deeper, Depth: int(s.depth), Bytes: s.bytes}
		if p.Depth == 0 {
			h.Home = append(h.Home, p.URL...)
		}
		if err := w.to.Host(h); err != nil {
			return err
		}
	}
	return w.to.Page(p)
}
