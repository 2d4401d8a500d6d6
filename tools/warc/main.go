// Warc lists, checks and indexes the records of web archives, and extracts single ones.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "warc",
	Synopsis: "list, check, index and extract the records of archives",
	Purpose:  cli.ReadCrawl,
	Usage:    []string{"[-cdxj | -test] [FILE]", "-get PLACE,... [-body | -raw] FILE"},
	Manual: `
Reads WARC 0.17 to 1.1 and ARC 1: plain, or packed by gzip, zstd or bzip2, each record by itself or all as one. Without
-cdxj, -test or -get it writes a line for each record, with a TAB between these fields:

  place   the offset of the record in FILE; or OFFSET+BYTES if a packed member holds several records: that of the
          member, and how many unpacked bytes come before the record
  length  the bytes it takes in FILE; - if it shares its member
  type, date (14 digits), HTTP status, content type, payload digest as stated, URL

A field that is not there is -, and control bytes are escaped as in URLs (%09). -cdxj writes a line "key date {json}" for
each response, revisit and resource; sort them with extsort. Both write in the order of the input.

-type, -url and -mime choose records for the lines and for -cdxj. If they choose none, a warning says so. A type of -type
that neither the standard nor any record has is refused.

-test checks heads, lengths and digests, and writes a line for each defect, in the order in which they are found: place,
type, what is wrong. If there are any, the exit status is 4. The segments of a record that is stored in several are counted.

-get takes places from those lines and writes the blocks of the records there. It does not read what lies before their
members. -body writes the decoded HTTP body instead, -raw the bytes of FILE. A body that cannot be decoded to its end, or
is larger than -max, is written as far as that goes, and the exit status is 3. FILE cannot be a pipe.

A damaged member and a record with a wrong length are passed over, up to the next record. What was passed over is counted
by reason, and the exit status is 3. Lost is only what follows in the same gzip member, zstd frame or bzip2 stream; after a
damaged zstd dictionary, all. A record that is longer than it says is read to the next record, in a plain file if that is
at most 32 bytes further on. A file that is empty, packed or not, is refused, by -test with the exit status 4.

A plain file has no checksums. If bytes are missing from inside one record to inside another, the rest can look like one
record, and nothing is reported. In plain ARC, the record before a damaged one can be lost too: if there are further bytes
between the two, if the damaged one has lost its first bytes, or if text has overwritten its head.`,
	In:     "a WARC or ARC file, plain or packed",
	Out:    "lines of text in the order of the input; with -get what the records hold",
	Memory: "60 MB, 4 MB for each thread, and up to 20 times the largest record, which is at most -max; lines that must wait go to $TMPDIR",
	Passes: "1; -get reads only what it writes, and what lies before that in its member",
	Examples: []cli.Example{
		{Does: "how many records of each type", Line: "warc crawl.warc.gz | cut -f 3 | extsort -lines | uniq -c"},
		{Does: "a sorted index", Line: "warc -cdxj crawl.warc.gz | extsort -lines -o crawl.cdxj"},
		{Does: "the first page as it looked",
			Line: "place=$(warc -type response crawl.warc.gz | sed -n '1s/\\t.*//p')\nwarc -get $place -body crawl.warc.gz -o page.html"},
	},
	Partial: "records were skipped or cut off",
	Check:   "-test found defects, or no records",
	Groups:  cli.Threads,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
