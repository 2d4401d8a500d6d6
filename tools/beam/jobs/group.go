package jobs

import (
	"webmill/pkg/extmem"
	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
)

// grouping makes one record of all records with the same first columns: these columns, and a figure of the last column.
type grouping struct {
	Width  int
	Op     extmem.Op // of the last column; Count does not read it
	Unique bool      // equal records count once
	Memory int64
	Temp   string
}

// group writes the groups, sorted; the records may be in any order.
func (g *grouping) group(to tuple.Sink, src tuple.Source) error {
	in := extmem.Input{Width: g.Width}
	for column := range g.Width - 1 {
		in.Key = append(in.Key, column)
	}
	return tuple.Piped(g.Width, func(sorted tuple.Sink) error {
		_, err := extsort.Sort(sorted, []tuple.Source{src},
			extsort.Options{Width: g.Width, Unique: g.Unique, Room: room(g.Memory, g.Temp)})
		return err
	}, func(sorted tuple.Source) error {
		in.Source = sorted
		return extmem.GroupBy(to, in, []extmem.Aggregate{{Op: g.Op, Col: g.Width - 1}})
	})
}

// groupPart writes the groups of a part, and counts those with a figure above 0.
type groupPart struct {
	Folder   folder
	Grouping grouping
}

// ProcessElement implements a function of Beam.
func (f *groupPart) ProcessElement(part int, next func(*[]byte) bool) (int, fact, error) {
	above, width := 0, len(f.Folder.Head.Columns)
	done, err := f.Folder.write(part, func(to tuple.Sink) error {
		return f.Grouping.group(tuple.SinkFunc(func(block []int32) error {
			for i := width - 1; i < len(block); i += width {
				if block[i] > 0 {
					above++
				}
			}
			return to.WriteBlock(block)
		}), &blocks{next: next})
	})
	done.Numbers = []float64{float64(above)}
	return 0, done, err
}
