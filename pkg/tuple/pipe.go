package tuple

import "webmill/pkg/par"

// Piped runs two stages at the same time: consume reads the records that produce writes. An error of one ends both.
func Piped(width int, produce func(Sink) error, consume func(Source) error) error {
	p := &pipe{blocks: par.NewPipe[int32](pipeBlocks, BlockBytes/4/width*width)}
	return par.Do(2, func(stage int) (err error) {
		if stage == 0 {
			err = par.Guard(func() error { return produce(p) })
			p.end(err)
		} else {
			err = par.Guard(func() error { return consume(p) })
			p.blocks.Leave(err)
		}
		return err
	})
}

const pipeBlocks = 4

// pipe is a Sink for one goroutine and a Source for another.
type pipe struct {
	blocks *par.Pipe[int32]
	buf    []int32 // the writer's block,
	n      int     // of which so much is filled
	rest   []int32 // the reader's
}

// WriteBlock implements Sink. When the reader has gone, it returns the error that it went with.
func (p *pipe) WriteBlock(block []int32) (err error) {
	for len(block) > 0 {
		if p.buf == nil {
			if p.buf, err = p.blocks.Empty(); err != nil {
				return err
			}
		}
		n := copy(p.buf[p.n:], block)
		p.n += n
		block = block[n:]
		if p.n == len(p.buf) {
			p.flush()
		}
	}
	return nil
}

func (p *pipe) flush() {
	if p.n > 0 {
		p.blocks.Put(p.buf[:p.n])
	}
	p.buf, p.n = nil, 0
}

func (p *pipe) end(err error) {
	if err == nil {
		p.flush()
	}
	p.blocks.End(err)
}

// ReadBlock implements Source.
func (p *pipe) ReadBlock(dst []int32) (n int, err error) {
	if len(p.rest) == 0 {
		if p.rest, err = p.blocks.Next(); err != nil {
			return 0, err
		}
	}
	n = copy(dst, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
