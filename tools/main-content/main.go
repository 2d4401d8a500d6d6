// Main-content writes what the pages of a crawl say, without what their sister pages say too.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "main-content",
	Synopsis: "text that sister pages lack",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual:   manual,
	In:       "WARC or ARC files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:      "documents, or with -units rows of units, in the order of the input",
	Memory:   "-S in all, at least 12M, or 20M to write Parquet",
	Passes:   "1 over the input; its units go to a temporary file, which is read twice. Words of pages, or pairs of pages, are sorted",
	Examples: []cli.Example{
		{Does: "the main texts of a crawl", Line: "main-content -o documents.jsonl crawl.warc.gz"},
		{Does: "by the distance of units, as a page to look at",
			Line: "main-content -method lev -complete -o main.html crawl.warc.gz"},
		{Does: "compared with all pages of the site",
			Line: "main-content -siblings host -to text crawl.warc.gz"},
		{Does: "the relevance of each unit, for a notebook", Line: "main-content -units -o units.parquet crawl.warc.gz"},
	},
	Partial: "some input was skipped, a page was too long to compare, or hardly anything in the input is a page",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
