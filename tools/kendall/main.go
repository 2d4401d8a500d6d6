// Kendall compares two scorings of the same ids by Kendall's tau.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "kendall",
	Synopsis: "compare two scorings by Kendall's tau",
	Purpose:  cli.Results,
	Usage:    []string{"A B", "-pairs [FILE]"},
	Manual:   manual,
	In:       "A and B: (id, score), sorted by id, each id once; -pairs: (a, b) in any order",
	Out:      "text: tau, with -counts also the counts; or JSON",
	Memory: "-S: half to sort the pairs of scores, 8 bytes a thing; half for the scores of B, 8 bytes (with -weighted 18). What does not fit " +
		"goes to -T",
	Passes: "one over A and B; what does not fit in memory is written and read once more, the scores of B once for each pass\n" +
		"         of merging, mostly one; -top and -rank both keep all pairs in -T; -rank both sorts twice",
	Examples: []cli.Example{
		{Does: "do numbers grow with the layers?", Line: "kendall -ints layers.t2 numbers.t2"},
		{
			Does: "does the in-degree agree with the numbering?",
			Line: "tuplejoin -group 2 -agg count links-by-dst.t2 | kendall -ints -over any=0 -json - numbers.t2",
		},
		{Does: "the hundred best pages of two rankings, the best weighing more",
			Line: "pagerank links-by-dst.t2 | kendall -top 100 -weighted - scores.t2"},
	},
	Check:   "tau is not defined",
	Groups:  cli.Memory | cli.Threads | cli.From | cli.To,
	MaxArgs: 2,
	Setup:   setup,
}

func main() { cli.Main(command) }
