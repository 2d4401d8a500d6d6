// Warc lists, checks and indexes the records of web archives, and gets single ones out.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "warc",
	Synopsis: "list, check and index the records of a web archive, or get some out",
	Usage:    []string{"[-list | -check | -cdxj] [FILE]", "-get PLACE,... [-body | -raw] FILE"},
	Manual: `
Reads WARC 0.17 to 1.1 and ARC 1: plain, or packed by gzip, zstd or bzip2, each record by itself or all as one. A damaged
member and a record with a wrong length are passed over; the next record is found again. What was passed over is counted by
reason, and the exit status is 3.

-list, the default, writes a line for each record, with TABs between

  place   where it is in FILE; or PLACE+BYTES, where it is in the text of a member that holds several records
  length  the bytes it takes there; - if it shares its member
  type, date (14 digits), HTTP status, content type, payload digest as stated, URL

with - for what is not there; control bytes are escaped as in URLs (%09). -cdxj writes a line "key date {json}" for each
response, revisit and resource; sort them with extsort. Both write in the order of the input.

-check verifies that heads, lengths and digests are right, and writes a line for each defect: place, type, what. If there
are any, the exit status is 4.

-get writes the blocks of the records at places that -list tells, without reading what lies before their members. -body
writes the decoded HTTP body instead, -raw the bytes of FILE. FILE cannot be a pipe.

-type, -url and -mime choose records for -list and -cdxj.`,
	In:     "a WARC or ARC file, plain or packed",
	Out:    "lines of text in the order of the input; with -get what the records hold",
	Memory: "80 MB, and for each thread four times the largest record, at most -max",
	Passes: "1; -get reads only what it writes, and what lies before that in its member",
	Examples: []cli.Example{
		{Does: "how many records of each type", Line: "warc crawl.warc.gz | cut -f 3 | extsort -lines | uniq -c"},
		{Does: "a sorted index", Line: "warc -cdxj crawl.warc.gz | extsort -lines -o crawl.cdxj"},
		{Does: "the first page as it looked", Line: "warc -get $(warc -type response crawl.warc.gz | sed -n '1s/\\t.*//p') -body crawl.warc.gz -o page.html"},
	},
	Groups:  cli.Threads,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
