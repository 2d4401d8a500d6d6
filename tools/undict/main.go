// Undict puts strings in the place of ids.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "undict",
	Synopsis: "put the strings of a dictionary, like URLs, in the place of ids",
	Purpose:  cli.Ids,
	Usage:    []string{"DICTIONARY [FILE...]"},
	Manual: `
Reads tuples and writes them as text, CSV or Parquet, with strings in the place of ids. The first operand is the dictionary:
line i, from 0, is the string of id i, as dict makes it. A string that stands at two lines is that of both ids;
dict and lookup refuse such a dictionary.

The columns of ids are those of -at. Text and CSV have the string where the id was; -ids keeps the id before it. In
Parquet, ids and strings are columns of their own, those of strings named after the dictionary (url of urls.txt; src_url
and dst_url where there are several). -host-column adds the host of each URL, -domain-column the domain that was
registered, like example.org. -schema reads a dictionary whose lines have further fields behind the string, with TABs
between them, and gives each its column; those with ? can be missing at the end of a line. Give scores their kind by
-columns, as in -columns id,rank:f32. To choose columns or records first, use tuples; to sort them, extsort.

-cc-ranks writes (host, score), sorted downwards by score, like the rank files of Common Crawl: five columns with a head
line; those of the harmonic centrality are filled with 0; the host is in reverse.`,
	In:     "tuples in any form and order, several files one after the other; the dictionary: a string a line, not from stdin",
	Out:    "text; CSV or Parquet by the name of -o or by -to, in the order of the input",
	Memory: "-S",
	Passes: "1; 2 where ids are not ascending and -S is less than the dictionary",
	Examples: []cli.Example{
		{Does: "a table of pages for a notebook: id, url, host, layer",
			Line: "undict -host-column -columns id,layer -o layers.parquet urls.txt layers.t2"},
		{Does: "the first links as URLs", Line: "tuples -head 3 links.t2 | undict -w 2 -at 1,2 urls.txt"},
		{Does: "the best pages",
			Line: "pagerank links-by-dst.t2 | extsort -w 2 -k 2r,1 | tuples -w 2 -head 5 | undict -columns id,rank:f32 urls.txt"},
	},
	Groups: cli.Memory | cli.Threads | cli.Tuples | cli.Width,
	Setup:  setup,
}
