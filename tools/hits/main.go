// Hits rates the pages of a graph as authorities and as hubs.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "hits",
	Synopsis: "authorities and hubs",
	Purpose:  cli.Ranks,
	Usage:    []string{"[FILE]"},
	Manual: `
A page is an authority as far as hubs link to it, and a hub as far as it links to authorities (Kleinberg 1999). Both begin with
1. A sweep adds up the hubs that link to each page, then the authorities that each page links to, and scales both so that the
sum of their squares is 1. -update new makes hubs of the new authorities (Mielke 2011), -update old makes both of the old values
(Nitsche 2003).

Sweeps go on until the residual is at most -tol. The residual is the length of the difference between the old values and the
new ones, which for that are divided by the number that scaled the old ones. If -tol is not met after -max-sweeps, the result
is written and the exit status is 3.

The base set is all pages. With -root FILE, the answers to a question, it is these pages, the pages that they link to, and of
the pages that link to each of them the -most-in with the lowest ids. Only links inside the base set count.

Links have a weight with -weights, that of menus less, and with -host-of and -inside those inside a host (0: left out, as
Kleinberg does). A repeated link has the sum of its weights, with -u the greatest. A link of weight 0 does not count. It
brings the page that has it into the base set (-zero in), also the page that it leads to (both), or neither (none). -inside
and -similar change weights only after the base set is made.

Extended HITS: -host-most keeps the first links from a host to a page. -host-share divides the weight of the k links from a host
to a page by k, for hubs that of the links from a page to a host (Bharat and Henzinger 1998); the pages of a host must have ids
one after the other. -similar FILE has pairs (id, s), how similar each page is to the question, sorted by id, 0 for the others: a
link counts s times its other page. -least leaves pages out that are less similar than the median of the base set (median) or of
the root set (root-median), or than a tenth of the greatest (tenth).`,
	In:     "links, pairs (src, dst), with -weights triples (src, dst, weight), sorted by 2,1; -root: ids in any order",
	Out:    "triples (id, authority, hub) of the pages of the base set, sorted by id",
	Memory: "to read: 2.5 bytes · pages. To solve: 8 bytes for each page with links, 8 for each that is linked to, 16 with -update old; with -similar 4 more for each, with -host-of 12 for each host. The links take the rest of -S, and files in -T",
	Passes: "one over the input, a sort of the links by source, two over the compact form; one over each of the two graphs for each sweep",
	Examples: []cli.Example{
		{Does: "the 20 best authorities",
			Line: "hits links-by-dst.t2 | extsort -w 3 -columns id,authority:f32,hub:f32 -k 2r,1 |\n" +
				"  tuples -w 3 -head 20 -columns id,authority:f32,hub:f32 -to text"},
		{Does: "around the pages 3 and 8, as float64",
			Line: "printf '3\\n8\\n' | tuples -w 1 -from text -o root.t1 && hits -root root.t1 -f64 -o hits.parquet links-by-dst.t2"},
	},
	Partial: "the values have not converged",
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
