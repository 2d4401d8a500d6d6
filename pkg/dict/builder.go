package dict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/work"
)

// Options say how to number strings.
type Options struct {
	Columns   int // of a line that are numbered; more are ignored
	Order     Order
	Canonical func(dst, s []byte) ([]byte, error) // form in which strings are numbered; nil: as they are
	Existing  *Existing                           // strings that have ids already; nil: none
	Alone     bool                                // a line of one string is no record, but puts it into the dictionary
	work.Room

	field int // longest field, 0 for MaxField: tests work in little memory
}

// Existing is an older dictionary: line i, from 0, is the string of id i.
type Existing struct {
	Name string
	io.Reader
}

// Output is where the result goes.
type Output struct {
	Links tuple.Sink                          // the ids of each line, in the order of the input; nil: nobody wants them
	Words func(id int32, string []byte) error // the dictionary, in the order of ids; nil: nobody wants it
	// what stands behind the strings of each line, a line for each; nil: nobody wants it
	Rest io.Writer
}

// Stats tell what was done.
type Stats struct {
	Links   int64            // lines taken
	Skipped map[string]int64 // lines left out, by reason
	Strings int64            // of the dictionary
	Old     int64            // of them, from the existing one
	Batches int
	Levels  int   // of merging
	Spilled int64 // bytes of temporary files
}

// Build numbers the strings of lines. See the package comment.
func Build(srcs []io.Reader, opt Options, out Output) (Stats, error) {
	b := &builder{opt: opt, out: out}
	defer b.close()
	err := b.build(func() error { return b.readLines(srcs) })
	return b.stats, err
}

type builder struct {
	opt     Options
	plan    plan
	out     Output
	memory  []uint64 // of the store
	store   *spill.Blocks
	workers []*worker
	olds    []*run
	news    []*run
	stats   Stats
	failed  par.Error
}

// plan divides the memory.
type plan struct {
	block  int   // of streams
	store  int64 // what is kept instead of written
	region int64 // of each worker, for a batch
	merge  int64 // of the runs that are merged at once
}

const (
	minBlock, maxBlock = 4 << 10, 256 << 10
	groupFields        = 128 // fields that are looked up together
)

// newPlan does without work.Data: it subtracts the buffers of the workers, which it knows, and leaves a 16th of the
// workers' memory to the small values of the program.
func newPlan(o *Options) plan {
	memory := max(0, work.Bounded(o.Memory))
	p := plan{block: blockBytes(memory)}
	fixed := int64(o.Threads) * buffers(memory)
	if memory > 4*fixed {
		memory -= fixed
	}
	least := int64(o.Columns*16*(o.field+16) + 8*4*groupFields + 64)
	p.store = memory / 8 &^ 7
	p.region = max(least, (memory-memory/8)*15/16/int64(o.Threads)) &^ 15
	p.merge = memory / 2
	return p
}

func blockBytes(memory int64) int { return int(max(minBlock, min(maxBlock, memory/1024&^4095))) }

// buffers is what a worker takes besides its batch: a chunk, a long line, and blocks of six streams.
func buffers(memory int64) int64 { return int64(chunkBytes + MaxLine + 6*blockBytes(memory)) }

// threads is how many workers there are: no more than those whose buffers take a quarter of the memory, but two if they have
// PageThread each.
func threads(o *Options) int {
	memory := work.Bounded(o.Memory)
	return max(work.Threads(o.Threads, memory, 4*buffers(memory)), work.Threads(min(o.Threads, 2), memory, work.PageThread))
}

// build does all steps; read is the first.
func (b *builder) build(read func() error) (err error) {
	if b.opt.field == 0 {
		b.opt.field = MaxField
		b.opt.Threads = threads(&b.opt)
	}
	b.stats.Skipped = map[string]int64{}
	b.plan = newPlan(&b.opt)
	if b.memory, err = arena.Words(int(b.plan.store / 8)); err != nil {
		return err
	}
	b.store = spill.NewBlocks(b.opt.Room, arena.Bytes(b.memory), b.plan.block)
	for i := range b.opt.Threads {
		w, err := newWorker(b, i)
		if err != nil {
			return err
		}
		b.workers = append(b.workers, w)
	}
	if err := b.readOld(); err != nil {
		return err
	}
	if err := read(); err != nil {
		return err
	}
	for _, w := range b.workers {
		w.release()
	}
	if err := b.merge(); err != nil {
		return err
	}
	b.stats.Spilled = b.store.Spilled()
	if b.out.Links == nil {
		return nil
	}
	err = b.emit()
	b.stats.Spilled = b.store.Spilled()
	return err
}

