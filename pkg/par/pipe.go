package par

import "io"

// Pipe hands blocks from one goroutine, the writer, to another, the reader, and the empty ones back, so that both work at the same
// time. The writer calls Empty and Put, and End at the end; the reader calls Next, and Leave at the end.
type Pipe[T any] struct {
	size       int
	full, free chan []T
	last       []T           // the block that the reader has
	gone       chan struct{} // closed by Leave
	ended      error         // of the writer, set before full is closed
	left       error         // of the reader, set before gone is closed
}

// NewPipe makes a pipe with so many blocks, each of which is made when it is first needed.
func NewPipe[T any](blocks, size int) *Pipe[T] {
	p := &Pipe[T]{size: size, full: make(chan []T, blocks), free: make(chan []T, blocks), gone: make(chan struct{})}
	for range blocks {
		p.free <- nil
	}
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

// Put hands a block over, or the part of it that was filled. It never waits: there is room for all blocks.
func (p *Pipe[T]) Put(block []T) { p.full <- block }

// End says that nothing more comes, and why, if not because it was all.
func (p *Pipe[T]) End(err error) {
	p.ended = err
	close(p.full)
}

// Next waits for the next block, which is valid until the next call. At the end the error is that of End, or io.EOF.
func (p *Pipe[T]) Next() ([]T, error) {
	if p.last != nil {
		p.free <- p.last
	}
	p.last = <-p.full
	switch {
	case p.last != nil:
		return p.last, nil
	case p.ended != nil:
		return nil, p.ended
	}
	return nil, io.EOF
}

// Leave says that nothing more is read, and why.
func (p *Pipe[T]) Leave(err error) {
	p.left = err
	close(p.gone)
}

// Wait waits, after Leave, until the writer has ended.
func (p *Pipe[T]) Wait() {
	for range p.full {
	}
}

// Fill is the work of a writer: it fills blocks until fill has an error. What comes with an error counts. It returns nil for io.EOF.
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
