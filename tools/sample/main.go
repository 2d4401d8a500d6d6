// Sample draws some documents of each cluster, to be judged.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "sample",
	Synopsis: "draw documents of each cluster",
	Purpose:  cli.Clusters,
	Usage:    []string{"[CLUSTERS]"},
	Manual:   manual,
	In:       "(doc, cluster), sorted by 1,2, each record once",
	Out:      "(doc, cluster), sorted by 1,2; with -documents also URL and title, as text, CSV or Parquet",
	Memory:   "-S; what does not fit goes to -T, but for the URLs and titles: a quarter of -S must hold them",
	Passes:   "one; what does not fit in memory is written and read twice more; with -documents one over the documents",
	Examples: []cli.Example{
		{Does: "three pages of each host", Line: "sample page-hosts.t2 -o some.t2"},
		{
			Does: "by size, five on average, with URLs; then without those",
			Line: "sample -per 5 -by-size -documents documents.jsonl \\\n  page-hosts.t2 -o some.tsv &&\n" +
				"sed 's/\\t.*/\\t1/' some.tsv >judged.tsv &&\nsample -judged judged.tsv page-hosts.t2 -o more.t2",
		},
	},
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}
