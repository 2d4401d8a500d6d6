// Accumulate tells how fast an order of pages collects the importance of a web.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "accumulate",
	Synopsis: "the importance that an order collects, by phase",
	Purpose:  cli.Results,
	Usage:    []string{"-order FILE [-order FILE…] [RANKS]"},
	Manual:   manual,
	In:       "ranks (id, rank) and orders (id, position), sorted by id, each id once",
	Out:      "text, a line for each phase: percent, the orders, max, random and sample; tuples and Parquet: the same columns",
	Memory:   "-S: up to a half for the curves, 8 bytes a phase of each; the rest sorts 16 bytes · pages of each; more goes to -T",
	Passes:   "one over each input, and those of the sorts",
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
Says what share of the sum of all ranks the first pages of an order have. A line is a phase: p percent of the pages,
rounded down, at least one page. After a line for 0 there is one for each whole percent, or as many as -steps says. Each
order has a column (order, order2, …); if there are several, p is a percentage of the longest. The other columns are

  max      the share of as many pages with the greatest ranks: no order has more
  random   the share that a random order has on average: pages so far / pages
  sample   the share that one random order has; -random-seed makes another one

The pages are those that have a rank or a position. A page without a rank counts as 0 and keeps its position. A page with
a rank but no position counts in the sum of all ranks, and for max. With -among order only the pages of the orders count,
as if the first half of a crawl were the whole. A warning counts the pages without a rank or without a position. It is an
error if one input is empty and another is not.

In text, a percentage has six decimals and a share nine. Text ends with a comment that has the area under each curve, where both
axes go from 0 to 1; -stats has it too. Raw records and Parquet have float32. With -f64 the input is ranks of pagerank -f64.`
