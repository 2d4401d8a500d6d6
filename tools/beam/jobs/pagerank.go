package jobs

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/extmem"
	"webmill/pkg/graph/rank"
	"webmill/pkg/tuple"
)

// The job pagerank is the power method of package rank, with a pipeline for each step. The pages are cut into ranges of their
// ids. A task has the links from the pages of a range, sorted by target, and what is known of these pages:
//
//	x_j = z_j/c_j;  for each target i of the range's links: give Σ x_j to the range of i     rank.Contribute
//	a_i = Σ of what the ranges give;  z_i = b·v + d·a_i                                      rank.PowerStep
//
// Only sums by target move, 12 bytes each. The ranks of a step are a folder, and a later run goes on with it. A task holds three
// numbers of 8 bytes for each id from the first page of its range to the last.

func rankFlags(f *flag.FlagSet, to *Flags) {
	linksFlags(f, to)
	f.Float64Var(&to.D, "d", 0.85, "the `SHARE` of steps that follow a link")
	f.Float64Var(&to.Tol, "tol", 1e-6, "the residual to stop at, `R`")
	f.IntVar(&to.Steps, "max-sweeps", 200, "at most `N` steps")
}

func (j *Job) pagerank() error {
	if !(j.D >= 0 && j.D < 1) || !(j.Tol >= 0) || j.Steps < 1 {
		return Usage{fmt.Errorf("-d must be at least 0 and less than 1, -tol at least 0, -max-sweeps at least 1")}
	}
	g, err := j.graph(rankColumns, false)
	if err != nil {
		return err
	}
	out := g.out
	pages, err := j.countPages(g)
	if err != nil {
		return err
	}
	ranks, converged, err := j.steps(g, pages)
	if err != nil {
		return err
	}
	if err := j.make(out, nil, &copyPart{From: ranks.Name, To: out}); err != nil || converged {
		return err
	}
	return Unfinished{fmt.Errorf("the ranks are written, but have not converged after %s: raise -max-sweeps or -tol",
		tuple.Counted(j.Steps, "step"))}
}

var (
	pageColumns = []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "links"}}
	rankColumns = slices.Concat(tuple.IDs("id"), tuple.F64Column("rank"))
)

// countPages makes the folder of pages: (id, number of links from it), sorted. It counts the pages that have links.
func (j *Job) countPages(g *graph) (pages folder, err error) {
	if pages = g.folder(j.at("pages"), pageColumns); pages.done() {
		return pages, nil
	}
	return pages, j.make(pages, func(s beam.Scope) beam.PCollection {
		find := &findPages{Least: g.least, Unique: g.bySource, Memory: int64(j.memory)}
		return beam.ParDo(s, find, pieces(s, []string{g.links.Name}, j.temp))
	}, &groupPart{pages, grouping{2, extmem.Sum, false, int64(j.memory), j.temp}})
}

// findPages gives each range its pages: the sources in the piece with the number of their links, the targets with 0.
type findPages struct {
	Least  []int64
	Unique bool // targets are repeated
	Memory int64
}

// ProcessElement implements a function of Beam.
func (f *findPages) ProcessElement(p piece, emit func(int, []byte)) error {
	to, d := newRanges(f.Least), newDealer(emit, len(f.Least), 2, f.Memory)
	d.unique = f.Unique
	last, from := int32(-1), &counts{}
	err := p.eachBlock(linkColumns, func(block []int32) error {
		for ; len(block) > 0; block = block[2:] {
			if err := from.add(block[0], f.Memory); err != nil {
				return fmt.Errorf("%s: %w", p.Name, err)
			}
			if block[1] != last {
				last = block[1]
				d.put(to.of(last), last, 0)
			}
		}
		return d.err
	})
	if err != nil {
		return err
	}
	for i, chunk := range from {
		for k, n := range chunk {
			if n > 0 {
				d.put(p.Part, int32(i*chunkIDs+k), n)
			}
		}
	}
	return d.flush()
}

