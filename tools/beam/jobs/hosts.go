package jobs

import (
	"errors"
	"flag"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
)

// The job host-graph makes links between hosts of the links between their pages, and counts them. The pairs (page, host) are cut
// like the links. A task replaces the source of each of its links by its host, and sends the result to the range of the target.
// There the target is replaced in the same way. The links are counted in the range of the source's host.

func hostFlags(f *flag.FlagSet, to *Flags) {
	linksFlags(f, to)
	f.StringVar(&to.HostOf, "host-of", "", "the `FILE` or folder of (page, host); links with a page that it does not have are left out")
}

var (
	hostColumns     = tuple.IDs("page", "host")
	hostLinkColumns = append(tuple.IDs("src", "dst"), tuple.Ints("links")...)
)

func (j *Job) hostGraph() error {
	if j.HostOf == "" {
		return Usage{errors.New("name the file or folder of (page, host): -host-of FILE")}
	}
	if _, _, err := describe(j.temp, []string{j.HostOf}, hostColumns); err != nil {
		return err
	}
	g, err := j.graph(hostLinkColumns, true)
	if err != nil {
		return err
	}
	hosts := g.folder(j.at("hosts"), hostColumns)
	if !hosts.done() {
		deal := &dealPiece{Columns: hostColumns, Least: g.least, Memory: int64(j.memory)}
		if err := j.make(hosts, func(s beam.Scope) beam.PCollection {
			return beam.ParDo(s, deal, pieces(s, []string{j.HostOf}, j.temp))
		}, &sortPart{Folder: hosts, Order: "1,2", Memory: int64(j.memory), Temp: j.temp}); err != nil {
			return err
		}
	}
	half := g.folder(j.at("half"), linkColumns) // (target, host of the source)
	fold := &foldPart{Pairs: g.links.Name, Hosts: hosts.Name, Least: g.least, Memory: int64(j.memory), Temp: j.temp}
	if !half.done() {
		sort := &sortPart{Folder: half, Order: "1,2", Memory: int64(j.memory), Temp: j.temp}
		if err := j.make(half, fold.blocks, sort); err != nil {
			return err
		}
	}
	links, err := half.records()
	if err != nil {
		return err
	}
	parts := len(g.least)
	step := links / int64(samples*parts)
	if g.out.Least, err = j.boundsOf("host-bounds", []string{half.Name}, linkColumns, []int{1}, parts, step); err != nil {
		return err
	}
	count := &foldPart{Pairs: half.Name, Hosts: hosts.Name, Least: g.out.Least, Count: true, Memory: int64(j.memory),
		Temp: j.temp}
	return j.make(g.out, count.blocks, &groupPart{g.out, grouping{3, extmem.Sum, false, int64(j.memory), j.temp}})
}

// foldPart replaces the first column of sorted pairs by hosts, exchanges the two columns, and deals the pairs out by their new
// first column.
type foldPart struct {
	Pairs, Hosts string
	Least        []int64
	Count        bool // the new pairs are links between hosts: a third column counts them
	Memory       int64
	Temp         string
}

// blocks are the blocks of all parts.
func (f *foldPart) blocks(s beam.Scope) beam.PCollection {
	return beam.ParDo(s, f, pieces(s, []string{f.Pairs}, f.Temp))
}

// ProcessElement implements a function of Beam.
func (f *foldPart) ProcessElement(p piece, emit func(int, []byte)) error {
	width := 2
	if f.Count {
		width = 3
	}
	to, d := newRanges(f.Least), newDealer(emit, len(f.Least), width, f.Memory)
	if f.Count {
		d.grouping = &grouping{Width: 3, Op: extmem.Sum, Memory: blockMemory}
	}
	put := tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			if f.Count {
				d.put(to.of(block[1]), block[1], block[0], 1)
			} else {
				d.put(to.of(block[1]), block[1], block[0])
			}
		}
		return d.err
	})
	err := tuple.Piped(2, func(pairs tuple.Sink) error { return p.eachBlock(linkColumns, pairs.WriteBlock) },
		func(pairs tuple.Source) error {
			return tuple.Piped(2, func(hosts tuple.Sink) error { return eachBlock(f.Temp, f.Hosts, p.Part, hosts.WriteBlock) },
				func(hosts tuple.Source) error {
					_, err := extmem.Renumber(put, keyed(f.Pairs, pairs), keyed(f.Hosts, hosts), extmem.Drop)
					return err
				})
		})
	if err != nil {
		return err
	}
	return d.flush()
}

// keyed are pairs that are sorted by their first column.
func keyed(name string, pairs tuple.Source) extmem.Input {
	return extmem.Input{Input: tuple.Input{Name: name, Source: pairs}, Width: 2, Key: []int{0}}
}
