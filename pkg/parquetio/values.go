package parquetio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// Value is one of a column of text or numbers; a boolean is the number 0 or 1, a FLOAT that of its bits. Text is valid
// until the next row.
type Value struct {
	Null   bool
	IsText bool
	Number int64
	Text   []byte
	Unit   time.Duration // of a time since 1970, which is the number; 0: it is no time
}

// EachRow reads some columns of a file from its first row to its last, also those that no tuple can hold: text, integers of 64
// bits, times (their numbers) and booleans. Of each column it keeps one page in memory. What do returns ends the reading.
func EachRow(r io.ReaderAt, size int64, names []string, do func([]Value) error) error {
	return fence(func() error {
		meta, all, err := readFooter(r, size)
		if err != nil {
			return err
		}
		columns := make([]*valueColumn, len(names))
		for i, name := range names {
			if columns[i], err = valuesOf(r, all, name); err != nil {
				return err
			}
		}
		row := make([]Value, len(names))
		for g := range meta.RowGroups {
			for _, c := range columns {
				c.open(&meta.RowGroups[g].Columns[c.at].MetaData)
			}
			for range meta.RowGroups[g].NumRows {
				for i, c := range columns {
					if row[i], err = c.next(); err != nil {
						return fmt.Errorf("column %q: %w", names[i], err)
					}
				}
				if err := do(row); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// valueColumn reads one column, a value at a time.
type valueColumn struct {
	at   int // among the columns of the file
	open func(*format.ColumnMetaData)
	next func() (Value, error)
}

// valuesOf finds a column and how to read it.
func valuesOf(r io.ReaderAt, all []leaf, name string) (*valueColumn, error) {
	for at, l := range all {
		if l.name != name {
			continue
		}
		mem, err := newCodec()
		if err != nil {
			return nil, err
		}
		c, m, optional := &valueColumn{at: at}, &memory{codec: mem, nulls: true}, l.form.RepetitionType.V == format.Optional
		switch list := l.form.RepetitionType.V == format.Repeated; {
		case l.deep || list || !l.form.Type.Valid:
		case l.form.Type.V == format.Int32, l.form.Type.V == format.Float:
			eachOf(c, r, m, optional, words[int32], func(v int32) Value { return Value{Number: int64(v)} })
		case l.form.Type.V == format.Int64:
			unit := timeUnit(&l.form)
			eachOf(c, r, m, optional, words[int64], func(v int64) Value { return Value{Unit: unit, Number: v} })
		case l.form.Type.V == format.Boolean:
			eachOf(c, r, m, optional, booleans, func(v bool) Value { return Value{Number: map[bool]int64{true: 1}[v]} })
		case l.form.Type.V == format.ByteArray:
			eachOf(c, r, m, optional, texts, func(v []byte) Value { return Value{IsText: true, Text: v} })
		}
		if c.open == nil {
			return nil, fmt.Errorf("column %q is %v, expected text, an integer, a FLOAT or a boolean", name, l.form.Type.V)
		}
		return c, nil
	}
	return nil, fmt.Errorf("there is no column %q", name)
}

// timeUnit is the unit of a TIMESTAMP, by the annotation of now or that of old files; 0 of other columns.
func timeUnit(e *format.SchemaElement) time.Duration {
	if t, ok := e.LogicalType.Value.(*format.TimestampType); ok {
		switch t.Unit.Value.(type) {
		case *format.MilliSeconds:
			return time.Millisecond
		case *format.MicroSeconds:
			return time.Microsecond
		case *format.NanoSeconds:
			return time.Nanosecond
		}
	}
	return map[deprecated.ConvertedType]time.Duration{
		deprecated.TimestampMillis: time.Millisecond,
		deprecated.TimestampMicros: time.Microsecond,
	}[e.ConvertedType.V] // 0 is that of UTF8, if there is none
}

func eachOf[T any](c *valueColumn, r io.ReaderAt, m *memory, optional bool, values encodings[T], of func(T) Value) {
	var now *chunk[T]
	var one [1]T
	c.open = func(meta *format.ColumnMetaData) { now = newChunk(r, m, meta, optional, values) }
	c.next = func() (Value, error) {
		if _, err := now.read(one[:]); err != nil {
			return Value{}, endsEarly(err)
		}
		if len(m.missing) > 0 {
			return Value{Null: true}, nil
		}
		return of(one[0]), nil
	}
}

// booleans are the encodings of truth values.
func booleans(e format.Encoding, body []byte, _ []bool) (decoder[bool], error) {
	switch e {
	case format.Plain:
		return &truths{hybrid{packed: body, left: 8 * len(body), width: 1}}, nil
	case format.RLE:
		if len(body) < 4 {
			return nil, io.ErrUnexpectedEOF
		}
		return &truths{hybrid{src: body[4:], width: 1}}, nil
	}
	return nil, damaged("booleans encoded as %v", e)
}

type truths struct{ hybrid }

func (d *truths) read(dst []bool) error {
	for i := range dst {
		var one [1]int32
		if err := d.hybrid.read(one[:]); err != nil {
			return err
		}
		dst[i] = one[0] == 1
	}
	return nil
}

// texts are the encodings of strings.
func texts(e format.Encoding, body []byte, entries [][]byte) (decoder[[]byte], error) {
	switch e {
	case format.Plain:
		return &plainTexts{bytes.Clone(body)}, nil // a dictionary stays when the next page is read
	case format.RLEDictionary, plainDictionary:
		return newDict(body, entries)
	case format.DeltaLengthByteArray:
		d, rest, err := lengths(body)
		return &deltaTexts{suffixes: d, src: rest}, err
	case format.DeltaByteArray:
		prefixes, rest, err := lengths(body)
		if err != nil {
			return nil, err
		}
		suffixes, rest, err := lengths(rest)
		return &deltaTexts{prefixes, suffixes, rest, nil}, err
	}
	return nil, damaged("text encoded as %v", e)
}

// lengths are the numbers at the beginning of a page, and what comes behind them.
func lengths(body []byte) (*deltas[int32], []byte, error) {
	d, err := newDeltas[int32](body)
	if err != nil {
		return nil, nil, err
	}
	again := *d
	var some [256]int32
	for again.total > 0 {
		if err := again.read(some[:min(len(some), again.total)]); err != nil {
			return nil, nil, err
		}
	}
	return d, again.src, nil
}

type plainTexts struct{ src []byte }

func (d *plainTexts) read(dst [][]byte) error {
	for i := range dst {
		if len(d.src) < 4 || uint64(binary.LittleEndian.Uint32(d.src)) > uint64(len(d.src)-4) {
			return io.ErrUnexpectedEOF
		}
		n := binary.LittleEndian.Uint32(d.src)
		dst[i], d.src = d.src[4:4+n], d.src[4+n:]
	}
	return nil
}

// deltaTexts are strings that begin like the ones before them. Only the last one of those read is kept.
type deltaTexts struct {
	prefixes, suffixes *deltas[int32]
	src                []byte
	last               []byte
}

func (d *deltaTexts) read(dst [][]byte) error {
	for i := range dst {
		var prefix, suffix [1]int32
		if d.prefixes != nil {
			if err := d.prefixes.read(prefix[:]); err != nil {
				return err
			}
		}
		if err := d.suffixes.read(suffix[:]); err != nil {
			return err
		}
		from, n := int(prefix[0]), int(suffix[0])
		if from < 0 || from > len(d.last) || n < 0 || n > len(d.src) {
			return damaged("a string of %d bytes more than the %d of the one before", n, from)
		}
		d.last, d.src = append(d.last[:from], d.src[:n]...), d.src[n:]
		dst[i] = d.last
	}
	return nil
}
