// Crawl-order puts pages in the order in which a crawler of some strategy fetches them.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "crawl-order",
	Synopsis: "the order in which a crawler fetches pages",
	Purpose:  cli.Graphs,
	Usage: []string{"-strategy NAME [-seed IDS] [-reachable] [-limit N] [LINKS]",
		"-delay SECONDS -host-of FILE [-times FILE] -strategy NAME [LINKS]"},
	Manual: manual,
	In:     "links, pairs (src, dst) sorted by 1,2; repeated ones count once; other per-page files sorted by id",
	Out:    "(id, position) of the pages that are fetched, sorted by id; positions from 1",
	Memory: "-S in all. For data there is -S less 24M, or 3/4 of an -S below 96M. Of this 3/4 must hold 22 bytes · pages " +
		"(omniscient and earlier: 26; -new random: 30; partial: 54), and with -host-of 4 · pages and 40 · hosts (-delay: 52) more. " +
		"bfs without -delay takes any -S. Links are kept in the rest of -S, and in -T",
	Passes: "one over the links; then the list of links of each page is read once; partial ranks 1, 2, 4 … pages; bfs as bfs-number",
	Examples: []cli.Example{
		{Does: "the first 1000 pages by OPIC", Line: "crawl-order -strategy opic -limit 1000 links.t2 -o order.t2"},
		{Does: "fetch the best first, from page 7",
			Line: "pagerank links-by-dst.t2 -o ranks.t2 &&\n  crawl-order -strategy omniscient -importance ranks.t2 \\\n    -seed 7 -reachable links.t2 -o order.t2"},
		{Does: "when is each page fetched, if a site is asked every 10 seconds?",
			Line: "crawl-order -strategy opic -delay 10 -host-of map.t2 \\\n  -times times.t2 links.t2 -o order.t2"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	LeastS:  1 << 20,
	MaxArgs: 1,
	Setup:   setup,
}
