package parquetio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// maxHeader is more than the header of a page takes: of text it may have the least and the greatest string, at most 4 KiB of each
// as other writers make them.
const maxHeader = 32 << 10

// chunk reads the pages of one column of one group of rows.
type chunk[T any] struct {
	mem      *memory
	form     encodings[T]
	in       *bufio.Reader
	meta     *format.ColumnMetaData
	optional bool // values may be NULL: levels come before the values

	rest   int64 // bytes of the chunk not yet read
	todo   int64 // values of the chunk not yet given
	left   int   // values of the page not yet given
	dict   []T
	values decoder[T]
	levels *hybrid // of the page; nil if it can have no nulls
}

// encodings finds the decoder of a page by how its values are encoded; one may need the entries of the dictionary of its chunk.
type encodings[T any] func(e format.Encoding, body []byte, entries []T) (decoder[T], error)

// memory is what the chunks of a column share, one after the other.
type memory struct {
	codec         codec
	packed, plain []byte
	ones          [1024]int32
	nulls         bool  // a NULL is allowed and read as 0
	missing       []int // places of the NULLs among the values that were read last
	wide          []int64
}

func newChunk[T any](r io.ReaderAt, m *memory, meta *format.ColumnMetaData, optional bool, form encodings[T]) *chunk[T] {
	from, size := extent(meta)
	return &chunk[T]{
		mem: m, form: form, meta: meta, optional: optional, rest: size, todo: meta.NumValues,
		in: bufio.NewReaderSize(io.NewSectionReader(r, from, size), tuple.BlockBytes),
	}
}

// read fills dst with values as far as the current page has them. At the end of the chunk it returns 0, io.EOF.
func (c *chunk[T]) read(dst []T) (int, error) {
	for c.left == 0 {
		if c.todo == 0 {
			return 0, io.EOF
		}
		if err := c.page(); err != nil {
			return 0, endsEarly(err)
		}
	}
	n := min(len(dst), c.left)
	if err := c.there(n); err != nil {
		return 0, endsEarly(err)
	}
	if err := c.values.read(dst[:n-len(c.mem.missing)]); err != nil {
		return 0, endsEarly(err)
	}
	c.spread(dst[:n])
	c.left -= n
	c.todo -= int64(n)
	return n, nil
}

// endsEarly says what an unexpected end means.
func endsEarly(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return damaged("a page ends too early")
	}
	return err
}

// there reads the levels of the next n values, to find out which values are NULL.
func (c *chunk[T]) there(n int) error {
	c.mem.missing = c.mem.missing[:0]
	for at := 0; c.levels != nil && at < n; {
		part := c.mem.ones[:min(n-at, len(c.mem.ones))]
		if err := c.levels.read(part); err != nil {
			return err
		}
		for i, level := range part {
			if level == 1 {
				continue
			}
			if !c.mem.nulls {
				return &atError{at + i, errNull}
			}
			c.mem.missing = append(c.mem.missing, at+i)
		}
		at += len(part)
	}
	return nil
}

// spread moves the values to their places and puts the zero value in the place of each NULL.
func (c *chunk[T]) spread(dst []T) {
	end := len(dst)
	for i, at := range slices.Backward(c.mem.missing) {
		var zero T
		copy(dst[at+1:end], dst[at-i:])
		dst[at], end = zero, at
	}
}

var errNull = errors.New("has a NULL: leave such records out (SQL: IS NOT NULL); tools with -columns take it as an id? or f32?")

// atError is an error at one of the values that were asked for.
type atError struct {
	at  int
	err error
}

func (e *atError) Error() string { return e.err.Error() }
func (e *atError) Unwrap() error { return e.err }

// page reads the next page of the chunk; one with a dictionary leaves left at 0.
func (c *chunk[T]) page() error {
	h, err := c.header()
	if err != nil {
		return err
	}
	if err := c.body(h); err != nil {
		return err
	}
	switch h.Type {
	case format.DictionaryPage:
		return c.dictionary(h)
	case format.DataPage:
		return c.dataV1(h)
	case format.DataPageV2:
		return c.dataV2(h)
	}
	return nil // an index
}

