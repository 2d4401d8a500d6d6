package extsort

import (
	"fmt"
	"io"
	"sync/atomic"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// split scatters a partition again that a worker cannot sort, using what is now exactly known of its keys. Each time 16 more bits of
// the keys are settled, or what the sample has seen is parted from what it has not: a partition always falls into two.
func (s *sorter) split(p *partition) ([]partition, error) {
	s.stats.Refined++
	homes, most := s.homes()
	if most < 2 {
		return nil, fmt.Errorf("no room to split a partition of %d records: more memory is needed", p.records)
	}
	seen, err := s.samplePartition(p)
	if err != nil {
		return nil, err
	}
	want := int(min(p.records*int64(4*s.key.width)/leastPart+1, maxParts))
	want = max(want, int(min(2*p.records/max(1, s.fits())+1, maxParts)))
	r := newRanges(s.stored, seen, clamp(max(want, 3), 2, most))
	parts, _, err := s.scatter(r, (&pieceFeed{store: s.store, part: p}).read, homes)
	if err != nil {
		return nil, err
	}
	for i := range p.repeats {
		rec := p.repeats[i].rec[:s.key.width]
		parts[r.partition(rec)].addRepeat(rec, p.repeats[i].n)
	}
	return parts, nil
}

// homes gives each worker blocks in the room for sorting, which is not in use yet, and tells how many.
func (s *sorter) homes() (homes [][]int, each int) {
	block := s.plan.block
	room := s.plan.room() * s.plan.sorters
	first := (2*(len(s.memory)-room) + block - 1) / block
	each = (2*len(s.memory)/block - first) / s.plan.workers
	for i := range s.plan.workers {
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
	seen := &sample{spread: p.spread}
	step := (len(p.pieces) + probes - 1) / probes
	records, most := int64(0), clamp(s.plan.load/probes, 4*w, probeBytes)/4/w*w
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

// pieceFeed hands out the pieces of a partition and gives their places back.
type pieceFeed struct {
	store *spill.Blocks
	part  *partition
	next  atomic.Int64
}

func (f *pieceFeed) read(buf []int32) (int, error) {
	i := int(f.next.Add(1) - 1)
	if i >= len(f.part.pieces) {
		return 0, io.EOF
	}
	n, err := f.store.Read(f.part.pieces[i], 0, tuple.Bytes(buf))
	f.store.GiveBack(f.part.pieces[i])
	return n / 4, err
}
