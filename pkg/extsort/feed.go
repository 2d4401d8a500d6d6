package extsort

import (
	"io"
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// feed hands out the records of an input, block by block, to several workers.
type feed interface {
	// read fills buf with whole records, or returns io.EOF. It may be called by several workers at once.
	read(buf []int32) (int, error)
}

// fileFeed reads a file of raw records from several places at once.
type fileFeed struct {
	*tuple.Places
	next atomic.Int64 // the next record to read
}

func (f *fileFeed) read(buf []int32) (int, error) {
	step := int64(len(buf) / f.Width())
	at := f.next.Add(step) - step
	n := min(step, f.Records-at)
	if n <= 0 {
		return 0, io.EOF
	}
	buf = buf[:n*int64(f.Width())]
	return len(buf), f.Read(buf, at)
}

// streamFeed reads a source that can only be read in order.
type streamFeed struct {
	mu  sync.Mutex
	src tuple.Source
	err error
}

func (f *streamFeed) read(buf []int32) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.src.ReadBlock(buf)
	if n == 0 {
		f.err = err
		return 0, err
	}
	f.err = err
	return n, nil
}

// memoryFeed hands out blocks that were read already.
type memoryFeed struct {
	mu   sync.Mutex
	data []int32
}

func (f *memoryFeed) read(buf []int32) (int, error) {
	f.mu.Lock()
	block := f.data[:min(len(buf), len(f.data))]
	f.data = f.data[len(block):]
	f.mu.Unlock()
	if len(block) == 0 {
		return 0, io.EOF
	}
	return copy(buf, block), nil
}

// chain reads feeds one after the other.
type chain struct {
	feeds []feed
	at    atomic.Int32
}

func (c *chain) read(buf []int32) (int, error) {
	for {
		i := c.at.Load()
		if int(i) == len(c.feeds) {
			return 0, io.EOF
		}
		n, err := c.feeds[i].read(buf)
		if err != io.EOF {
			return n, err
		}
		c.at.CompareAndSwap(i, i+1)
	}
}

// newFeed reads all sources. total is the number of bytes if all of them are raw files, otherwise -1.
func newFeed(srcs []tuple.Source) (c *chain, total int64, err error) {
	c = &chain{}
	for _, src := range srcs {
		p, err := tuple.PlacesOf(src)
		switch {
		case err != nil:
			return nil, 0, err
		case p == nil:
			c.feeds = append(c.feeds, &streamFeed{src: src})
			total = -1
		default:
			p.Count(p.Records)
			c.feeds = append(c.feeds, &fileFeed{Places: p})
			if total >= 0 {
				total += p.Bytes()
			}
		}
	}
	return c, total, nil
}

// pastCache makes all files be read past the page cache.
func (c *chain) pastCache() {
	for _, f := range c.feeds {
		if f, ok := f.(*fileFeed); ok {
			f.PastCache()
		}
	}
}

func (c *chain) close() {
	for _, f := range c.feeds {
		if f, ok := f.(*fileFeed); ok {
			f.Close()
		}
	}
}

// reading is the input as goroutines read it ahead, several blocks at a time: a disk wants more than one request.
type reading struct {
	full, free chan []int32
	quit       atomic.Bool
	err        par.Error
}

func (s *sorter) readAhead(read func(buf []int32) (int, error)) *reading {
	n := chunksEach * s.plan.workers
	r := &reading{full: make(chan []int32, n), free: make(chan []int32, n)}
	for i := range n {
		r.free <- s.chunks[i*s.plan.chunk : (i+1)*s.plan.chunk : (i+1)*s.plan.chunk]
	}
	go func() {
		defer close(r.full)
		r.err.Set(par.Do(max(1, n/2), func(int) error { return r.fill(read) }))
	}()
	return r
}

func (r *reading) fill(read func(buf []int32) (int, error)) error {
	for buf := range r.free {
		if r.quit.Load() {
			r.free <- buf
			return nil
		}
		n, err := read(buf[:cap(buf)])
		if err != nil {
			r.free <- buf
			r.quit.Store(true)
			if err == io.EOF {
				return nil
			}
			return err
		}
		r.full <- buf[:n]
	}
	return nil
}

// stop waits until nothing is read any more and returns the error that ended the reading early.
func (r *reading) stop() error {
	r.quit.Store(true)
	for buf := range r.full {
		r.free <- buf
	}
	return r.err.Get()
}
