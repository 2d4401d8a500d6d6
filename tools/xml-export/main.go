// Xml-export writes documents and their ranks as XML with a DTD.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "xml-export",
	Synopsis: "documents and their ranks as XML with a DTD",
	Purpose:  cli.Results,
	Usage:    []string{"-ranking FILE [DOCUMENTS...]", "-pagerank FILE [DOCUMENTS...]"},
	Manual:   manual,
	In:       "documents, JSON lines or Parquet, in any order; (id, rank:f32) and (id, layer), sorted by 1",
	Out:      "XML with its DTD; a page is an element htmldata, in the order of the ids",
	Memory:   "-S; the documents are sorted, and what does not fit goes to -T",
	Passes:   "one over each input, and a sort of the documents; -min-score: one more over what is written",
	Examples: []cli.Example{
		{
			Does: "all pages of a crawl with their PageRank",
			Line: "xml-export -pagerank scores.t2 -layers layers.t2 documents.jsonl \\\n  -o pages.xml",
		},
		{
			Does: "the relevant ones, in ISO-8859-1 as in UNICO",
			Line: "xml-export -ranking scores.t2 -min-score 0.4 -charset latin1 \\\n" +
				"  -description 'University of Lindenau' -o relevant.xml documents.jsonl",
		},
	},
	Partial: "some lines are no documents",
	Groups:  cli.Memory | cli.Threads,
	LeastS:  leastMemory,
	Setup:   setup,
}
