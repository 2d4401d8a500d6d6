// Accumulate tells what share of the importance of a web an order of fetching has collected when.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "accumulate",
	Synopsis: "the share of the importance that an order of fetching has collected, by phase",
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
Adds up the ranks of the pages at the first places of an order: after p percent of its places, rounded down, but at least
one. Shares are of the sum of all ranks. There is a line for each whole percent, or for each of -steps, and beside each
order (there may be several: order, order2, …; percent are those of the longest):

  max      the share of as many pages with the greatest ranks, which no order exceeds
  random   the share that an order chosen at random has on the average: pages so far / pages
  sample   the share that one such order has; -random-seed makes another one

The pages are those with a rank or a place. A page without a rank counts 0 and takes its place all the same; one that has a
rank and was not fetched counts in the sum of all, and for max. With -among order only the pages of the orders count: so
the first half of a crawl can be looked at as if it were all. A warning counts the pages without a rank or a place.

Text has nine decimals, and ends with a comment with the areas under the curves, 0 … 1 wide and high (also in -stats).
Raw and Parquet output has float32.`
