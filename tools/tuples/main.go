// Tuples converts, cuts, counts and checks tuple streams.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "tuples",
	Synopsis: "convert, cut, count and check tuple streams",
	Purpose:  cli.Streams,
	Usage:    []string{"[FILE...]", "-partition K [-cut-by COLUMN] [-hash] -o DIR [FILE...]"},
	Manual:   manual,
	In:       "tuples in any form, several files one after the other",
	Out:      "tuples in any form, in the order of the input; -count, -sum: a line of text; -check: nothing; -partition: a folder",
	Memory:   "2 MB; Parquet: 40 MB and 3 MB for each thread; -tail N of anything but a raw file: 4 bytes · columns · N; -sample N: 16 bytes · N more; -partition: -S; never more than -S",
	Passes:   "1; -partition: as extsort; 1 more for mtx and graph-txt, and for Parquet from a pipe",
	Examples: []cli.Example{
		{Does: "links for a notebook, with the names of their columns",
			Line: "tuples -columns src:id,dst:id -sorted 1,2 -o links.parquet links.t2"},
		{Does: "the first links of the transposed graph", Line: "tuples -cols 2,1 -head 3 -to text links.t2"},
		{Does: "is this sorted by target, then source, without repetitions?",
			Line: "tuples -check sorted=2,1 -check unique links-by-dst.t2"},
		{Does: "64 parts by ranges of targets", Line: "tuples -partition 64 -cut-by 2 -o parts.t2 links.t2"},
	},
	Check:  "-check: a record fails",
	Groups: cli.Memory | cli.Tuples | cli.Width | cli.Threads,
	Setup:  setup,
}
