// Bfs-number numbers pages breadth first, from their layers, and proves such a numbering.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "bfs-number",
	Synopsis: "number pages breadth first, or prove a numbering",
	Purpose:  cli.Graphs,
	Usage:    []string{"-layers LAYERS [LINKS]", "-verify NUMBERS [-seed IDS] [LINKS]"},
	Manual:   manual,
	In:       "links, pairs (src, dst) sorted by 1,2; layers (id, layer) or numbers (id, number) sorted by 1",
	Out:      "(id, number) sorted by id; -verify: nothing",
	Memory:   "-S in all, whatever the number of pages and links",
	Passes:   "one over each input; the links are sorted by target, then those that lead to a later page by source",
	Examples: []cli.Example{
		{Does: "number the pages of layers", Line: "bfs-number -layers layers.t2 links.t2 -o numbers.t2"},
		{Does: "links in the new numbers",
			Line: "bfs-number -layers layers.t2 links.t2 -o map.t2 &&\n  renumber -map map.t2 links.t2 | extsort -w 2 -k 2 |\n  renumber -map map.t2 -col 2 -w 2 | extsort -w 2 -o numbered.t2"},
		{Does: "is it breadth first?", Line: "bfs-number -verify numbers.t2 links.t2 && echo yes"},
	},
	Check:   "-verify: not breadth first",
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

const manual = `
Numbers pages in the order in which a breadth-first search finds them: first in, first out, the links of a page by
ascending target. The input has the layers that bfs-layers makes; what is left to find is the order within a layer. The
pages of the first layer, the seeds, come in the order of their ids. In the others a page comes before another if the first
page that links to it has a lower number; pages with the same first page come in the order of their ids.

Numbers begin with 1, or with -first. Links of a page to itself and repeated links change nothing. Layers that do not agree
with the links are an error, and so is a page of the links that has no layer. With -reachable, pages without a layer and
their links are ignored, and all others must be reached from the first layer. If the links are empty, only the first layer
may have more than one page.

What does not fit in memory goes to files in the folder of -T: up to 16 bytes a link and 24 a page.

-verify proves a numbering instead, or names the first page that is out of place and ends with 4. The seeds are those of
-seed and -seed-file, with -dictionary also URLs; without them the search begins with the lowest page. When nothing is left
to follow, the search goes on with the lowest page left, or ends, with -reachable.`
