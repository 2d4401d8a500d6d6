// Pagerank ranks the pages of a graph by their links.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "pagerank",
	Synopsis: "PageRank of graphs with more links than memory",
	Purpose:  cli.Ranks,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "links, pairs (src, dst), with -weights triples (src, dst, weight), sorted by 2,1",
	Out:      "pairs (id, rank) of the rated pages, sorted by id",
	Memory:   "to read: 2.5 bytes · pages. To solve, for each page with links: 8 bytes (float32 4, disk 1, power 16), with -personal 4 more, and 4 for each page of its file. With -weights or -inside 8 more, and 12 for each host. The links take the rest of -S, and files in -T",
	Passes:   "one over the input, one over the compact form for each sweep, and two more; on disk each sweep also moves 40 bytes · pages",
	Examples: []cli.Example{
		{Does: "the 20 best pages",
			Line: "pagerank links-by-dst.t2 | extsort -w 2 -k 2r,1 | tuples -w 2 -head 20 -columns id,rank:f32 -to text"},
		{Does: "for a notebook, with what was done",
			Line: "pagerank -tol 1e-6 -stats pagerank.json -o ranks.parquet links-by-dst.t2"},
	},
	Partial: "the ranks have not converged",
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
