// Bfs-layers finds the layers of a breadth-first search.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "bfs-layers",
	Synopsis: "find the layer of each page, breadth first",
	Purpose:  cli.Graphs,
	Usage:    []string{"[-seed IDS] [-seed-file FILE] [-reachable] [-pages N] [LINKS]", "-dictionary FILE -seed URL [LINKS]"},
	Manual:   manual,
	In:       "links, pairs (src, dst) sorted by 1,2; repeated ones and those of a page to itself change nothing",
	Out:      "(id, layer) sorted by id",
	Memory:   "-S in all; fast if -S has at least 3/4 byte for each id up to the greatest",
	Passes:   "one over the input; then a chunk of 512 links is decoded for each layer that its pages are in",
	Examples: []cli.Example{
		{Does: "the layers, component after component", Line: "bfs-layers links.t2 -o layers.t2"},
		{Does: "how far is each page from page 7?", Line: "bfs-layers -seed 7 -reachable links.t2 -to text"},
		{Does: "how many clicks away from this page are the others?",
			Line: "bfs-layers -dictionary urls.txt -seed http://h0.test/p0.html -reachable \\\n  links.t2 -to text"},
		{Does: "how many pages each layer has", Line: "bfs-layers links.t2 -sizes sizes.txt -o layers.t2"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

const manual = `
Layer 1 is the seeds. Layer k+1 is the pages that those of layer k link to and that are in no layer before. Without seeds
the search begins with the lowest page. When nothing is left to follow, it goes on with the lowest page that has no layer,
in a new layer. So layers are distances only for pages that can be reached from the seeds, or from the first page. With
-reachable the search ends there instead: pages that it has not reached are not in the output, and -v and -stats say how many
they are.

Pages are all ids that occur in links, or with -pages N the ids 0 … N-1, linked or not. Seeds come from -seed and from the
file of -seed-file, records of one column. A seed that is not a page is an error. With -dictionary seeds may be URLs; one that
is not there as it is given is normalised as a browser does it. Those of a file are in memory until they are found. If a URL
is not in the dictionary, a message names the nearest one. The dictionary must be that of the links: in another one the URL
has another id, and the search begins at another page without a message.

The links, which may come from a pipe, are read once and kept in a compact form: in memory up to half of -S, the rest in a
file in the folder of -T. If not even the bits of the pages fit in memory, they go there too, and the search is slower.`
