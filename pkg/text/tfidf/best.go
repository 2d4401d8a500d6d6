package tfidf

import (
	"cmp"
	"slices"
)

// Best are the greatest of the weights that were added, as a heap: the least of them first, of equal ones that of the greatest
// id.
type Best struct {
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
func (b *Best) Add(weight float64, id int32) {
	x := Weighed{weight, id}
	if len(b.List) < b.Most {
		b.List = append(b.List, x)
		i := len(b.List) - 1
		for ; i > 0 && x.less(b.List[(i-1)/2]); i = (i - 1) / 2 {
			b.List[i] = b.List[(i-1)/2]
		}
		b.List[i] = x
		return
	}
	if x.less(b.List[0]) {
		return
	}
	i := 0
	for {
		child := 2*i + 1
		if child+1 < len(b.List) && b.List[child+1].less(b.List[child]) {
			child++
		}
		if child >= len(b.List) || x.less(b.List[child]) {
			break
		}
		b.List[i] = b.List[child]
		i = child
	}
	b.List[i] = x
}

// Sort puts the list in order: the greatest weight first, of equal ones that of the lowest id. It is no heap any more.
func (b *Best) Sort() {
	slices.SortFunc(b.List, func(x, y Weighed) int { return cmp.Or(cmp.Compare(y.Weight, x.Weight), cmp.Compare(x.ID, y.ID)) })
}
