package parquetio

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"webmill/pkg/tuple"
)

// Stored is what a file holds of a column of text. The reader leaves out all of these columns: they are no part of the tuples.
type Stored uint8

// What text may be stored as. Unless it is stored as text, it must be a value of that type, as Go writes it.
const (
	AsText Stored = iota
	AsInt         // INT32
	AsLong        // INT64
	AsBool        // BOOLEAN, true or false
	AsMark        // BOOLEAN: whether there is any text
	AsTime        // TIMESTAMP, in UTC, of milliseconds; text like 2006-01-02T15:04:05Z
	storedTypes
)

var storedNames = [storedTypes]string{"text", "int", "long", "bool", "mark", "time"}

func (s Stored) String() string { return storedNames[s] }

// StoredOf finds the type of a name.
func StoredOf(name string) (Stored, bool) {
	i := slices.Index(storedNames[:], name)
	return Stored(max(0, i)), i >= 0
}

func (s Stored) physical() format.Type {
	return [storedTypes]format.Type{format.ByteArray, format.Int32, format.Int64, format.Boolean, format.Boolean, format.Int64}[s]
}

func (s Stored) encoding() format.Encoding {
	return [storedTypes]format.Encoding{format.DeltaByteArray, format.DeltaBinaryPacked, format.DeltaBinaryPacked, format.Plain,
		format.Plain, format.DeltaBinaryPacked}[s]
}

// annotate says in the schema what the values stand for.
func (s Stored) annotate(e *format.SchemaElement) {
	switch s {
	case AsText:
		e.ConvertedType = thrift.New(deprecated.UTF8)
		e.LogicalType = format.LogicalType{Value: &format.StringType{}}
	case AsTime:
		e.ConvertedType = thrift.New(deprecated.TimestampMillis)
		e.LogicalType = format.LogicalType{Value: &format.TimestampType{IsAdjustedToUTC: true,
			Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}}
	}
}

// value is what text stands for.
func (s Stored) value(text []byte) (v int64, err error) {
	switch s {
	case AsInt:
		v, err = strconv.ParseInt(string(text), 10, 32)
	case AsLong:
		v, err = strconv.ParseInt(string(text), 10, 64)
	case AsBool:
		switch string(text) {
		case "true":
			v = 1
		case "false":
		default:
			err = strconv.ErrSyntax
		}
	case AsMark:
		v = int64(min(len(text), 1))
	case AsTime:
		var t time.Time
		t, err = time.Parse(time.RFC3339, string(text))
		v = t.UnixMilli()
	}
	if err != nil {
		err = fmt.Errorf("%w: %.64q is no %s", tuple.ErrKind, text, s)
	}
	return v, err
}

// stored makes e.plain of strings that are stored as values of another type.
func (e *pageEncoder) stored(p *page) (err error) {
	s := &e.strings
	e.wide = e.wide[:0]
	p.least, p.most = math.MaxInt64, math.MinInt64
	for i := range s.Len() {
		text := s.At(i)
		if p.col.Null && !e.levels.add(len(text) > 0) {
			continue
		}
		v, err := p.col.As.value(text)
		if err != nil {
			return fmt.Errorf("column %s: %w", p.col.Name, err)
		}
		e.wide = append(e.wide, v)
		p.least, p.most = min(p.least, v), max(p.most, v)
	}
	switch p.col.As {
	case AsInt:
		e.values = grow(e.values, len(e.wide))
		for i, v := range e.wide {
			e.values[i] = int32(v)
		}
		e.plain, err = e.delta.EncodeInt32(e.plain[:0], e.values)
	case AsBool, AsMark:
		e.plain = append(e.plain[:0], make([]byte, (len(e.wide)+7)/8)...)
		for i, v := range e.wide {
			e.plain[i/8] |= byte(v) << (i % 8)
		}
	default:
		e.plain, err = e.delta.EncodeInt64(e.plain[:0], e.wide)
	}
	return err
}

// plain is a value as the statistics of a file state it.
func (s Stored) plain(v int64) []byte {
	switch s {
	case AsInt:
		return binary.LittleEndian.AppendUint32(nil, uint32(v))
	case AsBool, AsMark:
		return []byte{byte(v)}
	}
	return binary.LittleEndian.AppendUint64(nil, uint64(v))
}
