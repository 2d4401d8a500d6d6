// Package kinds tells scores from integers by their values, for columns whose kinds nobody gave.
//
// A raw stream does not record the kinds of its columns, and an f32 is an int32 there. If scores were written as
// integers into text or Parquet, they would become numbers like 1016198166, and the mistake would be hard to find. So
// the first records are checked, and of a column that begins with nothing but 0 the first that say something. What
// looks wrong is refused, and the user must give the kind.
//
//	kinds.go   what looks like scores, what like integers, and what to say
//	refuse.go  sources and sinks that refuse such streams
//	places.go  the same for a file whose records can be read at any place
//	guess.go   several streams that are read as one: all must hold the same in a column
package kinds

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/tuple"
)

const (
	firstRecords = 4096       // records that are checked
	leastScore   = 0x2b8cbccd // the bits of the float32 1e-12; the upper half of a float64 of about that size is the same
	mostScore    = 0x49742400 // the bits of 1e6: nearly all scores lie between the two, but only ids around 10^9
	scoreSpread  = 1 << 22    // the bits of scores differ by at least this (a factor of 1.5); ids often lie closer together
	scoreStep    = 1 << 8     // the bits of scores that lie closer together differ by more than this on average; ids rarely do
	leastSteps   = 16         // between values that tell more than a few ids that lie apart
	leastHalves  = 32         // so many different lower halves of f64 are not all positive by chance
)

// ToScores is what to do with integers that are to be read as scores: text has no bits of scores, only numbers.
const ToScores = "tuples -to text -o scores.txt makes scores of integers"

// ErrScores says that a column of ids, or of unknown kind, looks like scores.
var ErrScores = fmt.Errorf("looks like scores")

// scores reports whether all values of a column are 0 or could be scores, and by how much their bits differ.
func scores(block []int32, width, col int) (all bool, spread int32) {
	least, most := int32(mostScore), int32(0)
	for i := col; i < len(block); i += width {
		v := block[i]
		if v == 0 || v == tuple.Unknown {
			continue
		}
		if v < leastScore || v > mostScore {
			return false, 0
		}
		least, most = min(least, v), max(most, v)
	}
	return most > 0, most - least
}

