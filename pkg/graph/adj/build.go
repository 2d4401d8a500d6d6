package adj

import "webmill/pkg/par"

// Builder makes a graph of a stream of links. The goroutine that writes cuts the stream into chunks; others encode them.
type Builder struct {
	graph *Graph
	batch *batch
	next  int // number of the next batch
	free  chan *batch
	full  chan *batch
	done  chan error
	turns *par.Turns
	err   par.Error
}

// batch is a chunk on its way.
type batch struct {
	number int
	links  []int32
	goesOn bool // its first list goes on from the batch before
}

// NewBuilder begins a graph. The Builder must be closed, also after an error.
func NewBuilder(opt Options) *Builder {
	b := &Builder{graph: newGraph(opt), done: make(chan error, 1), turns: par.NewTurns()}
	workers := b.graph.opt.Threads
	b.free, b.full = make(chan *batch, 3*workers), make(chan *batch, 2*workers)
	for range cap(b.free) {
		b.free <- &batch{}
	}
	go func() { b.done <- par.Do(workers, func(int) error { return b.encode() }) }()
	return b
}

// WriteBlock takes links, which must be sorted by the key and then by the other column.
func (b *Builder) WriteBlock(links []int32) error {
	size, key := 2*b.graph.opt.ChunkLinks, b.graph.opt.Key
	for len(links) > 0 {
		if b.batch == nil {
			b.batch = <-b.free
			b.batch.links = b.batch.links[:0]
		}
		have := b.batch.links
		n := min(len(links), max(0, size-len(have)))
		// A list is not cut as long as the chunk would not be twice as large as wanted.
		last := int32(-1)
		if n > 0 {
			last = links[n-2+key]
		} else {
			last = have[len(have)-2+key]
		}
		for len(have)+n >= size && len(have)+n < 2*size && n < len(links) && links[n+key] == last {
			n += 2
		}
		b.batch.links = append(have, links[:n]...)
		links = links[n:]
		if len(links) > 0 {
			if err := b.hand(links[key] == last); err != nil {
				return err
			}
		}
	}
	return nil
}

// hand gives the batch to the encoders. goesOn reports whether its last list does.
func (b *Builder) hand(goesOn bool) error {
	if err := b.err.Get(); err != nil {
		return err
	}
	done := b.batch
	done.number = b.next
	b.next++
	b.full <- done
	b.batch = nil
	if goesOn {
		b.batch = <-b.free
		b.batch.links, b.batch.goesOn = b.batch.links[:0], true
	}
	return nil
}

// encode is a worker: it encodes batches and adds them to the graph in their order.
func (b *Builder) encode() error {
	var c Chunk
	var out []byte
	for t := range b.full {
		b.err.Set(par.Guard(func() error {
			if b.err.Get() == nil {
				c.fromLinks(t.links, b.graph.opt.Key)
				c.Continues = t.goesOn
				out = appendChunk(out[:0], &c)
			}
			return nil
		}))
		b.turns.Wait(t.number)
		b.err.Set(par.Guard(func() error {
			if b.err.Get() != nil {
				return nil
			}
			return b.graph.add(out, c.Keys[0], len(c.Others), c.Continues)
		}))
		t.goesOn = false
		b.turns.Next()
		b.free <- t
	}
	return nil
}

// Close ends the stream and returns the graph.
func (b *Builder) Close() (*Graph, error) {
	if b.batch != nil && len(b.batch.links) > 0 {
		b.hand(false)
	}
	close(b.full)
	b.err.Set(<-b.done)
	if err := b.err.Get(); err != nil {
		b.graph.Close()
		return nil, err
	}
	return b.graph, nil
}

// Limit changes how many bytes of chunks may be in memory. If there are more, segments go to the file as chunks are added.
func (b *Builder) Limit(bytes int64) { b.graph.store.limit.Store(bytes) }

// fromLinks makes a chunk of sorted links.
func (c *Chunk) fromLinks(links []int32, key int) {
	c.Reset(0)
	last := int32(-1)
	for k := 0; k < len(links); k += 2 {
		if links[k+key] != last {
			last = links[k+key]
			if k > 0 {
				c.Ends = append(c.Ends, int32(len(c.Others)))
			}
			c.Keys = append(c.Keys, last)
		}
		c.Others = append(c.Others, links[k+1-key])
	}
	c.Ends = append(c.Ends, int32(len(c.Others)))
}
