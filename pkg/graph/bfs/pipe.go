package bfs

import (
	"io"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// piped runs two stages at the same time: consume reads the records that produce writes. An error of one ends both.
func piped(width int, produce func(tuple.Sink) error, consume func(tuple.Source) error) error {
	p := &pipe{full: make(chan []int32, pipeBlocks), free: make(chan []int32, pipeBlocks), gone: make(chan struct{})}
	for range pipeBlocks {
		p.free <- make([]int32, 0, tuple.BlockBytes/4/width*width)
	}
	return par.Do(2, func(stage int) (err error) {
		if stage == 0 {
			err = par.Guard(func() error { return produce(p) })
			p.end(err)
		} else {
			err = par.Guard(func() error { return consume(p) })
			p.leave(err)
		}
		return err
	})
}

const pipeBlocks = 4

// pipe is a Sink for one goroutine and a Source for another.
type pipe struct {
	buf        []int32      // the writer's
	rest, last []int32      // the reader's
	full       chan []int32 // owned by the writer, closed by end
	free       chan []int32
	writeErr   error         // set before full is closed
	gone       chan struct{} // closed by leave
	readErr    error         // set before gone is closed
}

// WriteBlock implements tuple.Sink. When the reader has gone, it returns the error that it went with.
func (p *pipe) WriteBlock(block []int32) error {
	for len(block) > 0 {
		if p.buf == nil {
			select {
			case p.buf = <-p.free:
			case <-p.gone:
				return p.readErr
			}
		}
		n := copy(p.buf[len(p.buf):cap(p.buf)], block)
		p.buf = p.buf[:len(p.buf)+n]
		block = block[n:]
		if len(p.buf) == cap(p.buf) {
			p.full <- p.buf // has room: there are only as many blocks
			p.buf = nil
		}
	}
	return nil
}

// end tells the reader that nothing more comes, and why.
func (p *pipe) end(err error) {
	if err == nil && len(p.buf) > 0 {
		p.full <- p.buf
	}
	p.writeErr = err
	close(p.full)
}

// ReadBlock implements tuple.Source.
func (p *pipe) ReadBlock(dst []int32) (int, error) {
	if len(p.rest) == 0 {
		if p.last != nil {
			p.free <- p.last[:0]
			p.last = nil
		}
		block, ok := <-p.full
		switch {
		case ok:
			p.last, p.rest = block, block
		case p.writeErr != nil:
			return 0, p.writeErr
		default:
			return 0, io.EOF
		}
	}
	n := copy(dst, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// leave tells the writer that nobody reads any more.
func (p *pipe) leave(err error) {
	p.readErr = err
	close(p.gone)
}
