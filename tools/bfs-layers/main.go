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
	Memory:   "-S in all; fast if -S is at least 3/4 byte for each id that can occur",
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
Layer 1 is the seeds; layer k+1 is what the pages of layer k link to and is in no layer before. Without seeds the search
begins with the lowest page. When nothing is left to follow, it goes on with the lowest page that has no layer, in a new
layer: so layers are distances only for the pages that can be reached from the first one, or from the seeds. With -reachable
it ends there instead, the pages that were not reached are not in the output, and -v and -stats say how many they are.

Pages are all ids that occur in links; -pages N says that they are 0 … N-1, linked or not. Seeds come from -seed and from the
file of -seed-file, records of one column; one that is not a page is an error. With -dictionary they may be URLs, which are
normalised as a browser does; those of a file are in memory until they are found. If one is not there, the nearest is named.

The links are read once, from a pipe if need be, and kept in a compact form, in memory up to half of -S and then in a file in
the folder of -T. Where not even the bits of the pages fit, they go there too: slower, and right all the same.`
