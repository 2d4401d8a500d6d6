// Package parquetio reads and writes tuples as Parquet. It is the only importer of the Parquet library.
//
// # What is written
//
// Columns with the names that the tool gives: INT32 in DELTA_BINARY_PACKED for ids and ints, FLOAT for f32, DOUBLE for f64; text
// columns beside them if a table has some (TableWriter). Columns that may be unknown are OPTIONAL, all others REQUIRED. Pages
// have 128 Ki values, zstd (or what Encoders says) and a CRC32. Groups have about 1 Mi rows, with the least and the greatest
// value of each column and, if the records have an order, that order. The key-value metadata holds the number of rows, the
// CRC32C of the records in their raw form, without text, and the kinds of the numbers. The reader compares them with what it
// has read, because the checksums of the pages do not cover the footer. Pages are encoded by several goroutines; the bytes do
// not depend on how many.
//
// # What is read
//
// Flat files of INT32, INT64, FLOAT and DOUBLE columns, in every encoding and compression that DuckDB, pandas, polars
// and Spark use for them. Columns of text are left out; only EachRow reads them. 64-bit integers must fit into 32 bits.
// A column is what its type says, a DOUBLE an f32: the nearest float32. (A double that has none, too large or so small
// that it would become 0, is refused.) A caller that asks for an f64 gets it from a DOUBLE, a FLOAT or integers ≥ 0,
// without any loss. A NULL is refused, unless the caller asks for a column that may be unknown.
//
// # The library
//
// Of parquet-go the data structures, the Thrift codec and the delta encoder are used, not its File and Writer: those box
// every value or need a Go struct type for a schema, which costs 4 to 14 times the time, and they trust sizes in the file
// (see footer.go). A panic of the library becomes an error at every entry.
//
// # Memory
//
// A writer holds one group of rows, or two with threads, and 4 MiB a thread for pages. A group takes the memory that it is
// given (Encoders.Room), 24 MiB at most; what does not fit there waits in a temporary file. The footer takes about 600 bytes
// for each column of each group. A reader holds one page for each column as it is in the file and decompressed, at most 64 MiB
// each by the limit and 1 MiB in what this package writes, a dictionary, and 1 MiB of values read ahead for each column.
//
// # The files
//
//	parquetio.go  schemas, metadata and errors that reading and writing share
//	writer.go     TableWriter: rows of numbers and text, in groups; Writer: tuples
//	group.go      the rows that wait to be encoded together
//	encode.go     the columns of a file that is written, and their pages
//	pack.go       Encoders: the threads and the compression of a file that is written
//	describe.go   the footer of a file that is written
//	dictionary.go columns of few strings
//	stored.go     Stored: text that is stored as numbers, times and the like
//	texttable.go  TextTable: lines of fields as Parquet, with columns of the types that they hold
//	lines.go      LineWriter: lines of fields as Parquet, with columns of given types
//	reader.go     Reader: the records of a file, and whether they are those that were written
//	values.go     EachRow: rows of text, integers and booleans
//	column.go     a column that is read ahead; its values as the kinds that are asked for
//	chunk.go      the pages of a chunk of a column: headers, levels, dictionaries
//	decode.go     values out of the bytes of a page: encodings and compressions
//	footer.go     the footer, checked before the library sees it
package parquetio

import (
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"

	"webmill/pkg/tuple"
)

// Schema is what a file holds.
type Schema struct {
	Columns []tuple.Column
	Order   tuple.Order // the order of the records, if they have one
}

// Limits on files from strangers; what is beyond is refused before memory is taken for it.
const (
	maxFooter = 16 << 20
	maxPage   = 64 << 20
)

const magic = "PAR1"

// Names in the key-value metadata.
const (
	keyRows   = "webmill.rows"
	keySum    = "webmill.crc32c"
	keyKinds  = "webmill.kinds"
	keyBeside = "webmill.beside" // the columns that are no part of the tuples, though they may be numbers
)

// ErrDamaged is the error of a file that is not what its own figures say.
var ErrDamaged = errors.New("the Parquet file is damaged")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
}

// fence calls f and turns a panic of the library into an error.
func fence(f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = damaged("%v", v)
		}
	}()
	return f()
}

var compact thrift.CompactProtocol

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum continues the CRC32C of raw records.
func checksum(sum uint32, block []int32) uint32 {
	tuple.ToLE(block)
	sum = crc32.Update(sum, castagnoli, tuple.Bytes(block))
	tuple.FromLE(block)
	return sum
}

// starts lists where in a record its numbers start.
func starts(cols []tuple.Column) (list []int) {
	for i, c := range cols {
		if c.Kind != tuple.F64High {
			list = append(list, i)
		}
	}
	return list
}

func kindNames(cols []tuple.Column) string {
	var names []string
	for _, i := range starts(cols) {
		names = append(names, cols[i].Kind.String()+map[bool]string{true: "?"}[cols[i].Null])
	}
	return strings.Join(names, ",")
}
