// Accumulate tells what share of the importance of a web an order of fetching has collected when.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "accumulate",
	Synopsis: "the importance that an order of fetching has collected, by phase",
	Purpose:  cli.Results,
	Usage:    []string{"-order FILE [-order FILE…] [RANKS]"},
	Manual:   manual,
	In:       "ranks (id, rank) and orders (id, position), sorted by id, each id once",
	Out:      "text, a line for each phase: percent, the orders, max, random and sample; tuples and Parquet: the same columns",
	Memory:   "-S sorts 16 bytes · pages for each curve; the rest in -T",
	Passes:   "one over each input, and those of the sort",
	Examples: []cli.Example{
		{Does: "what breadth first collects", Line: "pagerank links-by-dst.t2 | accumulate -order numbers.t2 -steps 10"},
		{
			Does: "two strategies for a notebook",
			Line: "crawl-order -strategy opic links.t2 -o opic.t2 && pagerank links-by-dst.t2 -o ranks.t2 &&\n  accumulate -order numbers.t2 -order opic.t2 -o curves.parquet ranks.t2",
		},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

const manual = `
For each percentage p: the sum of the ranks of the first p % of an order (rounded down, at least one page), as a share of
the sum of all ranks. There is a line for each whole percent, or for each of -steps. If there are several orders (order,
order2, …), p is a percentage of the longest. Further columns are

  max      the share of as many pages with the greatest ranks, which no order exceeds
  random   the share that a random order has on average: pages so far / pages
  sample   the share that one random order has; -random-seed makes another one

The pages are those with a rank or a position. A page without a rank counts as 0 and keeps its position. A page that has a
rank and no position counts in the sum of all ranks, and for max. With -among order only the pages of the orders count: so
the first half of a crawl can be looked at as if it were all. A warning counts the pages without a rank or a position. If one
input is empty and another is not, that is an error.

Text has nine decimals, and ends with a comment with the area under each curve, both axes from 0 to 1 (also in -stats).
Raw and Parquet output has float32.`
