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
Prints the pages that a page links to, one a line, from a file of links sorted by source. With -back it prints the pages that
link to the page, from a file sorted by target. If a dictionary is given before the links, each id gets its URL, and the page
may be a URL too; one that is not there as it is given is normalised as a browser does it.

The page is found by binary search, in milliseconds however large the file is; many links take longer to print. The file must
be raw and not packed. The dictionary must be that of the links: with another one the URLs are wrong, without a message unless
an id is too large. It is read up to the last id that is printed. A file that is not sorted is refused. If it has at most
131,072 links, all are checked; of a larger file only those at 256 places and near the links of the page. If the page has no
such links, a warning says so; if the dictionary does not have the page, the exit status is 4.`,
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
