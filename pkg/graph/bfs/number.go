package bfs

import (
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/extsort"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// Layers to numbers, by sorting alone.
//
// The number of a page is its turn in a first-in, first-out search that follows the links of a page by ascending target.
// Layers settle most of it. Let the place of a page be its rank by layer and then by id. Of two pages in different layers
// the one in the lower layer has the lower number, so layer k has the same numbers as places. Within a layer,
//
//	parent(v) = min number(u) over the links (u, v) with layer(u) = layer(v) - 1
//
// and number(v) is the rank of (parent(v), v): u was first to put v into the queue, along with its other targets, which
// came in the order of their ids. A page of the first layer is numbered by its id, and so is a page that has no parent: it
// must be alone in its layer, the root of a component.
//
// Steps, sort being O(n log n) and one pass over memory or, beyond it, two over the disk:
//
//	layers       sorted by (layer, id) gives the places; (id, place) sorted by id; what else is needed by place
//	links (s,t)  s replaced by its place while they are read; sorted by t; t replaced by its place; links that lead to no
//	             higher place dropped, they cannot lead to the next layer; sorted by place of s
//	numbers      layer after layer: the links from a layer to the next one, now numbers against places; the least number
//	             for each place; places sorted by that
//	result       (id, number) sorted by id
//
// Passes: one over each input. Memory: the budget; all that is kept for each page (16 bytes) lies in spill.Ints, whose part in
// memory is bounded. The least numbers of a layer are an array where it fits, else they come of a sort too.
//
// Layers that contradict the links end in an error: a link that leads more than one layer up, a page without a parent that
// is not alone in its layer, a root that is not the lowest page left, a layer without pages, a page without a layer.
//
// Source: Kulvait 2007, 7.2.1, structure 7.6 and algorithm 7.7, where roots without links to an unnumbered page got no
// number. There one array of all pages serves; here there need be none.

// NumberOptions say how to number.
type NumberOptions struct {
	work.Room
	Base int32 // the first number: 0 or 1
	// Reachable says that pages without a layer were not reached: their links count for nothing. All others must be reached.
	Reachable bool
}

// NumberStats tell what was numbered.
type NumberStats struct {
	Pages, Links, Layers int64
	Roots                int64 // pages without a parent
	Upward               int64 // links to a higher place, which were sorted again
}

// Number writes (id, number), sorted by id, for all pages of layers, the pairs (id, layer) sorted by id. The links are
// sorted by source and target.
func Number(dst tuple.Sink, layers, links tuple.Input, opt NumberOptions) (NumberStats, error) {
	n := &numberer{opt: opt, layers: layers, links: links}
	defer n.close()
	err := n.run(dst)
	return n.stats, err
}

type numberer struct {
	opt           NumberOptions
	layers, links tuple.Input
	places        *spill.Ints // (id, place), by id
	ids           *spill.Ints // by place
	sizes         *spill.Ints // of the layers
	numbers       *spill.Ints // by place, counted from 0; those of roots are complemented
	sorting       int64       // bytes for each of two sorts
	phase         work.Counter
	stats         NumberStats
}

func (n *numberer) run(dst tuple.Sink) error {
	whole := n.opt.Memory - min(4<<20, n.opt.Memory/4) // for the garbage of two sorts at the same time, besides that of one
	for _, s := range []struct {
		ints  **spill.Ints
		share int64
	}{{&n.places, placesDivisor}, {&n.ids, idsDivisor}, {&n.numbers, numbersDivisor}, {&n.sizes, sizesDivisor}} {
		var err error
		if *s.ints, err = spill.NewInts(n.opt.Room, whole/s.share); err != nil {
			return err
		}
	}
	n.sorting = allBut(whole, placesDivisor, idsDivisor, numbersDivisor, sizesDivisor) / 2
	if err := n.fillPlaces(); err != nil {
		return err
	}
	n.stats.Pages, n.stats.Layers = n.ids.Len(), n.sizes.Len()
	n.sorting = (whole - n.places.Bytes() - 2*n.ids.Bytes() - n.sizes.Bytes()) / 2
	err := tuple.Piped(2, n.upward, func(upward tuple.Source) error {
		return newLayerwise(n, upward).run()
	})
	if err != nil {
		return err
	}
	n.phase = n.opt.Begin("write", 8*n.stats.Pages)
	return sortBy(&n.opt.Room, dst, n.result(), 2*n.sorting, extsort.Options{Width: 2, Order: tuple.Columns(0)})
}

func (n *numberer) close() {
	for _, s := range []*spill.Ints{n.places, n.ids, n.numbers, n.sizes} {
		if s != nil {
			s.Close()
		}
	}
}

// fillPlaces fills places, ids and sizes.
func (n *numberer) fillPlaces() error {
	return tuple.Piped(2, func(out tuple.Sink) error {
		p := &numberPlaces{numberer: n, out: tuple.NewWriter(out, 2)}
		err := sortBy(&n.opt.Room, tuple.SinkFunc(p.take), n.layers.InOrder(2, true, 0), n.sorting,
			extsort.Options{Width: 2, Order: tuple.Columns(1, 0)})
		if err == nil {
			err = p.endLayer()
		}
		if err != nil {
			return err
		}
		return p.out.Flush()
	}, func(in tuple.Source) error {
		return sortBy(&n.opt.Room, n.places, in, n.sorting, extsort.Options{Width: 2, Order: tuple.Columns(0)})
	})
}

// numberPlaces gives the pages, sorted by layer and id, their places.
type numberPlaces struct {
	numberer *numberer
	out      *tuple.Writer
	next     int64 // place
	layer    int32
	size     int32 // of the layer so far
}

func (p *numberPlaces) take(pages []int32) error {
	for ; len(pages) > 0; pages = pages[2:] {
		id, layer := pages[0], pages[1]
		if layer != p.layer || p.next == 0 {
			if err := p.begin(layer); err != nil {
				return err
			}
		}
		if p.next == math.MaxInt32 {
			return fmt.Errorf("%s: more than 2147483647 pages", p.numberer.layers.Name)
		}
		if err := p.numberer.ids.Put(id); err != nil {
			return err
		}
		p.out.Put(id, int32(p.next))
		p.next++
		p.size++
	}
	return nil
}

func (p *numberPlaces) begin(layer int32) error {
	if p.next == 0 {
		if p.layer = layer; layer != 1 {
			return fmt.Errorf("%s: the first layer is %d, but a search begins with layer 1", p.numberer.layers.Name, layer)
		}
		return nil
	}
	if layer != p.layer+1 {
		return fmt.Errorf("%s: no page is in layer %d, but there is a layer %d", p.numberer.layers.Name, p.layer+1, layer)
	}
	p.layer = layer
	return p.endLayer()
}

func (p *numberPlaces) endLayer() error {
	size := p.size
	p.size = 0
	if size == 0 {
		return nil
	}
	return p.numberer.sizes.Put(size)
}

// upward writes the links that lead to a higher place, as places, sorted.
func (n *numberer) upward(out tuple.Sink) error {
	return tuple.Piped(2, func(out tuple.Sink) error {
		in := newSources(n.links, n.places, &n.stats.Links)
		if !n.opt.Reachable || n.stats.Pages == 0 {
			in.absent = func(src int32) error {
				return fmt.Errorf("page %d has no layer in %s%s", src, n.layers.Name, whyAbsent(n.stats.Pages))
			}
		}
		in.atEnd = func(kept int64) { n.phase = n.opt.Begin("sort links", 4*kept) }
		t := &targets{numberer: n, out: tuple.NewWriter(out, 2), places: pairsOf(n.places), dst: -1}
		if err := sortBy(&n.opt.Room, tuple.SinkFunc(t.take), in, n.sorting,
			extsort.Options{Width: 2, Order: tuple.Columns(1, 0)}); err != nil {
			return err
		}
		return t.out.Flush()
	}, func(in tuple.Source) error {
		return sortBy(&n.opt.Room, out, in, n.sorting, extsort.Options{Width: 2, Order: tuple.Columns(0, 1)})
	})
}

// targets takes the links sorted by target, and passes on those that lead to a higher place.
type targets struct {
	numberer *numberer
	out      *tuple.Writer
	places   *tuple.Cursor
	dst      int32
	place    int32 // of dst
}

func (t *targets) take(links []int32) error {
	t.numberer.phase.Add(4 * int64(len(links)))
	for ; len(links) > 0; links = links[2:] {
		src, dst := links[0], links[1]
		if dst != t.dst {
			var found bool
			var err error
			if t.place, found, err = find(t.places, dst); err != nil {
				return err
			}
			if !found {
				n := t.numberer
				return fmt.Errorf("%s: page %d has no layer in %s, but page %d links to it", n.links.Name, dst,
					n.layers.Name, n.id(src))
			}
			t.dst = dst
		}
		if t.place > src {
			t.out.Put(src, t.place)
			t.numberer.stats.Upward++
		}
	}
	return nil
}

// id is the page at a place, for messages.
func (n *numberer) id(place int32) int32 {
	id, err := n.ids.Reader().Value(int64(place))
	if err != nil {
		return -1
	}
	return id
}

// layerOf is the layer of the page at a place, for messages.
func (n *numberer) layerOf(place int32) int64 {
	sizes, end := n.sizes.Reader(), int64(0)
	for k := int64(0); ; k++ {
		size, err := sizes.Value(k)
		if end += int64(size); err != nil || int64(place) < end || k == n.sizes.Len() {
			return 1 + k
		}
	}
}

// result is a Source of (id, number) by place.
func (n *numberer) result() tuple.Source {
	ids, numbers := n.ids.Reader(), n.numbers.Reader()
	place, root := int64(0), int32(-1)
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		k := 0
		for ; k < len(dst) && place < n.stats.Pages; place++ {
			id, err := ids.Value(place)
			if err != nil {
				return 0, err
			}
			number, err := numbers.Value(place)
			if err != nil {
				return 0, err
			}
			if id < root {
				return 0, fmt.Errorf("%s: page %d is the root of a component, but the lower page %d is in a later layer",
					n.layers.Name, root, id)
			}
			if number < 0 {
				root, number = id, ^number
				n.stats.Roots++
			}
			dst[k], dst[k+1] = id, number+n.opt.Base
			k += 2
		}
		n.phase.Add(4 * int64(k))
		return tuple.Filled(k)
	})
}

