package report

import (
	"container/heap"
	"slices"
)

// top keeps the best few of many.
type top[T any] struct {
	most   int
	better func(a, b T) bool
	list   []T // a heap with the worst at its root
}

func newTop[T any](most int, better func(a, b T) bool) *top[T] {
	return &top[T]{most: most, better: better}
}

// add offers one.
func (t *top[T]) add(x T) {
	switch {
	case len(t.list) < t.most:
		heap.Push(t, x)
	case t.better(x, t.list[0]):
		t.list[0] = x
		heap.Fix(t, 0)
	}
}

// sorted are those that were kept, the best first.
func (t *top[T]) sorted() []T {
	list := slices.Clone(t.list)
	slices.SortFunc(list, func(a, b T) int {
		if t.better(a, b) {
			return -1
		}
		return 1
	})
	return list
}

// The methods of heap.Interface.

func (t *top[T]) Len() int           { return len(t.list) }
func (t *top[T]) Less(i, j int) bool { return t.better(t.list[j], t.list[i]) }
func (t *top[T]) Swap(i, j int)      { t.list[i], t.list[j] = t.list[j], t.list[i] }

// Push implements heap.Interface.
func (t *top[T]) Push(x any) { t.list = append(t.list, x.(T)) }

// Pop implements heap.Interface.
func (t *top[T]) Pop() any {
	last := t.list[len(t.list)-1]
	t.list = t.list[:len(t.list)-1]
	return last
}
