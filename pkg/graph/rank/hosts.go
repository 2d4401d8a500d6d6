package rank

import (
	"fmt"
	"sort"

	"webmill/pkg/idset"
	"webmill/pkg/tuple"
)

// Hosts know the host of each page. Where ids are given in the order of URLs, the pages of a host have ids one after the other;
// so what is kept is a run of ids for each host.
//
// Memory: 12 bytes for each run.
type Hosts struct {
	Name string      // of the file, for errors
	runs [][]hostRun // in blocks: they grow without being copied
	n    int         // how many runs there are
}

// hostRun are the ids first … last, all there, of a host.
type hostRun struct{ first, last, host int32 }

const runBlock = 1 << 14

// Add gives a page a host; pages come in ascending order.
func (h *Hosts) Add(id, host int32) {
	if h.n > 0 {
		if last := h.run(h.n - 1); last.host == host && last.last+1 == id {
			last.last = id
			return
		}
	}
	if h.n%runBlock == 0 {
		h.runs = append(h.runs, make([]hostRun, runBlock))
	}
	h.n++
	*h.run(h.n - 1) = hostRun{id, id, host}
}

func (h *Hosts) run(i int) *hostRun { return &h.runs[i/runBlock][i%runBlock] }

// Bytes is the memory of the hosts.
func (h *Hosts) Bytes() int64 {
	if h == nil {
		return 0
	}
	return 12 * runBlock * int64(len(h.runs))
}

// find is the run that has a page.
func (h *Hosts) find(id int32) (*hostRun, error) {
	i := sort.Search(h.n, func(i int) bool { return h.run(i).last >= id })
	if i == h.n || h.run(i).first > id {
		return nil, fmt.Errorf("%s: page %d has no host", h.Name, id)
	}
	return h.run(i), nil
}

// HostStrays counts the ids with a host: those that are no pages of the links, and all of them. Nil Hosts have none.
func (l *Links) HostStrays(h *Hosts) (strays, hosted int64) {
	if h == nil {
		return 0, 0
	}
	for i := range h.n {
		run := h.run(i)
		hosted += int64(run.last-run.first) + 1
		for id := int64(run.first); id <= int64(run.last); id++ {
			if !l.pages.Has(int32(id)) {
				strays++
			}
		}
	}
	return strays, hosted
}

// hostFinder finds hosts one after the other: neighbours in a list of links often have the same.
type hostFinder struct {
	hosts *Hosts
	run   *hostRun // that had the last page
}

func (f *hostFinder) of(id int32) (host int32, err error) {
	if f.run == nil || id < f.run.first || f.run.last < id {
		if f.run, err = f.hosts.find(id); err != nil {
			return 0, err
		}
	}
	return f.run.host, nil
}

// together returns an error if the pages of a host do not have ids one after the other.
func (h *Hosts) together() error {
	var seen idset.Set
	defer seen.Free()
	for i := range h.n {
		run := h.run(i)
		if i > 0 && h.run(i-1).host == run.host {
			continue
		}
		if !seen.Add(run.host) {
			return fmt.Errorf("%s: host %d has page %d, but pages of other hosts are between it and the rest: "+
				"the pages of a host must have ids one after the other, as dict gives them", h.Name, run.host, run.first)
		}
	}
	return nil
}

// Weigh is a Source of weighted links: those of src, which have weights already or not. A link inside a host weighs inside times
// as much.
func (h *Hosts) Weigh(src tuple.Source, weighted bool, inside float32) tuple.Source {
	from, to := hostFinder{hosts: h}, hostFinder{hosts: h}
	factor := func(link []int32) error {
		a, err := from.of(link[0])
		if err != nil {
			return err
		}
		b, err := to.of(link[1])
		if err == nil && a == b {
			link[2] = tuple.F32Bits(tuple.F32Value(link[2]) * inside)
		}
		return err
	}
	each := func(dst []int32) error {
		for i := 0; i < len(dst); i += 3 {
			if err := factor(dst[i:]); err != nil {
				return err
			}
		}
		return nil
	}
	if !weighted {
		src = AllOne(src)
	}
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := src.ReadBlock(dst)
		if e := each(dst[:n]); e != nil {
			return 0, e
		}
		return n, err
	})
}
