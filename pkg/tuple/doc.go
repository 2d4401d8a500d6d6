// Package tuple is the stream that all tools of numbers share: records of int32 columns, their kinds, forms, order and cursors.
//
// # The raw form
//
// A record is w consecutive little-endian two's-complement int32, without header, padding or trailer. A stream is zero
// or more records: `cat a b` joins streams, `split -b` on a multiple of 4w divides one, and numpy reads one with
// fromfile(f, '<i4').reshape(-1, w). The width is never guessed: a tool knows it, a file name ends in .t2, or -w says it.
//
// # Kinds of columns
//
// An id is 0 … 2^31-1. An int is any int32. An f32 is the bits of a non-negative float32: as integers they order like
// the numbers they stand for, so a sort of scores is a sort of integers; NaN, +Inf and negative values are refused.
//
// An f64 is a non-negative float64 and takes two columns of a record: the lower half of its bits (F64), then the upper
// half (F64High). Raw, that is a little-endian float64: records of an id and an f64 are three columns, *.t3, and numpy
// reads them with the dtype [('id','<i4'),('rank','<f8')]. Nothing else about blocks, widths and files changes. In text
// and in Parquet an f64 is one number, so that it loses nothing there. It refuses what an f32 refuses.
// It does not sort: the lower half has its sign bit anywhere. Scores that are to be sorted are kept as f32.
//
// # Unknown kinds
//
// A raw stream does not record the kinds of its columns. A column is Unsaid, any int32, if neither the tool nor
// -columns gives its kind. It passes through sorts and joins unchanged. Before it is written as text or Parquet, its
// first records are checked: if all of them could be scores, the stream is refused, and the user must give the kind
// (package kinds). The same check keeps scores from being taken for ids.
//
// # In memory
//
// A block is a []int32 that holds whole records one after the other. Sources fill blocks, sinks take them; a record is
// never passed alone through an interface. Reader and Writer give record-at-a-time access on top of blocks.
//
// # The files
//
//	tuple.go       sources, sinks, kinds and columns; an f64 in two columns
//	columns.go     lists of columns as a user gives them; some columns of a stream
//	order.go       orders of records
//	checker.go     the checks that a stream has an order, and kinds
//	pairkey.go     pairs as keys
//	access.go      functions as sources and sinks; records one at a time; a pipe from a sink to a source
//	input.go       inputs with names, checked for their order; cursors
//	sum.go         a checksum that does not depend on the order of records
//	sortedfile.go  a raw file in which ids are found by binary search
//	raw.go         the raw form, also at any place of a file; blocks seen as bytes and words
//	text.go        the text form: fields, numbers
//	linebuffer.go  whole lines, a buffer at a time
//	csv.go         numbers with commas between them
//	lines.go       Lines: a text, line by line
//	endian_*.go    blocks on machines of either byte order
package tuple
