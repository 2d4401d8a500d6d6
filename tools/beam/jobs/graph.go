package jobs

import (
	"flag"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"webmill/pkg/tuple"
)

// graph has the links of a job as a folder that is cut by ranges of their sources. The other folders of work are cut by the same
// ranges of pages.
type graph struct {
	links folder
	out   folder // of the job
	least []int64

	bySource bool // the links of a part are sorted by source, not by target
}

var linkColumns = tuple.IDs("src", "dst")

func linksFlags(f *flag.FlagSet, to *Flags) {
	f.BoolVar(&to.Once, "u", false, "a repeated link counts once")
	f.BoolVar(&to.NoSelf, "noself", false, "links of a page to itself do not count")
}

// graph makes the folder of the links, each part sorted by source or by target. Each range has about the same number of ends of
// links. Columns are those of the job's output.
func (j *Job) graph(columns []tuple.Column, bySource bool) (*graph, error) {
	_, bytes, err := describe(j.temp, j.Inputs, linkColumns)
	if err != nil {
		return nil, err
	}
	parts := j.partsFor(bytes)
	g, order := &graph{bySource: bySource}, tuple.Columns(1, 0)
	if bySource {
		order = tuple.Columns(0, 1)
	}
	if g.out, err = j.newFolder(j.out, parts, columns, tuple.Columns(0), 0); err != nil {
		return nil, err
	}
	if g.links = g.folder(j.at("links"), linkColumns); g.links.done() {
		m, err := manifestOf(j.temp, g.links.Name)
		if err != nil {
			return nil, err
		}
		for _, part := range m.Parts {
			g.least = append(g.least, part.Least)
		}
		g.out.Least, g.links.Least = g.least, g.least
		return g, nil
	}
	if g.least, err = j.bounds(linkColumns, []int{0, 1}, bytes); err != nil {
		return nil, err
	}
	g.out.Least, g.links.Least = g.least, g.least
	deal := &dealPiece{Columns: linkColumns, Least: g.least, NoSelf: j.NoSelf, Unique: j.Once, Memory: int64(j.memory)}
	return g, j.make(g.links, func(s beam.Scope) beam.PCollection { return beam.ParDo(s, deal, pieces(s, j.Inputs, j.temp)) },
		&sortPart{Folder: g.links, Order: order.String(), Unique: j.Once, Memory: int64(j.memory), Temp: j.temp})
}

// folder is a folder of work that is cut like the links.
func (g *graph) folder(name string, columns []tuple.Column) folder {
	f := folder{name, g.out.Head, g.least, g.out.Temp}
	f.Head.Ending, f.Head.Columns = fmt.Sprintf(".t%d", len(columns)), columns
	return f
}
