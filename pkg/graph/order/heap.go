package order

// ranking says which of some things is the best, and where each of them is in a heap: those with the greatest key come
// first, and of equal keys those with the lowest number.
type ranking struct {
	keys  []float64
	ties  []int32 // numbers that decide between equal keys; nil: the things' own
	place []int32 // in a heap, from 1; 0 and less: in none
}

func (r *ranking) before(a, b int32) bool {
	if x, y := r.keys[a], r.keys[b]; x != y {
		return x > y
	}
	if r.ties != nil {
		return r.ties[a] < r.ties[b]
	}
	return a < b
}

// heap is a heap of things by a ranking, each with four below it (half the depth of two, and they share a cache line).
type heap []int32

const branches = 4

// fix moves what is at a place to where it belongs after its key has changed or it was put there.
func (h heap) fix(r *ranking, at int) {
	if !h.up(r, at) {
		h.down(r, at)
	}
}

// add puts something in.
func (h heap) add(r *ranking, thing int32) heap {
	h = append(h, thing)
	r.place[thing] = int32(len(h))
	h.up(r, len(h)-1)
	return h
}

// remove takes out what is at a place.
func (h heap) remove(r *ranking, at int) heap {
	last := len(h) - 1
	r.place[h[at]] = 0
	moved := h[last]
	h = h[:last]
	if at < last {
		h[at] = moved
		r.place[moved] = int32(at + 1)
		h.fix(r, at)
	}
	return h
}

func (h heap) up(r *ranking, at int) (moved bool) {
	thing := h[at]
	for at > 0 {
		above := (at - 1) / branches
		if !r.before(thing, h[above]) {
			break
		}
		h[at] = h[above]
		r.place[h[at]] = int32(at + 1)
		at, moved = above, true
	}
	h[at] = thing
	r.place[thing] = int32(at + 1)
	return moved
}

func (h heap) down(r *ranking, at int) {
	thing := h[at]
	for {
		from := at*branches + 1
		if from >= len(h) {
			break
		}
		best := from
		for i := from + 1; i < min(from+branches, len(h)); i++ {
			if r.before(h[i], h[best]) {
				best = i
			}
		}
		if !r.before(h[best], thing) {
			break
		}
		h[at] = h[best]
		r.place[h[at]] = int32(at + 1)
		at = best
	}
	h[at] = thing
	r.place[thing] = int32(at + 1)
}