// layerwise numbers one layer after the other. The layer whose links are followed has the places up to b-1, the next one,
// which is numbered, b … c-1.
type layerwise struct {
	numberer *numberer
	b, c     int64
	in       tuple.Source // the upward links
	buf      []int32
	rest     []int32 // links not yet used
	ended    bool
	known    *spill.IntsReader // numbers
	src      int32             // the source of the last link
	number   int32             // of src
	least    []int32           // the least number of a parent of each page of a layer
	found    []int32
	keys     []uint64
}

const fewPages = 1 << 12 // pages are sorted without setting up a sort

func newLayerwise(n *numberer, upward tuple.Source) *layerwise {
	return &layerwise{
		numberer: n, in: upward, buf: make([]int32, tuple.BlockBytes/4), found: make([]int32, tuple.BlockBytes/4),
		known: n.numbers.Reader(), src: -1,
	}
}

func (l *layerwise) run() (err error) {
	words, err := arena.Words(int(max(min(l.numberer.sorting/leastDivisor/8, l.numberer.stats.Pages), 1)))
	if err != nil {
		return err
	}
	defer arena.Free(words)
	l.least = tuple.Ints32(words)
	sizes, phase := l.numberer.sizes.Reader(), l.numberer.opt.Begin("number", 4*l.numberer.stats.Pages)
	for k := int64(0); k < l.numberer.sizes.Len(); k++ {
		size, err := sizes.Value(k)
		if err != nil {
			return err
		}
		l.c = l.b + int64(size)
		switch {
		case k == 0:
			err = l.firstLayer()
		case int(size) <= len(l.least):
			err = l.layer(l.least[:size])
		default:
			err = l.largeLayer()
		}
		if err != nil {
			return err
		}
		l.b = l.c
		phase.Add(4 * int64(size))
	}
	_, err = l.ReadBlock(l.found) // links within the last layer
	if err == io.EOF {
		err = nil
	}
	return err
}

