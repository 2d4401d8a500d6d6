// Extract-links writes the links of the pages of a crawl, one a line.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/web/docs"
	"webmill/tools/internal/crawlinput"
	"webmill/tools/internal/extractlinks"
)

var command = cli.Command{
	Name:     "extract-links",
	Synopsis: "the links of pages",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[FILE...]", "-list FILE", "-dir DIR -base URL"},
	Manual: crawlinput.Manual + `

Writes a line for each link: the URL of the page, a TAB, and the URL that it links to; with -anchors also the kind of the
link, its number on the page and its text. Neither URL has a #fragment, a user or a password. They are normalised as a browser
does it, with escapes in capitals, like %2F, so that each has one spelling. They hold no TAB and no line end, so a line needs no
escapes.

-kinds chooses kinds of links. The default, pages, stands for those that lead to pages: a, area, iframe, frame, svg-a
(a in svg), meta (refresh, also by the head of the answer) and location (a redirect of the server). Further kinds are link,
img, script and form; all stands for every kind.

Links are those that a browser with scripting sees: not those in comments, scripts, <template>, <noframes> and <noscript> (with
-noscript also those in <noscript>). They are relative to <base>, and lead to the web, to http and https URLs: mailto: and
javascript: do not count, nor do links to ftp: or file:, even if the crawl has the page. Of the responses only successes and
redirects have links; a text of another type, like text/plain, is a page if it begins like HTML. With -alone a page without
links has a line too, so that dict -alone gives it an id.

-main writes only links in the main content of pages, or next to it: those of menus, teasers and feet are left out (a, area and
svg-a; see main-content). Positions stay as they are. Of a broken page whose links only a tree tells all are written, which is
said. WAT files have no content, and are skipped.

-fetched also writes what was fetched, a row for each document: its URL, HTTP status, media type, time, length in bytes,
title, language (as the page says it), the archive or file, and the place of the record there: its offset and, if a packed
member holds several records, how many unpacked bytes come before it; the word revisit, if the record only says that the page is
as in an earlier one; and the digest of the content, as the archive says it. What is not known is empty.

-parts DIR makes long runs restartable: the next run takes the links of an archive from DIR if the archive, the flags and the
tool are the same. The output is that of a run without -parts.`,
	In:     "WARC, ARC or WAT files, plain or compressed by gzip, zstd or bzip2; or HTML files in folders",
	Out:    "lines source TAB target, in the order of the input; Parquet if FILE of -o or -fetched ends in .parquet",
	Memory: "-S in all, at least 8M, or 12M to write Parquet",
	Passes: "1; a page of very many links is read twice",
	Examples: []cli.Example{
		{Does: "links of a crawl as pairs of ids, each once, sorted by source",
			Line: "extract-links crawl.warc.gz | dict -dict urls.txt -o crawled.t2 &&\n  extsort -u -o links.t2 crawled.t2"},
		{Does: "texts of the links to each page",
			Line: "extract-links -kinds a -anchors crawl.warc.gz | cut -f 2,5 | extsort -lines -o anchors.txt"},
		{Does: "what was fetched, for a notebook", Line: "extract-links -fetched fetched.parquet -o links.tsv crawl.warc.gz"},
		{Does: "links of a folder of pages",
			Line: "extract-links -dir site -base https://example.org/ -index index.html \\\n  -o links.parquet"},
	},
	Partial: "some input was skipped, or hardly anything in it is a page",
	LeastS:  docs.LeastMemory,
	Groups:  cli.Memory | cli.Threads | cli.Parquet,
	Setup:   extractlinks.Setup,
}

func main() { cli.Main(command) }
