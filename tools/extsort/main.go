// Extsort sorts tuple streams and text larger than memory.
package main

import "webmill/pkg/cli"

func main() { cli.Main(command) }

var command = cli.Command{
	Name:     "extsort",
	Synopsis: "sort tuple streams and text lines larger than memory",
	Purpose:  cli.Streams,
	Usage: []string{"[-k LIST] [-u] [FILE...]", "-m [-k LIST] [-u] FILE...", "-c [-k LIST] [-u] [FILE]",
		"-lines [-t BYTE] [-k FIELD[.CHAR][bfgnr][,FIELD[.CHAR][bfgnr]]]... [-u|-m|-c] [FILE...]"},
	Manual: manual,
	In:     "tuples or lines in any order; for -m each file in the order that extsort -k writes",
	Out:    "the same in the order of -k",
	Memory: "-S in all, whatever the size of the input. -lines: for each line longer than 128K (with a small -S: longer than -S / (128 · threads)) 100 bytes more",
	Passes: "one over the input; what does not fit in memory is written and read once more",
	Examples: []cli.Example{
		{Does: "links by target, then by source", Line: "extsort -k 2,1 -S 512M -o links-by-dst.t2 links.t2"},
		{Does: "the distinct targets of all links", Line: "tuples -cols 2 links.t2 -o - | extsort -w 1 -u -o targets.t1"},
		{Does: "lines by their second field, a number, the greatest first",
			Line: "extsort -lines -t '\\t' -k 2,2nr -o sorted.tsv links.tsv"},
		{Does: "is it sorted?", Line: "extsort -c links.t2 && echo sorted"},
	},
	Check:  "-c: not in order",
	Groups: cli.Memory | cli.Threads | cli.Tuples | cli.Width,
	Setup:  setup,
}

const manual = `
Sorts records by the columns of -k, like 2,1 or, with r for descending, 2r,1. If columns have names, as in Parquet or by
-columns, names can stand for numbers: rankr,id. Records with equal keys come in the order of their other columns, so
the result does not depend on -S, on -j or on the order of the input. Several files are sorted together.

-u keeps only the first of the records with equal keys. -m merges any number of files that are sorted already. -c only
checks: it writes nothing, and ends with status 4 at the first record that is not where sorting with the same flags would put it.
For -m and -c the other columns count too: with -k 1, pairs must be in the order of 1,2.

-lines sorts text instead, line by line in byte order, as LC_ALL=C sort does, and takes flags like those of GNU sort. -k 2 is a
key from field 2 to the end of the line, -k 2,2 is field 2, and -k 2.3,2.5 its characters 3 to 5. Letters after a field say how
the key sorts: n by number, g by number with an exponent, r descending, f ignoring case, b without the blanks before it. n
knows any number of digits. g compares numbers like 1e-5 or inf, of at most 1,000 bytes, as float64: first come lines without a
number, then nan, then the numbers; hexadecimal ones, which GNU sort reads, are 0. A key without letters sorts as the flags -n,
-g, -r, -f and -b say. Lines with equal keys come in the order of the whole lines, or with -s in that of the input. -u keeps
the first of them in the input. A last line without a newline gets one.

Input that fits in memory never touches the disk. A larger one is split once, by ranges of the key, into one nameless file
in the folder of -T, and every range is sorted in memory. The disk needs space for one copy of the input, or for two if the
keys are so uneven that ranges must be divided again. Tuples that fill more than a third of the machine's memory are read and
written past the page cache.`