// firstLayer numbers the pages of the first layer by their ids.
func (l *layerwise) firstLayer() error {
	for place := range int32(l.c) {
		if err := l.numberer.numbers.Put(place); err != nil {
			return err
		}
	}
	return nil
}

// ReadBlock yields the links from one layer to the next as pairs (number of the source, place of the target).
func (l *layerwise) ReadBlock(dst []int32) (int, error) {
	k := 0
	for k < len(dst) {
		if len(l.rest) == 0 {
			if err := l.fill(); err != nil {
				return 0, err
			}
			if l.ended {
				break
			}
		}
		src, target := l.rest[0], l.rest[1]
		if int64(src) >= l.b {
			break
		}
		l.rest = l.rest[2:]
		if int64(target) < l.b {
			continue
		}
		if int64(target) >= l.c {
			return 0, l.jump(src, target)
		}
		if src != l.src {
			number, err := l.known.Value(int64(src))
			if err != nil {
				return 0, err
			}
			l.src, l.number = src, max(number, ^number)
		}
		dst[k], dst[k+1] = l.number, target
		k += 2
	}
	return tuple.Filled(k)
}

func (l *layerwise) fill() error {
	for len(l.rest) == 0 && !l.ended {
		n, err := l.in.ReadBlock(l.buf)
		l.rest, l.ended = l.buf[:n], err == io.EOF
		if err != nil && !l.ended {
			return err
		}
	}
	return nil
}

