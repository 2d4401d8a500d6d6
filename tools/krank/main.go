// Krank ranks the pages of a graph by the best links to each.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "krank",
	Synopsis: "PageRank that counts only the k best links to each page",
	Purpose:  cli.Ranks,
	Usage:    []string{"[FILE]"},
	Manual: `
A page's PageRank grows with the number of links to it, which is what link farms sell. Of the links to a page, K-Rank
(Kulvait 2007) keeps only the k (-best) that pass on the most rank. A link passes on the PageRank of its source divided by
the number of links that the source has; of equal links, those from lower ids are kept. Then PageRank is computed again, on
this pruned graph.

The first ranks are computed, or read from -ranks: pairs (id, rank), sorted by id, with every page that has links.
-links-out writes the pruned graph, sorted by 2,1. If no page has more than k links to it, the result is the PageRank of the
links, each counted once.

A repeated link counts once, so that no source takes several of the k places; -repeated counts it repeatedly. With weights, a
link passes on its share of the rank by weight; a repeated link has the greatest of its weights and with -repeated their sum, and
takes one of the k places. The other
flags are those of pagerank. With -known and -share, which rate a crawl while it runs, -ranks must be ranks of the same share.
-init is where both computations begin, and -method is gs (Gauss–Seidel) or power.`,
	In:     "links, pairs (src, dst), with -weights triples (src, dst, weight), sorted by 2,1",
	Out:    "pairs (id, rank) of the pages, sorted by id",
	Memory: "as pagerank, and 8 bytes · k for each thread; the links are kept while the first ranks are computed",
	Passes: "one over the input; the sweeps of pagerank, twice; one over the compact form, to prune",
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
