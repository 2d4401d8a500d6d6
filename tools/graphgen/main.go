// Graphgen makes synthetic graphs: web-like, R-MAT or random, of any size, by seed.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "graphgen",
	Synopsis: "make a synthetic graph of any size",
	Purpose:  cli.Graphs,
	Manual: `
The models are

  web     pages grouped into hosts whose sizes follow a power law, ids of a host consecutive. Most links
          stay in their host and lead to its navigation or near by; the others lead to pages whose
          popularity follows a power law. Some pages have no links (-sinks), and each page has at most one
          self-link, so -self is at most the number of pages that may have links, divided by -links. Only links
          inside a host are repeated, so -dup is less than -local. The number of links is exactly -links, unless -u leaves
          repeated ones out. The defaults are in the range of real crawls:
          cnr-2000 has 10 links a page, 24 % pages without links and 2.7 % self-links; the host graphs of
          Common Crawl have 35 links a page and 75 % pages without links.
  rmat    the recursive matrix of Graph 500 (0.57, 0.19, 0.19, 0.05), 2^N pages by -bits N, -factor links a page,
          labels permuted; duplicates and self-links are part of it (-noself leaves out self-links, extsort -u duplicates).
  random  independent pairs of uniform ids; -pages 2147483648 uses every id.

The links of the web model come sorted by source or by target, without a sort, so a pipe can take graphs larger
than the disk. With the same seed, both orders have the same links. The other models come in no order.`,
	In:     "none",
	Out:    "links, pairs (src, dst): web sorted by 1,2 or, with -by dst, by 2,1; rmat and random unsorted",
	Memory: "web: for each thread 28 bytes · links of the heaviest 16384 pages, and 20 bytes · pages / 16384 in all; others: 1 MB a thread",
	Passes: "none; web takes (pages / 16384)² · 1 ns besides the links",
	Examples: []cli.Example{
		{Does: "a small web, and its most linked pages",
			Line: "graphgen -pages 10000 -links 100000 -by dst | tuplejoin -w 2 -group 2 -agg count | extsort -w 2 -k 2r -to text"},
		{Does: "random pairs to sort", Line: "graphgen -model random -links 1000000 | extsort -w 2 -k 2,1 -o random.t2"},
	},
	Groups:  cli.Threads | cli.To | cli.Parquet,
	MaxArgs: -1,
	Setup:   setup,
}

func main() { cli.Main(command) }
