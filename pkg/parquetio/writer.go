package parquetio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

const (
	pageValues  = 128 << 10
	groupRows   = 1 << 20
	groupValues = 4 << 20 // of all columns together, so that wide records do not take more memory
)

// Writer is the Sink of a Parquet file. While one group of rows is filled, the one before it is encoded and written.
type Writer struct {
	w      io.Writer
	schema Schema
	starts []int      // where in a record the numbers start that are columns of the file
	fill   []int32    // the group that is filled, to its capacity
	spare  []int32    // the memory of the other group
	busy   chan error // the end of the group that is encoded; nil if there is none
	enc    *zstd.Encoder
	pages  []page        // of one group, column by column
	work   []pageEncoder // one for each thread
	offset int64
	sum    uint32
	rows   int64
	groups []format.RowGroup
	err    error
}

// NewWriter starts a Parquet file; up to threads goroutines encode it.
func NewWriter(w io.Writer, s Schema, threads int) (*Writer, error) {
	width := len(s.Columns)
	rows := min(groupRows, groupValues/width)
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithEncoderConcurrency(threads))
	if err != nil {
		return nil, err
	}
	p := &Writer{
		w: w, schema: s, starts: starts(s.Columns), enc: enc,
		fill: make([]int32, 0, rows*width), spare: make([]int32, 0, rows*width),
		work: make([]pageEncoder, max(1, threads)),
	}
	return p, p.write([]byte(magic))
}

func (w *Writer) write(b []byte) error {
	n, err := w.w.Write(b)
	w.offset += int64(n)
	return err
}

// WriteBlock implements tuple.Sink.
func (w *Writer) WriteBlock(block []int32) error {
	if w.err == nil {
		w.err = tuple.CheckKinds(block, w.schema.Columns, w.rows+1)
	}
	if w.err != nil {
		return w.err
	}
	w.rows += int64(len(block) / len(w.schema.Columns))
	w.sum = checksum(w.sum, block)
	for len(block) > 0 && w.err == nil {
		n := min(len(block), cap(w.fill)-len(w.fill))
		w.fill = append(w.fill, block[:n]...)
		block = block[n:]
		if len(w.fill) == cap(w.fill) {
			w.err = w.flush()
		}
	}
	return w.err
}

// flush hands the filled group over to be encoded, once the group before it is written.
func (w *Writer) flush() error {
	if err := w.wait(); err != nil {
		return err
	}
	group := w.fill
	w.fill, w.spare = w.spare[:0], group
	w.busy = make(chan error, 1)
	go func() { w.busy <- fence(func() error { return w.encode(group) }) }()
	return nil
}

func (w *Writer) wait() error {
	if w.busy == nil {
		return nil
	}
	err := <-w.busy
	w.busy = nil
	return err
}

// Close writes the end of the file; it does not close what is below.
func (w *Writer) Close() error {
	if w.err == nil && len(w.fill) > 0 {
		w.err = w.flush()
	}
	if err := w.wait(); w.err == nil {
		w.err = err
	}
	if w.err == nil {
		w.err = fence(w.footer)
	}
	err := w.err
	if err == nil {
		w.err = errors.New("the Parquet file is closed")
	}
	return err
}

// encode writes one group of rows: its pages are encoded in any order and written column by column.
func (w *Writer) encode(group []int32) error {
	width := len(w.schema.Columns)
	rows := len(group) / width
	perColumn := (rows + pageValues - 1) / pageValues
	for len(w.pages) < len(w.starts)*perColumn {
		w.pages = append(w.pages, page{})
	}
	pages := w.pages[:len(w.starts)*perColumn]
	var next atomic.Int64
	err := par.Do(len(w.work), func(worker int) error {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(pages) {
				return nil
			}
			col, first := w.starts[i/perColumn], i%perColumn*pageValues
			part := group[first*width : min(first+pageValues, rows)*width]
			if err := w.work[worker].encode(&pages[i], w.enc, part, w.schema.Columns, col); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return err
	}
	return w.writeGroup(pages, perColumn, int64(rows))
}

func (w *Writer) writeGroup(pages []page, perColumn int, rows int64) error {
	if len(w.groups) > math.MaxInt16 {
		return fmt.Errorf("a Parquet file has at most %d groups of rows", math.MaxInt16+1)
	}
	g := format.RowGroup{NumRows: rows, FileOffset: w.offset, Ordinal: int16(len(w.groups))}
	for i, start := range w.starts {
		chunk, err := w.writeChunk(w.schema.Columns[start], pages[i*perColumn:(i+1)*perColumn], rows)
		if err != nil {
			return err
		}
		g.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		g.TotalCompressedSize += chunk.MetaData.TotalCompressedSize
		g.Columns = append(g.Columns, chunk)
	}
	g.SortingColumns = w.sorting()
	w.groups = append(w.groups, g)
	return nil
}

// sorting says by which columns of the file the records are sorted: not beyond an f64, whose halves do not sort like it.
func (w *Writer) sorting() (list []format.SortingColumn) {
	for _, k := range w.schema.Order {
		if w.schema.Columns[k.Col].Kind >= tuple.F64 {
			break
		}
		list = append(list, format.SortingColumn{ColumnIdx: int32(slices.Index(w.starts, k.Col)), Descending: k.Desc})
	}
	return list
}

func (w *Writer) writeChunk(col tuple.Column, pages []page, rows int64) (format.ColumnChunk, error) {
	m := format.ColumnMetaData{
		Type: physical(col), Encoding: thrift.Slice[format.Encoding]{format.RLE, encodingOf(col)},
		PathInSchema: thrift.Slice[string]{col.Name}, Codec: format.Zstd, NumValues: rows, DataPageOffset: w.offset,
	}
	least, most := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range pages {
		p := &pages[i]
		least, most = min(least, p.least), max(most, p.most)
		m.TotalUncompressedSize += int64(len(p.head) + p.size)
		m.TotalCompressedSize += int64(len(p.head) + len(p.body))
		if err := errors.Join(w.write(p.head), w.write(p.body)); err != nil {
			return format.ColumnChunk{}, err
		}
	}
	m.Statistics = format.Statistics{MinValue: plainValue(col, least), MaxValue: plainValue(col, most)}
	return format.ColumnChunk{FileOffset: m.DataPageOffset, MetaData: m}, nil
}

func plainValue(col tuple.Column, v int64) []byte {
	if col.Kind == tuple.F64 {
		return binary.LittleEndian.AppendUint64(nil, uint64(v))
	}
	return binary.LittleEndian.AppendUint32(nil, uint32(v))
}

// footer writes the description of the file, which stands at its end.
func (w *Writer) footer() error {
	cols := w.schema.Columns
	meta := format.FileMetaData{
		Version: 2, NumRows: w.rows, RowGroups: w.groups, CreatedBy: "webmill",
		Schema: thrift.Slice[format.SchemaElement]{{Name: "tuples", NumChildren: thrift.New(int32(len(w.starts)))}},
		KeyValueMetadata: thrift.Slice[format.KeyValue]{
			{Key: keySum, Value: fmt.Sprintf("%08x", w.sum)},
			{Key: keyKinds, Value: kindNames(cols)},
			{Key: keyRows, Value: fmt.Sprint(w.rows)},
		},
	}
	for _, start := range w.starts {
		c := cols[start]
		meta.Schema = append(meta.Schema, format.SchemaElement{
			Name: c.Name, Type: thrift.New(physical(c)), RepetitionType: thrift.New(format.Required),
		})
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
