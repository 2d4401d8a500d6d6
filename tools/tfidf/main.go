// Tfidf weighs the terms of documents.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "tfidf",
	Synopsis: "weigh terms by tf·idf or BM25",
	Purpose:  cli.Terms,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "counts, (doc, term, count), sorted by 1,2, each (doc, term) once",
	Out:      "(doc, term, weight), sorted by 1,2",
	Memory:   "-S: a quarter for a table of terms, 8 bytes each (16 with totals); the rest for 2 to 3 bytes · records, and to sort. What does not fit goes to -T",
	Passes:   "one over the input, one or two over its compact form; records of terms that do not fit in the table are sorted twice",
	Examples: []cli.Example{
		{Does: "the ten best terms of each document", Line: "tfidf -scheme sklearn -top-terms 10 counts.t3 -o weights.t3"},
		{Does: "counts in several parts, added up",
			Line: "extsort -k 1,2 counts.t3 counts.t3 | tuplejoin -w 3 -group 1,2 -agg sum:3 | tfidf -o weights.t3"},
		{Does: "the weights of postings, which have the term first",
			Line: "tuples -cols 2,1,3 postings.t3 | extsort -w 3 | tfidf -o weights.t3"},
		{Does: "BM25 of words that are pairs (doc, term)",
			Line: "tuplejoin -group 1,2 -agg count links.t2 | tfidf -scheme bm25 -to parquet -o weights.parquet"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}
