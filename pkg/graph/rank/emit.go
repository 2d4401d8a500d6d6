package rank

import (
	"cmp"
	"errors"

	"webmill/pkg/graph/adj"
)

var errStopped = errors.New("stopped")

// Ranks gives the ranks of all pages, in their order: those of the last sweep after one more step,
//
//	y = v + d·W·x
//
// which Norm scales to a sum of 1. For it each row is read once more, in all threads at once.
func (s *System) Ranks(yield func(id int32, rank float64) error) error {
	rows, ends := s.sums(s.rows), s.sums(s.ends)
	defer rows.stop()
	defer ends.stop()
	j := int32(0)
	for id := range s.pages.All {
		y := 0.0
		if s.core.Has(id) {
			y = s.links.weight(s.v, id) + s.d*rows.of(j)
			j++
		} else if !s.only {
			y = s.links.weight(s.v, id) + s.d*ends.of(id)
		}
		if rows.failed != nil || ends.failed != nil {
			return cmp.Or(rows.failed, ends.failed)
		}
		if err := yield(id, y); err != nil {
			return err
		}
	}
	return errors.Join(rows.end(), ends.end())
}

// Norm is |y| after one more step: the sum of Ranks.
func (s *System) Norm() float64 { return s.total + s.d*(s.mass+s.fixedCore) }

// LostNorm scales Ranks to what they are if the share of the dangling pages is lost: z = d·W·z + (1-d)·v/|v|.
func (s *System) LostNorm() float64 { return s.total / (1 - s.d) }

// Rated is how many pages are rated.
func (s *System) Rated() int64 {
	if s.only {
		return int64(s.core.Len())
	}
	return int64(s.pages.Len())
}

// sums is a stream of Σx of the lists of a form.
type sums struct {
	out  chan *sumBatch
	free chan *sumBatch
	quit chan struct{}
	err  error // once out is closed

	batch  *sumBatch
	pos    int
	failed error // the stream ended early
}

type sumBatch struct {
	keys []int32
	sums []float64
}

func (s *System) sums(f *adj.Form) *sums { return sumsOf(f, &s.x, s.room.Threads) }

// sumsOf begins to add up x over the lists of a form.
func sumsOf(f *adj.Form, x *vector, threads int) *sums {
	threads = max(1, threads)
	t := &sums{out: make(chan *sumBatch, 2*threads), free: make(chan *sumBatch, 4*threads), quit: make(chan struct{}), batch: &sumBatch{}}
	for range cap(t.free) {
		t.free <- &sumBatch{}
	}
	made := make([]*sumBatch, threads)
	carry := make([]float64, threads)
	go func() {
		defer close(t.out)
		t.err = f.Each(threads, func(w, i int, c *adj.Chunk) error {
			select {
			case made[w] = <-t.free:
			case <-t.quit:
				return errStopped
			}
			carry[w] = made[w].fill(x, c, carry[w], i+1 < f.Chunks() && f.Continues(i+1))
			return nil
		}, func(w, _ int) error {
			select {
			case t.out <- made[w]:
				return nil
			case <-t.quit:
				return errStopped
			}
		})
	}()
	return t
}

// fill adds up the lists of a chunk. carry is the sum of what its first list has in the chunks before; if the last list goes on,
// its sum is returned and not kept.
func (b *sumBatch) fill(x *vector, c *adj.Chunk, carry float64, goesOn bool) float64 {
	b.keys, b.sums = append(b.keys[:0], c.Keys...), b.sums[:0]
	from := int32(0)
	for _, end := range c.Ends {
		b.sums = append(b.sums, x.gather(c.Others[from:end]))
		from = end
	}
	b.sums[0] += carry
	if !goesOn {
		return 0
	}
	last := len(b.keys) - 1
	carry = b.sums[last]
	b.keys, b.sums = b.keys[:last], b.sums[:last]
	return carry
}

// of is the sum of a page's list, 0 if it has none. Pages are asked for in ascending order.
func (t *sums) of(key int32) float64 {
	for t.pos == len(t.batch.keys) {
		if t.out == nil {
			return 0
		}
		t.next()
	}
	if t.batch.keys[t.pos] != key {
		return 0
	}
	t.pos++
	return t.batch.sums[t.pos-1]
}

func (t *sums) next() {
	t.pos = 0
	if cap(t.batch.keys) > 0 {
		t.free <- t.batch
	}
	b, ok := <-t.out
	if !ok {
		t.batch, t.out, t.failed = &sumBatch{}, nil, t.err
		return
	}
	t.batch = b
}

// end waits for the end of the stream, where nothing is left.
func (t *sums) end() error {
	if t.out != nil {
		for range t.out {
		}
		t.out = nil
	}
	return t.err
}

// stop ends the stream early and waits for its goroutines.
func (t *sums) stop() {
	close(t.quit)
	if t.out != nil {
		for range t.out {
		}
	}
}
