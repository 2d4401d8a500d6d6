package adj

import (
	"io"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// Builder makes a graph of a stream of links. The goroutine that writes cuts the stream into chunks; others encode them. (A
// par.Queue would do, but makes channels for every chunk, which may have no more than 128 links.)
type Builder struct {
	graph *Graph
	batch []batch // the one that is being filled
	next  int     // number of the next batch
	pipe  *par.Pipe[batch]
	turns *par.Turns
	done  chan error
}

// batch is a chunk on its way.
type batch struct {
	number int
	links  []int32
	goesOn bool // its first list goes on from the batch before
}

// NewBuilder begins a graph. The Builder must be closed, also after an error.
func NewBuilder(opt Options) *Builder {
	b := &Builder{graph: newGraph(opt), turns: par.NewTurns(), done: make(chan error, 1)}
	workers := b.graph.opt.Threads
	b.pipe = par.NewPipe[batch](3*workers, 1)
	go func() {
		b.done <- par.Do(workers, func(int) error {
			err := par.Guard(b.encode)
			if err != nil && err != par.ErrStopped {
				b.pipe.Leave(err)
			}
			return err
		})
	}()
	return b
}

// width is how many numbers a link has: with weights a third, its bits as a float32.
func (g *Graph) width() int {
	if g.opt.Weighted {
		return 3
	}
	return 2
}

// WriteBlock takes links, which must be sorted by the key and then by the other column.
func (b *Builder) WriteBlock(links []int32) error {
	width, key := b.graph.width(), b.graph.opt.Key
	size := width * b.graph.opt.ChunkLinks
	goesOn := false
	for len(links) > 0 {
		if b.batch == nil {
			if err := b.begin(goesOn); err != nil {
				return err
			}
		}
		have := b.batch[0].links
		n := min(len(links), max(0, size-len(have)))
		// A list is not cut as long as the chunk would not be twice as large as wanted.
		last := int32(-1)
		if n > 0 {
			last = links[n-width+key]
		} else {
			last = have[len(have)-width+key]
		}
		for len(have)+n >= size && len(have)+n < 2*size && n < len(links) && links[n+key] == last {
			n += width
		}
		b.batch[0].links = append(have, links[:n]...)
		links = links[n:]
		if len(links) > 0 {
			goesOn = links[key] == last
			b.pipe.Put(b.batch)
			b.batch = nil
		}
	}
	return nil
}

// begin begins a batch. goesOn reports whether the last list of the one before goes on.
func (b *Builder) begin(goesOn bool) (err error) {
	if b.batch, err = b.pipe.Empty(); err == nil {
		b.batch[0] = batch{number: b.next, links: b.batch[0].links[:0], goesOn: goesOn}
		b.next++
	}
	return err
}

// encode is a worker: it encodes batches and adds them to the graph in their order.
func (b *Builder) encode() error {
	turn := b.turns.Turn()
	var c Chunk
	var out []byte
	for {
		block, err := b.pipe.Take()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = turn.Do(block[0].number, func() error {
			c.fromLinks(block[0].links, b.graph.opt.Key, b.graph.width())
			c.Continues = block[0].goesOn
			out = appendChunk(out[:0], &c)
			if err := turn.Wait(); err != nil {
				return err
			}
			return b.graph.add(out, c.Keys[0], len(c.Others), c.Continues)
		})
		if err != nil {
			return err
		}
		b.pipe.Return(block)
	}
}

// Close ends the stream and returns the graph.
func (b *Builder) Close() (*Graph, error) {
	if b.batch != nil {
		b.pipe.Put(b.batch)
	}
	b.pipe.End(nil)
	if err := <-b.done; err != nil {
		b.graph.Close()
		return nil, err
	}
	return b.graph, nil
}

// Limit changes how many bytes of chunks may be in memory. If there are more, segments go to the file as chunks are added.
func (b *Builder) Limit(bytes int64) { b.graph.store.limit.Store(bytes) }

// fromLinks makes a chunk of sorted links.
func (c *Chunk) fromLinks(links []int32, key, width int) {
	c.Reset(0)
	last := int32(-1)
	for k := 0; k < len(links); k += width {
		if links[k+key] != last {
			last = links[k+key]
			if k > 0 {
				c.Ends = append(c.Ends, int32(len(c.Others)))
			}
			c.Keys = append(c.Keys, last)
		}
		c.Others = append(c.Others, links[k+1-key])
	}
	for k := 2; k < len(links) && width == 3; k += width {
		c.Weights = append(c.Weights, tuple.F32Value(links[k]))
	}
	c.Ends = append(c.Ends, int32(len(c.Others)))
}
