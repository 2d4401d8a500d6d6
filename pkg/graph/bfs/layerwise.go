package bfs

import (
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// layerwise numbers one layer after the other. The layer whose links are followed has the places up to b-1, the next one,
// which is numbered, b … c-1.
type layerwise struct {
	numbering *numberer
	b, c      int64
	in        tuple.Source // the upward links
	buf       []int32
	rest      []int32 // links not yet used
	ended     bool
	known     *spill.IntsReader // numbers
	src       int32             // the source of the last link
	number    int32             // of src
	least     []int32           // the least number of a parent of each page of a layer
	found     []int32
	keys      []uint64
}

const fewPages = 1 << 12 // so many are sorted without setting up a sort

func newLayerwise(n *numberer, upward tuple.Source) *layerwise {
	return &layerwise{
		numbering: n, in: upward, buf: make([]int32, tuple.BlockBytes/4), found: make([]int32, tuple.BlockBytes/4),
		known: n.numbers.Reader(), src: -1,
	}
}

func (l *layerwise) run() (err error) {
	room, err := arena.Words(int(max(min(l.numbering.sorting/4/8, l.numbering.stats.Pages), 1)))
	if err != nil {
		return err
	}
	defer arena.Free(room)
	l.least = tuple.Ints32(room)
	sizes, phase := l.numbering.sizes.Reader(), l.numbering.opt.Begin("number", 4*l.numbering.stats.Pages)
	for k := int64(0); k < l.numbering.sizes.Len(); k++ {
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

// firstLayer numbers the roots that others chose by their ids.
func (l *layerwise) firstLayer() error {
	for place := range int32(l.c) {
		if err := l.numbering.numbers.Put(place); err != nil {
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
	if k == 0 {
		return 0, io.EOF
	}
	return k, nil
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
	return fmt.Errorf("%s: page %d is in layer %d, but page %d in layer %d links to it", l.numbering.layers.Name,
		l.numbering.id(target), l.numbering.layerOf(target), l.numbering.id(src), l.numbering.layerOf(src))
}

// layer numbers a layer whose array fits in memory.
func (l *layerwise) layer(least []int32) error {
	for i := range least {
		least[i] = math.MaxInt32
	}
	any := false
	for {
		n, err := l.ReadBlock(l.found)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		any = true
		for found := l.found[:n]; len(found) > 0; found = found[2:] {
			p := &least[int64(found[1])-l.b]
			*p = min(*p, found[0])
		}
	}
	if !any && len(least) == 1 {
		return l.numbering.numbers.Put(^int32(l.b))
	}
	if i := slices.Index(least, math.MaxInt32); i >= 0 {
		return l.orphan(l.b + int64(i))
	}
	if err := l.rank(least); err != nil {
		return err
	}
	return l.numbering.numbers.WriteBlock(least)
}

func (l *layerwise) orphan(place int64) error {
	if l.numbering.stats.Links == 0 {
		return fmt.Errorf("%s is empty, but page %d of %s is not alone in its layer", l.numbering.links.Name, l.numbering.id(int32(place)), l.numbering.layers.Name)
	}
	return fmt.Errorf("%s: page %d has no link from the layer before and is not alone in its layer", l.numbering.layers.Name, l.numbering.id(int32(place)))
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
		if k == 0 {
			return 0, io.EOF
		}
		return k, nil
	})
	return sortBy(&l.numbering.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			least[block[1]] = number
			number++
		}
		return nil
	}), in, l.numbering.sorting*3/4, false, 2, 0, 1)
}

// largeLayer numbers a layer by sorts: by place for the least numbers, by these for the new ones, by place again.
func (l *layerwise) largeLayer() error {
	var spools [2]*spill.Ints
	for i := range spools {
		s, err := spill.NewInts(l.numbering.opt.Room, l.numbering.sorting/8)
		if err != nil {
			return err
		}
		defer s.Close()
		spools[i] = s
	}
	least, numbered := spools[0], spools[1]
	memory, next := l.numbering.sorting/2, l.b
	err := sortBy(&l.numbering.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if int64(block[i]) != next {
				return l.orphan(next)
			}
			next++
		}
		return least.WriteBlock(block)
	}), l, memory, true, 2, 1)
	if err == nil && next < l.c {
		err = l.orphan(next)
	}
	if err != nil {
		return err
	}
	number := int32(l.b)
	if err := sortBy(&l.numbering.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if err := numbered.WriteBlock([]int32{block[i], number}); err != nil {
				return err
			}
			number++
		}
		return nil
	}), least.Source(), memory, false, 2, 0, 1); err != nil {
		return err
	}
	return sortBy(&l.numbering.opt.Room, tuple.SinkFunc(func(block []int32) error {
		for i := 1; i < len(block); i += 2 {
			if err := l.numbering.numbers.Put(block[i]); err != nil {
				return err
			}
		}
		return nil
	}), numbered.Source(), memory, false, 2, 0)
}
