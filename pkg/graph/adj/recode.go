package adj

import (
	"sync"

	"webmill/pkg/par"
)

// Recoder makes new forms of the chunks of another one.
type Recoder struct {
	From *Form
	To   []Options // of the new forms
	// Drain gives back the memory of From while its chunks are used up.
	Drain bool
	// Change makes the chunks of the new forms, one for each, of a chunk of From; an empty one leaves no trace. The
	// chunks of a list that goes on are given to the same worker one after the other.
	Change func(worker int, in *Chunk, out []*Chunk) error
}

// recoding is the state that the workers share.
type recoding struct {
	*Recoder
	forms []*Form
	mu    sync.Mutex
	next  int // chunk of From
	group int
	turns *par.Turns
}

// Run makes the new forms. Chunks keep their order.
func (r *Recoder) Run(threads int) ([]*Form, error) {
	w := &recoding{Recoder: r, turns: par.NewTurns()}
	for _, opt := range r.To {
		w.forms = append(w.forms, newForm(opt))
	}
	err := par.Do(max(1, threads), func(i int) error {
		err := w.work(i)
		if err != nil {
			w.turns.Stop()
		}
		return err
	})
	if err != nil {
		for _, f := range w.forms {
			f.Close()
		}
		return nil, err
	}
	return w.forms, nil
}

// take returns the next chunks that belong together: one, and those in which its last list goes on.
func (w *recoding) take() (from, to, group int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	from = w.next
	if from == w.From.Chunks() {
		return 0, 0, 0, false
	}
	to = from + 1
	for to < w.From.Chunks() && w.From.Continues(to) {
		to++
	}
	w.next = to
	w.group++
	return from, to, w.group - 1, true
}

func (w *recoding) work(worker int) error {
	reader := w.From.Reader(1 << 20)
	var in Chunk
	var encoded []byte
	out := make([]*Chunk, len(w.forms))
	for i := range out {
		out[i] = &Chunk{}
	}
	for {
		from, to, group, ok := w.take()
		if !ok {
			return nil
		}
		for i := from; i < to; i++ {
			if err := reader.Read(i, &in); err != nil {
				return err
			}
			for k, c := range out {
				c.Reset(w.forms[k].opt.Notes)
			}
			if err := w.Change(worker, &in, out); err != nil {
				return err
			}
			ends := encodeAll(&encoded, out)
			if !w.turns.Wait(group) {
				return nil // another worker failed and tells why
			}
			if err := w.keep(encoded, ends, out); err != nil {
				return err
			}
			if w.Drain {
				w.From.store.release(int(w.From.chunks[i].place / segment))
			}
		}
		w.turns.Next()
	}
}

// encodeAll encodes the chunks one after the other and returns where each ends.
func encodeAll(dst *[]byte, chunks []*Chunk) (ends [4]int) {
	*dst = (*dst)[:0]
	for k, c := range chunks {
		if c.Lists() > 0 {
			*dst = appendChunk(*dst, c)
		}
		ends[k] = len(*dst)
	}
	return ends
}

func (w *recoding) keep(encoded []byte, ends [4]int, out []*Chunk) error {
	from := 0
	for k, c := range out {
		if ends[k] > from {
			if err := w.forms[k].add(encoded[from:ends[k]], c.Keys[0], len(c.Others), c.Continues); err != nil {
				return err
			}
		}
		from = ends[k]
	}
	return nil
}
