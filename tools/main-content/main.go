// Main-content writes what the pages of a crawl say, without the menus, teasers and footers around it.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "main-content",
	Synopsis: "the content of pages, without menus",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual:   manual,
	In:       "WARC or ARC files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:      "documents, or with -units rows of blocks or units, in the order of the input",
	Memory:   "-S in all, at least 12M, or 20M to write Parquet",
	Passes: "1. With sister pages, units go to a temporary file, which is read twice, and words or pairs of pages are sorted; " +
		"for Markdown and HTML by -method site, the pages go to that file too",
	Examples: []cli.Example{
		{Does: "the content of each page, with author, date and type", Line: "main-content -o documents.jsonl crawl.warc.gz"},
		{Does: "as Markdown, without the comments of readers", Line: "main-content -comments drop -o crawl.md crawl.warc.gz"},
		{Does: "without what most pages of their host repeat", Line: "main-content -method site -to text crawl.warc.gz"},
		{Does: "what differs from all text of sister pages, as a page to look at",
			Line: "main-content -method lev -complete -o main.html crawl.warc.gz"},
		{Does: "the probability of each block, for a notebook", Line: "main-content -units -o units.parquet crawl.warc.gz"},
	},
	Partial: "some input was skipped, a page was too long to compare, or hardly anything in the input is a page",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
