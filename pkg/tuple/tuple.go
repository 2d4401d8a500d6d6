package tuple

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
)

// MaxWidth is the largest number of columns of a record.
const MaxWidth = 8

// BlockBytes is how many bytes a block read at once should have: large enough that calls cost nothing,
// small enough to stay in the cache.
const BlockBytes = 64 << 10

// A Source yields blocks of whole records.
type Source interface {
	// ReadBlock fills dst, whose length is a multiple of the width, with whole records and returns how many int32 it
	// wrote. It may return fewer than asked for. At the end it returns 0, io.EOF.
	ReadBlock(dst []int32) (int, error)
}

// Share is how much of a Source was read, from 0 to 1; 0 if it does not tell.
func Share(src Source) float64 {
	if s, ok := src.(interface{ Share() float64 }); ok {
		return s.Share()
	}
	return 0
}

// A Sink takes blocks of whole records.
type Sink interface {
	WriteBlock(block []int32) error
}

// Kind says what the values of a column are.
type Kind uint8

// The kinds of columns.
const (
	Unsaid  Kind = iota // any int32; the kind is unknown, as in a raw stream
	Int                 // any int32
	ID                  // 0 … 2^31-1
	F32                 // the bits of a float32 that is ≥ 0
	F64                 // the lower half of the bits of a float64 that is ≥ 0; F64Column makes both
	F64High             // its upper half, always in the column behind
)

func (k Kind) String() string {
	return [...]string{"int", "int", "id", "f32", "f64", "upper half of an f64"}[k]
}

// kindTexts are the kinds as a manifest has them (package partition).
var kindTexts = []string{"", "int", "id", "f32", "f64", "f64 high"}

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(kindTexts[k]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Kind) UnmarshalText(text []byte) error {
	i := slices.Index(kindTexts, string(text))
	if i < 0 {
		return fmt.Errorf("%q is not a kind", text)
	}
	*k = Kind(i)
	return nil
}

// Column is the name and the kind of one column.
type Column struct {
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	Null bool   `json:"null,omitempty"` // an id or an f32 that may be Unknown
}

// Unknown marks an unknown value in a column with Null set. In Parquet it is NULL, in text an empty field.
const Unknown = -1

// IDs returns columns of kind ID with the given names.
func IDs(names ...string) []Column { return columns(ID, names) }

// Ints returns columns of kind Int with the given names.
func Ints(names ...string) []Column { return columns(Int, names) }

// F32s returns columns of kind F32 with the given names.
func F32s(names ...string) []Column { return columns(F32, names) }

func columns(k Kind, names []string) []Column {
	cols := make([]Column, len(names))
	for i, n := range names {
		cols[i] = Column{Name: n, Kind: k}
	}
	return cols
}

// Numbered returns w columns of unknown kind named c1, c2, …
func Numbered(w int) []Column {
	cols := make([]Column, w)
	for i := range cols {
		cols[i].Name = fmt.Sprintf("c%d", i+1)
	}
	return cols
}

// Errors that say what is wrong with a stream; they come wrapped with the place.
var (
	ErrPartial  = errors.New("ends inside a record")
	ErrUnsorted = errors.New("is not sorted")
	ErrKind     = errors.New("value not allowed in its column")
)

// F32Bits returns the int32 that stands for a score in an f32 column.
func F32Bits(x float32) int32 { return int32(math.Float32bits(x)) }

// F32Value returns the score that an int32 of an f32 column stands for.
func F32Value(v int32) float32 { return math.Float32frombits(uint32(v)) }

// The bits of the greatest finite numbers, of a float64 the upper half. What is above is +Inf or NaN, what is negative
// is a negative number.
const (
	maxF32     = 0x7f7fffff
	maxF64High = 0x7fefffff
)

// most is the greatest value of a kind.
func (k Kind) most() int32 {
	switch k {
	case F32:
		return maxF32
	case F64High:
		return maxF64High
	}
	return math.MaxInt32
}

