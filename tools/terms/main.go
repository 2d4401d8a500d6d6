// Terms turns documents into tuples of words and their dictionary.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/text/terms"
	"webmill/pkg/work"
)

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "terms",
	Synopsis: "the words of documents as tuples of ids",
	Purpose:  cli.Terms,
	Usage:    []string{"-dict FILE [FILE...]"},
	Manual:   manual,
	In:       "lines of JSON with documents, or Parquet; several files are read as one",
	Out:      "(doc, term), (doc, term, position) or (doc, term, count), in the order of the documents; -doc-lengths: (doc, length)",
	Memory:   "-S, at least " + work.Bytes(terms.LeastMemory),
	Passes:   "1 over the documents; 1 over the dictionary",
	Examples: []cli.Example{
		{Does: "how often each word is in each document", Line: "extract-text crawl.warc.gz | terms -counted -dict words.txt -o counts.t3"},
		{Does: "the most frequent stems",
			Line: "extract-text -o documents.jsonl crawl.warc.gz &&\nterms -stem german -dict stems.txt -o terms.t2 documents.jsonl &&\nextsort -k 2 terms.t2 | tuplejoin -w 2 -group 2 -agg count | extsort -w 2 -k 2r |\n  tuples -w 2 -head 10 | undict -columns term,n stems.txt"},
	},
	Partial: "some lines are no documents",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	LeastS:  terms.LeastMemory,
	Setup:   setup,
}
