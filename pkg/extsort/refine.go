package extsort

import (
	"fmt"
	"io"
	"sync/atomic"
)

// refine scatters every partition again that a worker cannot sort, using what is now exactly known of its keys, until
// all fit or consist of one record only. Each round settles 16 more bits of the keys, or parts what the sample has seen
// from what it has not: a partition always falls into two, so this ends.
func (s *sorter) refine(parts []partition) ([]partition, error) {
	var fit []partition
	for i := range parts {
		p := &parts[i]
		if p.records <= s.fits() || p.spread.constant(s.key.width) {
			fit = append(fit, *p)
			continue
		}
		s.stats.Refined++
		finer, err := s.split(p)
		if err == nil {
			finer, err = s.refine(finer)
		}
		if err != nil {
			return nil, err
		}
		fit = append(fit, finer...)
	}
	return fit, nil
}

// split scatters one partition.
func (s *sorter) split(p *partition) ([]partition, error) {
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
	parts, _, err := s.scatter(r, (&segmentFeed{store: s.store, part: p}).read, homes)
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
	stride := s.store.stride
	room := s.plan.room() * s.plan.sorters
	first := (2*(len(s.memory)-room) + stride - 1) / stride
	each = (2*len(s.memory)/stride - first) / s.plan.workers
	for i := range s.plan.workers {
		var starts []int
		for b := range each {
			starts = append(starts, (first+i*each+b)*stride)
		}
		homes = append(homes, starts)
	}
	return homes, each
}

// samplePartition looks at the beginnings of up to 256 of the partition's segments, and at its repeats.
func (s *sorter) samplePartition(p *partition) (*sample, error) {
	w := s.key.width
	seen := &sample{spread: p.spread}
	step := (len(p.segments) + probes - 1) / probes
	records, most := int64(0), clamp(s.plan.load/probes, 4*w, probeBytes)/4/w*w
	for i := 0; i < len(p.segments); i += step {
		g := p.segments[i]
		g.n = min(g.n, int32(most))
		buf := make([]int32, g.n)
		if err := s.store.load(g, buf); err != nil {
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

// segmentFeed hands out the segments of a partition and gives their places back.
type segmentFeed struct {
	store *store
	part  *partition
	next  atomic.Int64
}

func (f *segmentFeed) read(buf []int32) (int, error) {
	i := int(f.next.Add(1) - 1)
	if i >= len(f.part.segments) {
		return 0, io.EOF
	}
	g := f.part.segments[i]
	if err := f.store.load(g, buf); err != nil {
		return 0, err
	}
	f.store.giveBack(g)
	return int(g.n), nil
}
