package rank

// gather is Σ x_j over a list, each x_j times its weight if there are weights. Four sums side by side, always in the same order,
// keep the adder busy.
func gather[F float](x []F, list []int32, weights []float32) float64 {
	if len(weights) > 0 {
		return gatherWeighted(x, list, weights)
	}
	var a, b, c, d float64
	for ; len(list) >= 4; list = list[4:] {
		a += float64(x[uint32(list[0])])
		b += float64(x[uint32(list[1])])
		c += float64(x[uint32(list[2])])
		d += float64(x[uint32(list[3])])
	}
	for _, j := range list {
		a += float64(x[uint32(j)])
	}
	return (a + b) + (c + d)
}

// gatherWeighted is gather with weights.
func gatherWeighted[F float](x []F, list []int32, weights []float32) float64 {
	var a, b, c, d float64
	weights = weights[:len(list)]
	for ; len(list) >= 4; list, weights = list[4:], weights[4:] {
		a += float64(float64(weights[0]) * float64(x[uint32(list[0])]))
		b += float64(float64(weights[1]) * float64(x[uint32(list[1])]))
		c += float64(float64(weights[2]) * float64(x[uint32(list[2])]))
		d += float64(float64(weights[3]) * float64(x[uint32(list[3])]))
	}
	for k, j := range list {
		a += float64(float64(weights[k]) * float64(x[uint32(j)]))
	}
	return (a + b) + (c + d)
}

// shifted says which numbers are not at their place: x of lo … lo+size-1 is shift further on; none in its zero value.
type shifted struct{ lo, size, shift uint32 }

// index has no branch, because a processor cannot guess which links lead to a number that moved.
func (w shifted) index(j int32) uint32 {
	inside := int64(uint64(uint32(j)-w.lo)-uint64(w.size)) >> 63
	return uint32(j) + w.shift&uint32(inside)
}

// gatherNewest is gather where some x are not at their place. Such a loop can also do what gather does, but takes 15 % more time
// for a whole PageRank by the power method (60 M links, one thread).
func gatherNewest[F float](x []F, list []int32, weights []float32, w shifted) float64 {
	if len(weights) > 0 {
		return gatherNewestWeighted(x, list, weights, w)
	}
	var a, b, c, d float64
	for ; len(list) >= 4; list = list[4:] {
		a += float64(x[w.index(list[0])])
		b += float64(x[w.index(list[1])])
		c += float64(x[w.index(list[2])])
		d += float64(x[w.index(list[3])])
	}
	for _, j := range list {
		a += float64(x[w.index(j)])
	}
	return (a + b) + (c + d)
}

// gatherNewestWeighted is gatherNewest with weights. It has two sums, not four, which rounds in another way: so it cannot stand
// for gatherWeighted.
func gatherNewestWeighted[F float](x []F, list []int32, weights []float32, w shifted) float64 {
	var a, b float64
	weights = weights[:len(list)]
	for ; len(list) >= 2; list, weights = list[2:], weights[2:] {
		a += float64(float64(weights[0]) * float64(x[w.index(list[0])]))
		b += float64(float64(weights[1]) * float64(x[w.index(list[1])]))
	}
	for k, j := range list {
		a += float64(float64(weights[k]) * float64(x[w.index(j)]))
	}
	return a + b
}
