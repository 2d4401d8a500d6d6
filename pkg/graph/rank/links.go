package rank

import (
	"cmp"
	"fmt"

	"webmill/pkg/graph/adj"
	"webmill/pkg/idset"
	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// ReadOptions say which links and pages count.
type ReadOptions struct {
	Once   bool // a repeated link counts once
	NoSelf bool // links of a page to itself do not count
	// Weighted: a link is (source, target, weight), the bits of a float32. A repeated link has the sum of its weights, or with
	// Once the greatest of them. A weight of 0 is no link, but its pages exist.
	Weighted bool
	Sum      bool  // a repeated link becomes one link, with the sum of its weights, unless Once
	Pages    int64 // the pages are 0 … Pages-1; 0: they are the ids that occur

	Name  string     // of the links, for errors
	Known *idset.Set // only links from these pages count (nil: from all), and only they and what they link to is rated
	All   *idset.Set // there are no other pages (nil: there may be any)
	AllOf string     // the name of the file that All was read from, for errors
}

// reading is how links are read: what the user says, and what HITS asks besides.
type reading struct {
	ReadOptions
	keepZero bool // links of weight 0 are kept, because they can bring pages into the base set
}

// linkWidth is how many numbers a link has in a stream.
func linkWidth(weighted bool) int {
	if weighted {
		return 3
	}
	return 2
}

// filters reports whether links may be left out.
func (r *reading) filters() bool {
	return r.Once || r.NoSelf || r.Known != nil || r.All != nil || r.Weighted
}

// within returns an error if a link of a block has a page that is not below Pages.
func (r *reading) within(block []int32) error {
	if r.Pages == 0 {
		return nil
	}
	for k, width := 0, linkWidth(r.Weighted); k < len(block); k += width {
		if id := max(block[k], block[k+1]); int64(id) >= r.Pages {
			err := fmt.Errorf("has links of page %d, but -pages says that there are %d: the ids of pages begin with 0", id, r.Pages)
			return vfs.Named(r.Name, err)
		}
	}
	return nil
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
	outWords []uint64     // the memory of out
	out      []float64    // sums of the weights of the links from each page of the core; nil: links have no weights
	pages    idset.Set    // that are rated
	linked   idset.Set    // that are linked to
	core     *idset.Set   // that have links
	coreOnly bool         // only the pages of the core are rated
	room     work.Room
}

// LinkCounts tell what was read.
type LinkCounts struct {
	Links    int64 // that count
	Repeated int64 // left out because of Once
	Zero     int64 // left out because their weight is 0
	Self     int64 // left out because of NoSelf
	KeptSelf int64 // links of a page to itself that are in Links
	Unknown  int64 // left out because their source is not known
	Met      int64 // pages that links have, left out or not; counted only with All
}

// Read reads links that are sorted by target and then by source; the source of the stream must verify that.
//
// Passes: one, and with weights one over the compact form. Memory: 2 bytes a page for the out-degrees, 2.5 bits for the sets; the
// links themselves as an adj.Graph, in what is left of the memory and on disk beyond it.
func Read(src tuple.Source, opt ReadOptions, room work.Room) (*Links, error) {
	l, err := readLinks(src, reading{ReadOptions: opt}, room)
	if err != nil {
		return nil, err
	}
	if err := l.sumWeights(); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// readLinks is Read without the sums of weights.
func readLinks(src tuple.Source, how reading, room work.Room) (*Links, error) {
	if need := 3 * idset.BytesBelow(how.Pages); need > max(room.Memory, leastMemory) {
		return nil, &work.MemoryError{Least: need, For: "the pages of -pages"}
	}
	l := &Links{room: room}
	l.pages.AddBelow(how.Pages)
	if how.Known != nil {
		l.pages.AddAll(how.Known)
	}
	read := src.ReadBlock
	switch {
	case how.Sum && !how.Once:
		m := &merged{src: src, sum: true, repeated: new(int64)}
		if !how.Weighted {
			m.pairs, how.Weighted = make([]int32, tuple.BlockBytes/4), true
		}
		read = m.ReadBlock
	case how.Weighted && how.Once:
		read = (&merged{src: src, repeated: &l.Count.Repeated}).ReadBlock
	}
	width := linkWidth(how.Weighted)
	b := adj.NewBuilder(adj.Options{Key: 1, Weighted: how.Weighted, Room: room.With(room.Memory / 2)})
	counted := filter{reading: how, count: &l.Count, pages: &l.pages, last: [2]int32{-1, -1}}
	defer counted.met.Free()
	ahead := par.ReadAhead(4, tuple.BlockBytes/width*width, read)
	defer ahead.Close()
	_, err := tuple.Copy(tuple.SinkFunc(func(block []int32) error {
		err := how.within(block)
		if err == nil && how.filters() {
			block, err = counted.keep(block)
		}
		if err != nil {
			return err
		}
		l.addPages(block, width)
		if l.sets() > max(room.Memory, leastMemory) {
			return work.ForPart(l.sets(), "the pages read so far", tuple.Share(src))
		}
		b.Limit(l.left())
		return b.WriteBlock(block)
	}), ahead, width)
	graph, closed := b.Close()
	l.graph = graph
	if err = cmp.Or(err, closed); err == nil {
		err = l.makeCore()
	}
	if err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// makeCore makes the set of the pages with links, and adds these and those that are linked to to the rated ones.
func (l *Links) makeCore() error {
	l.core = l.degree.Counted()
	// The pages of both sets can take as much as both.
	if err := l.graph.Shrink(max(0, l.left()-l.core.Bytes())); err != nil {
		return err
	}
	most := max(l.room.Memory, leastMemory) - l.degree.Bytes() - l.core.Bytes() - l.linked.Bytes()
	if !l.pages.AddWithin(l.core, most) || !l.pages.AddWithin(&l.linked, most) {
		return work.ForPart(l.sets(), "the pages read so far", 0)
	}
	l.core.Index()
	return nil
}

// left is how much memory the chunks of links may take.
func (l *Links) left() int64 { return l.room.Memory - setAside(&l.room) - l.sets() }

// sets is the number of bytes that the sets of pages take; it does not depend on -S.
func (l *Links) sets() int64 {
	return l.degree.Bytes() + 8*int64(len(l.out)) + 3*max(l.pages.Bytes(), l.linked.Bytes())
}

// addPages adds the pages of the links of a block, and counts the links.
func (l *Links) addPages(block []int32, width int) {
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
}

// filter leaves out links, in place.
type filter struct {
	reading
	count *LinkCounts
	pages *idset.Set // pages that exist even if their links are left out
	last  [2]int32   // the link before
	met   idset.Set  // pages that links have; only with All
}

func (f *filter) keep(block []int32) ([]int32, error) {
	kept := block[:0]
	width := linkWidth(f.Weighted)
	for k := 0; k < len(block); k += width {
		link := [2]int32{block[k], block[k+1]}
		none := false
		if f.Weighted {
			var err error
			if none, err = noLink(block[k+2]); err != nil {
				return nil, err
			}
			none = none && !f.keepZero
		}
		for _, page := range link {
			if f.All == nil {
				break
			}
			if !f.All.Has(page) {
				return nil, fmt.Errorf("%s: has no position for page %d of the links", f.AllOf, page)
			}
			f.met.Add(page)
		}
		switch known := f.Known == nil || f.Known.Has(link[0]); {
		case none && known:
			f.count.Zero++
			f.pages.Add(link[0])
			f.pages.Add(link[1])
		case f.Once && !f.Weighted && link == f.last:
			f.count.Repeated++
		case f.NoSelf && link[0] == link[1]:
			f.count.Self++
			if f.Known == nil {
				f.pages.Add(link[0]) // the link is left out, but the page exists
			}
		case !known:
			f.count.Unknown++
		default:
			kept = append(kept, block[k:k+width]...)
		}
		f.last = link
	}
	f.count.Met = int64(f.met.Len())
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
