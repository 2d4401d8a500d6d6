// Package warc reads web archives: WARC 0.17 to 1.1 and ARC 1, plain or compressed by gzip, zstd or bzip2.
//
// # Method
//
// A file is a text, cut by its compression into members: gzip members, zstd frames, or one for all. Reading has four layers:
//
//	text     decodes members, one after the other, and tells where they begin, end and are damaged
//	scanner  frames records in the text: head, block, the blank lines behind; it finds the next one after damage
//	Records  gives framed records with their fields
//	Run      cuts the file into sections that several workers read at once, and commits the results in order
//
// A record ends at the latest where a member begins with a record. So a section can begin at any such member and be read
// without what lies before it. Members of gzip say nowhere how long they are: the cut is a guess (bytes that look like a
// member and decode to a record's first line), proven when the section before it ends there exactly. If it does not, the
// guess was inside of a member that stores other members; the sections are taken back and read in sequence.
//
// # Files
//
// Read run.go, records.go and frame.go first: how an archive is read when nothing is wrong with it. feed.go and
// resync.go are the hard part: where a file may be cut, and how reading goes on behind damage.
//
//	run.go       Run and its options; feed.go  cuts the file into runs
//	records.go   Records; record.go, header.go, arc.go  a record, its fields, the heads of ARC
//	at.go        one record at a known place
//	scan.go      the scanner; frame.go  frames a record; resync.go  finds the next one after damage
//	text.go      members as text: gzip.go, zstd.go, bzip2.go; window.go  the bytes they read
//	decoders.go  how a file is compressed, and its decoder
//	http.go      the HTTP response in a record; decode.go, codings.go  its body
//	digest.go    digests, and the defects that -test looks for
//	notes.go     what was passed over, and why
//
// # What is skipped
//
// Whatever cannot be read is passed over and counted by Reason, with the next record found again: a damaged member by
// the next one that begins with a record, a record with a wrong length by the next line that begins one. The results do
// not depend on the threads or on where sections were cut.
//
// # Memory
//
// For each thread two sections of about 1 MiB of input and one decoded member; a member of more than 16 MiB is decoded as a
// stream, and a record that is larger than Options.MaxRecord is passed over without being kept.
package warc
