// Wordlist lists the words of a corpus with their stems and frequencies.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "wordlist",
	Synopsis: "list words with stems and frequencies",
	Purpose:  cli.Terms,
	Usage:    []string{"DICTIONARY LENGTHS POSTINGS"},
	Manual:   manual,
	In:       "a string a line; (doc, length); (term, doc, count), sorted by 1,2: the files of query, the last two in any form",
	Out:      "a row for each term, in the order of the dictionary; text, CSV or Parquet",
	Memory:   "-S",
	Passes:   "one over each input; with stems the dictionary is read three times, and the postings are sorted by stem",
	Examples: []cli.Example{
		{Does: "the most frequent words of a crawl and their stems",
			Line: "extract-text crawl.warc.gz | terms -dict words.txt -doc-lengths lengths.t2 |\n" +
				"  tuples -w 2 -cols 2,1 | extsort -w 2 | tuplejoin -w 2 -group 1,2 -agg count -o postings.t3 &&\n" +
				"wordlist -stem german -stop de words.txt lengths.t2 postings.t3 |\n  extsort -lines -t '\\t' -k 3,3nr -k 1,1 | awk 'NR <= 10'"},
		{Does: "how many terms occur once, twice, …",
			Line: "tuplejoin -group 1 -agg sum:3 postings.t3 | extsort -w 2 -k 2 | tuplejoin -w 2 -group 2 -agg count -to text"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 3,
	Setup:   setup,
}

const manual = `
Writes for each term of a dictionary what it and its stem amount to in all documents (Nitsche, 4.3.2.4.1):

  term         as it stands in the dictionary
  stem         by -stem or -stem-table; without them the columns of stems are left out
  count, df    how often the term occurs, and in how many documents
  stem_count, stem_df
               the same of all terms with this stem; a document with several of them counts once
  tf           stem_count divided by the number of documents: may be more than 1
  tf_once      stem_df divided by it: as if each document had the stem once

tf_once tells apart a stem that ten documents have once each from one that a single document has ten times. The documents are
those of LENGTHS, with or without words. Terms of -stop are left out, also from the counts of stems, and so are terms without
postings. Words of a dictionary say no language: -stem and -stop need one, not auto.

Text has no line of names without -header. To sort it use extsort, as an example shows. Its first two columns are a table of
stems. How the number of terms grows with that of words is for terms to say.

Files that do not fit each other are refused as far as that shows: a term behind the end of the dictionary, more documents
with a term than have a length, or more words than the lengths have in sum.`