// counts has a number for each id, in chunks: ids may begin anywhere, and have gaps.
type counts [(math.MaxInt32 + 1) / chunkIDs][]int32

const chunkIDs = 1 << 16

// add counts an id. It fails if the chunks do not fit in the memory.
func (c *counts) add(id int32, memory int64) error {
	chunk := &c[id/chunkIDs]
	if *chunk == nil {
		full := 0
		for _, other := range c {
			full += len(other)
		}
		if int64(full)*4 >= memory {
			return errSpread
		}
		*chunk = make([]int32, chunkIDs)
	}
	(*chunk)[id%chunkIDs]++
	return nil
}

// errSpread is the error of a range whose ids do not fit in the memory of a task.
var errSpread = errors.New("the ids of this part are too many or too far apart for a task: give more -parts or a larger -S")

// steps makes steps until the ranks converge or all steps are made, and returns the folder of the last. It goes on after the
// steps of an earlier run.
func (j *Job) steps(g *graph, pages folder) (last folder, converged bool, err error) {
	records, err := pages.records()
	if err != nil {
		return last, false, err
	}
	core, err := pages.sums()
	if err != nil {
		return last, false, err
	}
	total := max(1, float64(records))
	ranks := func(n int) folder { return g.folder(j.at(fmt.Sprintf("ranks-%05d", n)), rankColumns) }
	made := j.Steps
	for made > 0 && !isFolder(ranks(made).Name) {
		made--
	}
	mass := core[0] / total
	for n := 1; n <= j.Steps && !converged; n++ {
		before := last
		last = ranks(n)
		step := rank.NewPowerStep(j.D, mass, total)
		if n > made {
			how := power{Links: g.links.Name, Pages: pages.Name, Ranks: before.Name, Total: total, Least: g.least, D: j.D,
				Base: step.Base, Memory: int64(j.memory), Temp: j.temp}
			if err := j.step(how, last); err != nil {
				return last, false, err
			}
		}
		sums, err := last.sums()
		if err != nil {
			return last, false, err
		}
		step.Change, step.Mass = sums[0], sums[1]
		converged = step.Residual(mass) <= j.Tol
		mass = step.Mass
	}
	return last, converged, nil
}

// step makes the ranks of a step, and removes those of the step before.
func (j *Job) step(how power, ranks folder) error {
	err := j.make(ranks, func(s beam.Scope) beam.PCollection {
		return beam.ParDo(s, &contribute{how}, partNumbers(s, len(how.Least)))
	}, &addUp{how, ranks})
	if err == nil && how.Ranks != "" {
		err = files(j.temp).RemoveAll(how.Ranks)
	}
	return err
}

// power is what the functions of a step know.
type power struct {
	Links, Pages string
	Ranks        string // before the step; "": all pages have the same
	Total        float64
	Least        []int64
	D, Base      float64
	Memory       int64
	Temp         string
}

// pageRange is what is known of the pages of a range before a step: two numbers for each id from the first page to the last.
type pageRange struct {
	first int32
	c, x  []float64 // x is NaN where there is no page
}

// numbers is how many numbers of 8 bytes a task holds for each id: c, x and a.
const numbers = 3

// page is the place of a page in the range.
func (r *pageRange) page(id int32) (int, error) {
	if i := int(id) - int(r.first); i >= 0 && i < len(r.x) && !math.IsNaN(r.x[i]) {
		return i, nil
	}
	return 0, fmt.Errorf("the target or rank %d is not one of the pages of its part: the manifest or bounds do not fit", id)
}

