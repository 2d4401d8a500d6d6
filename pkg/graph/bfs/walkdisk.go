package bfs

import (
	"io"
	"slices"

	"webmill/pkg/graph/adj"
	"webmill/pkg/tuple"
)

// diskWalker is for so many pages that there is no memory for a bit each. A layer is a spool of its pages, ascending. What
// they link to is sorted, each page once, and compared with the bits of the pages left, which lie in a file: both are in
// the same order, so a layer costs one look at each block of bits that it concerns.
type diskWalker struct {
	form   *adj.Form
	lists  *lookup
	opt    *Options
	left   *marksFile
	pages  int64 // left
	memory int64 // bytes for sorting
	layer  *spool
	next   *spool
	reader spoolReader
	at     int64 // pages of the layer that were read
	links  layerEnds
	lowest int64 // no page below is left
	few    []int32
}

const fewLinks = 8 << 10 // so many are sorted without setting up a sort

func newDiskWalker(form *adj.Form, pages int64, opt *Options) (*diskWalker, error) {
	d := &diskWalker{form: form, lists: newLookup(form, opt.Memory/16), opt: opt, memory: opt.Memory / 2}
	d.links.lists = d.lists
	d.few = make([]int32, 0, min(max(opt.Memory/64/4, 1), fewLinks))
	var err error
	if d.left, err = newMarksFile(opt, opt.Memory/16); err != nil {
		return nil, err
	}
	if err = d.mark(pages); err == nil {
		if d.layer, err = newSpool(opt.Memory/16, opt); err == nil {
			d.next, err = newSpool(opt.Memory/16, opt)
		}
	}
	if err != nil {
		d.close()
		return nil, err
	}
	d.memory = opt.Memory / 4
	d.turn()
	return d, nil
}

func (d *diskWalker) close() {
	d.left.close()
	for _, s := range []*spool{d.layer, d.next} {
		if s != nil {
			s.close()
		}
	}
}

func (d *diskWalker) decodedChunks() int64 { return d.lists.decoded }

// mark marks all pages: those of the links, and those below a number.
func (d *diskWalker) mark(below int64) error {
	for id := range below {
		if err := d.left.add(int32(id)); err != nil {
			return err
		}
	}
	d.pages = below
	ends := &formEnds{form: d.form, reader: d.form.Reader(1 << 20)}
	return d.opt.unique(sinkFunc(func(ids []int32) error {
		for _, id := range ids {
			if int64(id) < below {
				continue
			}
			d.pages++
			if err := d.left.add(id); err != nil {
				return err
			}
		}
		return nil
	}), []tuple.Source{ends}, d.memory)
}

// formEnds is a Source of the ends of all links.
type formEnds struct {
	form   *adj.Form
	reader *adj.Reader
	chunk  adj.Chunk
	next   int // chunk
	keys   []int32
	others []int32
}

func (f *formEnds) ReadBlock(dst []int32) (int, error) {
	for len(f.keys)+len(f.others) == 0 {
		if f.next == f.form.Chunks() {
			return 0, io.EOF
		}
		if err := f.reader.Read(f.next, &f.chunk); err != nil {
			return 0, err
		}
		f.next++
		f.keys, f.others = f.chunk.Keys, f.chunk.Others
	}
	n := copy(dst, f.keys)
	f.keys = f.keys[n:]
	k := copy(dst[n:], f.others)
	f.others = f.others[k:]
	return n + k, nil
}

func (d *diskWalker) seed(ids []int32) error {
	for _, id := range ids {
		found, err := d.left.take(id)
		if err != nil {
			return err
		}
		if !found {
			return notPage(id)
		}
		if err := d.next.put(id); err != nil {
			return err
		}
	}
	return nil
}

func (d *diskWalker) start() int64 { return d.turn() }

// turn makes the next layer the current one.
func (d *diskWalker) turn() int64 {
	d.layer, d.next = d.next, d.layer
	d.next.reset()
	d.reader.begin(d.layer)
	d.at = 0
	d.pages -= d.layer.len()
	return d.layer.len()
}

func (d *diskWalker) root() (bool, error) {
	if d.pages == 0 {
		return false, nil
	}
	id, found, err := d.left.next(d.lowest)
	if err != nil || !found {
		return false, err
	}
	d.lowest = int64(id) + 1
	if err := d.seed([]int32{id}); err != nil {
		return false, err
	}
	d.turn()
	return true, nil
}

func (d *diskWalker) read(dst []int32) (int, error) {
	view, err := d.reader.from(d.at)
	n := copy(dst, view)
	d.at += int64(n)
	return n, err
}

func (d *diskWalker) follow() (int64, error) {
	if d.pages == 0 {
		return d.turn(), nil
	}
	links := &d.links
	links.begin(d.layer)
	d.few = d.few[:0]
	for len(d.few) < cap(d.few) {
		n, err := links.ReadBlock(d.few[len(d.few):cap(d.few)])
		d.few = d.few[:len(d.few)+n]
		if err == io.EOF {
			slices.Sort(d.few)
			return d.turnTo(d.take(slices.Compact(d.few)))
		}
		if err != nil {
			return 0, err
		}
	}
	few := column(d.few)
	return d.turnTo(d.opt.unique(sinkFunc(d.take), []tuple.Source{&few, links}, d.memory))
}

func (d *diskWalker) turnTo(err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return d.turn(), nil
}

// take moves the pages that are left to the next layer.
func (d *diskWalker) take(ids []int32) error {
	for _, id := range ids {
		found, err := d.left.take(id)
		if err == nil && found {
			err = d.next.put(id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// layerEnds is a Source of what the pages of a layer link to.
type layerEnds struct {
	lists *lookup
	layer spoolReader
	at    int64
	rest  []int32
}

func (l *layerEnds) begin(layer *spool) {
	l.layer.begin(layer)
	l.at, l.rest = 0, nil
}

func (l *layerEnds) ReadBlock(dst []int32) (n int, err error) {
	for n < len(dst) {
		if len(l.rest) == 0 {
			if l.rest, err = l.lists.more(); err != nil {
				return 0, err
			}
		}
		if len(l.rest) == 0 {
			ids, err := l.layer.from(l.at)
			if err != nil {
				return 0, err
			}
			if len(ids) == 0 {
				break
			}
			l.at++
			if l.rest, err = l.lists.list(ids[0]); err != nil {
				return 0, err
			}
			continue
		}
		k := copy(dst[n:], l.rest)
		n, l.rest = n+k, l.rest[k:]
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}
