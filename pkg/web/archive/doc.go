// Package archive writes web archives, which package warc reads: the records of WARC 1.1, each a member of gzip, and the lines of
// their index, CDXJ.
//
// Records are appended to memory; the caller writes them to a file. A record that package warc would not read again is refused:
// one with a head that is too long, a line end in a field, or a field twice.
//
//	record.go  Record, and which records are refused
//	pack.go    Packer: records as members of gzip
//	id.go      ids of records
//	info.go    warcinfo, the record about a file
//	cdxj.go    lines of an index
package archive
