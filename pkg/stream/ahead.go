package stream

import (
	"io"
	"sync"
)

const (
	aheadBytes  = 128 << 10
	aheadBlocks = 4
)

// ahead reads a stream in a goroutine of its own, some blocks before they are asked for.
type ahead struct {
	full  chan piece    // owned by the goroutine, closed at the end
	empty chan []byte   // memory to fill
	quit  chan struct{} // closed by Close
	once  sync.Once
	rest  []byte
	block []byte // the memory that rest is part of
	err   error
}

type piece struct {
	data []byte
	err  error
}

func newAhead(r io.Reader) *ahead {
	a := &ahead{full: make(chan piece, aheadBlocks), empty: make(chan []byte, aheadBlocks), quit: make(chan struct{})}
	for range aheadBlocks {
		a.empty <- nil
	}
	go a.run(r)
	return a
}

// run fills blocks until the stream ends or nobody wants them.
func (a *ahead) run(r io.Reader) {
	defer close(a.full)
	for {
		var b []byte
		select {
		case b = <-a.empty:
		case <-a.quit:
			return
		}
		if b == nil {
			b = make([]byte, aheadBytes)
		}
		n, err := r.Read(b[:aheadBytes])
		a.full <- piece{b[:n], err} // has room: there are only as many blocks
		if err != nil {
			return
		}
	}
}

// Read implements io.Reader.
func (a *ahead) Read(p []byte) (int, error) {
	for len(a.rest) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		if a.block != nil {
			a.empty <- a.block
		}
		next, ok := <-a.full
		if !ok {
			next.err = io.ErrClosedPipe
		}
		a.block, a.rest, a.err = next.data, next.data, next.err
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close ends the goroutine. It does not wait for it: it may hang in a read from a pipe where nothing comes.
func (a *ahead) Close() error {
	a.once.Do(func() { close(a.quit) })
	return nil
}
