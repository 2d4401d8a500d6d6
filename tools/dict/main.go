// Dict makes tuples of ids, and a dictionary, of lines of strings.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "dict",
	Synopsis: "give ids to strings, like URLs",
	Purpose:  cli.Ids,
	Usage:    []string{"-dict FILE [FILE...]"},
	Manual: `
Gives strings ids. A line begins with -w strings (default 2, or what the name of -o says) with TABs between them, like the
two URLs of a link. For each line a tuple of their ids is written. Further fields of the line are ignored, or go to the file
of -rest, a line for each tuple. A carriage return at the end of a line does not count. undict puts the strings back.

-dict writes the dictionary. The id of a string is its place there, from 0. The dictionary has one string a line; or it is
Parquet, with id and a column named after the file (url of urls.parquet); or vertices, lines of id, TAB and string. With
-dict-order urls, the default, URLs are sorted by the labels of their hosts, the last label first, so that the pages of a
site are neighbours; with bytes, as sort does in the C locale. -existing names an older dictionary: its strings keep their
ids, and new strings get the next ones. -dict may name the same file, or be missing if only the ids are wanted.

-hosts and -page-hosts give ids to the hosts of URLs, without their ports. In a dictionary of vertices a host is in reverse
(org.example), as in the host graphs of Common Crawl. -alone is for lines of one string, as extract-links -alone writes them
for pages without links: the string gets an id, and no tuple is written.

A line is left out if it is longer than 1 MiB or has too few fields, or if a field is empty, longer than 64 KiB, not
UTF-8 or has a control byte; with -canonical also if a field is not a valid http or https URL. Such lines are counted,
and the exit status is 3; it is 1, without a result, if no line is left.`,
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
