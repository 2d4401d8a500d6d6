package jobs

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/extsort"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/idset"
	"webmill/pkg/tuple"
)

// The job bfs-layers has a pipeline for each layer. A task has the links from the pages of a range, sorted by source, and the
// layers of these pages so far. It sends each page that the last layer links to, to the range of this page, which keeps it if it
// has no layer. The layers so far are a folder, and a later run goes on with it.
//
// When a component is found, the lowest page that is left begins the next. A crawl has many components of one page, and a
// pipeline for each would take too long. So when few pages are left, one worker searches them by package bfs.

func layersFlags(f *flag.FlagSet, to *Flags) {
	f.StringVar(&to.Seeds, "seed", "", "the `IDS` of the first layer, like 7,8; if none is given, the lowest page")
	f.BoolVar(&to.Reachable, "reachable", false, "write only pages that can be reached from the first layer")
	f.Int64Var(&to.Alone, "alone", 50e6, "when a component is found, one worker searches the rest if it has at most so many `PAGES`")
}

var layerColumns = tuple.IDs("id", "layer")

func (j *Job) layers() error {
	seeds, err := parseSeeds(j.Seeds)
	if err != nil {
		return Usage{err}
	}
	g, err := j.graph(layerColumns, true)
	if err != nil {
		return err
	}
	pages, err := j.countPages(g)
	if err != nil {
		return err
	}
	total, err := pages.records()
	if err != nil {
		return err
	}
	if err := checkSeeds(pages, seeds); err != nil {
		return err
	}
	if total == 0 {
		return j.make(g.out, nil, &copyPart{From: pages.Name, To: g.out})
	}
	last, err := j.search(g, pages, seeds, total)
	if err != nil {
		return err
	}
	if last.found == total || j.Reachable {
		return j.make(g.out, nil, &copyPart{From: last.Name, To: g.out})
	}
	rest := &searchRest{Links: g.links.Name, Pages: pages.Name, Found: last.Name, Layer: last.layer, Least: g.least,
		Memory: int64(j.memory), Temp: j.temp}
	return j.make(g.out, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, rest, partNumbers(s, 1)) },
		&addLayer{Found: last.Name, To: g.out, Memory: int64(j.memory), Temp: j.temp})
}

func parseSeeds(list string) (seeds []int32, err error) {
	for text := range strings.SplitSeq(list, ",") {
		if list == "" {
			break
		}
		id, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
		if err != nil || id < 0 {
			return nil, fmt.Errorf("-seed: %q is not an id", text)
		}
		seeds = append(seeds, int32(id))
	}
	slices.Sort(seeds)
	return slices.Compact(seeds), nil
}

// layered is the folder of the layers after some steps.
type layered struct {
	folder
	found, fresh int64 // pages: all with a layer, and those that the last step found
	layer        int32 // the last
}

func (l *layered) read() error {
	sums, err := l.sums()
	if err == nil {
		l.found, l.fresh, l.layer = int64(sums[0]), int64(sums[1]), int32(sums[2])
	}
	if l.fresh == 0 {
		l.layer--
	}
	return err
}

// search finds layers, each by a pipeline. It goes on after the layers of an earlier run.
func (j *Job) search(g *graph, pages folder, seeds []int32, total int64) (last layered, err error) {
	at := func(step int) layered {
		return layered{folder: g.folder(j.at(fmt.Sprintf("layers-%05d", step)), layerColumns)}
	}
	step := 0
	for exists(at(step + 1).sumsName()) {
		step++
	}
	if step > 0 && !at(step).done() {
		step-- // it was not finished
	}
	if step > 0 {
		last = at(step)
		err = last.read()
	}
	for err == nil {
		how := &follow{Links: g.links.Name, Found: last.Name, Layer: last.layer, Least: g.least, Memory: int64(j.memory),
			Temp: j.temp}
		switch {
		case last.fresh > 0:
		case step == 0 && seeds != nil:
			how.Root = seeds
		case step > 0 && (last.found == total || j.Reachable || total-last.found <= j.Alone):
			return last, nil
		default:
			how.Root, err = lowest(pages, last.folder)
		}
		if err == nil {
			step++
			last, err = j.advance(g, how, last, at(step))
		}
	}
	return last, err
}

// advance writes the folder of layers with the next layer, and removes the folder without it.
func (j *Job) advance(g *graph, how *follow, last, next layered) (layered, error) {
	err := j.make(next.folder, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, how, partNumbers(s, len(g.least))) },
		&addLayer{Found: last.Name, Layer: how.Layer + 1, To: next.folder, Memory: int64(j.memory), Temp: j.temp})
	if err == nil && last.Name != "" {
		err = files(j.temp).RemoveAll(last.Name)
	}
	if err == nil {
		err = next.read()
	}
	return next, err
}

// checkSeeds refuses a seed that is not a page.
func checkSeeds(pages folder, seeds []int32) error {
	to, missing := newRanges(pages.Least), slices.Clone(seeds)
	for part := range pages.Least {
		if !slices.ContainsFunc(seeds, func(seed int32) bool { return to.of(seed) == part }) {
			continue
		}
		if err := eachRecord(pages.Temp, pages.Name, part, func(page []int32) {
			if i, found := slices.BinarySearch(missing, page[0]); found {
				missing = slices.Delete(missing, i, i+1)
			}
		}); err != nil {
			return err
		}
	}
	if len(missing) > 0 {
		return Usage{fmt.Errorf("the seed %d is not a page", missing[0])}
	}
	return nil
}

var errFound = errors.New("found")

