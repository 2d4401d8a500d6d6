// Package archive writes web archives: the records of WARC 1.1, each a member of gzip, and the lines of their index, CDXJ.
// Package warc reads them.
//
// Records are appended to memory; who writes a file says where it goes, and when it is durable. What package warc would not
// read again is refused: a head that is too long, a field with a line end in it, a field twice.
//
//	record.go  Record, and what of it is refused
//	pack.go    Packer: records as members of gzip
//	id.go      ids of records
//	info.go    the record about a file
//	cdxj.go    lines of an index
package archive
