// Neighbours finds the links of one page in a sorted file.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "neighbours",
	Synopsis: "the links from or to one page",
	Purpose:  cli.Ids,
	Usage:    []string{"LINKS ID", "DICTIONARY LINKS PAGE"},
	Manual: `
Prints the pages that a page links to, one a line, from a file of links sorted by source; with -back those that link to it, from a
file sorted by target. A dictionary before the links gives each id its URL; then the page may be a URL too, which is normalised
as a browser does.

The page is found by binary search, so that a file of any size takes milliseconds. The file must be raw and not packed. The
dictionary is read up to the last id that is printed. A file that is not sorted is refused: one of at most 131,072 links wherever
that is, a larger one if it shows at 256 places or near the links of the page. If the page has no such links, a message says so;
if the dictionary has no such page, the exit status is 4.`,
	In:     "links (src, dst) sorted by 1,2, with -back by 2,1: a raw file; the dictionary: a string a line, in the order of the ids",
	Out:    "lines of ids, or id TAB URL, in the order of the ids, each page once",
	Memory: "1 MB",
	Passes: "none over the links; 1 over the dictionary, 2 for a URL",
	Examples: []cli.Example{
		{Does: "where does page 17 link to?", Line: "neighbours links.t2 17"},
		{Does: "who links to this page?", Line: "neighbours -back urls.txt links-by-dst.t2 http://h0.test/p0.html"},
	},
	Check:  "the page is not in the dictionary",
	Groups: cli.Tuples,
	Setup:  setup,
}
