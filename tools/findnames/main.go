// Findnames finds the names of persons in documents.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/text/terms"
	"webmill/pkg/work"
)

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "findnames",
	Synopsis: "find names of persons in documents",
	Purpose:  cli.Names,
	Usage: []string{
		"-dict FILE [FILE...]",
		"-machine thesis -dict FILE [-first-names FILE] [-last-names FILE] [FILE...]",
	},
	Manual: manual,
	In:     "lines of JSON with documents, or Parquet; several files are read as one",
	Out:    "(doc, name), (doc, name, position) or (doc, name, count), in the order of the documents; -doc-lengths: (doc, length)",
	Memory: "-S, at least " + work.Bytes(terms.LeastMemory) + ", plus 22M for the models, or the bytes of the lists and 16 for each name in them",
	Passes: "1 over the documents, 3 with -tagged; 1 over the dictionary",
	Examples: []cli.Example{
		{Does: "how often each name is in each document",
			Line: "findnames -counted -dict names.txt -o names.t3 documents.jsonl"},
		{Does: "texts with numbers in the place of names that are in a list",
			Line: "printf '%s\\n' Ada Anna >first.txt &&\nfindnames -machine thesis -first-names first.txt -tagged tagged.jsonl \\\n  -dict names.txt -o names.t2 documents.jsonl"},
	},
	Partial: "some lines are no documents",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	LeastS:  terms.LeastMemory,
	Setup:   setup,
}
