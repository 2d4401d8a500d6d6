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
	In:       "DICTIONARY, a string a line; LENGTHS, (doc, length); POSTINGS, (term, doc, count) sorted by 1,2: the files of query, the last two in any form",
	Out:      "a row for each term that occurs, in the order of the dictionary; text, CSV or Parquet",
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
