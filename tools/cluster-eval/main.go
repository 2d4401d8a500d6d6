// Cluster-eval says how well clusters of documents agree with topics that are known.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "cluster-eval",
	Synopsis: "compare clusters with topics",
	Purpose:  cli.Clusters,
	Usage:    []string{"CLUSTERS TOPICS"},
	Manual:   manual,
	In:       "CLUSTERS: (doc, cluster), TOPICS: (doc, topic), both sorted by 1,2, each record once",
	Out:      "measure, value; text, CSV or Parquet, or one JSON object",
	Memory:   "-S; what does not fit goes to -T",
	Passes:   "one over both inputs; what does not fit in memory is written and read twice more",
	Examples: []cli.Example{
		{Does: "compare two numberings of pages", Line: "cluster-eval map.t2 page-hosts.t2"},
		{
			Does: "which host has which layers, and the figures of each host",
			Line: "cluster-eval -confusion cells.csv -by-cluster hosts.csv \\\n  -json page-hosts.t2 layers.t2 -q",
		},
	},
	Groups:  cli.Memory | cli.Threads | cli.From | cli.To | cli.Parquet,
	MaxArgs: 2,
	Setup:   setup,
}
