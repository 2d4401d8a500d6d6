// Renumber replaces the ids in a column by their numbers in a map.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "renumber",
	Synopsis: "replace ids by another numbering",
	Purpose:  cli.Ids,
	Usage:    []string{"-map MAP [FILE]"},
	Manual: `
Replaces each id in one column by its number in a map: pairs (id, number), sorted by id, each id once. The
input is sorted by that column, so both are read once, side by side. The order of the records stays.

One run changes one column. For several, sort in between, as in the second example.`,
	In:     "tuples of any width, sorted by the column -col; the map sorted by 1",
	Out:    "the same tuples in the same order, the column renumbered",
	Memory: "blocks, 1 MB",
	Passes: "one over the input and one over the map",
	Examples: []cli.Example{
		{Does: "number the sources", Line: "renumber -map map.t2 links.t2 -o numbered.t2"},
		{
			Does: "number both ends, sorted by target again",
			Line: "renumber -map map.t2 links.t2 | extsort -w 2 -k 2,1 |\n  renumber -map map.t2 -col 2 -w 2 | extsort -w 2 -k 2,1 -o numbered.t2",
		},
	},
	Groups:  cli.Tuples | cli.Width,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