// readLines reads the input.
func (b *builder) readLines(srcs []io.Reader) error {
	rests := rests{out: b.out.Rest, columns: b.opt.Columns}
	in := &feed{srcs: srcs}
	if rests.out != nil {
		in.tap = rests.add
	}
	if err := b.read(false, func(w *worker) error { return w.readLines(in, false) }); err != nil {
		return err
	}
	if left := rests.lines - b.stats.Links; rests.out != nil && left != 0 {
		return fmt.Errorf("-rest must have a line for each record, but %s of the input gave none: correct the input or leave out -rest", tuple.Counted(left, "line"))
	}
	return nil
}

// read lets all workers read until there is no more.
func (b *builder) read(old bool, read func(w *worker) error) error {
	err := par.Do(len(b.workers), func(i int) error {
		err := read(b.workers[i])
		if err == nil {
			err = b.workers[i].endBatch(old, false)
		}
		b.failed.Set(err)
		return err
	})
	if err != nil {
		return err
	}
	for _, w := range b.workers {
		for reason, n := range w.skipped {
			b.stats.Skipped[reason] += n
		}
		b.stats.Links += w.links
		w.skipped, w.links = map[string]int64{}, 0
		for _, batch := range w.batches {
			if old {
				b.olds = append(b.olds, batch.run)
			} else {
				b.news = append(b.news, batch.run)
			}
		}
		if old {
			w.batches = nil
		}
	}
	b.stats.Batches = len(b.news)
	return nil
}

// readOld reads the existing dictionary. Its strings go on to the new one as they come.
func (b *builder) readOld() error {
	e := b.opt.Existing
	if e == nil {
		return nil
	}
	f := &feed{srcs: []io.Reader{e}}
	f.tap = func(c *chunk) error {
		c.first = int32(b.stats.Old)
		for text := c.text; len(text) > 0; {
			var line []byte
			line, text = cutLine(text)
			b.stats.Old++
			why := b.unfit(line)
			if b.stats.Old > maxStrings {
				return errMany
			}
			if why != "" {
				return fmt.Errorf("%s: %s, at line %d", e.Name, why, b.stats.Old)
			}
			if b.out.Words != nil {
				if err := b.out.Words(int32(b.stats.Old-1), line); err != nil {
					return err
				}
			}
		}
		if c.long {
			return fmt.Errorf("%s: %s, at line %d", e.Name, longLine, b.stats.Old+1)
		}
		return nil
	}
	return b.read(true, func(w *worker) error { return w.readLines(f, true) })
}

const maxStrings = 1<<31 - 1

var errMany = errors.New("more than 2147483647 different strings: ids are 0 … 2147483646")

func (b *builder) close() {
	for _, w := range b.workers {
		w.release()
	}
	if b.store != nil {
		b.store.Close()
		arena.Free(b.memory)
	}
}

// parts returns the parts of all workers, in the order of the input.
func (b *builder) parts() []part {
	var all []part
	for i, w := range b.workers {
		for _, s := range w.parts {
			s.worker = i
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(x, y part) int { return x.seq - y.seq })
	return all
}

// Order is the order of a dictionary: that of the keys of its strings, byte by byte. The zero value is the order of the
// strings themselves.
type Order struct {
	Key    func(dst, s []byte) []byte   // appends the key of a string; different strings have different keys
	String func(dst, key []byte) []byte // appends the string of a key
	MaxLen func(s []byte) int           // no less than the length of the key, no more than 2·len(s) + 16
}

const maxSlack = 16

// most is the number of bytes that a string and its key both fit in.
func (o *Order) most(s []byte) int {
	if o.MaxLen == nil {
		return len(s)
	}
	return max(len(s), o.MaxLen(s))
}

// string is the string of a key, in dst or the key itself.
func (o *Order) string(dst, key []byte) []byte {
	if o.String == nil {
		return key
	}
	return o.String(dst[:0], key)
}

// URLs orders strings by the host with its labels in reverse, then by the path, then http before https. The
// pages of a host are neighbours, and so are the hosts of a domain.
func URLs() Order { return Order{urls.AppendKey, urls.FromKey, urlMaxLen} }

// urlMaxLen counts what the key of a URL escapes, which is in its authority: all else only moves.
func urlMaxLen(url []byte) int {
	_, rest, _ := bytes.Cut(url, []byte("//"))
	return len(url) + 2 + urls.Escapes(rest)
}

// hostOrder is the order in which hosts come in URLs.
func hostOrder() Order {
	return Order{
		Key: func(dst, host []byte) []byte {
			var buf [128]byte
			return urls.AppendKey(dst, append(append(append(buf[:0], "http://"...), host...), '/'))
		},
		String: func(dst, key []byte) []byte {
			n := len(dst)
			dst = urls.FromKey(dst, key)
			url := bytes.TrimSuffix(bytes.TrimPrefix(dst[n:], []byte("http://")), []byte("/"))
			return append(dst[:n], url...)
		},
		MaxLen: func(host []byte) int { return len(host) + 16 + urls.Escapes(host) },
	}
}
