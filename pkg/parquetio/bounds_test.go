package parquetio

import (
	"bufio"
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestLongBounds: other writers state the least and the greatest string in the header of a page, even long ones.
func TestLongBounds(t *testing.T) {
	for _, n := range []int{1, 1500, 4096} {
		bound := bytes.Repeat([]byte("x"), n)
		h := format.PageHeader{Type: format.DataPage, UncompressedPageSize: 7, CompressedPageSize: 5}
		h.DataPageHeader = thrift.New(format.DataPageHeader{NumValues: 1, Statistics: format.Statistics{
			Min: bound, Max: bound, MinValue: bound, MaxValue: bound,
		}})
		b, err := thrift.Marshal(&compact, &h)
		if err != nil {
			t.Fatal(err)
		}
		c := chunk[int32]{in: bufio.NewReaderSize(bytes.NewReader(append(b, "12345 and what follows"...)), 64<<10)}
		c.rest = int64(len(b) + 5)
		got, err := c.header()
		if err != nil || got.CompressedPageSize != 5 || c.rest != 5 {
			t.Errorf("bounds of %d bytes: %+v, %d left, %v", n, got, c.rest, err)
		}
	}
}
