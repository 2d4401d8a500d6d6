// Namelists makes lists of names from the labels of persons.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "namelists",
	Synopsis: "make lists of names",
	Purpose:  cli.Names,
	Usage:    []string{"[-firsts FILE] [-middles FILE] [-lasts FILE] [FILE...]", "-whole [FILE...]"},
	Manual:   manual,
	In:       "labels, a line each; or the result of a query of WikiData, TSV or JSON",
	Out:      "a row for each word, with how often it is a first, a middle and a last name, sorted by the bytes of the words; text, CSV or Parquet",
	Memory:   "-S",
	Passes:   "1",
	Examples: []cli.Example{
		{Does: "lists for findnames from labels of persons",
			Line: "printf '%s\\n' 'Ada Lovelace' 'Ludwig van Beethoven' Plato |\n  namelists -firsts first.txt -lasts last.txt >counts.tsv"},
		{Does: "how often each title is in a list",
			Line: "printf '%s\\n' Prof. Dr. Prof. | namelists -whole -o titles.txt"},
	},
	Partial: "an input has no labels",
	Groups:  cli.Memory | cli.Threads | cli.To | cli.Parquet,
	Setup:   setup,
}
