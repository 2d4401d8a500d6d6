// Tuplejoin joins, filters, merges and groups sorted streams of tuples.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "tuplejoin",
	Synopsis: "join, filter, merge and group sorted streams",
	Purpose:  cli.Streams,
	Usage:    []string{"A B", "-group COLUMNS -agg FIGURES [FILE]"},
	Manual: `
Merges two streams that are sorted by their key columns. -how says what comes out:

  inner   each record of A with each record of B that has the same key
  left    the same, and the records of A without a partner: -e fills the columns of B. In a column
          of scores give a score like 0.5; -1 in an id or f32 means unknown
  semi    the records of A whose key occurs in B
  anti    the records of A whose key does not occur in B
  union   the records of A and B, merged; both must be sorted by -k and then by their other columns, as
          extsort sorts them. -u writes equal records once and, with -k, the first of those with the same key

-k names the key columns of both inputs; it is 1 if it is not given. Where the keys of A and B differ, -1 and -2 name them.
-fields lists the columns of a record of inner and left: 1.2 is column 2 of A, 2.1 column 1 of B. Without -fields a record has
all columns of A, and those of B that are not its key. A column is a number or a name: Parquet has names, -columns and
-columns2 give them. As in SQL, a record whose key is unknown (-1 in an id? or f32?) has no partner.

With -group there is one input, sorted by the columns of -group. For each of their values the output has one record: the
values, and the figures of -agg: count, sum:COLUMN, min:COLUMN, max:COLUMN. A figure that does not fit an int32 is an error.
Unknown values are one group.

- is stdin, once. The error for unsorted input names the record that is out of order.`,
	In:     "A and B sorted by the key columns, for union then by all others; for -group one input, sorted by its columns",
	Out:    "inner, left, semi, anti: in the order of A; union: in the order of both; -group: sorted by its columns",
	Memory: "blocks, 1 MB; inner and left keep the records of B with one key: in memory up to half of -S, else in a file in -T",
	Passes: "one over each input; if the records of B with one key do not fit in memory, they are read once for each record of A with this key",
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
