package stream

import (
	"io"
	"sync"

	"webmill/pkg/par"
)

const (
	aheadBytes  = 128 << 10
	aheadBlocks = 4
)

// ahead reads a stream in a goroutine of its own, some blocks before they are asked for.
type ahead struct {
	blocks *par.Pipe[byte]
	rest   []byte
	once   sync.Once
}

func newAhead(r io.Reader) *ahead {
	a := &ahead{blocks: par.NewPipe[byte](aheadBlocks, aheadBytes)}
	go func() { a.blocks.End(par.Guard(func() error { return a.blocks.Fill(r.Read) })) }()
	return a
}

// Read implements io.Reader.
func (a *ahead) Read(p []byte) (n int, err error) {
	if len(a.rest) == 0 {
		if a.rest, err = a.blocks.Next(); err != nil {
			return 0, err
		}
	}
	n = copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Close ends the goroutine. It does not wait for it: it may hang in a read from a pipe where nothing comes.
func (a *ahead) Close() error {
	a.once.Do(func() { a.blocks.Leave(nil) })
	return nil
}
