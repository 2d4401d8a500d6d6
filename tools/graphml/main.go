// Graphml writes a graph of named pages for programs that show graphs.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "graphml",
	Synopsis: "write a graph with names and ranks for Gephi",
	Purpose:  cli.Results,
	Usage:    []string{"DICTIONARY LINKS [RANKS]"},
	Manual: `
Writes the pages of a dictionary and the links between them as GraphML, an XML form of graphs that Gephi, igraph,
networkx, Cytoscape and yEd read. A page is a node n17 whose label is line 17 of the dictionary, from 0, and whose rank
is that of RANKS, if it has one. A link is an edge; a link that occurs twice is two edges.

-keep N writes only the N pages with the greatest ranks, and the links among them: what such programs can show. Of pages
with equal ranks, those with the lowest ids are kept.

Bytes that are no UTF-8, and characters that XML does not allow, become U+FFFD. A link or a rank of an id that the dictionary does
not have is an error.`,
	In:     "the dictionary, a string a line; links (src, dst) in any order; ranks (id, rank:f32) sorted by id",
	Out:    "GraphML; nodes in the order of the ids, edges in the order of the links",
	Memory: "1 MB; -keep N: 8 bytes · N",
	Passes: "one over each input; -keep: two over RANKS, which must be a file then",
	Examples: []cli.Example{
		{Does: "the graph of the best three pages", Line: "graphml -keep 3 -o best.graphml urls.txt links.t2 scores.t2"},
		{Does: "a whole graph, packed", Line: "graphml -o web.graphml.gz urls.txt links.t2"},
	},
	MaxArgs: 3,
	Groups:  cli.From,
	Setup:   setup,
}
