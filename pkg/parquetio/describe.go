package parquetio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// A file ends with a description of itself, a structure of Thrift: the columns, and where each column of each group of rows lies.
// The groups are described as they are written, so that memory does not grow with their number.

// descriptions are the groups of rows that were written, as they stand in the footer, one behind the other.
type descriptions struct {
	n     int
	words []uint64
	store *spill.Blocks
	bytes spill.Bytes
}

const descriptionBlock = 32 << 10

func newDescriptions(room work.Room) (d descriptions, err error) {
	if room.FS == nil {
		room.FS = vfs.OS
	}
	if d.words, err = arena.Words(descriptionBlock / 8); err == nil {
		d.store = spill.NewBlocks(room, arena.Bytes(d.words), descriptionBlock)
		d.bytes = d.store.NewBytes()
	}
	return d, err
}

func (d *descriptions) close() {
	if d.words != nil {
		d.store.Close()
		arena.Free(d.words)
		d.words = nil
	}
}

func (d *descriptions) add(g *format.RowGroup) error {
	b, err := thrift.Marshal(&compact, g)
	if err != nil {
		return err
	}
	if d.n++; d.bytes.Len()+len(b) > maxFooter {
		return tooLong(d.n)
	}
	return d.bytes.Add(b)
}

func tooLong(groups int) error {
	return fmt.Errorf("the description of %d groups of rows is longer than %d bytes", groups, maxFooter)
}

// read gives all of them to write, part by part.
func (d *descriptions) read(write func([]byte) error) error {
	var buf [4 << 10]byte
	for at := 0; at < d.bytes.Len(); {
		part := buf[:min(len(buf), d.bytes.Len()-at)]
		if err := d.bytes.Read(part, at); err != nil {
			return err
		}
		if err := write(part); err != nil {
			return err
		}
		at += len(part)
	}
	return nil
}

// endGroup records what was written, for the footer.
func (w *groupWriter) endGroup(pages []page, rows, offset int64) error {
	if w.written.n > math.MaxInt16 {
		return fmt.Errorf("a Parquet file has at most %d groups of rows", math.MaxInt16+1)
	}
	g := format.RowGroup{NumRows: rows, FileOffset: offset, Ordinal: int16(w.written.n)}
	for i := range w.cols {
		n := 0
		for n < len(pages) && pages[n].col == &w.cols[i] {
			n++
		}
		chunk := chunkOf(&w.cols[i], pages[:n], rows, offset, w.packer.codec)
		pages = pages[n:]
		offset += chunk.MetaData.TotalCompressedSize
		g.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		g.TotalCompressedSize += chunk.MetaData.TotalCompressedSize
		g.Columns = append(g.Columns, chunk)
	}
	g.SortingColumns = w.sorting()
	return w.written.add(&g)
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
func chunkOf(col *writtenColumn, pages []page, rows, offset int64, codec format.CompressionCodec) format.ColumnChunk {
	m := format.ColumnMetaData{
		Type: col.physical(), Encoding: thrift.Slice[format.Encoding]{format.RLE, col.encoding()},
		PathInSchema: thrift.Slice[string]{col.Name}, Codec: codec, NumValues: rows, DataPageOffset: offset,
	}
	if pages[0].entries {
		m.Encoding = append(m.Encoding, format.Plain)
		m.DictionaryPageOffset = offset
		m.DataPageOffset += int64(pages[0].head + pages[0].packed)
	}
	for i := range pages {
		p := &pages[i]
		m.TotalUncompressedSize += int64(p.head + p.size)
		m.TotalCompressedSize += int64(p.head + p.packed)
	}
	m.Statistics = col.bounds(pages)
	return format.ColumnChunk{FileOffset: offset, MetaData: m}
}

// footer writes the description of the file, which stands at its end.
func (w *groupWriter) footer() error {
	meta := format.FileMetaData{
		Version: 2, NumRows: w.rows, CreatedBy: "webmill",
		Schema: thrift.Slice[format.SchemaElement]{{Name: "tuples", NumChildren: thrift.New(int32(len(w.cols)))}},
		KeyValueMetadata: thrift.Slice[format.KeyValue]{
			{Key: keySum, Value: fmt.Sprintf("%08x", w.sum)},
			{Key: keyKinds, Value: kindNames(w.numbers)},
			{Key: keyRows, Value: fmt.Sprint(w.rows)},
		},
	}
	var beside []string
	for i := range w.cols {
		if w.cols[i].As != AsText {
			beside = append(beside, w.cols[i].Name)
		}
		meta.Schema = append(meta.Schema, w.cols[i].element())
		meta.ColumnOrders = append(meta.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	if beside != nil {
		meta.KeyValueMetadata = append(meta.KeyValueMetadata, format.KeyValue{Key: keyBeside, Value: strings.Join(beside, "\t")})
	}
	before, after, err := around(&meta)
	if err != nil {
		return err
	}
	list := listHeader(w.written.n)
	length := len(before) + len(list) + w.written.bytes.Len() + len(after)
	if length > maxFooter {
		return tooLong(w.written.n)
	}
	if err := w.write(before, list); err != nil {
		return err
	}
	if err := w.written.read(func(part []byte) error { return w.write(part) }); err != nil {
		return err
	}
	return w.write(after, binary.LittleEndian.AppendUint32(nil, uint32(length)), []byte(magic))
}

// What the compact protocol of Thrift writes before the elements of a list: its type and distance from the field before, and
// the type of the elements with their number.
const (
	nextIsList  = 1<<4 | 9
	ofStructs   = 12
	moreThan14  = 0xf0 | ofStructs
	endOfStruct = 0
)

// around is what stands in the description of a file before and behind the list of its groups, of which meta has none.
func around(meta *format.FileMetaData) (before, after []byte, err error) {
	all, err := thrift.Marshal(&compact, meta)
	if err != nil {
		return nil, nil, err
	}
	first := struct {
		Version int32                              `thrift:"1,required"`
		Schema  thrift.Slice[format.SchemaElement] `thrift:"2,required"`
		NumRows int64                              `thrift:"3,required"`
	}{meta.Version, meta.Schema, meta.NumRows}
	before, err = thrift.Marshal(&compact, &first)
	if err != nil {
		return nil, nil, err
	}
	before = bytes.TrimSuffix(before, []byte{endOfStruct})
	after, ok := bytes.CutPrefix(all, append(before[:len(before):len(before)], nextIsList, ofStructs))
	if !ok {
		return nil, nil, errors.New("the Thrift library describes a file in another way than this program knows")
	}
	return before, after, nil
}

// listHeader begins a list of n structures that follows the field before it.
func listHeader(n int) []byte {
	if n < 15 {
		return []byte{nextIsList, byte(n<<4 | ofStructs)}
	}
	return binary.AppendUvarint([]byte{nextIsList, moreThan14}, uint64(n))
}
