// Tuplejoin joins, filters, merges and groups sorted streams of tuples.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "tuplejoin",
	Synopsis: "join, filter, merge and group sorted streams of tuples",
	Purpose:  cli.Streams,
	Usage:    []string{"A B", "-group COLUMNS -agg FIGURES [FILE]"},
	Manual: `
Merges two streams that are sorted by their key columns. -how says what comes out:

  inner   each record of A with each record of B that has the same key
  left    the same, and the records of A without a partner: -e fills the columns of B
  semi    the records of A whose key occurs in B
  anti    the records of A whose key does not occur in B
  union   the records of A and B, merged (-u: equal ones as one); both sorted by -k and then by the
          other columns, as extsort leaves them; -k is 1 if it is not given, so all columns in order

-k names the key columns of both inputs, -1 and -2 those of A and B where they differ. -fields lists what a
record of inner and left is made of: 1.2 is column 2 of A, 2.1 column 1 of B; without it, all columns of A,
and those of B that are not its key. A column is a number or a name: Parquet has names, -columns and -columns2 give them. As in
SQL, a record whose key is unknown (-1 in an id? or f32?) has no partner.

With -group there is one input, sorted by the columns of -group: one record for each of their values, with
the figures of -agg: count, sum:COLUMN, min:COLUMN, max:COLUMN. A figure that does not fit an int32 is an error.
Unknown values are one group.

- is stdin, once. The error for unsorted input names the record that is out of order.`,
	In:     "A and B sorted by the key columns, -group by its columns; union: sorted by all columns",
	Out:    "inner, left, semi, anti: in the order of A; union: in that of its inputs; -group: sorted by its columns",
	Memory: "blocks, 1 MB; inner and left keep the records of B with one key, up to half of -S, and then in a file in -T",
	Passes: "one over each input; a group of B that is larger than -S is read once for each record of A with its key",
	Examples: []cli.Example{
		{Does: "how many links each page has", Line: "tuplejoin -group 1 -agg count links.t2 -to text"},
		{Does: "links whose target has a number, with it",
			Line: "tuplejoin -1 2 -2 1 -fields 1.1,2.2 links-by-dst.t2 map.t2 -o numbered.t2"},
		{Does: "pages that no page links to", Line: "tuplejoin -how anti -1 1 -2 2 map.t2 links-by-dst.t2 -to text"},
	},
	Groups:  cli.Memory | cli.Tuples | cli.Width,
	LeastS:  1,
	MaxArgs: 2,
	Setup:   setup,
}

func main() { cli.Main(command) }
