package crawlorder

import (
	"io"

	"webmill/pkg/graph/adj"
	"webmill/pkg/graph/idset"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// web is the graph that is crawled. Its pages have numbers in the order of their ids, so that arrays have a place for each
// page and hardly any for anything else: the ids themselves where few are missing, else 0 … n-1.
//
// Passes: one over the links; one more over the compact form where many ids are missing. Memory: 10 bits a page; the links
// as an adj.Form in what is given to them, and on disk beyond it.
type web struct {
	form   *adj.Form
	pages  idset.Set // by id
	dense  bool      // the number of a page is its id
	places int64     // no number is higher
	links  int64
	opt    *work.Room
}

// chunkLinks is small, because a chunk is decoded for one list: the order of a crawl jumps about. (OPIC on 10 M pages, 89 M
// links: 64 15.8 s, 128 16.2 s, 256 18.3 s; what a form has in memory for each chunk makes up for less.)
const (
	chunkLinks = 128
	tableBytes = 16 // what a form has in memory for each chunk
)

// load reads links that are sorted by source and target, each once. room is asked now and then whether so many pages can be
// crawled.
func load(links tuple.Input, opt *work.Room, room func(pages int64) error) (*web, error) {
	w := &web{opt: opt}
	b := adj.NewBuilder(w.options(opt.Memory / 2))
	err := w.read(links.Source, b, room)
	form, closed := b.Close()
	if err == nil {
		err = closed
	}
	w.form = form
	if err == nil {
		err = w.number()
	}
	if err != nil {
		w.close()
		return nil, err
	}
	return w, nil
}

func (w *web) options(memory int64) adj.Options {
	return adj.Options{ChunkLinks: chunkLinks, Room: w.opt.With(memory)}
}

func (w *web) read(src tuple.Source, b *adj.Builder, room func(pages int64) error) error {
	buf := make([]int32, tuple.BlockBytes/4)
	last := [2]int32{-1, -1}
	for {
		n, err := src.ReadBlock(buf)
		if err != nil && err != io.EOF {
			return err
		}
		kept := 0
		for k := 0; k+1 < n; k += 2 {
			link := [2]int32{buf[k], buf[k+1]}
			if link == last {
				continue
			}
			if link[0] != last[0] {
				w.pages.Add(link[0])
			}
			w.pages.Add(link[1])
			last = link
			buf[kept], buf[kept+1] = link[0], link[1]
			kept += 2
		}
		if e := room(w.count()); e != nil {
			return e
		}
		if e := b.WriteBlock(buf[:kept]); e != nil {
			return e
		}
		if err == io.EOF {
			return nil
		}
	}
}

// number gives the pages their numbers.
func (w *web) number() error {
	w.links, w.places = w.form.Links(), w.count()
	most := w.count() + w.count()/8 + 1000
	if _, beyond := w.pages.Next(min(most, 1<<31)); !beyond {
		w.dense = true
		for id, ok := w.pages.Next(w.places); ok; id, ok = w.pages.Next(w.places) {
			w.places = int64(id) + 1
		}
		return nil
	}
	w.pages.Index()
	forms, err := (&adj.Recoder{From: w.form, To: []adj.Options{w.options(w.opt.Memory / 2)}, Drain: true, Change: w.renumber}).Run(w.opt.Threads)
	w.form.Close()
	w.form = nil
	if err == nil {
		w.form = forms[0]
	}
	return err
}

func (w *web) renumber(_, _ int, in *adj.Chunk, out []*adj.Chunk) error {
	to := out[0]
	to.Continues = in.Continues
	for _, id := range in.Keys {
		to.Keys = append(to.Keys, w.pages.Rank(id))
	}
	to.Ends = append(to.Ends, in.Ends...)
	for _, id := range in.Others {
		to.Others = append(to.Others, w.pages.Rank(id))
	}
	return nil
}

func (w *web) count() int64 { return int64(w.pages.Len()) }

// page is the number of an id, if there is such a page.
func (w *web) page(id int32) (int32, bool) {
	switch {
	case !w.pages.Has(id):
		return 0, false
	case w.dense:
		return id, true
	}
	return w.pages.Rank(id), true
}

// id is the id of a number; for messages, it takes its time.
func (w *web) id(number int32) int32 {
	id := number
	if !w.dense {
		id, _ = w.pages.Next(0)
		for range number {
			id, _ = w.pages.Next(int64(id) + 1)
		}
	}
	return id
}

// exists reports whether a number is that of a page.
func (w *web) exists(number int32) bool { return !w.dense || w.pages.Has(number) }

func (w *web) close() {
	if w.form != nil {
		w.form.Close()
	}
	w.pages.Free()
}

// ids is a Sink of records that begin with the number of a page, ascending, and passes them on with the id instead.
type ids struct {
	web    *web
	dst    tuple.Sink
	width  int
	number int32 // of the id
	id     int32
}

func (w *web) ids(dst tuple.Sink, width int) tuple.Sink {
	if w.dense {
		return dst
	}
	s := &ids{web: w, dst: dst, width: width}
	s.id, _ = w.pages.Next(0)
	return s
}

// WriteBlock implements tuple.Sink.
func (s *ids) WriteBlock(block []int32) error {
	for k := 0; k < len(block); k += s.width {
		for s.number < block[k] {
			s.id, _ = s.web.pages.Next(int64(s.id) + 1)
			s.number++
		}
		block[k] = s.id
	}
	return s.dst.WriteBlock(block)
}
