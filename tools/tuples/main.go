// Tuples converts, cuts, counts and checks tuple streams.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "tuples",
	Synopsis: "convert, cut, count and check tuple streams; strings to ids and back",
	Usage:    []string{"[FILE...]"},
	Manual:   manual,
	In:       "tuples in any form, several files one after the other; -dict: lines of strings, like links of URLs; -table: a table of text",
	Out:      "tuples in any form, in the order of the input; -undict: text or Parquet; -table: Parquet; -count, -sum, -check: see above",
	Memory:   "2 MB; 80 MB for Parquet, 40 MB for -table; and 4 bytes · columns · N for -sample N, and for -tail N of what is not a raw file; -dict and -undict: -S",
	Passes:   "1; 2 for -table, and for -undict where ids do not ascend and -S is less than FILE; 1 more for mtx, and from pipes for -table and Parquet",
	Examples: []cli.Example{
		{Does: "links for a notebook, with the names of their columns", Line: "tuples -columns src:id,dst:id -order 1,2 -o links.parquet links.t2"},
		{Does: "the first links of the transposed graph", Line: "tuples -cols 2,1 -head 3 -to text links.t2"},
		{Does: "links of URLs to pairs of ids, the URLs in order, and the host of each", Line: "tuples -dict pages.txt -hosts hosts.txt -page-hosts page-host.t2 -o pairs.t2 links.tsv"},
		{Does: "a table of pages for a notebook: id, url, host, layer", Line: "tuples -undict urls.txt -host-column -columns id,layer -o layers.parquet layers.t2"},
		{Does: "a table of text for a notebook", Line: "tuples -table -o strategies.parquet strategies.tsv"},
		{Does: "is this sorted by target, then source, without repetitions?", Line: "tuples -check sorted=2,1 -check unique links-by-dst.t2"},
	},
	Groups: cli.Memory | cli.Tuples | cli.Width | cli.Threads,
	Setup:  setup,
}