func (c *chunk[T]) header() (*format.PageHeader, error) {
	window, err := c.in.Peek(int(min(maxHeader, c.rest)))
	if err != nil {
		return nil, err
	}
	h := new(format.PageHeader)
	r := compact.NewReaderFromBytes(window)
	if err := thrift.NewDecoder(r).Decode(h); err != nil {
		return nil, damaged("the header of a page: %v", err)
	}
	n, _ := c.in.Discard(r.BytesRead())
	c.rest -= int64(n)
	if n := int64(h.CompressedPageSize); n < 0 || n > maxPage || n > c.rest {
		return nil, damaged("a page of %d bytes", n)
	}
	if n := h.UncompressedPageSize; n < 0 || n > maxPage {
		return nil, damaged("a page that would unpack to %d bytes", n)
	}
	return h, nil
}

// body reads the bytes of a page as they are in the file.
func (c *chunk[T]) body(h *format.PageHeader) error {
	c.mem.packed = grow(c.mem.packed, int(h.CompressedPageSize))
	if _, err := io.ReadFull(c.in, c.mem.packed); err != nil {
		return err
	}
	c.rest -= int64(len(c.mem.packed))
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(c.mem.packed) {
		return damaged("a page with a wrong checksum")
	}
	return nil
}

func grow[T any](b []T, n int) []T {
	if cap(b) < n {
		return make([]T, n)
	}
	return b[:n]
}

func (c *chunk[T]) unpack(packed []byte, size int) (plain []byte, err error) {
	if size < 0 {
		return nil, damaged("a page of %d bytes", size)
	}
	c.mem.plain, err = c.mem.codec.unpack(c.meta.Codec, c.mem.plain, packed, size)
	return c.mem.plain, err
}

func (c *chunk[T]) dictionary(h *format.PageHeader) error {
	body, err := c.unpack(c.mem.packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	d := h.DictionaryPageHeader.V
	if n := int(d.NumValues); n < 0 || n > len(body)/leastValue {
		return damaged("a dictionary of %d values", n)
	}
	c.dict = make([]T, d.NumValues)
	values, err := c.form(format.Plain, body, nil)
	if err != nil {
		return err
	}
	return values.read(c.dict)
}

// leastValue is the least number of bytes that a value of a dictionary takes: that of a number, or of the length of text.
const leastValue = 4

// dataV1 is a page that is compressed as a whole.
func (c *chunk[T]) dataV1(h *format.PageHeader) error {
	body, err := c.unpack(c.mem.packed, int(h.UncompressedPageSize))
	if err != nil {
		return err
	}
	d := h.DataPageHeader.V
	c.levels = nil
	if c.optional {
		if d.DefinitionLevelEncoding != format.RLE {
			return damaged("levels encoded as %v", d.DefinitionLevelEncoding)
		}
		if len(body) < 4 || uint64(binary.LittleEndian.Uint32(body)) > uint64(len(body)-4) {
			return io.ErrUnexpectedEOF
		}
		n := int(binary.LittleEndian.Uint32(body))
		c.levels = &hybrid{src: body[4 : 4+n], width: 1}
		body = body[4+n:]
	}
	return c.data(d.Encoding, body, d.NumValues)
}

// dataV2 is a page whose levels are not compressed with it.
func (c *chunk[T]) dataV2(h *format.PageHeader) error {
	d := h.DataPageHeaderV2.V
	n := int(d.DefinitionLevelsByteLength)
	if n < 0 || n > len(c.mem.packed) || d.RepetitionLevelsByteLength != 0 {
		return damaged("levels of %d bytes", n)
	}
	body, err := c.mem.packed[n:], error(nil)
	if !d.IsCompressed.Valid || d.IsCompressed.V {
		body, err = c.unpack(body, int(h.UncompressedPageSize)-n)
	}
	if err != nil {
		return err
	}
	c.levels = nil
	if c.optional {
		c.levels = &hybrid{src: c.mem.packed[:n], width: 1}
	}
	return c.data(d.Encoding, body, d.NumValues)
}

// plainDictionary is what older writers call RLEDictionary.
const plainDictionary format.Encoding = 2

// data starts to give the values of a page.
func (c *chunk[T]) data(e format.Encoding, body []byte, values int32) (err error) {
	if values < 0 || int64(values) > c.todo {
		return damaged("a page of %d values", values)
	}
	c.left = int(values)
	c.values, err = c.form(e, body, c.dict)
	return err
}

// words are the encodings of numbers.
func words[T word](e format.Encoding, body []byte, entries []T) (decoder[T], error) {
	switch e {
	case format.Plain:
		return &plain[T]{body}, nil
	case format.RLEDictionary, plainDictionary:
		return newDict(body, entries)
	case format.DeltaBinaryPacked:
		return newDeltas[T](body)
	case format.ByteStreamSplit:
		return &split[T]{src: body}, nil
	}
	return nil, damaged("numbers encoded as %v", e)
}
