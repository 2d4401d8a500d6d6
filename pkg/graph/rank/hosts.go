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
	Name string // of the file, for errors
	runs [][]hostRun
	n    int
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

// look finds hosts one after the other: neighbours in a list of links often have the same.
type look struct {
	hosts *Hosts
	run   *hostRun
}

func (l *look) of(id int32) (host int32, err error) {
	if l.run == nil || id < l.run.first || l.run.last < id {
		if l.run, err = l.hosts.find(id); err != nil {
			return 0, err
		}
	}
	return l.run.host, nil
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
	from, to := look{hosts: h}, look{hosts: h}
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

// AllOne is a Source of links that weigh 1 each.
func AllOne(src tuple.Source) tuple.Source {
	var pairs []int32
	one := tuple.F32Bits(1)
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		if len(pairs) < len(dst)/3*2 {
			pairs = make([]int32, len(dst)/3*2)
		}
		n, err := src.ReadBlock(pairs[:len(dst)/3*2])
		for k := range n / 2 {
			dst[3*k], dst[3*k+1], dst[3*k+2] = pairs[2*k], pairs[2*k+1], one
		}
		return n / 2 * 3, err
	})
}

// mostCount is the greatest integer up to which a float32 has all. The bits of float32 that are taken for integers are greater.
const mostCount = 1 << 24

// Counted is a Source of links whose weights are integers, as float32. Errors call it by name.
func Counted(name string, src tuple.Source) tuple.Source {
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := src.ReadBlock(dst)
		for i := 2; i < n; i += 3 {
			if dst[i] > mostCount {
				return 0, fmt.Errorf("%s: the weight of the link %d → %d is %d, more than %d: is it the bits of an f32?", name,
					dst[i-2], dst[i-1], dst[i], mostCount)
			}
			dst[i] = tuple.F32Bits(float32(dst[i]))
		}
		return n, err
	})
}
