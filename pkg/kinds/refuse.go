package kinds

import (
	"fmt"
	"io"
	"slices"

	"webmill/pkg/tuple"
)

// RefuseScores is a Source that refuses a stream in which a column of unknown kind looks like scores. flag is the one
// that gives kinds.
func RefuseScores(src tuple.Source, cols []tuple.Column, flag string) tuple.Source {
	return &checked{src: src, cols: cols, check: func(first []int32) error { return scoresOfNoKind(first, cols, flag) }}
}

// RefuseMismatch is a Source that refuses a stream in which a column of ids looks like scores, or one of scores like integers. It
// warns of ids that may be scores.
func RefuseMismatch(src tuple.Source, cols []tuple.Column, warn func(string)) tuple.Source {
	return &checked{src: src, cols: cols, check: func(first []int32) error { return wrongKind(first, cols, warn) }}
}

// RefuseScoreCounts is an Input that refuses a stream in which a column of integers, which are counts, looks like scores.
func RefuseScoreCounts(in tuple.Input, cols []tuple.Column) tuple.Input {
	return tuple.Input{Name: in.Name, Source: &checked{src: in.Source, cols: cols, check: func(first []int32) error {
		for i, c := range cols {
			all, spread := scores(first, len(cols), i)
			if c.Kind == tuple.Int && all && (spread >= scoreSpread || narrow(first, len(cols), i) != 0) {
				return fmt.Errorf("%s: column %s %w, such as %v, but must hold counts", in.Name, c.Name, ErrScores,
					someScore(first, len(cols), i))
			}
		}
		return nil
	}}}
}

// RefuseHalves is a Source that refuses a stream in which a pair of columns looks like the halves of an f64. A pair is given by
// its first column.
func RefuseHalves(src tuple.Source, cols []tuple.Column, pairs []int) tuple.Source {
	return &checked{src: src, cols: cols, check: func(first []int32) error { return halves(first, cols, pairs) }}
}

// Keys are the pairs of neighbouring columns of which a tool compares or adds up at least one: half of an f64 has no order and no
// sum.
func Keys(width int, used []int) (pairs []int) {
	for low := range width - 1 {
		if slices.Contains(used, low) || slices.Contains(used, low+1) {
			pairs = append(pairs, low)
		}
	}
	return pairs
}

// Torn are the pairs of neighbouring columns of which a result has at least one, but not both beside each other. The result has
// the used columns, in their order.
func Torn(width int, used []int) (pairs []int) {
	for _, low := range Keys(width, used) {
		for i, col := range used {
			beside := col == low && i+1 < len(used) && used[i+1] == low+1 || col == low+1 && i > 0 && used[i-1] == low
			if !beside && (col == low || col == low+1) {
				pairs = append(pairs, low)
				break
			}
		}
	}
	return pairs
}

func halves(first []int32, cols []tuple.Column, pairs []int) error {
	for _, low := range pairs {
		if cols[low].Kind != tuple.Unsaid || cols[low+1].Kind != tuple.Unsaid {
			continue
		}
		if all, _ := scores(first, len(cols), low+1); all && isHalf(first, len(cols), low) {
			whole := slices.Delete(slices.Clone(cols), low+1, low+2)
			return fmt.Errorf("columns %s and %s look like an f64, and half of one means nothing: pagerank without -f64 writes each score in one "+
				"column, tuples -columns %s -to text shows the f64 (if it is none, say so by -columns, or by -force)",
				cols[low].Name, cols[low+1].Name, columnsFlag(whole, low, tuple.F64))
		}
	}
	return nil
}

// checked reads the first records of a source and checks them before it passes on any.
type checked struct {
	src    tuple.Source
	cols   []tuple.Column
	check  func(first []int32) error
	looked bool
	held   []int32
	err    error // of the source, after the records of held
	late   lateColumns
}

// ReadBlock implements Source.
func (f *checked) ReadBlock(dst []int32) (int, error) {
	if !f.looked {
		f.looked = true
		buf := make([]int32, firstRecords*len(f.cols))
		for n := 0; len(f.held) < len(buf) && f.err == nil; f.held = buf[:len(f.held)+n] {
			n, f.err = f.src.ReadBlock(buf[len(f.held):])
		}
		if f.err == nil || f.err == io.EOF { // else it says more
			if err := f.check(f.held); err != nil {
				f.held, f.err = nil, err
			}
		}
		f.late = newLateColumns(f.held, f.cols, f.check)
	}
	if len(f.held) > 0 {
		n := copy(dst, f.held)
		f.held = f.held[n:]
		return n, nil
	}
	if f.err != nil {
		return 0, f.err
	}
	n, err := f.src.ReadBlock(dst)
	if e := f.late.see(dst[:n], err == io.EOF); e != nil {
		f.err = e
		return 0, e
	}
	return n, err
}

