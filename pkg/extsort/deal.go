package extsort

import (
	"cmp"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/sorts"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// reader fills buf with whole records, or returns io.EOF. Several workers may call it at once.
type reader func(buf []int32) (int, error)

// rawFile reads a file of raw records from several places at once.
type rawFile struct {
	file *tuple.Places
	next atomic.Int64 // the next record to read
}

func (f *rawFile) read(buf []int32) (int, error) {
	step := int64(len(buf) / f.file.Width())
	at := f.next.Add(step) - step
	n := min(step, f.file.Records-at)
	if n <= 0 {
		return 0, io.EOF
	}
	buf = buf[:n*int64(f.file.Width())]
	return len(buf), f.file.Read(buf, at)
}

// locked reads a source that can only be read in order.
type locked struct {
	mu  sync.Mutex
	src tuple.Source
	err error
}

func (l *locked) read(buf []int32) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return 0, l.err
	}
	n, err := l.src.ReadBlock(buf)
	l.err = err
	if n > 0 {
		err = nil
	}
	return n, err
}

// inputs reads several sources, one after the other.
type inputs struct {
	par.Chain[reader]
	files []*rawFile // the parts that are raw files
}

func (in *inputs) read(buf []int32) (n int, err error) {
	err = in.Read(func(r reader) (err error) {
		n, err = r(buf)
		return err
	})
	return n, err
}

// newInputs reads all sources. total is the number of bytes if all of them are raw files, otherwise -1.
func newInputs(srcs []tuple.Source) (in *inputs, total int64, err error) {
	in = &inputs{}
	for _, src := range srcs {
		p, err := tuple.PlacesOf(src)
		switch {
		case err != nil:
			return nil, 0, err
		case p == nil:
			in.Parts = append(in.Parts, (&locked{src: src}).read)
			total = -1
		default:
			p.Count(p.Records)
			f := &rawFile{file: p}
			in.Parts, in.files = append(in.Parts, f.read), append(in.files, f)
			if total >= 0 {
				total += p.Bytes()
			}
		}
	}
	return in, total, nil
}

// readAhead reads the input ahead in several goroutines: a disk wants more than one request.
func (s *sorter) readAhead(read reader) *par.Pipe[int32] {
	chunks := slices.Collect(slices.Chunk(s.chunks[:chunksEach*s.plan.dealers*s.plan.chunk], s.plan.chunk))
	p := par.NewPipeOf(s.plan.chunk, chunks)
	go func() {
		p.End(par.Do(max(1, len(chunks)/2), func(int) error { return p.Fill(s.untilFailed(read)) }))
	}()
	return p
}

// untilFailed ends the reading when the sort has failed, and lets it fail when the reading does.
func (s *sorter) untilFailed(read reader) reader {
	return func(buf []int32) (n int, err error) {
		if s.failed.Get() != nil {
			return 0, io.EOF
		}
		if n, err = read(buf); err != io.EOF {
			s.failed.Set(err)
		}
		return n, err
	}
}

// repeat stands for n records that are all equal.
type repeat struct {
	rec [tuple.MaxWidth]int32
	n   int64
}

// partition is what was dealt to one range of keys.
type partition struct {
	pieces  []spill.Piece
	repeats []repeat
	records int64
	bits    columnBits
}

func newPartitions(n int) []partition {
	parts := make([]partition, n)
	for i := range parts {
		parts[i].bits = noBits()
	}
	return parts
}

// add takes over what another worker dealt to the same range.
func (p *partition) add(q *partition) {
	p.pieces = append(p.pieces, q.pieces...)
	p.repeats = append(p.repeats, q.repeats...)
	p.records += q.records
	p.bits.add(&q.bits)
}

// addRepeat adds n records equal to rec.
func (p *partition) addRepeat(rec []int32, n int64) {
	p.records += n
	if k := len(p.repeats); k > 0 && slices.Equal(p.repeats[k-1].rec[:len(rec)], rec) {
		p.repeats[k-1].n += n
		return
	}
	r := repeat{n: n}
	copy(r.rec[:], rec)
	p.repeats = append(p.repeats, r)
	p.bits.addBlock(rec, len(rec))
}

// dealer is one worker of the step deal: it appends records to the blocks of their partitions.
type dealer struct {
	store  *spill.Blocks
	memory []int32 // of the sort; the store's blocks lie at its beginning
	block  int     // int32 in a block
	ranges *ranges
	unique bool
	parts  []partition
	start  []int                // where the block of a partition begins in memory, in int32
	next   *[sorts.MaxParts]int // where its next record goes: for pairs in words, otherwise in int32
	read   int64                // records dealt
	// start is in the scratch memory for sorting, which is needed later: a full block is copied to the store
	lent bool
}

