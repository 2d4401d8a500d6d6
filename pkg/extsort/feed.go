package extsort

import (
	"io"
	"sync"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// RawInput is a Source behind which there is a file of raw records: several workers can read it at once.
type RawInput interface {
	tuple.Source
	// RawFile is nil where there is no such file.
	RawFile() (r io.ReaderAt, size int64, err error)
	// RawDirect reads the same past the page cache, what is aligned to vfs.DirectAlign; nil where there is no such way.
	RawDirect() (r io.ReaderAt, close io.Closer)
	CountRecords(n int64)
}

// feed hands out the records of an input, block by block, to several workers.
type feed interface {
	// read fills buf with whole records, or returns io.EOF. It may be called by several workers at once.
	read(buf []int32) (int, error)
}

// fileFeed reads a file of raw records from several places at once.
type fileFeed struct {
	raw    RawInput
	file   io.ReaderAt
	direct io.ReaderAt // or nil
	closer io.Closer
	size   int64
	next   atomic.Int64
}

func (f *fileFeed) read(buf []int32) (int, error) {
	step := int64(4 * len(buf))
	at := f.next.Add(step) - step
	n := min(step, f.size-at)
	if n <= 0 {
		return 0, io.EOF
	}
	return f.readAt(buf[:n/4], at)
}

func (f *fileFeed) readAt(buf []int32, at int64) (int, error) {
	file := f.file
	if f.direct != nil && at%vfs.DirectAlign == 0 && 4*len(buf)%vfs.DirectAlign == 0 && tuple.Aligned(buf, vfs.DirectAlign) {
		file = f.direct
	}
	n, err := file.ReadAt(tuple.Bytes(buf), at)
	if n == 4*len(buf) {
		err = nil // a reader may say io.EOF together with the last bytes
	}
	tuple.FromLE(buf)
	return len(buf), err
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
func newFeed(srcs []tuple.Source, width int) (c *chain, total int64, err error) {
	c = &chain{}
	for _, src := range srcs {
		f, err := newFileFeed(src, width)
		switch {
		case err != nil:
			return nil, 0, err
		case f == nil:
			c.feeds = append(c.feeds, &streamFeed{src: src})
			total = -1
		default:
			c.feeds = append(c.feeds, f)
			if total >= 0 {
				total += f.size
			}
		}
	}
	return c, total, nil
}

// newFileFeed is nil if there is no file to read at any place behind the source.
func newFileFeed(src tuple.Source, width int) (*fileFeed, error) {
	raw, ok := src.(RawInput)
	if !ok {
		return nil, nil
	}
	file, size, err := raw.RawFile()
	if file == nil || err != nil {
		return nil, err
	}
	raw.CountRecords(size / int64(4*width))
	return &fileFeed{raw: raw, file: file, size: size}, nil
}

// pastCache makes all files be read past the page cache.
func (c *chain) pastCache() {
	for _, f := range c.feeds {
		if f, ok := f.(*fileFeed); ok {
			f.direct, f.closer = f.raw.RawDirect()
		}
	}
}

func (c *chain) close() {
	for _, f := range c.feeds {
		if f, ok := f.(*fileFeed); ok && f.closer != nil {
			f.closer.Close()
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
