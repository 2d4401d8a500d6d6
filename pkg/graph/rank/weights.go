package rank

import "webmill/pkg/graph/pages"

// Weights are the places where a surfer begins again: a weight for each of some pages, 0 for the others. Nil Weights are 1
// for every page.
type Weights struct {
	set    pages.Set
	weight []float32 // by the place of the page in the set
}

// Add gives a page a weight; pages come in ascending order.
func (w *Weights) Add(id int32, weight float32) {
	w.set.Add(id)
	w.weight = append(w.weight, weight)
}

// Done ends the adding.
func (w *Weights) Done() { w.set.Index() }

func (w *Weights) of(id int32) float64 {
	if w == nil {
		return 1
	}
	if !w.set.Has(id) {
		return 0
	}
	return float64(w.weight[w.set.Rank(id)])
}

func (w *Weights) bytes() int64 {
	if w == nil {
		return 0
	}
	return w.set.Bytes() + 4*int64(cap(w.weight))
}
