// Dict makes tuples of ids, and a dictionary, of lines of strings.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "dict",
	Synopsis: "give ids to strings, like URLs, and make their dictionary",
	Purpose:  cli.Ids,
	Usage:    []string{"-dict FILE [FILE...]"},
	Manual: `
Numbers strings. A line holds -w strings (default 2, or what the name of -o says) with TABs between them, like the two URLs of
a link; a carriage return at its end does not count. For each line a tuple of their ids is written; further fields of the line
are ignored, or go to -rest, a line for each tuple. undict puts the strings back.

The id of a string is the number of strings before it in the dictionary, which is written to the file of -dict: one a line,
or as Parquet (id and a column named after the file: url of urls.parquet), or as vertices (id, TAB, string). With
-dict-order urls, the default, URLs are sorted by their hosts, the labels in reverse, so that the pages of a site are
neighbours; the order of bytes is that of sort in the C locale. -existing keeps the ids of an older dictionary and gives
new strings the next ones; -dict may name the same file, or be missing if only the ids are wanted.

-hosts and -page-hosts number the hosts of URLs; among vertices hosts stand in reverse, as in the host graphs of Common
Crawl. With -alone a line of one string, as extract-links -alone writes for a page without links, gives its string an id and
writes no tuple.

A line is left out if it is longer than 1 MiB, has too few fields, or has a field that is empty, longer than 64 KiB, not
UTF-8 or with a control byte; with -canonical also if a field is not a valid http or https URL. Such lines are counted,
and the exit
status is 3; it is 1, without a result, if no line is left.`,
	In:     "lines of strings separated by TABs, in any order, several files one after the other",
	Out:    "tuples of ids in the order of the lines; -dict: the strings in the order of their ids; -page-hosts: pairs sorted by id",
	Memory: "-S",
	Passes: "1 over the lines; 1 over the dictionary of -existing",
	Examples: []cli.Example{
		{Does: "the links of a crawl as pairs of ids, in the order of the crawl",
			Line: "extract-links crawl.warc | dict -dict urls.txt -o crawled.t2"},
		{Does: "links of URLs to pairs of ids, and the host of each URL",
			Line: "dict -dict pages.txt -hosts hosts.txt -page-hosts page-host.t2 \\\n  -o pairs.t2 links.tsv"},
		{Does: "further links, in which known URLs keep their ids",
			Line: "dict -existing urls.txt -dict all-urls.txt -o more.t2 links.tsv"},
	},
	Partial: "lines were left out",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet | cli.Wide,
	Setup:   setup,
}
