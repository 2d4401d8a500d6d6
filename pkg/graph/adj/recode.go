package adj

import "fmt"

// Recoder makes new graphs of the chunks of another one.
type Recoder struct {
	From *Graph
	To   []Options // of the new graphs
	// Drain gives back the memory of From while its chunks are used up.
	Drain bool
	// Change makes the chunks of the new graphs, one for each, of chunk i of From; an empty one leaves no trace. The chunks
	// of a list that goes on are given to the same worker, one after the other.
	Change func(worker, i int, in *Chunk, out []*Chunk) error
	// Kept is told of the new chunks, in their order; it may be nil. After an error no more chunks are made.
	Kept func(out []*Chunk) error
}

// recoded is the work of one worker on its way to the new graphs.
type recoded struct {
	out     []*Chunk
	encoded []byte
	ends    []int // of each chunk in encoded
}

// Run makes the new graphs. Chunks keep their order.
func (r *Recoder) Run(threads int) ([]*Graph, error) {
	threads = max(1, threads)
	var graphs []*Graph
	for _, opt := range r.To {
		graphs = append(graphs, newGraph(opt))
	}
	workers := make([]recoded, threads)
	for w := range workers {
		for range graphs {
			workers[w].out = append(workers[w].out, &Chunk{})
		}
	}
	err := r.From.Each(threads, func(w, i int, in *Chunk) error {
		for k, c := range workers[w].out {
			c.Reset(graphs[k].opt.Notes)
		}
		if err := r.Change(w, i, in, workers[w].out); err != nil {
			return err
		}
		return workers[w].encode(graphs)
	}, func(w, i int) error {
		if r.Drain {
			r.From.store.release(int(r.From.chunks.at(i).offset / r.From.store.size))
		}
		if r.Kept != nil {
			if err := r.Kept(workers[w].out); err != nil {
				return err
			}
		}
		return workers[w].keep(graphs)
	})
	if err != nil {
		for _, f := range graphs {
			f.Close()
		}
		return nil, err
	}
	return graphs, nil
}

// encode encodes the chunks one after the other.
func (r *recoded) encode(graphs []*Graph) error {
	r.encoded, r.ends = r.encoded[:0], r.ends[:0]
	for k, c := range r.out {
		weights := 0
		if graphs[k].opt.Weighted {
			weights = len(c.Others)
		}
		if len(c.Weights) != weights {
			return fmt.Errorf("internal error: a chunk has %d weights, not %d", len(c.Weights), weights)
		}
		if c.Lists() > 0 {
			r.encoded = appendChunk(r.encoded, c)
		}
		r.ends = append(r.ends, len(r.encoded))
	}
	return nil
}

// keep adds the encoded chunks to their graphs.
func (r *recoded) keep(graphs []*Graph) error {
	from := 0
	for k, c := range r.out {
		if r.ends[k] > from {
			if err := graphs[k].add(r.encoded[from:r.ends[k]], c.Keys[0], len(c.Others), c.Continues); err != nil {
				return err
			}
		}
		from = r.ends[k]
	}
	return nil
}
