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
	In:       "a string a line; raw (doc, length) sorted by 1; raw (term, doc, count) sorted by 1,2; lines of questions",
	Out:      "question, rank, score, doc, and URL and title if asked, in the order of the questions; text, CSV or Parquet",
	Memory:   "-S: 8 bytes · documents if a quarter holds them, buffers of lists, questions and answers",
	Passes:   "one over lengths; of postings what is asked for; for each batch of questions one over the dictionary and the documents",
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

const manual = `
Prints the documents that match each question, the best first. Questions are operands, or lines of a file or of stdin.
The index is three files that terms, extsort and tuplejoin make, as the first example shows: the dictionary, the lengths
of all documents, and how often each term is in each document. The last two are searched where they are, so they must be
raw files and not packed.

  solar cell              documents that have any of these words
  solar AND (cell OR panel) NOT roof
                          AND, OR, NOT in capitals, parentheses; words side by side are one list, any of them
  "solar cell"            the words in this order, next to each other; needs the file of -phrases
  "solar cell" NEAR/5 roof
                          words or phrases that begin at most 5 words apart, in any order; the same file

NOT binds before AND, AND before OR. The score of a document is the sum of the weights of the words that it has of those
asked for, also within phrases, but not behind NOT; a word that is asked for twice counts twice. -weight says what a
weight is:

  bm25    count (k + 1) / (k (1 - b + b DL / AVDL) + count) · log2(N / df): as tfidf weighs
  tfidf   count · log2(N / df)
  none    0: the documents come in the order of their ids

N is the number of documents with a length, df of those that have the word, DL the length of the document, AVDL the mean
of all. Equal scores come in the order of the ids. Questions and answers are numbered from 1, documents as in the index;
lines without a word are no questions, but are counted.

The words of a question become terms as those of the documents did: -stem, -stem-table and -stop must be those that terms had.
But a question does not say its language, so it needs one where terms had auto: -mixed -stem german finds what German documents
have. A word that is not in the dictionary matches no document, and a warning names it. A question that cannot be
understood is an error, and so are files that do not fit each other, records that are not sorted, or an empty index.`
