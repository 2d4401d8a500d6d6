// Table writes tables of text as Parquet.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "table",
	Synopsis: "write a table of text as Parquet",
	Purpose:  cli.Streams,
	Usage:    []string{"[FILE]"},
	Manual: `
Writes a table of text as Parquet, for a notebook. Lines have fields with TABs between them; the first line has the names
of the columns, at most 100. A table named *.csv, or with -csv, has commas and quotes (RFC 4180); its fields may have TABs
and line breaks. A line has at most 1 MiB. An empty input is an error: it names no columns.

A column is INT32 if each field is an integer of 32 bits. It is DOUBLE if each field is a number, empty or nan, and at least one
is a number; empty and nan become NaN. Else it is text, and so are numbers that a DOUBLE would change: integers beyond 2^53,
and those with a zero in front. Numbers are written like -12, 0.5 or 1e-9: a column with .5, 5. or +3 is text.

-schema gives each column a name and a kind instead. Then the first line is not one of names, but in CSV it is.`,
	In:     "a table of text; from a pipe, it is first copied to a temporary file",
	Out:    "Parquet, the rows in the order of the input",
	Memory: "40 MB and 3 MB for each thread, but not more than -S",
	Passes: "2; 1 more from pipes; 1 with -schema",
	Examples: []cli.Example{
		{Does: "a table for a notebook", Line: "table -o strategies.parquet strategies.tsv"},
		{Does: "pairs that have no line of names", Line: "table -schema src,dst -o links.parquet links.tsv"},
		{Does: "layers as a table; its first line names the columns",
			Line: "(printf 'id\\tlayer\\n'; tuples -to text layers.t2) | table -o layers.parquet"},
	},
	Groups:  cli.Memory | cli.Threads | cli.Parquet,
	MaxArgs: 1,
	Setup:   setup,
}