// lowest is the lowest page without a layer.
func lowest(pages, found folder) (page []int32, err error) {
	for part := range pages.Least {
		has := &idset.Marks{}
		if found.Name != "" {
			if err := eachRecord(found.Temp, found.Name, part, func(r []int32) { has.Add(r[0]) }); err != nil {
				return nil, err
			}
		}
		err := eachBlock(pages.Temp, pages.Name, part, func(block []int32) error {
			for ; len(block) > 0; block = block[len(pageColumns):] {
				if !has.Has(block[0]) {
					page = []int32{block[0]}
					return errFound
				}
			}
			return nil
		})
		has.Free()
		if page != nil {
			return page, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return nil, errors.New("no page is left")
}

// follow gives the targets of the links from a layer, or the roots, to their ranges, as the next layer.
type follow struct {
	Links, Found string
	Layer        int32
	Root         []int32 // else nil
	Least        []int64
	Memory       int64
	Temp         string
}

// ProcessElement implements a function of Beam.
func (f *follow) ProcessElement(part int, emit func(int, []byte)) error {
	to, d := newRanges(f.Least), newDealer(emit, len(f.Least), 2, f.Memory)
	d.unique = true
	if f.Root != nil {
		for _, page := range f.Root {
			if to.of(page) == part {
				d.put(part, page, f.Layer+1)
			}
		}
		return d.flush()
	}
	front := &idset.Marks{}
	defer front.Free()
	err := eachRecord(f.Temp, f.Found, part, func(r []int32) {
		if r[1] == f.Layer {
			front.Add(r[0])
		}
	})
	if err != nil || front.Containers() == 0 {
		return err
	}
	err = eachBlock(f.Temp, f.Links, part, func(links []int32) error {
		for ; len(links) > 0; links = links[2:] {
			if front.Has(links[0]) {
				d.put(to.of(links[1]), links[1], f.Layer+1)
			}
		}
		return d.err
	})
	if err != nil {
		return err
	}
	return d.flush()
}

// addLayer writes the layers of a range: those so far, and those that it gets for other pages.
type addLayer struct {
	Found  string // "": none so far
	Layer  int32  // the new one
	To     folder
	Memory int64
	Temp   string
}

// ProcessElement implements a function of Beam.
func (f *addLayer) ProcessElement(part int, next func(*[]byte) bool) (int, fact, error) {
	found, fresh := 0.0, 0.0
	done, err := f.To.write(part, func(to tuple.Sink) error {
		return tuple.Piped(2, func(known tuple.Sink) error {
			if f.Found == "" {
				return nil
			}
			return eachBlock(f.Temp, f.Found, part, known.WriteBlock)
		}, func(known tuple.Source) error {
			// If a page has two layers, the lower one comes first and is kept.
			_, err := extsort.Sort(tuple.SinkFunc(func(block []int32) error {
				found += float64(len(block) / 2)
				for i := 1; i < len(block); i += 2 {
					if block[i] == f.Layer {
						fresh++
					}
				}
				return to.WriteBlock(block)
			}), []tuple.Source{known, &blocks{next: next}},
				extsort.Options{Width: 2, Order: tuple.Columns(0), Unique: true, Room: room(f.Memory, f.Temp)})
			return err
		})
	})
	done.Numbers = []float64{found, fresh, 0}
	if part == 0 {
		done.Numbers[2] = float64(f.Layer)
	}
	return 0, done, err
}

// searchRest searches the pages that are left, and gives their layers to their ranges.
type searchRest struct {
	Links, Pages, Found string
	Layer               int32 // the last one so far
	Least               []int64
	Memory              int64
	Temp                string
}

// ProcessElement implements a function of Beam.
func (f *searchRest) ProcessElement(_ int, emit func(int, []byte)) error {
	to, d, has := newRanges(f.Least), newDealer(emit, len(f.Least), 2, f.Memory/4), &idset.Marks{}
	defer has.Free()
	for part := range f.Least {
		if err := eachRecord(f.Temp, f.Found, part, func(r []int32) { has.Add(r[0]) }); err != nil {
			return err
		}
	}
	err := tuple.Piped(2, func(sorted tuple.Sink) error {
		return tuple.Piped(2, func(left tuple.Sink) error { return f.left(left, has) }, func(left tuple.Source) error {
			_, err := extsort.Sort(sorted, []tuple.Source{left}, extsort.Options{Width: 2, Room: room(f.Memory/4, f.Temp)})
			return err
		})
	}, func(links tuple.Source) error {
		_, err := bfs.Layers(tuple.SinkFunc(func(block []int32) error {
			for ; len(block) > 0; block = block[2:] {
				d.put(to.of(block[0]), block[0], block[1]+f.Layer)
			}
			return d.err
		}), tuple.Input{Name: f.Links, Source: links}, bfs.LayersOptions{Room: room(f.Memory/2, f.Temp)})
		return err
	})
	if err != nil {
		return err
	}
	return d.flush()
}

// left passes on the links between pages that are left, and a link from each such page to itself: some have no other.
func (f *searchRest) left(to tuple.Sink, has *idset.Marks) error {
	out := tuple.NewWriter(to, 2)
	for part := range f.Least {
		if err := eachRecord(f.Temp, f.Pages, part, func(page []int32) {
			if !has.Has(page[0]) {
				out.Put(page[0], page[0])
			}
		}); err != nil {
			return err
		}
		if err := eachRecord(f.Temp, f.Links, part, func(link []int32) {
			if !has.Has(link[0]) && !has.Has(link[1]) {
				out.Put(link...)
			}
		}); err != nil {
			return err
		}
	}
	return out.Flush()
}
