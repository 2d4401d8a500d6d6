package rank

import "webmill/pkg/idset"

// Weights are a weight for each of some pages, 0 for the others: where a surfer begins again, or what is similar to a question.
// Nil Weights are 1 for every page.
type Weights struct {
	set    idset.Set
	weight [][]float32 // by the place of the page in the set, in blocks: they grow without being copied
}

const weightBlock = 1 << 16

// Add gives a page a weight; pages come in ascending order.
func (w *Weights) Add(id int32, weight float32) {
	place := w.set.Len()
	w.set.Add(id)
	if place%weightBlock == 0 {
		w.weight = append(w.weight, make([]float32, weightBlock))
	}
	w.weight[place/weightBlock][place%weightBlock] = weight
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
	place := w.set.Rank(id)
	return float64(w.weight[place/weightBlock][place%weightBlock])
}

// v is the v of each page.
func (how *SystemOptions) v(l *Links) func(page int32) float64 {
	if !how.Literal {
		return how.Weights.of
	}
	return func(page int32) float64 {
		if !l.linked.Has(page) {
			return 0
		}
		return how.Weights.of(page)
	}
}

// Bytes is the memory of the weights.
func (w *Weights) Bytes() int64 { return w.set.Bytes() + 4*weightBlock*int64(len(w.weight)) }

// Strays counts the ids with a weight above 0: those that are no pages of the links, and all of them. Nil Weights have none.
func (l *Links) Strays(w *Weights) (strays, weights int64) {
	if w == nil {
		return 0, 0
	}
	for id := range w.set.All {
		if w.of(id) == 0 {
			continue
		}
		weights++
		if !l.pages.Has(id) {
			strays++
		}
	}
	return strays, weights
}
