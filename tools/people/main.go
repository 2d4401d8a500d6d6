// People joins the mentions of names to persons, and ranks the pages of each.
package main

import (
	"webmill/pkg/cli"
	"webmill/pkg/text/people"
	"webmill/pkg/work"
)

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "people",
	Synopsis: "join names to persons, rank their pages",
	Purpose:  cli.Names,
	Usage:    []string{"-lengths FILE [-person-pages FILE] [FILE...]"},
	Manual:   manual,
	In:       "mentions, lines of JSON with id, url, field, offset and name, in any order; several files are read as one",
	Out:      "a row for each person; -person-pages: a row for each page of a person; text, CSV or Parquet",
	Memory:   "-S, at least " + work.Bytes(leastMemory) + "; what does not fit goes to -T, about 500 bytes · mentions",
	Passes:   "1 over the mentions; 4 sorts, each of less than the one before",
	Examples: []cli.Example{
		{Does: "persons and their pages, for a notebook",
			Line: "people -lengths lengths.t2 -page-ranks scores.t2 \\\n  -person-pages person-pages.parquet -o people.parquet mentions.jsonl"},
		{Does: "the pages of each name by BM25, where only equal names are one person",
			Line: "people -exact -sort bm25 -lengths lengths.t2 \\\n  -person-pages pages.tsv mentions.jsonl"},
	},
	Partial: "some lines are no mentions",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	LeastS:  leastMemory,
	Setup:   setup,
}

// leastMemory is the least -S.
const leastMemory = 2 * people.LeastMemory
