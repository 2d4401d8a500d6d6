package par

import (
	"io"
	"sync"
)

// Pipe hands blocks from one goroutine, the writer, to another, the reader, and the empty ones back, so that both work
// at the same time. The writer calls Empty and Put, or WriteBlock, and End at the end; the reader calls Next, or
// ReadBlock, and Leave at the end. Several goroutines may call Empty and Put, or Take and Return.
type Pipe[T any] struct {
	size       int
	full, free chan []T
	begun      []T // the block that WriteBlock fills
	last       []T // the block that the reader has
	rest       []T // of it, for ReadBlock
	leave      sync.Once
	gone       chan struct{} // closed by Leave
	ended      error         // of the writer, set before full is closed
	left       error         // of the reader, set before gone is closed
}

// NewPipe makes a pipe of blocks of a size; each is made when it is first needed.
func NewPipe[T any](blocks, size int) *Pipe[T] { return NewPipeOf(size, make([][]T, blocks)) }

// NewPipeOf makes a pipe with these blocks; one that is nil is made of the size when it is first needed.
func NewPipeOf[T any](size int, blocks [][]T) *Pipe[T] {
	p := &Pipe[T]{size: size, full: make(chan []T, len(blocks)), free: make(chan []T, len(blocks)), gone: make(chan struct{})}
	for _, b := range blocks {
		p.free <- b
	}
	return p
}

// ReadAhead makes a pipe that a goroutine of its own fills.
func ReadAhead[T any](blocks, size int, fill func(block []T) (n int, err error)) *Pipe[T] {
	p := NewPipe[T](blocks, size)
	go func() { p.End(Guard(func() error { return p.Fill(fill) })) }()
	return p
}

// Empty waits for a block to fill. Once the reader has left, the error is that of Leave, or io.ErrClosedPipe.
func (p *Pipe[T]) Empty() ([]T, error) {
	select {
	case b := <-p.free:
		if b == nil {
			b = make([]T, p.size)
		}
		return b[:p.size], nil
	case <-p.gone:
		if p.left != nil {
			return nil, p.left
		}
		return nil, io.ErrClosedPipe
	}
}

// Put hands a block over, or the part of it that was filled. It never waits: there is space for all blocks.
func (p *Pipe[T]) Put(block []T) { p.full <- block }

// WriteBlock hands over copies of some items, in whole blocks, but for the last one.
func (p *Pipe[T]) WriteBlock(items []T) error {
	for len(items) > 0 {
		if p.begun == nil {
			b, err := p.Empty()
			if err != nil {
				return err
			}
			p.begun = b[:0]
		}
		n := min(len(items), p.size-len(p.begun))
		p.begun = append(p.begun, items[:n]...)
		items = items[n:]
		if len(p.begun) == p.size {
			p.Put(p.begun)
			p.begun = nil
		}
	}
	return nil
}

// End says that no more blocks come: all were put, or there was an error.
func (p *Pipe[T]) End(err error) {
	if err == nil && len(p.begun) > 0 {
		p.Put(p.begun)
	}
	p.ended = err
	close(p.full)
}

// Next waits for the next block, which is valid until the next call. At the end the error is that of End, or io.EOF.
func (p *Pipe[T]) Next() (block []T, err error) {
	if p.last != nil {
		p.Return(p.last)
	}
	p.last, err = p.Take()
	return p.last, err
}

// Take is Next for one of several readers: the block is valid until it is given to Return.
func (p *Pipe[T]) Take() ([]T, error) {
	b := <-p.full
	switch {
	case b != nil:
		return b, nil
	case p.ended != nil:
		return nil, p.ended
	}
	return nil, io.EOF
}

// Return gives a block back that was taken.
func (p *Pipe[T]) Return(block []T) { p.free <- block }

// ReadBlock copies the next items, as many as there are in a block or fit.
func (p *Pipe[T]) ReadBlock(dst []T) (n int, err error) {
	if len(p.rest) == 0 {
		if p.rest, err = p.Next(); err != nil {
			return 0, err
		}
	}
	n = copy(dst, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// Leave says that nothing more is read, and why. Only the first call counts.
func (p *Pipe[T]) Leave(err error) {
	p.leave.Do(func() {
		p.left = err
		close(p.gone)
	})
}

// Close leaves and waits until the writer has ended.
func (p *Pipe[T]) Close() {
	p.Leave(nil)
	p.Wait()
}

// Wait waits, after Leave, until the writer has ended.
func (p *Pipe[T]) Wait() {
	for range p.full {
	}
}

// Fill is the work of a writer: it fills blocks until fill returns an error. The items that come with the error count. Fill
// returns nil for io.EOF.
func (p *Pipe[T]) Fill(fill func(block []T) (n int, err error)) error {
	for {
		block, err := p.Empty()
		n := 0
		for n == 0 && err == nil {
			n, err = fill(block)
		}
		if n > 0 {
			p.Put(block[:n])
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
