package stream

// queue is the Source of a format whose units are not records: fill returns the records of the next few units, in
// memory that it may use again, and io.EOF at the end.
type queue struct {
	fill func() ([]int32, error)
	rest []int32
	err  error
}

// ReadBlock implements tuple.Source.
func (q *queue) ReadBlock(dst []int32) (int, error) {
	for len(q.rest) == 0 {
		if q.err != nil {
			return 0, q.err
		}
		q.rest, q.err = q.fill()
	}
	n := copy(dst, q.rest)
	q.rest = q.rest[n:]
	return n, nil
}
