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
	Synopsis: "the words of documents, as tuples of ids and a dictionary",
	Purpose:  cli.Terms,
	Usage:    []string{"-dict FILE [FILE...]"},
	Manual: `
Divides the texts of documents into words, by the boundaries of Unicode (UAX #29), in lower case, and writes a record
for each word: the document and the term. With -positions a third column says which word of its document it is, from 0.
With -counted each different term of a document has one record, by the ids of the terms, and the third column says how
often it is there. tfidf takes these, if the ids of the documents ascend; if not, extsort sorts them.

Each Han and Hiragana character is a word, and so is a run of Thai, Lao, Khmer or Burmese characters; words longer than 128
bytes are left out.

A document is a line of JSON, as extract-text writes it, or a row of Parquet with columns of the same names; of them
only id, lang and those of -texts are read. Its number is its id or, where documents have none, the number of its line, from 0
in each run. The id of a term is the number of terms before it in the order of their bytes, which is the order of the
dictionary of -dict.

-stem makes one term of the forms of a word: plural (of English, the fewest rules), porter (English, 1980), english and german
(Snowball); auto takes english for documents in en and german for those in de. The words of -stem-table, a table as the tool
stems writes it, get the stems that stand there instead.

-stop leaves out words: those of a file; of a language by its mark, de (./de is a file): da de en es fi fr hu it nb nl pt ru sv,
the lists of the Snowball project (BSD licence), German also with ae for ä; or with auto those of the language of each document.

The language of a document is its field lang, which extract-text finds. Where it says none, or one without a stemmer or a list,
auto leaves the words as they are. Words are first left out, then stemmed.

-growth writes how many different terms the first 1, 2, 3, 5 … words have, at ten places for each power of ten, and all; -stats
has the law of Heaps that fits them, heaps_k · words^heaps_beta. It takes a bit for each term, a sixteenth of -S less 37M at most.

Lines that are no documents are skipped and counted, and the exit status is 3; it is 1, without a result, if no line is left.`,
	In:     "lines of JSON with documents, or Parquet; several files are read as one",
	Out:    "(doc, term), (doc, term, position) or (doc, term, count), in the order of the documents; -doc-lengths: (doc, number of its records)",
	Memory: "-S, at least " + work.Bytes(terms.LeastMemory),
	Passes: "1 over the documents; 1 over the dictionary",
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
