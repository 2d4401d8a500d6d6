// Extract-links writes the links of the pages of a crawl, one a line.
package main

import (
	"webmill/pkg/cli"
	"webmill/tools/internal/crawl"
)

var command = cli.Command{
	Name:     "extract-links",
	Synopsis: "the links of the pages of a crawl",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual: crawl.Manual + `

Writes a line for each link: the URL of the page, a TAB, and the URL that it links to; with -anchors also the kind of the
link, its number on the page and its text. Both URLs are normalised as a browser does, in one spelling, without #fragment.
So a line needs no escapes.

-kinds chooses elements. Those that lead to pages are the default, and pages stands for them: a, area, iframe, frame, svg-a
(a in svg), meta (refresh) and location (a redirect of the server; no other link of such an answer counts). The others are
link, img, script and form; all: every kind.

A link is what a browser with scripting sees: not in comments, scripts, <template> and, unless -noscript, <noscript>; relative
to <base>; of the web, so not mailto: or javascript:. Responses other than success and redirects have none. Links longer than
8 KiB, damaged records, and records, files and unpacked bodies larger than -max are skipped, and the exit status is 3; the
text of a link is cut off after 64 KiB. With -alone a page without links has a line too, so that dict -alone gives it an id.

-stats counts all records, and each document once: pages, redirects, not_html, http_errors, revisits, dns, no_url, broken (no
HTTP head), not_response and bad_metadata (of WAT files), too_large. A message gives the likely cause, and the exit status is
3, if there is no document, none is a page or a redirect, or fewer than -min-pages of 20 or more documents are pages;
redirects, revisits and dns do not count for that share.

-parts DIR makes long runs restartable: it keeps the links of each archive in DIR too, and the next run reads them from there
if the name, size and times of the archive, the flags and the version of the tool are the same. Output and figures are those
of a run without -parts. The parts of archives that are not among the inputs are removed.

Where -S is short, large records are read one at a time, lines that must wait go to a temporary file, and fewer threads than
-j work. A record or a file larger than -max, by default 64M or a 16th of -S, is skipped, and so is a page that needs too much
memory. A page that is unpacked or decoded and larger than that is cut off there, and one that cannot be decoded to its end is
read as far as it can be. The counts are given by reason; the reason says whether a larger -S or -max helps. The exit status
is then 3. In all other cases the result does not depend on -S and -j.`,
	In:     "WARC, ARC or WAT files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:    "lines source TAB target, in the order of the input; Parquet by the name of -o",
	Memory: "-S in all, at least 8M, or 16M to write Parquet",
	Passes: "1; a page of very many links is read twice",
	Examples: []cli.Example{
		{Does: "links of a crawl as pairs of ids, each once, sorted by source", Line: "extract-links crawl.warc.gz | dict -dict urls.txt -o crawled.t2 &&\n  extsort -u -o links.t2 crawled.t2"},
		{Does: "how a site names its pages", Line: "extract-links -kinds a -anchors crawl.warc.gz | cut -f 2,5 | extsort -lines -o anchors.txt"},
		{Does: "links of a folder of pages", Line: "extract-links -dir site -base https://example.org/ -o links.parquet"},
	},
	Partial: "some input was skipped, or hardly anything in it is a page",
	Groups:  cli.Memory | cli.Threads,
	Setup:   setup,
}

func main() { cli.Main(command) }
