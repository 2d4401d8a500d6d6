package rank

import (
	"cmp"
	"fmt"

	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// setAside is the memory set aside for the program and the buffers of readers and workers: what work.Data sets aside, and
// workerBytes for each further thread.
func setAside(r *work.Room) int64 { return min(r.Memory/4, mostSetAside(r)) }

// mostSetAside is setAside where memory is not short.
func mostSetAside(r *work.Room) int64 { return work.ProgramBytes + int64(r.Threads-1)*workerBytes }

// memoryWith is how much memory there must be so that setAside leaves data bytes.
func memoryWith(data int64, r *work.Room) int64 { return min(data*4/3, data+mostSetAside(r)) }

// errMemory is the error of pages that need more memory than there is.
func errMemory(need int64) error { return &work.MemoryError{Least: need, For: "the pages"} }

// workerBytes is what a worker takes besides the first: what it reads ahead and decodes.
const workerBytes = 8 << 20

// aheadBytes is how much a lane's reader reads ahead of rows on disk.
func aheadBytes(r *work.Room) int {
	return int(min(adj.AheadBytes, max(tuple.BlockBytes, r.Memory/256)))
}

// ReadOptions say which links and pages count.
type ReadOptions struct {
	Once   bool       // a repeated link counts once
	NoSelf bool       // links of a page to itself do not count
	Known  *idset.Set // only links from these pages count (nil: from all), and only they and what they link to is rated
	All    *idset.Set // there are no other pages (nil: there may be any)
	AllOf  string     // the name of the file that All was read from, for errors
	// Literal leaves v out where no known page links to: the partial PageRank as printed (Kulvait 2007, Alg. 7.8), in which
	// such a page, the seed of a crawl above all, has the rank 0 and gives nothing.
	Literal bool
	Pages   int64 // the pages are 0 … Pages-1; 0: they are the ids that occur
	// Weighted: a link is (source, target, weight), the bits of a float32. A repeated link has the sum of its weights, or with
	// Once the greatest of them. A weight of 0 is no link, but its pages exist.
	Weighted bool

	unrated  bool // the weights need not sum to what ranks can be made of
	keepZero bool // links of weight 0 are kept
	sum      bool // a repeated link is one link, with the sum of its weights
}

// Links are the links of a graph by target, read once, and what is known of its pages then. What they still have:
//
//	state   graph  degree  sets of pages  after
//	whole   yes    yes     yes            Read; Prune and RemoveDangling return such Links
//	pruned  yes    no      yes            Prune
//	used    no     no      yes            NewSolver, unless it keeps the links
//	closed  no     no      no             Close, RemoveDangling
type Links struct {
	Count    LinkCounts
	graph    *adj.Graph
	degree   idset.Counts // links from each page
	outWords []uint64
	out      []float64  // sums of the weights of the links from each page of the core; nil: links have no weights
	pages    idset.Set  // that are rated
	linked   idset.Set  // that are linked to
	core     *idset.Set // that have links
	coreOnly bool       // only the pages of the core are rated
	// literal: pages that are not linked to have no v
	literal bool
	room    work.Room
}

// LinkCounts tell what was read.
type LinkCounts struct {
	Links    int64 // that count
	Repeated int64 // left out because of Once
	Zero     int64 // left out because their weight is 0
	Self     int64 // left out because of NoSelf
	KeptSelf int64 // links of a page to itself that are in Links
	Unknown  int64 // left out because their source is not known
}

// Read reads links that are sorted by target and then by source; the source of the stream must verify that.
//
// Passes: one. Memory: 2 bytes a page for the out-degrees, 2.5 bits for the sets; the links themselves as an adj.Graph, in
// what is left of the memory and on disk beyond it.
func Read(src tuple.Source, opt ReadOptions, room work.Room) (*Links, error) {
	l := &Links{room: room, literal: opt.Literal}
	if opt.Pages > 0 {
		l.pages.AddBelow(opt.Pages)
	}
	if opt.Known != nil {
		l.pages.AddAll(opt.Known)
	}
	read := src.ReadBlock
	switch {
	case opt.sum && !opt.Once:
		m := &merged{src: src, sum: true, repeated: new(int64)}
		if !opt.Weighted {
			m.pairs, opt.Weighted = make([]int32, tuple.BlockBytes/4), true
		}
		read = m.ReadBlock
	case opt.Weighted && opt.Once:
		read = (&merged{src: src, repeated: &l.Count.Repeated}).ReadBlock
	}
	width := opt.width()
	b := adj.NewBuilder(adj.Options{Key: 1, Weighted: opt.Weighted, Room: room.With(room.Memory / 2)})
	filter := filter{opt: opt, count: &l.Count, pages: &l.pages, last: [2]int32{-1, -1}}
	ahead := par.ReadAhead(4, tuple.BlockBytes/width*width, read)
	defer ahead.Close()
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		block, err := filter.keep(block)
		if err != nil {
			return err
		}
		if err := l.note(block, opt); err != nil {
			return err
		}
		if l.sets() > max(room.Memory, leastMemory) {
			return work.ForPart(l.sets(), "the pages read so far", tuple.Share(src))
		}
		b.Limit(l.left())
		return b.WriteBlock(block)
	}), ahead, width)
	graph, closed := b.Close()
	l.graph = graph
	if err = cmp.Or(err, closed); err == nil {
		err = l.sources(opt)
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// sources adds the pages with links to the rated ones.
func (l *Links) sources(opt ReadOptions) error {
	l.core = l.degree.Counted()
	if id, ok := l.core.Next(opt.Pages); ok && opt.Pages > 0 {
		return beyond(id, opt.Pages)
	}
	// The pages of both sets can take as much as both.
	if err := l.graph.Shrink(max(0, l.left()-l.core.Bytes())); err != nil {
		return err
	}
	most := max(l.room.Memory, leastMemory) - l.degree.Bytes() - l.core.Bytes() - l.linked.Bytes()
	if !l.pages.AddWithin(l.core, most) || !l.pages.AddWithin(&l.linked, most) {
		return work.ForPart(l.sets(), "the pages read so far", 0)
	}
	l.core.Index()
	if opt.unrated {
		return nil
	}
	return l.weigh()
}

func beyond(id int32, pages int64) error {
	return fmt.Errorf("has links of page %d, but -pages says that there are %d: the ids of pages begin with 0", id, pages)
}

// left is how much memory the chunks of links may take.
func (l *Links) left() int64 { return l.room.Memory - setAside(&l.room) - l.sets() }

// sets is the number of bytes that the sets of pages take; it does not depend on -S.
func (l *Links) sets() int64 {
	return l.degree.Bytes() + 8*int64(len(l.out)) + 3*max(l.pages.Bytes(), l.linked.Bytes())
}

// leastMemory is the memory that the pages may always take.
const leastMemory = 6 << 20

// note counts the links of a block and adds its pages.
func (l *Links) note(block []int32, opt ReadOptions) error {
	width := opt.width()
	if width == 2 {
		l.degree.AddColumn(block, 0)
	} else {
		for k := 0; k < len(block); k += width {
			l.degree.Add(block[k])
		}
	}
	l.Count.Links += int64(len(block) / width)
	last := int32(-1)
	for k := 1; k < len(block); k += width {
		if block[k] != last {
			last = block[k]
			l.linked.Add(last)
		}
		if block[k-1] == last {
			l.Count.KeptSelf++
		}
	}
	if opt.Pages > 0 && opt.Pages <= int64(last) {
		return beyond(last, opt.Pages)
	}
	return nil
}

// filter leaves out links, in place.
type filter struct {
	opt   ReadOptions
	count *LinkCounts
	pages *idset.Set // pages that exist even if their links are left out
	last  [2]int32
}

func (f *filter) keep(block []int32) ([]int32, error) {
	p := f.opt
	if !p.Once && !p.NoSelf && p.Known == nil && p.All == nil && !p.Weighted {
		return block, nil
	}
	kept := block[:0]
	width := p.width()
	for k := 0; k < len(block); k += width {
		link := [2]int32{block[k], block[k+1]}
		none := false
		if p.Weighted {
			var err error
			if none, err = noLink(block[k+2]); err != nil {
				return nil, err
			}
			none = none && !p.keepZero
		}
		for _, page := range link {
			if p.All != nil && !p.All.Has(page) {
				return nil, fmt.Errorf("%s: has no position for page %d of the links", p.AllOf, page)
			}
		}
		switch {
		case none && (p.Known == nil || p.Known.Has(link[0])):
			f.count.Zero++
			if last := max(link[0], link[1]); p.Pages > 0 && p.Pages <= int64(last) {
				return nil, beyond(last, p.Pages)
			}
			f.pages.Add(link[0])
			f.pages.Add(link[1])
		case p.Once && !p.Weighted && link == f.last:
			f.count.Repeated++
		case p.NoSelf && link[0] == link[1]:
			f.count.Self++
			if p.Pages > 0 && p.Pages <= int64(link[0]) {
				return nil, beyond(link[0], p.Pages)
			}
			if p.Known == nil {
				f.pages.Add(link[0]) // the link is left out, but the page exists
			}
		case p.Known != nil && !p.Known.Has(link[0]):
			f.count.Unknown++
		default:
			kept = append(kept, block[k:k+width]...)
		}
		f.last = link
	}
	return kept, nil
}

// Close gives back memory and disk. Systems of the links must be closed before.
func (l *Links) Close() error {
	if l == nil {
		return nil
	}
	err := l.releaseGraph()
	l.pages.Free()
	l.linked.Free()
	if l.core != nil {
		l.core.Free()
	}
	return err
}

// releaseGraph frees the graph and the out-degrees. A system that was made of the links does not need them.
func (l *Links) releaseGraph() (err error) {
	if l.graph != nil {
		err = l.graph.Close()
	}
	l.graph = nil
	l.freeDegrees()
	return err
}

// Pages is the number of pages.
func (l *Links) Pages() int64 { return int64(l.pages.Len()) }

// Has reports whether an id is a page.
func (l *Links) Has(id int32) bool { return l.pages.Has(id) }

// Bytes is the size of the compact form.
func (l *Links) Bytes() int64 { return l.graph.Bytes() }

// BitsPerLink is how many bits a link takes in the compact form.
func (l *Links) BitsPerLink() float64 {
	return float64(8*l.graph.Bytes()) / float64(max(1, l.graph.Links()))
}

// Dangling is the number of pages without links.
func (l *Links) Dangling() int64 { return int64(l.pages.Len() - l.core.Len()) }

// weight is v of a page.
func (l *Links) weight(v *Weights, id int32) float64 {
	if l.literal && !l.linked.Has(id) {
		return 0
	}
	return v.of(id)
}
