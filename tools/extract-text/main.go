// Extract-text writes the visible text of the pages of a crawl.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "extract-text",
	Synopsis: "the text of pages",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual:   manual,
	In:       "WARC or ARC files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:      "documents, in the order of the input",
	Memory:   "-S in all, at least 8M, or 14M to write Parquet",
	Passes:   "1",
	Examples: []cli.Example{
		{Does: "the documents of a crawl", Line: "extract-text -o documents.jsonl crawl.warc.gz"},
		{Does: "the same for a notebook, with the ids of links",
			Line: "extract-links -alone crawl.warc.gz | dict -alone -dict urls.txt -o links.t2 &&\nextract-text -page-ids urls.txt -o documents.parquet crawl.warc.gz"},
		{Does: "the documents without menus", Line: "link-groups crawl.warc.gz | nav-links -o labels.tsv &&\nextract-text -drop-nav labels.tsv -o documents.jsonl crawl.warc.gz"},
		{Does: "a folder of pages, to read", Line: "extract-text -to markdown -dir site -base https://example.org/"},
		{Does: "pages whose bytes are equal, side by side",
			Line: "extract-text crawl.warc.gz | sed 's/.*\"url\":\"\\([^\"]*\\)\".*\"hash\":\"\\([0-9a-f]*\\)\".*/\\2\\t\\1/' |\n  extsort -lines -o by-hash.txt"},
	},
	Partial: "some input was skipped, or hardly anything in it is a page",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