// dealOut deals the records that read yields to partitions, in all workers at once. homes gives each worker a place for
// its blocks; without it they are taken from the store.
func (s *sorter) dealOut(r *ranges, read reader, homes [][]int) (parts []partition, records int64, err error) {
	dealers := make([]*dealer, s.plan.dealers)
	for i := range dealers {
		d := &dealer{
			store: s.store, memory: tuple.Ints32(s.memory), block: s.plan.block, ranges: r, unique: s.opt.Unique,
			parts: newPartitions(r.parts), lent: homes != nil,
		}
		if homes != nil {
			d.start = homes[i]
		} else {
			for range r.parts {
				at, _ := s.store.Get() // the plan has space for one block of each partition and worker
				d.start = append(d.start, at/4)
			}
		}
		d.next = new([sorts.MaxParts]int)
		for p := range r.parts {
			d.rewind(p)
		}
		dealers[i] = d
	}
	stopWriters := s.store.Writers(2 * len(dealers))
	in := s.readAhead(read)
	err = par.Do(len(dealers), func(i int) error { return s.deal(dealers[i], in) })
	in.Close()
	written := stopWriters()
	if err = cmp.Or(err, s.failed.Get(), written); err != nil {
		return nil, 0, err
	}
	parts = newPartitions(r.parts)
	for _, d := range dealers {
		records += d.read
		for p := range parts {
			parts[p].add(&d.parts[p])
		}
	}
	return parts, records, nil
}

func (s *sorter) deal(d *dealer, in *par.Pipe[int32]) error {
	for {
		block, err := in.Take()
		if err == io.EOF {
			return d.finish()
		}
		if err != nil {
			return err
		}
		n := len(block)
		d.read += int64(n / s.key.width)
		err = d.deal(block)
		in.Return(block)
		s.failed.Set(err)
		if err != nil || s.failed.Get() != nil {
			return err
		}
		s.phase.Add(int64(4 * n))
	}
}

func (d *dealer) rewind(p int) {
	d.next[p] = d.start[p]
	if d.ranges.key.width == 2 {
		d.next[p] /= 2
	}
}

