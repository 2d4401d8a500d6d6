package dict

import (
	"errors"
	"io"

	"webmill/pkg/arena"
	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/work"
)

// The last step: every worker goes through its batches once more. It loads the ids of the strings of a batch and puts
// them in the place of their numbers; the output takes the blocks of the workers in the order of the input.

const aheadBlocks = 4

// handover is how many records are handed over at once.
func (b *builder) handover() int { return max(1, min(b.plan.block, 64<<10)/4/b.opt.Columns) }

// handover is how a worker hands its links over.
type handover = par.Pipe[int32]

// emit writes the links.
func (b *builder) emit() error {
	all, size := b.parts(), int64(0)
	for _, s := range all {
		size += s.records * int64(4*b.opt.Columns)
	}
	count := b.opt.Begin("write", size)
	handovers := make([]*handover, len(b.workers))
	for i := range handovers {
		handovers[i] = par.NewPipe[int32](aheadBlocks, b.handover()*b.opt.Columns)
	}
	return par.Do(len(b.workers)+1, func(i int) error {
		if i < len(b.workers) {
			err := par.Guard(func() error { return b.workers[i].emit(handovers[i], count) })
			handovers[i].End(err)
			return err
		}
		err := par.Guard(func() error { return b.collect(all, handovers) })
		for _, l := range handovers {
			l.Leave(err)
		}
		return err
	})
}

// collect writes the blocks of the workers in the order of the input.
func (b *builder) collect(all []part, handovers []*handover) error {
	for _, s := range all {
		for done := int64(0); done < s.records; {
			block, err := handovers[s.worker].Next()
			if err != nil {
				return err
			}
			if err := b.out.Links.WriteBlock(block); err != nil {
				return err
			}
			done += int64(len(block) / b.opt.Columns)
		}
	}
	return nil
}

// emit hands over the records of a worker, with the ids of their strings.
func (w *worker) emit(out *handover, count work.Counter) error {
	most := 0
	for _, b := range w.batches {
		most = max(most, b.run.n+b.strings)
	}
	words, err := arena.Words((most + 1) / 2)
	if err != nil {
		return err
	}
	defer arena.Free(words)
	ranks, err := w.ranks.Finish()
	if err != nil {
		return err
	}
	records, err := w.records.Finish()
	if err != nil {
		return err
	}
	numbers, in := w.build.store.Window(ranks), w.build.store.Window(records)
	in.Count = count
	loaded, ids := -1, []int32(nil)
	for _, s := range w.parts {
		for loaded < s.batch {
			loaded++
			if ids, err = load(w.build.store, w.batches[loaded], &numbers, tuple.Ints32(words)); err != nil {
				return err
			}
		}
		if err := w.translate(out, s.records, &in, ids); err != nil {
			return err
		}
	}
	return nil
}

// translate hands over some records.
func (w *worker) translate(out *handover, records int64, in *spill.Window, ids []int32) error {
	for records > 0 {
		block, err := out.Empty()
		if err != nil {
			return err
		}
		block = block[:min(int64(len(block)), records*int64(w.build.opt.Columns))]
		if err := in.Full(4 * len(block)); err != nil {
			return err
		}
		copy(tuple.Bytes(block), in.Buf[in.Pos:])
		tuple.FromLE(block)
		in.Pos += 4 * len(block)
		for i, v := range block {
			block[i] = ids[v]
		}
		out.Put(block)
		records -= int64(len(block) / w.build.opt.Columns)
	}
	return nil
}

// PageHosts numbers the hosts of URLs that come in the order of their ids, as a dictionary is written: a Build of its
// own, of one column. URLs without a host have none.
type PageHosts struct {
	Some   bool // whether a URL had a host
	text   []byte
	pipe   *io.PipeWriter
	done   chan error
	store  *spill.Blocks
	absent *spill.Writer // ids of URLs without a host, 4 bytes each
}

// NewPageHosts starts to number hosts. Pairs gets (id, id of its host), sorted by id; words gets the hosts.
func NewPageHosts(opt Options, pairs tuple.Sink, words func(id int32, host []byte) error) (*PageHosts, error) {
	opt.Columns, opt.Order = 1, hostOrder()
	r, w := io.Pipe()
	h := &PageHosts{pipe: w, done: make(chan error, 1)}
	h.store = spill.NewBlocks(opt.Room, nil, minBlock)
	h.absent = h.store.NewWriter()
	out := Output{Words: words}
	if pairs != nil {
		out.Links = &hostPairs{hosts: h, pairs: pairs}
	}
	go func() {
		err := par.Guard(func() error {
			stats, err := Build([]io.Reader{r}, opt, out)
			if err == nil && len(stats.Skipped) > 0 {
				err = errors.New("a host that is not fit for a dictionary")
			}
			return err
		})
		r.CloseWithError(err)
		h.done <- err
	}()
	return h, nil
}

// Add takes the next URL.
func (h *PageHosts) Add(id int32, url []byte) error {
	host := urls.Host(url)
	if len(host) == 0 {
		return h.absent.Int32(id)
	}
	h.Some = true
	h.text = append(append(h.text, host...), '\n')
	if len(h.text) < tuple.BlockBytes {
		return nil
	}
	return h.flush()
}

func (h *PageHosts) flush() error {
	_, err := h.pipe.Write(h.text)
	h.text = h.text[:0]
	return err
}

// Close ends the work, after err if there was one.
func (h *PageHosts) Close(err error) error {
	if err == nil {
		err = h.flush()
	}
	h.pipe.CloseWithError(err) // io.EOF without one
	e := <-h.done
	if err == nil {
		err = e
	}
	h.store.Close()
	return err
}

// hostPairs puts the ids of pages before those of their hosts.
type hostPairs struct {
	hosts  *PageHosts
	pairs  tuple.Sink
	absent *spill.Window
	page   int32
	next   int32 // page without a host, -1: there is none
	buf    []int32
}

// WriteBlock implements tuple.Sink; what it is given comes when all pages were added.
func (p *hostPairs) WriteBlock(hosts []int32) error {
	if p.absent == nil {
		pages, err := p.hosts.absent.Finish()
		if err != nil {
			return err
		}
		r := p.hosts.store.Window(pages)
		p.absent = &r
		if err := p.skip(); err != nil {
			return err
		}
	}
	p.buf = p.buf[:0]
	for _, host := range hosts {
		for p.page == p.next {
			p.page++
			if err := p.skip(); err != nil {
				return err
			}
		}
		p.buf = append(p.buf, p.page, host)
		p.page++
	}
	return p.pairs.WriteBlock(p.buf)
}

// skip reads the next page without a host.
func (p *hostPairs) skip() (err error) {
	if err = p.absent.More(4); err != nil || len(p.absent.Buf) == p.absent.Pos {
		p.next = -1
		return err
	}
	p.next, err = p.absent.Int32()
	return err
}
