package dict

import (
	"errors"
	"io"

	"webmill/pkg/par"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/web/urls"
)

// PageHosts numbers the hosts of addresses that come in the order of their ids, as a dictionary is written: a Build of its
// own, of one column. Addresses without a host have none.
type PageHosts struct {
	text   []byte
	pipe   *io.PipeWriter
	done   chan error
	store  *spill.Blocks
	absent *spill.Writer // ids of addresses without a host, 4 bytes each
}

// NewPageHosts starts to number hosts. Pairs gets (id, id of its host), sorted by id; words gets the hosts.
func NewPageHosts(opt Options, pairs tuple.Sink, words func(id int32, host []byte) error) (*PageHosts, error) {
	opt.Columns, opt.Order = 1, Hosts()
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

// Add takes the next address.
func (h *PageHosts) Add(id int32, url []byte) error {
	host := urls.Host(url)
	if len(host) == 0 {
		return h.absent.Int32(id)
	}
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
	if e := <-h.done; err == nil {
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
		pages, err := p.hosts.absent.Take()
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