// CheckKinds returns an error for the first record of the block that has a value its column must not have.
// first is the number of the block's first record, counted from 1.
func CheckKinds(block []int32, cols []Column, first int64) error {
	w := len(cols)
	for c, col := range cols {
		if col.Kind <= Int || col.Kind == F64 {
			continue
		}
		or, most := int32(0), int32(0)
		for i := c; i < len(block); i += w {
			or |= block[i]
			most = max(most, block[i])
		}
		if or >= 0 && most <= col.Kind.most() {
			continue
		}
		for i := c; i < len(block); i += w {
			if col.Null && block[i] == Unknown {
				continue
			}
			if err := kindError(col.Kind, block[:i+1]); err != nil {
				return &PlaceError{Record: first + int64(i/w), Err: fmt.Errorf("column %s: %w", col.Name, err)}
			}
		}
	}
	return nil
}

// kindError looks closer at the last value of a block.
func kindError(k Kind, block []int32) error {
	i := len(block) - 1
	switch v := block[i]; {
	case v >= 0 && v <= k.most():
		return nil
	case k == F32:
		return fmt.Errorf("%w, this is %v", errScore, F32Value(v))
	case k == F64High:
		return fmt.Errorf("%w, this is %v", errScore, F64Value(block[i-1:]))
	default:
		return fmt.Errorf("%w: an id must be 0 … 2147483647, this is %d", ErrKind, v)
	}
}

// PlaceError is an error with the record, counted from 1, at which it was found.
type PlaceError struct {
	Record int64
	Err    error
}

func (e *PlaceError) Error() string { return fmt.Sprintf("%v, at record %d", e.Err, e.Record) }
func (e *PlaceError) Unwrap() error { return e.Err }

// ScoreColumn returns the columns of scores: those of an f64, or that of an f32.
func ScoreColumn(name string, double bool) []Column {
	if double {
		return F64Column(name)
	}
	return F32s(name)
}

// F64Column returns the two columns that hold one float64.
func F64Column(name string) []Column {
	return []Column{{Name: name, Kind: F64}, {Name: name, Kind: F64High}}
}

// PutLong writes a number of 64 bits into the first two values of slots, the low half first.
func PutLong(slots []int32, v int64) { slots[0], slots[1] = int32(v), int32(v>>32) }

// Long returns the number that PutLong wrote.
func Long(slots []int32) int64 { return int64(uint32(slots[0])) | int64(slots[1])<<32 }

// PutF64 writes a score into the first two values of slots, which are those of an f64.
func PutF64(slots []int32, x float64) { PutLong(slots, int64(math.Float64bits(x))) }

// F64Value returns the score that the first two values of slots stand for.
func F64Value(slots []int32) float64 { return math.Float64frombits(uint64(Long(slots))) }

// Numbers is how many numbers a record has: the number of its columns, but an f64 counts once.
func Numbers(cols []Column) int {
	n := 0
	for _, c := range cols {
		if c.Kind != F64High {
			n++
		}
	}
	return n
}

// CheckHalves reports an f64 whose two columns do not stand together.
func CheckHalves(cols []Column) error {
	for i, c := range cols {
		if c.Kind == F64 && (i+1 == len(cols) || cols[i+1].Kind != F64High) ||
			c.Kind == F64High && (i == 0 || cols[i-1].Kind != F64) {
			return fmt.Errorf("half of the f64 %s: it is two columns that stand together", c.Name)
		}
	}
	return nil
}

// Copy passes all records from src to dst and returns how many there were.
func Copy(dst Sink, src Source, width int) (records int64, err error) {
	buf := make([]int32, BlockBytes/4/width*width)
	for {
		n, err := src.ReadBlock(buf)
		if n > 0 {
			if err := dst.WriteBlock(buf[:n]); err != nil {
				return records, err
			}
			records += int64(n / width)
		}
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return records, err
		}
	}
}