// narrow returns a score of a column that may hold scores which are nearly equal: its values lie close together, but farther
// apart than ids. Of other columns it returns 0.
func narrow(block []int32, width, col int) float32 {
	if all, spread := scores(block, width, col); !all || spread >= scoreSpread {
		return 0
	}
	var values []int32
	for i := col; i < len(block); i += width {
		if v := block[i]; v != 0 && v != tuple.Unknown {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	steps := int32(len(values) - 1)
	if steps < leastSteps || (values[steps]-values[0])/steps < scoreStep {
		return 0
	}
	return tuple.F32Value(values[0])
}

// isHalf reports whether a column could be the lower half of an f64: as bits that look random it has large negative numbers.
func isHalf(block []int32, width, col int) bool {
	for i := col; i < len(block); i += width {
		if block[i] < -scoreSpread {
			return true
		}
	}
	return false
}

// noDouble reports whether a column and the next one hold two numbers rather than an f64: of f64 that are far apart, as the upper
// halves tell, some lower halves are negative.
func noDouble(block []int32, width, col int) bool {
	var lower []int32
	least, most := int32(math.MaxInt32), int32(0)
	for i := col; i < len(block); i += width {
		low, high := block[i], block[i+1]
		if low < tuple.Unknown {
			return false
		}
		if low > 0 && len(lower) < leastHalves && !slices.Contains(lower, low) {
			lower = append(lower, low)
		}
		if high > 0 {
			least, most = min(least, high), max(most, high)
		}
	}
	return len(lower) == leastHalves && most-least >= scoreSpread
}

// integers reports whether a column is of scores of which the first that are not 0 are below 1e-20: the bits of integers up to
// 500 million look like that. Negative numbers are refused by kind. Of an f64 it looks at the upper half.
func integers(block []int32, cols []tuple.Column, col int) bool {
	least := map[tuple.Kind]int32{tuple.F32: 0x1e3ce508, tuple.F64High: 0x3bc79ca1}[cols[col].Kind] // 1e-20
	some := false
	for i := col; i < len(block); i += len(cols) {
		if v := block[i]; v >= least || v < 0 && !(v == tuple.Unknown && cols[col].Null) {
			return false
		}
		some = some || block[i] > 0 || cols[col].Kind == tuple.F64High && block[i-1] != 0
	}
	return some
}

// scoresOfNoKind returns an error if a column of unknown kind looks like scores in the first records of a stream.
func scoresOfNoKind(block []int32, cols []tuple.Column, flag string) error {
	for i, c := range cols {
		if integers(block, cols, i) {
			return fmt.Errorf("%w: is it %s:int? (-force takes it as it is)", errNoScores(c), c.Name)
		}
		if c.Kind != tuple.Unsaid {
			continue
		}
		if all, _ := scores(block, len(cols), i); all {
			return fmt.Errorf("column %s %w, such as %v: give its kind by %s %s%s, or %s if it holds integers", c.Name, ErrScores,
				someScore(block, len(cols), i), flag, columnsFlag(cols, i, tuple.F32), doubles(block, cols, i),
				columnsFlag(cols, i, tuple.Int))
		}
	}
	return nil
}

// doubles says how to give the columns if one may be the upper half of an f64; "" if that cannot be. pagerank -f64 and hits -f64
// write an id and one or two f64.
func doubles(block []int32, cols []tuple.Column, col int) string {
	said := func(c tuple.Column) bool { return c.Kind != tuple.Unsaid }
	if col == 0 || said(cols[col-1]) {
		return ""
	}
	if n := len(cols); n == 5 && col%2 == 0 && !slices.ContainsFunc(cols[1:], said) {
		return fmt.Sprintf(" (%s,%s:%v if each two columns behind the first hold an f64)", columnsFlag(cols[:2], 1, tuple.F64),
			cols[3].Name, tuple.F64)
	} else if !isHalf(block, n, col-1) && (n != 3 || col != 2) {
		return ""
	}
	whole := slices.Delete(slices.Clone(cols), col, col+1)
	return fmt.Sprintf(" (%s if it and the column before hold an f64)", columnsFlag(whole, col-1, tuple.F64))
}

// someScore is the first score of a column that is not 0.
func someScore(block []int32, width, col int) float32 {
	for i := col; i < len(block); i += width {
		if v := block[i]; v != 0 && v != tuple.Unknown {
			return tuple.F32Value(v)
		}
	}
	return 0
}

func errNoScores(c tuple.Column) error {
	return fmt.Errorf("column %s holds no scores: the first are below 1e-20, as if integers were taken for scores", c.Name)
}

// columnsFlag returns the columns as a list for -columns, with a given kind for one of them.
func columnsFlag(cols []tuple.Column, col int, kind tuple.Kind) string {
	var list []string
	for i, c := range cols {
		switch {
		case i == col:
			list = append(list, c.Name+":"+kind.String())
		case c.Kind == tuple.F64High:
		case c.Kind == tuple.Unsaid:
			list = append(list, c.Name)
		default:
			list = append(list, c.Name+":"+c.Kind.String())
		}
	}
	return strings.Join(list, ",")
}

// wrongKind returns an error if a column of ids looks like scores in the first records of a raw stream, because all
// ids are above 700 million and far apart, or a column of scores looks like integers. It warns of ids that may be scores.
func wrongKind(block []int32, cols []tuple.Column, warn func(string)) error {
	for i, c := range cols {
		if integers(block, cols, i) {
			return fmt.Errorf("%w (%s; -force takes the bits)", errNoScores(c), ToScores)
		}
		if c.Kind == tuple.F64High && noDouble(block, len(cols), i-1) {
			return fmt.Errorf("column %s does not look like an f64, but like two columns, as of f32 (-force takes the bits)", c.Name)
		}
		if c.Kind != tuple.ID {
			continue
		}
		if all, spread := scores(block, len(cols), i); all && spread >= scoreSpread {
			return fmt.Errorf("column %s %w, such as %v, but must hold ids (-force takes it as it is)", c.Name, ErrScores,
				someScore(block, len(cols), i))
		}
		if v := narrow(block, len(cols), i); v != 0 {
			warn(fmt.Sprintf("column %s must hold ids, but may hold scores, such as %v", c.Name, v))
		}
	}
	return nil
}
