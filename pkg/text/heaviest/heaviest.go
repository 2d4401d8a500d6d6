// Package heaviest keeps the greatest of many weights.
package heaviest

import (
	"cmp"
	"slices"
)

// Heap has the greatest of the weights that were added: the least of them first, of equal weights the greatest id.
type Heap struct {
	Most int // how many are kept
	List []Weighed
}

// Weighed is a weight and what has it.
type Weighed struct {
	Weight float64
	ID     int32
}

func (a Weighed) less(b Weighed) bool {
	return a.Weight < b.Weight || a.Weight == b.Weight && a.ID > b.ID
}

// Add adds a weight. If there are too many then, the least one goes.
func (h *Heap) Add(weight float64, id int32) {
	x := Weighed{weight, id}
	if len(h.List) < h.Most {
		h.List = append(h.List, x)
		i := len(h.List) - 1
		for ; i > 0 && x.less(h.List[(i-1)/2]); i = (i - 1) / 2 {
			h.List[i] = h.List[(i-1)/2]
		}
		h.List[i] = x
		return
	}
	if x.less(h.List[0]) {
		return
	}
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(h.List) && h.List[child+1].less(h.List[child]) {
			child++
		}
		if child >= len(h.List) || x.less(h.List[child]) {
			break
		}
		h.List[i] = h.List[child]
		i = child
	}
	h.List[i] = x
}

// Sort puts the list in order: the greatest weight first, of equal weights the lowest id. It is no heap any more.
func (h *Heap) Sort() {
	slices.SortFunc(h.List, func(x, y Weighed) int { return cmp.Or(cmp.Compare(y.Weight, x.Weight), cmp.Compare(x.ID, y.ID)) })
}
