// Tuples converts, cuts, counts and checks tuple streams.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "tuples",
	Synopsis: "convert, cut, count and check tuple streams",
	Usage:    []string{"[FILE...]"},
	Manual:   manual,
	In:       "tuples in any form; several files are read one after the other",
	Out:      "tuples in any form, in the order of the input; with -count, -sum and -check see above",
	Memory:   "2 MB; 80 MB for Parquet; and 4 bytes · columns · N for -sample N, and for -tail N of what is not a raw file",
	Passes:   "1; a second one over a temporary file for Parquet from a pipe or compressed, and to write mtx",
	Examples: []cli.Example{
		{Does: "links for a notebook, with the names of their columns", Line: "tuples -columns src:id,dst:id -order 1,2 -o links.parquet links.t2"},
		{Does: "the first links of the transposed graph", Line: "tuples -cols 2,1 -head 3 -to text links.t2"},
		{Does: "is this sorted by target, then source, without repetitions?", Line: "tuples -check sorted=2,1 -check unique links-by-dst.t2"},
	},
	Groups: cli.Memory | cli.Tuples | cli.Width | cli.Threads,
	Setup:  setup,
}
