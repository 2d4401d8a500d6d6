// Coverage says how much of a sample of URLs a crawl has.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "coverage",
	Synopsis: "how much of a sample of URLs a crawl has",
	Purpose:  cli.Results,
	Usage:    []string{"-crawl DIR [SAMPLE...]", "-crawl-urls FILE [SAMPLE...]", "-page-folder DIR [SAMPLE...]"},
	Manual:   manual,
	In:       "lists of URLs, one a line, with # before comments",
	Out:      "a row for each URL, in the order of the lists: list (from 1), url, found, depth, cause; text, CSV or Parquet",
	Memory:   "-S, for lists and crawls of any size; what does not fit goes to -T",
	Passes:   "1 over the lists; 1 over the crawl, and 1 more for each redirect in a row, 10 at most",
	Examples: []cli.Example{
		{Does: "the URLs of a list that a table of pages lacks, and why",
			Line: "coverage -crawl-urls pages.parquet urls.txt |\n  grep -P '\\tfalse\\t' >missing.tsv"},
		{Does: "the shares of two lists, their mean and median",
			Line: "coverage -crawl-urls urls.txt -table shares.csv \\\n  sorted.txt urls.txt >found.tsv"},
	},
	Partial: "some input was skipped: lines that are no URLs, or damaged parts of the crawl",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