func (d *dealer) deal(block []int32) error {
	if d.ranges.key.width == 2 {
		return d.dealPairs(tuple.Pairs(block))
	}
	w := d.ranges.key.width
	memory := d.memory
	for ; len(block) > 0; block = block[w:] {
		p := d.ranges.partition(block)
		i := d.next[p]
		copy(memory[i:i+w], block[:w])
		d.next[p] = i + w
		if i+w == d.start[p]+d.block {
			if err := d.full(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealPairs deals pairs until a block is full, stores it and goes on.
func (d *dealer) dealPairs(pairs []uint64) error {
	if !d.ranges.key.pair.Swap {
		swap(pairs) // dealSome swaps them back: it knows one kind only
	}
	memory, blockPairs := tuple.Pairs(d.memory), d.block/2
	for len(pairs) > 0 {
		n, p := dealSome(pairs, memory, d.next, d.ranges, blockPairs-1)
		pairs = pairs[n:]
		if p >= 0 {
			if err := d.full(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealSome is the hot loop of the step deal: it returns how many pairs were dealt and the partition whose block is
// now full, or -1. It keeps pairs as keys. A block has a power of two of pairs and is aligned to its size: last is one
// less. It is not inlined, for the reason that words.go gives.
//
//go:noinline
func dealSome(pairs, memory []uint64, next *[sorts.MaxParts]int, r *ranges, last int) (n, full int) {
	xor, shift, base, table := r.key.pair.Mask, r.shift&63, r.base, r.table
	for j, v := range pairs {
		k := bits.RotateLeft64(v, 32) ^ xor
		c := k>>shift - base
		if c >= cells {
			c = clampCell(k>>shift, base)
		}
		p := table[c] & (sorts.MaxParts - 1)
		i := next[p]
		memory[i] = k
		i++
		next[p] = i
		if i&last == 0 {
			return j + 1, int(p)
		}
	}
	return len(pairs), -1
}

//go:noinline
func swap(pairs []uint64) {
	for i, v := range pairs {
		pairs[i] = bits.RotateLeft64(v, 32)
	}
}

// full stores the block of a partition, which has no space left, and gives the partition an empty one.
func (d *dealer) full(p int) error {
	part, at := &d.parts[p], d.start[p]
	block := d.memory[at : at+d.block]
	defer d.rewind(p)
	if d.collapse(part, block) {
		return nil
	}
	if d.lent {
		return d.save(part, block)
	}
	piece, empty, err := d.store.Swap(4 * at)
	part.pieces = append(part.pieces, piece)
	d.start[p] = empty / 4
	return err
}

// save keeps a copy of a block.
func (d *dealer) save(part *partition, block []int32) error {
	piece, err := d.store.Keep(tuple.Bytes(block))
	part.pieces = append(part.pieces, piece)
	return err
}

// collapse notes the bits of a block. It reports whether all its records are equal: then they are kept as a count.
func (d *dealer) collapse(part *partition, block []int32) bool {
	w := d.ranges.key.width
	sp := noBits()
	sp.addBlock(block, w)
	n := int64(len(block) / w)
	if sp.constant(w) {
		if d.unique {
			n = 1
		}
		part.addRepeat(block[:w], n)
		return true
	}
	part.bits.add(&sp)
	part.records += n
	return false
}

// finish keeps the blocks that are partly filled: where they are, or a copy if they were lent.
func (d *dealer) finish() error {
	for p := range d.parts {
		part, at, end := &d.parts[p], d.start[p], d.next[p]
		if d.ranges.key.width == 2 {
			end *= 2
		}
		block := d.memory[at:end]
		if len(block) == 0 || d.collapse(part, block) {
			continue
		}
		if d.lent {
			if err := d.save(part, block); err != nil {
				return err
			}
			continue
		}
		part.pieces = append(part.pieces, d.store.Seal(4*at, 4*len(block)))
	}
	return nil
}

// split deals a partition again that a partSorter cannot sort, using what is now exactly known of its keys. Each time it
// settles 16 more bits of the keys, or it separates the keys that the sample has seen from the others: the result always has at
// least two partitions.
func (s *sorter) split(p *partition) ([]partition, error) {
	s.stats.Refined++
	defer func(phase work.Counter) { s.phase = phase }(s.phase)
	s.phase = work.Uncounted
	homes, most := s.homes()
	if most < 2 {
		return nil, fmt.Errorf("no space to split a partition of %d records: more memory is needed", p.records)
	}
	seen, err := s.samplePartition(p)
	if err != nil {
		return nil, err
	}
	want := int(min(p.records*int64(4*s.key.width)/leastPart+1, sorts.MaxParts))
	want = max(want, int(min(2*p.records/max(1, s.sortable())+1, sorts.MaxParts)))
	r := newRanges(s.stored, seen, sorts.Clamp(max(want, 3), 2, most))
	parts, _, err := s.dealOut(r, s.pieces(p), homes)
	if err != nil {
		return nil, err
	}
	for i := range p.repeats {
		rec := p.repeats[i].rec[:s.key.width]
		parts[r.partition(rec)].addRepeat(rec, p.repeats[i].n)
	}
	return parts, nil
}

// homes gives each worker blocks in the scratch memory for sorting, which is not in use yet, and tells how many.
func (s *sorter) homes() (homes [][]int, each int) {
	block := s.plan.block
	scratch := s.plan.scratch() * s.plan.sorters
	first := (2*(len(s.memory)-scratch) + block - 1) / block
	each = (2*len(s.memory)/block - first) / s.plan.dealers
	for i := range s.plan.dealers {
		var starts []int
		for b := range each {
			starts = append(starts, (first+i*each+b)*block)
		}
		homes = append(homes, starts)
	}
	return homes, each
}

// samplePartition looks at the beginnings of up to 256 of the partition's pieces, and at its repeats.
func (s *sorter) samplePartition(p *partition) (*sample, error) {
	w := s.key.width
	seen := &sample{bits: p.bits}
	step := (len(p.pieces) + sorts.Probes - 1) / sorts.Probes
	records, most := int64(0), sorts.Clamp(s.plan.load/sorts.Probes, 4*w, sorts.ProbeBytes)/4/w*w
	for i := 0; i < len(p.pieces); i += step {
		buf := make([]int32, min(p.pieces[i].Len()/4, most))
		if _, err := s.store.Read(p.pieces[i], 0, tuple.Bytes(buf)); err != nil {
			return nil, err
		}
		seen.blocks = append(seen.blocks, sampled{buf, 1})
		records += int64(len(buf) / w)
	}
	for i := range p.repeats {
		rep := &p.repeats[i]
		weight := int64(float64(rep.n) / float64(p.records) * float64(records))
		seen.blocks = append(seen.blocks, sampled{rep.rec[:w], max(1, weight)})
	}
	return seen, nil
}

// pieces reads the pieces of a partition and gives their places back.
func (s *sorter) pieces(p *partition) reader {
	var next atomic.Int64
	return func(buf []int32) (int, error) {
		i := int(next.Add(1) - 1)
		if i >= len(p.pieces) {
			return 0, io.EOF
		}
		n, err := s.store.Read(p.pieces[i], 0, tuple.Bytes(buf))
		s.store.GiveBack(p.pieces[i])
		return n / 4, err
	}
}
