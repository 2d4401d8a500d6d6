package graphgen

import (
	"cmp"
	"math"
	"slices"
)

// shape is a way to cut a region into hosts. A few shapes serve all regions, so that where a host begins can be looked
// up for any region without a list of all hosts.
type shape struct {
	starts  []uint16 // of the hosts, ascending
	popular []uint16 // front pages of hosts: quantiles of how popular they are
}

func newShape(w Web, i uint64) shape {
	r := rng(hash(w.Seed, i, 7))
	var s shape
	for at := 0; at < regionPages; {
		s.starts = append(s.starts, uint16(at))
		at += int(min(float64(w.HostMin)*pareto(&r, w.HostTail, regionPages), regionPages))
	}
	s.popular = zipf(s.bySize(), w.InTail)
	return s
}

// end is where host h ends in a region of some pages.
func (s *shape) end(h, pages int) int {
	if h+1 < len(s.starts) {
		return min(int(s.starts[h+1]), pages)
	}
	return pages
}

// bySize lists the front pages of the hosts, those of the largest hosts first.
func (s *shape) bySize() []uint16 {
	hosts := make([]int, len(s.starts))
	for h := range hosts {
		hosts[h] = h
	}
	size := func(h int) int { return s.end(h, regionPages) - int(s.starts[h]) }
	slices.SortStableFunc(hosts, func(a, b int) int { return cmp.Compare(size(b), size(a)) })
	fronts := make([]uint16, len(hosts))
	for i, h := range hosts {
		fronts[i] = s.starts[h]
	}
	return fronts
}

// zipf returns quantiles of the law in which the k-th item has a share like k^(-1/tail), whose values have that tail.
func zipf(items []uint16, tail float64) []uint16 {
	sum := 0.0
	for k := range items {
		sum += math.Pow(float64(k+1), -1/tail)
	}
	table := make([]uint16, 0, quantiles)
	share := 0.0
	for k, item := range items {
		share += math.Pow(float64(k+1), -1/tail)
		for float64(len(table)) < share/sum*quantiles-0.5 && len(table) < quantiles {
			table = append(table, item)
		}
	}
	for len(table) < quantiles {
		table = append(table, items[0])
	}
	return table
}

// degreeLaw returns quantiles of the law of Lomax, P(X ≥ x) = (1+x/c)^-tail, with a mean of 1024.
func degreeLaw(tail float64) []uint32 {
	values := make([]float64, quantiles)
	sum := 0.0
	for i := range values {
		values[i] = math.Pow((float64(i)+0.5)/quantiles, -1/tail) - 1
		sum += values[i]
	}
	table := make([]uint32, quantiles)
	for i, v := range values {
		table[i] = uint32(v/sum*quantiles*1024 + 0.5)
	}
	return table
}