func (f *power) read(part int) (*pageRange, error) {
	r := &pageRange{}
	err := eachBlock(f.Temp, f.Pages, part, func(pages []int32) error {
		for ; len(pages) > 0; pages = pages[2:] {
			if len(r.x) == 0 {
				r.first = pages[0]
			}
			ids := int(pages[0]) - int(r.first) + 1
			if int64(ids) > f.Memory/(8*numbers) {
				return fmt.Errorf("part %d of %s: %w", part, f.Pages, errSpread)
			}
			for len(r.x) < ids {
				r.c, r.x = append(r.c, 0), append(r.x, math.NaN())
			}
			r.c[ids-1], r.x[ids-1] = float64(pages[1]), 1/f.Total
		}
		return nil
	})
	if err == nil && f.Ranks != "" {
		err = eachBlock(f.Temp, f.Ranks, part, func(ranks []int32) error {
			for ; len(ranks) > 0; ranks = ranks[3:] {
				i, err := r.page(ranks[0])
				if err != nil {
					return fmt.Errorf("%s: %w", f.Ranks, err)
				}
				r.x[i] = tuple.F64Value(ranks[1:])
			}
			return nil
		})
	}
	for i, c := range r.c {
		if c > 0 {
			r.x[i] /= c
		} else if !math.IsNaN(r.x[i]) {
			r.x[i] = 0
		}
	}
	return r, err
}

// contribute adds up what the links of a range give to each target.
type contribute struct{ Power power }

// ProcessElement implements a function of Beam.
func (f *contribute) ProcessElement(part int, emit func(int, []byte)) error {
	r, err := f.Power.read(part)
	if err != nil {
		return err
	}
	to, d := newRanges(f.Power.Least), newDealer(emit, len(f.Power.Least), 3, f.Power.Memory)
	d.head = []int32{int32(part), 0, 0}
	sum := make([]int32, 3)
	err = eachBlock(f.Power.Temp, f.Power.Links, part, func(links []int32) error {
		rank.Contribute(links, r.x, r.first, func(target int32, x float64) {
			sum[0] = target
			tuple.PutF64(sum[1:], x)
			d.put(to.of(target), sum...)
		})
		return d.err
	})
	if err != nil {
		return err
	}
	return d.flush()
}

// addUp makes the ranks of a range from what all ranges give.
type addUp struct {
	Power  power
	Folder folder
}

// ProcessElement implements a function of Beam.
func (f *addUp) ProcessElement(part int, next func(*[]byte) bool) (int, fact, error) {
	r, err := f.Power.read(part)
	if err != nil {
		return 0, fact{}, err
	}
	a, err := addBlocks(next, r)
	if err != nil {
		return 0, fact{}, fmt.Errorf("%s: %w", f.Power.Links, err)
	}
	step := rank.PowerStep{D: f.Power.D, Base: f.Power.Base}
	v := slices.Repeat([]float64{1}, 1<<10)
	for some := range slices.Chunk(a, len(v)) {
		step.Ranks(some, v)
	}
	step.Next(a, r.x, r.c)
	done, err := f.Folder.write(part, func(to tuple.Sink) error {
		out := tuple.NewWriter(to, 3)
		for i, z := range a {
			if math.IsNaN(r.x[i]) {
				continue
			}
			record, err := out.Next()
			if err != nil {
				return err
			}
			record[0] = r.first + int32(i)
			tuple.PutF64(record[1:], z)
		}
		return out.Flush()
	})
	done.Numbers = []float64{step.Change, step.Mass}
	return 0, done, err
}

// addBlocks adds up what the ranges give, always in the same order: by range and target.
func addBlocks(next func(*[]byte) bool, r *pageRange) ([]float64, error) {
	a := make([]float64, len(r.x))
	var list [][]int32
	for b := []byte(nil); next(&b); b = nil {
		if len(b) > 0 {
			list = append(list, asRecords(b))
		}
	}
	slices.SortFunc(list, func(a, b []int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[3], b[3])) })
	for _, block := range list {
		for block = block[3:]; len(block) > 0; block = block[3:] {
			i, err := r.page(block[0])
			if err != nil {
				return nil, err
			}
			a[i] += tuple.F64Value(block[1:])
		}
	}
	return a, nil
}
