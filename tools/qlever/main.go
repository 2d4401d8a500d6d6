// Qlever writes the text files of a QLever index about persons.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "qlever",
	Synopsis: "text with persons for QLever",
	Purpose:  cli.Names,
	Usage:    []string{"-sentences FILE -triples FILE -name-dict FILE -scores FILE [TAGGED]", "-sentences FILE -triples FILE -ones [TAGGED]"},
	Manual:   manual,
	In:       "lines of JSON with tagged texts, as findnames writes them",
	Out:      "lines of words with their records and scores",
	Memory:   "-S: 40M for a line of JSON and its sentences, a part for places in the dictionary; the rest sorts the triples of persons, and what does not fit goes to -T",
	Passes:   "one over the lines",
	Examples: []cli.Example{
		{Does: "files for QLever, all scores 1",
			Line: "findnames -tagged new.jsonl -dict names.txt -o names.t2 documents.jsonl &&\n" +
				"qlever -ones -sentences docs.tsv -triples persons.nt new.jsonl >words.tsv"},
		{Does: "with the weights of names as scores",
			Line: "qlever -name-dict terms.txt -scores weights.t3 -sentences docs.tsv \\\n  -triples persons.nt tagged.jsonl >words.tsv"},
	},
	Partial: "some lines are left out",
	Groups:  cli.Memory | cli.Threads,
	LeastS:  leastMemory,
	MaxArgs: 1,
	Setup:   setup,
}
