// Extract-links writes the links of the pages of a crawl, one a line.
package main

import (
	"webmill/pkg/cli"
	"webmill/tools/internal/crawl"
)

var command = cli.Command{
	Name:     "extract-links",
	Synopsis: "the links of the pages of a crawl",
	Usage:    []string{"[FILE...]", "-dir DIR -base URL"},
	Manual: crawl.Manual + `

Writes a line for each link: the URL of the page, a TAB, and the URL that it links to; with -anchors also the kind of the
link, its number on the page and its text. Both URLs are in canonical form: what a browser makes of them, in one spelling,
without #fragment. So a line needs no escapes.

-kinds chooses elements: a, area, iframe, frame, svg-a (a in svg), meta (refresh), location (a redirect of the server; no
other link of such an answer counts), which lead to pages and are the default, and link, img, script and form. pages stands
for the former, all for all.

A link is what a browser with scripting sees: not in comments, scripts, <template> and, unless -noscript, <noscript>; relative
to <base>; of the web, so not mailto: or javascript:. Answers other than success and redirects have none. -stats counts all
that; links longer than 8 KiB and records that are damaged are skipped with exit status 3. With -alone a page without links
is a line too, so that it is not missing in a dictionary.`,
	In:     "WARC, ARC or WAT files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:    "lines source TAB target, in the order of the input; Parquet by the name of -o",
	Memory: "80 MB, and for each thread the largest page it meets, at most 64 MiB, three times, and its lines",
	Passes: "1; a page of more than a million links is read twice",
	Examples: []cli.Example{
		{Does: "links of a crawl as pairs of ids", Line: "extract-links crawl.warc.gz | tuples -dict urls.txt -o links.t2"},
		{Does: "how a site names its pages", Line: "extract-links -kinds a -anchors crawl.warc.gz | cut -f 2,5 | extsort -lines -o anchors.txt"},
		{Does: "links of a folder of pages", Line: "extract-links -dir site -base https://example.org/ -o links.parquet"},
	},
	Groups: cli.Threads,
	Setup:  setup,
}

func main() { cli.Main(command) }
