// Tfidf weighs the terms of documents.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "tfidf",
	Synopsis: "weigh the terms of documents by tf·idf or BM25",
	Purpose:  cli.Terms,
	Usage:    []string{"[FILE]"},
	Manual:   manual,
	In:       "counts, (doc, term, count), sorted by 1,2, each (doc, term) once",
	Out:      "(doc, term, weight), sorted by 1,2",
	Memory:   "a quarter of -S for a table, 8 bytes · terms (16 with totals); the rest for 2 to 3 bytes · records, and to sort; what does not fit in -T",
	Passes:   "one over the input, one or two over its compact form; records of terms behind the table are sorted twice",
	Examples: []cli.Example{
		{Does: "the ten best terms of each document", Line: "tfidf -scheme sklearn -top-terms 10 counts.t3 -o weights.t3"},
		{Does: "counts in several parts, added up",
			Line: "extsort -k 1,2 counts.t3 counts.t3 | tuplejoin -w 3 -group 1,2 -agg sum:3 | tfidf -o weights.t3"},
		{Does: "BM25 of words that are pairs (doc, term)",
			Line: "tuplejoin -group 1,2 -agg count links.t2 | tfidf -scheme bm25 -to parquet -o weights.parquet"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

const manual = `
A term weighs more in a document that has it often, and less if many documents have it. The input has how often each
term is in each document; ids are those of dictionaries. Each record gets its weight, a float32; with -f64, a float64.

N is the number of documents that occur, or -docs; df, of those that have the term; count, of the term in the document.
-scheme is the formula:

  tfidf    count · log2(N / df)
  unico    count · ln(N / df). -occurrences: count · ln(N / total), total being how often the term is counted in
           all documents; 0 where total ≥ N
  sklearn  count · (ln((1 + N) / (1 + df)) + 1), with -norm l2: that of scikit-learn
  bm25     count (k + 1) / (k (1 - b + b DL / AVDL) + count) · log2(N / df). DL is the length of the document,
           the sum of its counts or as -lengths says; AVDL the mean of all N documents

-norm divides the weights of a document by a number: l2, the root of the sum of their squares; l1, their sum; none, 1.

Terms can be left out:

  -min-df, -max-df   fewer or more documents have them; 5 is a number of documents, 1% a share of N
  -min-count         they are counted less often in all documents
  -most K            of those that are left only the K rarest stay (by their counts, of equal ones those with lower ids)

N, df and lengths count all documents and terms all the same; the norm is that of the terms that stay. Then
-top-terms K writes only the K greatest weights of each document, of equal ones (as float64, before the norm) those
with the lower term ids.

-df takes df from a file, as of a larger corpus, which also needs -docs. A term that is not there is an error, and so is
a document that is not in -lengths. -terms writes what stays: (term, df, count, idf), count being the total and idf
what the formula multiplies by.

A (doc, term) that is repeated is an error; tuplejoin adds its counts up, as an example shows.`