func (l *layerwise) jump(src, target int32) error {
	return fmt.Errorf("%s: page %d is in layer %d, but page %d in layer %d links to it", l.numberer.layers.Name,
		l.numberer.id(target), l.numberer.layerOf(target), l.numberer.id(src), l.numberer.layerOf(src))
}

// layer numbers a layer whose array fits in memory.
func (l *layerwise) layer(least []int32) error {
	for i := range least {
		least[i] = math.MaxInt32
	}
	linked := false
	for {
		n, err := l.ReadBlock(l.found)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		linked = true
		for found := l.found[:n]; len(found) > 0; found = found[2:] {
			p := &least[int64(found[1])-l.b]
			*p = min(*p, found[0])
		}
	}
	if !linked && len(least) == 1 && !l.numberer.opt.Reachable {
		return l.numberer.numbers.Put(^int32(l.b))
	}
	if i := slices.Index(least, math.MaxInt32); i >= 0 {
		return l.orphan(l.b + int64(i))
	}
	if err := l.rank(least); err != nil {
		return err
	}
	return l.numberer.numbers.WriteBlock(least)
}

func (l *layerwise) orphan(place int64) error {
	n := l.numberer
	if n.stats.Links == 0 {
		return fmt.Errorf("%s is empty, but page %d of %s is not alone in its layer", n.links.Name,
			n.id(int32(place)), n.layers.Name)
	}
	why := " and is not alone in its layer"
	if n.opt.Reachable {
		why = ": it cannot be reached from the first layer"
	}
	return fmt.Errorf("%s: page %d has no link from the layer before%s", n.layers.Name, n.id(int32(place)), why)
}

// rank replaces the least numbers of parents by the numbers of the pages.
func (l *layerwise) rank(least []int32) error {
	if len(least) <= fewPages {
		l.keys = l.keys[:0]
		for i, v := range least {
			l.keys = append(l.keys, uint64(v)<<32|uint64(i))
		}
		slices.Sort(l.keys)
		for rank, key := range l.keys {
			least[uint32(key)] = int32(l.b) + int32(rank)
		}
		return nil
	}
	i, number := 0, int32(l.b)
	in := tuple.SourceFunc(func(dst []int32) (int, error) {
		k := 0
		for ; k < len(dst) && i < len(least); i++ {
			dst[k], dst[k+1] = least[i], int32(i)
			k += 2
		}
		return tuple.Filled(k)
	})
	return sortBy(&l.numberer.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			least[block[1]] = number
			number++
		}
		return nil
	}), in, l.numberer.sorting*(leastDivisor-1)/leastDivisor, extsort.Options{Width: 2, Order: tuple.Columns(0, 1)})
}

// largeLayer numbers a layer by sorts: by place for the least numbers, by these for the new ones, by place again.
func (l *layerwise) largeLayer() error {
	var records [2]*spill.Ints
	for i := range records {
		s, err := spill.NewInts(l.numberer.opt.Room, l.numberer.sorting/recordsDivisor)
		if err != nil {
			return err
		}
		defer s.Close()
		records[i] = s
	}
	least, numbered := records[0], records[1]
	memory, next := l.numberer.sorting/recordsSortDivisor, l.b
	err := sortBy(&l.numberer.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if int64(block[i]) != next {
				return l.orphan(next)
			}
			next++
		}
		return least.WriteBlock(block)
	}), l, memory, extsort.Options{Width: 2, Order: tuple.Columns(1), Unique: true})
	if err == nil && next < l.c {
		err = l.orphan(next)
	}
	if err != nil {
		return err
	}
	number := int32(l.b)
	if err := sortBy(&l.numberer.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if err := numbered.WriteBlock([]int32{block[i], number}); err != nil {
				return err
			}
			number++
		}
		return nil
	}), least.Source(), memory, extsort.Options{Width: 2, Order: tuple.Columns(0, 1)}); err != nil {
		return err
	}
	return sortBy(&l.numberer.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if err := l.numberer.numbers.Put(block[i]); err != nil {
				return err
			}
		}
		return nil
	}), numbered.Source(), memory, extsort.Options{Width: 2, Order: tuple.Columns(0)})
}
