package parquetio

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

const (
	pageValues  = 128 << 10
	pageText    = 1 << 20 // bytes of text
	groupRows   = 1 << 20
	groupValues = 4 << 20 // of all columns together, so that wide records do not take more memory
)

// Writer is the Sink of a Parquet file of tuples. While a group of rows is filled, the group before is encoded and written in the
// background. With 0 threads, the writer itself encodes and writes each group, and only one group is in memory.
type Writer struct{ *TableWriter }

// NewWriter starts a Parquet file; up to threads goroutines encode it.
func NewWriter(w io.Writer, s Schema, threads int) (*Writer, error) {
	t, err := NewTableWriter(w, Fields(s.Columns...), s.Order, threads)
	return &Writer{t}, err
}

// WriteBlock implements tuple.Sink.
func (w *Writer) WriteBlock(block []int32) error { return w.WriteRows(block) }

// groupWriter encodes groups of rows and writes them, one at a time, in the background.
type groupWriter struct {
	w       io.Writer
	cols    []tableColumn
	numbers []tuple.Column // of the records
	checked []tuple.Column // the same, any int32 where any float64 may stand
	order   tuple.Order
	busy    chan error // the end of the group that is encoded; nil if there is none
	enc     *zstd.Encoder
	pages   []page        // of one group, column by column
	work    []pageEncoder // one for each thread
	alone   bool          // a group is encoded before the next one is filled
	offset  int64
	sum     uint32
	rows    int64
	groups  []format.RowGroup
}

var errClosed = errors.New("the Parquet file is closed")

func newGroupWriter(w io.Writer, fields []Field, order tuple.Order, threads int) (*groupWriter, error) {
	// Pages have hardly more than 1 MiB; a larger window only takes memory.
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithWindowSize(pageText), zstd.WithLowerEncoderMem(true),
		zstd.WithEncoderConcurrency(max(1, threads)))
	if err != nil {
		return nil, err
	}
	g := &groupWriter{w: w, order: order, enc: enc, work: make([]pageEncoder, max(1, threads)), alone: threads < 1}
	g.cols, g.numbers = columnsOf(fields)
	for _, f := range fields {
		if f.Real {
			f.Kind = tuple.Int
		}
		if !f.Text {
			g.checked = append(g.checked, f.Column)
		}
	}
	return g, nil
}

func (w *groupWriter) write(b []byte) error {
	n, err := w.w.Write(b)
	w.offset += int64(n)
	return err
}

// start begins to encode a group, which must not change until wait returns.
func (w *groupWriter) start(g group) {
	w.busy = make(chan error, 1)
	go func() { w.busy <- fence(func() error { return w.encode(g) }) }()
}

func (w *groupWriter) wait() error {
	if w.busy == nil {
		return nil
	}
	err := <-w.busy
	w.busy = nil
	return err
}

// finish waits for the last group and writes the end of the file, unless something failed before.
func (w *groupWriter) finish(failed error) error {
	err := w.wait()
	if failed != nil {
		return failed
	}
	if err == nil {
		err = fence(w.footer)
	}
	return err
}

// encode writes one group of rows: its pages are encoded in any order and written column by column.
func (w *groupWriter) encode(g group) error {
	pages := w.pages[:0]
	for i := range w.cols {
		pages = w.cols[i].cut(pages, g)
	}
	w.pages = pages
	offset := w.offset
	var next atomic.Int64
	turns := par.NewTurns()
	err := par.Do(len(w.work), func(worker int) error {
		for i := int(next.Add(1)) - 1; i < len(pages); i = int(next.Add(1)) - 1 {
			head, body, err := w.work[worker].encode(&pages[i], w.enc, g, w.numbers)
			if !turns.Wait(i) {
				return nil // another goroutine failed and returns the error
			}
			if err == nil {
				err = cmp.Or(w.write(head), w.write(body))
			}
			if err != nil {
				turns.Stop()
				return err
			}
			turns.Next()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.endGroup(pages, int64(g.rows), offset)
}

// endGroup records what was written, for the footer.
func (w *groupWriter) endGroup(pages []page, rows, offset int64) error {
	if len(w.groups) > math.MaxInt16 {
		return fmt.Errorf("a Parquet file has at most %d groups of rows", math.MaxInt16+1)
	}
	g := format.RowGroup{NumRows: rows, FileOffset: offset, Ordinal: int16(len(w.groups))}
	for i := range w.cols {
		n := 0
		for n < len(pages) && pages[n].col == &w.cols[i] {
			n++
		}
		chunk := chunkOf(&w.cols[i], pages[:n], rows, offset)
		pages = pages[n:]
		offset += chunk.MetaData.TotalCompressedSize
		g.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		g.TotalCompressedSize += chunk.MetaData.TotalCompressedSize
		g.Columns = append(g.Columns, chunk)
	}
	g.SortingColumns = w.sorting()
	w.groups = append(w.groups, g)
	return nil
}

// sorting says by which columns of the file the records are sorted: not beyond an f64, whose halves do not sort like it.
func (w *groupWriter) sorting() (list []format.SortingColumn) {
	for _, k := range w.order {
		i := 0
		for i < len(w.cols) && w.cols[i].field != k.Col {
			i++
		}
		if i == len(w.cols) || w.cols[i].Kind >= tuple.F64 {
			break
		}
		list = append(list, format.SortingColumn{ColumnIdx: int32(i), Descending: k.Desc})
	}
	return list
}

// chunkOf makes the footer entry of the pages of one column.
func chunkOf(col *tableColumn, pages []page, rows, offset int64) format.ColumnChunk {
	m := format.ColumnMetaData{
		Type: col.physical(), Encoding: thrift.Slice[format.Encoding]{format.RLE, col.encoding()},
		PathInSchema: thrift.Slice[string]{col.Name}, Codec: format.Zstd, NumValues: rows, DataPageOffset: offset,
	}
	for i := range pages {
		p := &pages[i]
		m.TotalUncompressedSize += int64(p.head + p.size)
		m.TotalCompressedSize += int64(p.head + p.packed)
	}
	m.Statistics = col.bounds(pages)
	return format.ColumnChunk{FileOffset: m.DataPageOffset, MetaData: m}
}

// footer writes the description of the file, which stands at its end.
func (w *groupWriter) footer() error {
	meta := format.FileMetaData{
		Version: 2, NumRows: w.rows, RowGroups: w.groups, CreatedBy: "webmill",
		Schema: thrift.Slice[format.SchemaElement]{{Name: "tuples", NumChildren: thrift.New(int32(len(w.cols)))}},
		KeyValueMetadata: thrift.Slice[format.KeyValue]{
			{Key: keySum, Value: fmt.Sprintf("%08x", w.sum)},
			{Key: keyKinds, Value: kindNames(w.numbers)},
			{Key: keyRows, Value: fmt.Sprint(w.rows)},
		},
	}
	for i := range w.cols {
		meta.Schema = append(meta.Schema, w.cols[i].element())
		meta.ColumnOrders = append(meta.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	b, err := thrift.Marshal(&compact, &meta)
	if err != nil {
		return err
	}
	if len(b) > maxFooter {
		return fmt.Errorf("the description of %d groups of rows is longer than %d bytes", len(w.groups), maxFooter)
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)))
	return w.write(append(b, magic...))
}
