// Crawl-order puts pages in the order in which a crawler of some strategy fetches them.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "crawl-order",
	Synopsis: "the order in which a crawler of some strategy fetches pages",
	Purpose:  cli.Graphs,
	Usage: []string{"-strategy NAME [-seed IDS] [-reachable] [-limit N] [LINKS]",
		"-delay SECONDS -host-of FILE [-times FILE] -strategy NAME [LINKS]"},
	Manual: manual,
	In:     "links, pairs (src, dst) sorted by 1,2; repeated ones count once; other per-page files sorted by id",
	Out:    "(id, position) of the pages that are fetched, sorted by id; positions from 1",
	Memory: "-S in all. D is -S less 24M for the program itself (below 96M: less a quarter). 3/4 of D must hold 22 bytes · pages " +
		"(omniscient and earlier: 26; -new random: 30; partial: 54), and with -host-of 4 · pages and 52 · hosts more. " +
		"bfs without -delay takes any -S. Links are kept in the rest of -S, and in -T",
	Passes: "one over the links; then the list of each page is looked up once; partial ranks 1, 2, 4 … pages; bfs as bfs-number",
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

const manual = `
Simulates a crawler on a web of which all links are given. The crawler knows the seeds, ids or, with -dictionary, URLs.
It fetches the best of the pages that it knows and has not fetched, learns what that page links to, and so on. The
strategy says which is best; of equally good pages it takes the one with the lowest id. When nothing is left to fetch,
it goes on with the lowest page that it does not know, and it begins there where there are no seeds; with -reachable, it
ends. With -limit N it ends after N pages.

  bfs         first in, first out, links by ascending id: the numbers of bfs-number
  dfs         last in, first out; a page found again moves to the top; of a page's links the lowest comes first
  dfs-push    last in, first out, where a page stays where it was found first; of a page's links the highest comes first
  random      any of the pages that are known, drawn at random; -random-seed makes another order
  opic        the most credit (On-line Page Importance Computation): the seeds share 1, a page begun anew has 1; a page that is
              fetched divides its credit among the pages it links to and that are not fetched; where there are none it is lost
  opic-all    the same, but it divides its credit among all links, so that what goes to fetched pages is lost
  partial     the greatest PageRank in the graph fetched so far, in which pages that are not fetched have no links.
              Ranks are computed after the first page, and again when the number of fetched pages has doubled, or every -step N
              pages; a page found in between has the sum of what the pages that link to it pass on; -d and -tol are as in pagerank
  earlier     the greatest importance in an earlier crawl, -importance; a page that has none there has, by -new:
                omniscient  its final importance, from -final; 0 if it has none
                random      that of an old page, drawn at random
                zero        0
                parent      that of the page where it was found first, divided by its links; a page to begin with 0
  sites       larger sites first: of the host (-host-of) with the most pages that are known and not fetched, the one found first
  omniscient  the greatest final importance, from -importance; 0 if a page has none

Links of a page to itself count for opic-all, parent and partial, as any link does, and change nothing else. Credit is a
float64, added up in the order of fetching.

With -delay, no host (-host-of) is asked twice within that many seconds: the crawler takes the best page whose host does not
wait, and waits itself where there is none. With -rate R it fetches no more than R pages a second; without, it takes no time.
-times gets the second of each page, from 0.`
