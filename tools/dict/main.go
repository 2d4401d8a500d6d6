// Dict makes tuples of ids, and a dictionary, of lines of strings.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "dict",
	Synopsis: "number strings: lines of URLs or words to tuples of ids, and a dictionary",
	Purpose:  cli.Ids,
	Usage:    []string{"-dict FILE [FILE...]"},
	Manual: `
Numbers strings: reads lines of -w of them (default 2, or what the name of -o says), apart by TABs, like links of URLs, and
writes a tuple of their ids for each line. What stands behind them in a line is ignored. undict puts the strings back.

The id of a string is the number of strings before it in the dictionary, which is written to the file of -dict: one a line,
or as Parquet (id and a column named after the file: url of urls.parquet), or as vertices (id, TAB, string). With
-dict-order urls, the default, URLs are sorted by their hosts, the labels in reverse, so that the pages of a site are
neighbours; the order of bytes is that of sort in the C locale. -existing keeps the ids of an older dictionary, which
-dict may replace, and gives new strings the next ones.

-hosts and -page-hosts number the hosts of URLs; among vertices hosts stand in reverse, as in the host graphs of Common
Crawl. With -alone a line of one string, like a page without links of extract-links -alone, is in the dictionary and no
record.

A line is left out, counted, and makes the exit status 3 where it has too few fields, or one that is empty, longer than
64 KiB, not UTF-8 or with a control byte; or where it is longer than 1 MiB; with -canonical, where a field is no http or
https URL.`,
	In:     "lines of strings apart by TABs, in any order, several files one after the other",
	Out:    "tuples of ids in the order of the lines; -dict: the strings in the order of their ids; -page-hosts: pairs sorted by id",
	Memory: "-S",
	Passes: "1 over the lines; 1 over the dictionary of -existing",
	Examples: []cli.Example{
		{Does: "the links of a crawl as pairs of ids", Line: "extract-links crawl.warc | dict -dict urls.txt -o links.t2"},
		{Does: "links of URLs to pairs of ids, and the host of each URL", Line: "dict -dict pages.txt -hosts hosts.txt -page-hosts page-host.t2 -o pairs.t2 links.tsv"},
		{Does: "further links, in which known URLs keep their ids", Line: "dict -existing urls.txt -dict all-urls.txt -o more.t2 links.tsv"},
	},
	Groups: cli.Memory | cli.Threads | cli.To | cli.Wide,
	Setup:  setup,
}
