package rank

import (
	"webmill/pkg/arena"
	"webmill/pkg/idset"
)

// Least is a rule for the least similarity of a page: the median of the base set, that of the root set, or a tenth of the
// greatest.
type Least string

// The rules.
const (
	LeastAny        Least = "any"
	LeastMedian     Least = "median"
	LeastRootMedian Least = "root-median"
	LeastTenth      Least = "tenth"
)

// dropsUnlike reports whether pages are left out by their similarity.
func (b *hitsBuilder) dropsUnlike() bool {
	return b.opt.Similar != nil && b.opt.Least != LeastAny && b.opt.Least != ""
}

// dropUnlike leaves out pages that are not similar enough.
func (b *hitsBuilder) dropUnlike() error {
	if !b.dropsUnlike() {
		return nil
	}
	pages := &b.hits.pages
	if err := b.checkMemory(2*pages.Bytes() + 4*int64(pages.Len())); err != nil {
		return err
	}
	words, err := arena.Words(max(1, (pages.Len()+1)/2))
	if err != nil {
		return err
	}
	defer arena.Free(words)
	values := arena.View[float32](words)[:0]
	for id := range pages.All {
		if b.opt.Least != LeastRootMedian || b.opt.Root == nil || b.opt.Root.Has(id) {
			values = append(values, float32(b.opt.Similar.of(id)))
		}
	}
	least := leastOf(values, b.opt.Least)
	var kept idset.Set
	for id := range pages.All {
		if b.opt.Similar.of(id) >= least {
			kept.Add(id)
		}
	}
	pages.Free()
	*pages = kept
	return nil
}

// leastOf is the least similarity by a rule. It reorders the values.
func leastOf(values []float32, rule Least) float64 {
	switch n := len(values); {
	case n == 0:
		return 0
	case rule == LeastTenth:
		return float64(kth(values, 0)) / 10
	case n%2 == 1:
		return float64(kth(values, n/2))
	default:
		upper := kth(values, n/2-1)
		return (float64(upper) + float64(kth(values, n/2))) / 2
	}
}
