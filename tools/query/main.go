// Query answers questions about documents from sorted files of their terms.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "query",
	Synopsis: "find the documents that answer questions",
	Purpose:  cli.Terms,
	Usage:    []string{"DICTIONARY LENGTHS POSTINGS [QUESTION...]"},
	Manual:   manual,
	In:       "DICTIONARY, a string a line; LENGTHS, raw (doc, length) sorted by 1; POSTINGS, raw (term, doc, count) sorted by 1,2; lines of questions",
	Out:      "question, rank, score, doc, and with -documents URL and title, in the order of the questions; text, CSV or Parquet",
	Memory:   "-S: the lengths, 8 bytes · documents, if a quarter of it holds them; buffers, questions and answers",
	Passes:   "one over LENGTHS; of POSTINGS only the records of the words that are asked for, all if these are 16 MiB or less; for each batch of questions one over DICTIONARY and the file of -documents",
	Examples: []cli.Example{
		{Does: "make an index, and ask it",
			Line: "extract-text -o docs.jsonl crawl.warc.gz &&\nterms -positions -dict words.txt -doc-lengths lengths.t2 docs.jsonl |\n" +
				"  tuples -w 3 -cols 2,1,3 | extsort -w 3 -o positions.t3 &&\ntuplejoin -group 1,2 -agg count positions.t3 -o postings.t3 &&\n" +
				"query words.txt lengths.t2 postings.t3 'page 7'"},
		{Does: "many questions with phrases, the best answer to each, with its URL",
			Line: "terms -positions -dict words.txt -doc-lengths lengths.t2 documents.jsonl |\n" +
				"  tuples -w 3 -cols 2,1,3 | extsort -w 3 -o positions.t3 &&\ntuplejoin -group 1,2 -agg count positions.t3 -o postings.t3 &&\n" +
				"printf '%s\\n' '\"page 7\"' 'page NEAR/3 h0' |\n" +
				"  query -phrases positions.t3 -documents documents.jsonl -answers 1 \\\n  words.txt lengths.t2 postings.t3"},
	},
	Groups: cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:  setup,
}
