// Undict puts strings in the place of ids.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "undict",
	Synopsis: "replace ids by their strings",
	Purpose:  cli.Ids,
	Usage:    []string{"DICTIONARY [FILE...]"},
	Manual: `
Reads tuples and writes them as text, CSV or Parquet, with strings in the place of ids. The first operand is the dictionary:
line i, from 0, is the string of id i, as dict makes it. A string may be on two lines, for two ids; dict and lookup refuse
such a dictionary. Tuples do not say of which dictionary their ids are: with that of another crawl the strings are wrong, without
a message unless an id is too large.

-at says which columns hold ids. In text and CSV the string is where the id was; -ids keeps the id before it. Parquet has
both, in columns of their own. A column of strings is named after the dictionary: url of urls.txt, or src_url and dst_url
if there are several. -host-column adds the host of each URL, -domain-column the domain that was registered, like
example.org. -schema is for a dictionary whose lines have further fields after the string, with TABs between them: each
field gets a column, and fields with ? may be missing at the end of a line. Give scores their kind by -columns, as in
-columns id,rank:f32. To choose columns or records first, use tuples; to sort them, extsort.

-cc-ranks reads (host, score), sorted by score, the greatest first, and writes a file like the ranks of hosts of Common
Crawl: a line of names and five columns. Those of the harmonic centrality are 0, and the host is in reverse.`,
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
