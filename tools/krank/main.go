// Krank ranks the pages of a graph by the best links to each.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "krank",
	Synopsis: "K-Rank: PageRank that counts only the k best links to each page",
	Purpose:  cli.Ranks,
	Usage:    []string{"[FILE]"},
	Manual: `
A page's PageRank grows with the number of links to it, which is what link farms sell. K-Rank (Kulvait 2007) keeps
of the links to a page only the k (-best) that pass on most rank: the PageRank of their source divided by the number
of its links; of equal ones those of lower ids. Pages with no more than k links to them keep all. Then PageRank
is computed again, on the pruned graph.

The first ranks are computed, or read from -ranks: pairs (id, rank), sorted by id, with every page that has
links. -links-out writes the pruned graph, sorted by 2,1. With -best at least the largest in-degree, the result is
the PageRank of the links, each counted once.

A repeated link counts once, so that no source takes several of the k places; -repeated counts it repeatedly.
The other flags are those of pagerank: -known and -share rate a crawl while it runs, where -ranks are those of the same share;
-init starts both solutions.`,
	In:     "links, pairs (src, dst), sorted by 2,1",
	Out:    "pairs (id, rank) of the pages, sorted by id",
	Memory: "as pagerank, and 8 bytes · k for each thread; the links are kept while the first ranks are computed",
	Passes: "one over the input, then those of pagerank twice and one to prune",
	Examples: []cli.Example{
		{Does: "the 100 best links to each page", Line: "krank -best 100 -o kranks.t2 links-by-dst.t2"},
		{Does: "and the pruned graph", Line: "krank -best 10 -links-out pruned.t2 -o kranks.t2 links-by-dst.t2"},
	},
	Partial: "the ranks have not converged",
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