// lateColumns checks the columns whose first records say little, as they have at most one value besides 0 and unknown ones. It
// looks at as many records again, from the first one on in which such a column has another value.
type lateColumns struct {
	columns []tuple.Column
	width   int
	cols    []int   // that have said little so far
	only    []int32 // the one value of each of them, 0 if it has none
	check   func(records []int32) error
	sample  []int32 // 0 in all other columns, but for the upper halves of f64
}

func newLateColumns(first []int32, columns []tuple.Column, check func([]int32) error) lateColumns {
	width := len(columns)
	l := lateColumns{columns: columns, width: width, check: check, only: make([]int32, width)}
	for col := range width {
		l.cols = append(l.cols, col)
	}
	l.keep(first)
	return l
}

// keep keeps the columns that have at most one value in these records, besides 0 and unknown ones.
func (l *lateColumns) keep(records []int32) {
	l.cols = slices.DeleteFunc(l.cols, func(col int) bool {
		l.only[col] = 0
		for i := col; i < len(records) && l.only[col] == 0; i += l.width {
			l.only[col] = max(records[i], 0)
		}
		return !l.silent(records, col)
	})
}

// silent reports whether a column has only 0, unknown values, and the one that it has had before.
func (l *lateColumns) silent(block []int32, col int) bool {
	only := l.only[col]
	for i := col; i < len(block); i += l.width {
		if v := block[i]; v != 0 && v != tuple.Unknown && v != only {
			return false
		}
	}
	return true
}

// see checks the next block, and at the end of the stream what it has kept.
func (l *lateColumns) see(block []int32, end bool) error {
	for len(l.cols) > 0 && len(block) > 0 {
		if len(l.sample) == 0 && !slices.ContainsFunc(l.cols, func(col int) bool { return !l.silent(block, col) }) {
			return nil
		}
		if len(l.sample) == 0 {
			l.sample = append(l.sample, make([]int32, l.width)...) // a record of what they have had before
			for _, col := range l.cols {
				l.sample[col] = l.only[col]
			}
		}
		n := min(len(block), (firstRecords+1)*l.width-len(l.sample))
		at := len(l.sample)
		l.sample = append(l.sample, make([]int32, n)...)
		for _, col := range l.cols {
			for i := col; i < n; i += l.width {
				if l.sample[at+i] = block[i]; l.columns[col].Kind == tuple.F64 {
					l.sample[at+i+1] = block[i+1]
				}
			}
		}
		block = block[n:]
		if len(l.sample) < (firstRecords+1)*l.width {
			break
		}
		if err := l.judge(); err != nil {
			return err
		}
	}
	if end && len(l.sample) > 0 {
		return l.judge()
	}
	return nil
}

func (l *lateColumns) judge() error {
	err := l.check(l.sample)
	l.keep(l.sample)
	l.sample = l.sample[:0]
	return err
}

// GuardSink is a Sink that refuses a stream in which a column of unknown kind looks like scores. It holds back the first
// records; at the end of the stream, flush passes on those that are left.
func GuardSink(dst tuple.Sink, cols []tuple.Column) (sink tuple.Sink, flush func() error) {
	if !slices.ContainsFunc(cols, func(c tuple.Column) bool { return c.Kind == tuple.Unsaid || c.Kind == tuple.F32 }) {
		return dst, func() error { return nil }
	}
	k := &guard{dst: dst, cols: cols}
	return k, k.finish
}

type guard struct {
	dst    tuple.Sink
	cols   []tuple.Column
	held   []int32
	looked bool
	late   lateColumns
}

// WriteBlock implements Sink.
func (k *guard) WriteBlock(block []int32) error {
	if k.looked {
		if err := k.late.see(block, false); err != nil {
			return err
		}
		return k.dst.WriteBlock(block)
	}
	if k.held = append(k.held, block...); len(k.held) < firstRecords*len(k.cols) {
		return nil
	}
	return k.flush()
}

// finish ends the stream.
func (k *guard) finish() error {
	if k.looked {
		return k.late.see(nil, true)
	}
	return k.flush()
}

func (k *guard) flush() error {
	k.looked = true
	held := k.held
	k.held = nil
	width := len(k.cols)
	check := func(records []int32) error { return scoresOfNoKind(records, k.cols, "-columns") }
	first := held[:min(len(held), firstRecords*width)]
	if err := check(first); err != nil || len(held) == 0 {
		return err
	}
	k.late = newLateColumns(first, k.cols, check)
	if err := k.late.see(held[len(first):], false); err != nil {
		return err
	}
	return k.dst.WriteBlock(held)
}
