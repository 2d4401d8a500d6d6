package tuple

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
)

// A raw stream does not record the kinds of its columns. If scores were written as integers into text or Parquet, they would
// become numbers like 1016198166, and the mistake would be hard to find. So the first records are checked: a column of unknown
// kind whose values could all be scores is refused, and the user must give its kind.

const (
	guessRecords = 4096       // records that are checked
	leastScore   = 0x2b8cbccd // the bits of the float32 1e-12; the upper half of a float64 of about that size is the same
	mostScore    = 0x49742400 // the bits of 1e6: nearly all scores lie between the two, but only ids around 10^9
	scoreSpread  = 1 << 22    // the bits of scores differ by at least this (a factor of 1.5); ids often lie closer together
)

// ToScores is what to do with integers that are to be read as scores: text has no bits of scores, only numbers.
const ToScores = "tuples -to text -o scores.txt makes scores of integers"

// ErrUnsaid says that a column of ids, or of unknown kind, looks like scores.
var ErrUnsaid = fmt.Errorf("looks like scores")

// scores reports whether all values of a column are 0 or could be scores, and by how much their bits differ.
func scores(block []int32, width, col int) (all bool, spread int32) {
	least, most := int32(mostScore), int32(0)
	for i := col; i < len(block); i += width {
		v := block[i]
		if v == 0 || v == Unknown {
			continue
		}
		if v < leastScore || v > mostScore {
			return false, 0
		}
		least, most = min(least, v), max(most, v)
	}
	return most > 0, most - least
}

// integers reports whether all scores of a column that are not 0 are below 1e-20: the bits of integers up to 500
// million look like that. Negative numbers are refused by kind.
func integers(block []int32, cols []Column, col int) bool {
	const least = 0x1e3ce508 // 1e-20
	some := false
	for i := col; i < len(block); i += len(cols) {
		if v := block[i]; v >= least || v < 0 && !(v == Unknown && cols[col].Null) {
			return false
		}
		some = some || block[i] > 0
	}
	return some
}

// checkKnown returns an error if a column of unknown kind looks like scores in the first records of a stream.
func checkKnown(block []int32, cols []Column, flag string) error {
	for i, c := range cols {
		if c.Kind == F32 && integers(block, cols, i) {
			return fmt.Errorf("%w: is it %s:int? (-force takes it as it is)", noScores(c), c.Name)
		}
		if c.Kind != Unsaid {
			continue
		}
		if all, _ := scores(block, len(cols), i); all {
			double := ""
			if i == 2 && len(cols) == 3 && cols[1].Kind == Unsaid { // as pagerank -f64 writes them
				double = fmt.Sprintf(" (%s if it and the column before hold an f64)",
					said(slices.Delete(slices.Clone(cols), i, i+1), i-1, F64))
			}
			return fmt.Errorf("column %s %w, such as %v: give its kind by %s %s%s, or %s if it holds integers", c.Name, ErrUnsaid,
				someScore(block, len(cols), i), flag, said(cols, i, F32), double, said(cols, i, Int))
		}
	}
	return nil
}

// someScore is the first score of a column that is not 0.
func someScore(block []int32, width, col int) float32 {
	for i := col; i < len(block); i += width {
		if v := block[i]; v != 0 && v != Unknown {
			return F32Value(v)
		}
	}
	return 0
}

func noScores(c Column) error {
	return fmt.Errorf("column %s holds no scores: all are below 1e-20, as if integers were taken for scores", c.Name)
}

// said returns the columns as a list for -columns, with a given kind for one of them.
func said(cols []Column, col int, kind Kind) string {
	var list []string
	for i, c := range cols {
		switch {
		case i == col:
			list = append(list, c.Name+":"+kind.String())
		case c.Kind == F64High:
		case c.Kind == Unsaid:
			list = append(list, c.Name)
		default:
			list = append(list, c.Name+":"+c.Kind.String())
		}
	}
	return strings.Join(list, ",")
}

// checkKinds returns an error if a column of ids looks like scores in the first records of a raw stream, because all
// ids are above 700 million and far apart, or a column of scores looks like integers.
func checkKinds(block []int32, cols []Column) error {
	for i, c := range cols {
		if c.Kind == F32 && integers(block, cols, i) {
			return fmt.Errorf("%w (%s; -force takes the bits)", noScores(c), ToScores)
		}
		if c.Kind != ID {
			continue
		}
		if all, spread := scores(block, len(cols), i); all && spread >= scoreSpread {
			return fmt.Errorf("column %s %w, such as %v, but must hold ids (-force takes it as it is)", c.Name, ErrUnsaid,
				someScore(block, len(cols), i))
		}
	}
	return nil
}

// Known is a Source that refuses a stream in which a column of unknown kind looks like scores. flag is the one that gives kinds.
func Known(src Source, cols []Column, flag string) Source {
	return &firstLook{src: src, width: len(cols), check: func(first []int32) error { return checkKnown(first, cols, flag) }}
}

// Plausible is a Source that refuses a stream in which a column of ids looks like scores, or one of scores like integers.
func Plausible(src Source, cols []Column) Source {
	return &firstLook{src: src, width: len(cols), check: func(first []int32) error { return checkKinds(first, cols) }}
}

// Counts is an Input that refuses a stream in which a column of integers, which are counts, looks like scores.
func Counts(in Input, cols []Column) Input {
	return Input{in.Name, &firstLook{src: in.Source, width: len(cols), check: func(first []int32) error {
		for i, c := range cols {
			if all, spread := scores(first, len(cols), i); c.Kind == Int && all && spread >= scoreSpread {
				return fmt.Errorf("%s: column %s %w, such as %v, but must hold counts", in.Name, c.Name, ErrUnsaid,
					someScore(first, len(cols), i))
			}
		}
		return nil
	}}}
}

// firstLook reads the first records of a source and checks them before it passes on any.
type firstLook struct {
	src    Source
	width  int
	check  func(first []int32) error
	looked bool
	held   []int32
	err    error // of the source, after the records of held
	later  later
}

// ReadBlock implements Source.
func (f *firstLook) ReadBlock(dst []int32) (int, error) {
	if !f.looked {
		f.looked = true
		buf := make([]int32, guessRecords*f.width)
		for n := 0; len(f.held) < len(buf) && f.err == nil; f.held = buf[:len(f.held)+n] {
			n, f.err = f.src.ReadBlock(buf[len(f.held):])
		}
		if f.err == nil || f.err == io.EOF { // else it says more
			if err := f.check(f.held); err != nil {
				f.held, f.err = nil, err
			}
		}
		f.later = newLater(f.held, f.width, f.check)
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
	if e := f.later.see(dst[:n], err == io.EOF); e != nil {
		f.err = e
		return 0, e
	}
	return n, err
}

// later looks at the columns that begin with nothing but 0 and unknown values, which say nothing: at as many records again, from
// the first one on in which one of them has another value.
type later struct {
	width  int
	cols   []int // that have said nothing yet
	check  func(records []int32) error
	sample []int32 // 0 in all other columns
}

func newLater(first []int32, width int, check func([]int32) error) later {
	l := later{width: width, check: check}
	for col := range width {
		if silent(first, width, col) {
			l.cols = append(l.cols, col)
		}
	}
	return l
}

// silent reports whether a column has only 0 and unknown values.
func silent(block []int32, width, col int) bool {
	for i := col; i < len(block); i += width {
		if v := block[i]; v != 0 && v != Unknown {
			return false
		}
	}
	return true
}

// see checks the next block, and at the end of the stream what it has kept.
func (l *later) see(block []int32, end bool) error {
	for len(l.cols) > 0 && len(block) > 0 {
		if len(l.sample) == 0 && !slices.ContainsFunc(l.cols, func(col int) bool { return !silent(block, l.width, col) }) {
			return nil
		}
		n := min(len(block), guessRecords*l.width-len(l.sample))
		at := len(l.sample)
		l.sample = append(l.sample, make([]int32, n)...)
		for _, col := range l.cols {
			for i := col; i < n; i += l.width {
				l.sample[at+i] = block[i]
			}
		}
		if block = block[n:]; len(l.sample) < guessRecords*l.width {
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

func (l *later) judge() error {
	err := l.check(l.sample)
	l.cols = slices.DeleteFunc(l.cols, func(col int) bool { return !silent(l.sample, l.width, col) })
	l.sample = l.sample[:0]
	return err
}

// KnownSink is a Sink that refuses a stream in which a column of unknown kind looks like scores. It holds back the first
// records; at the end of the stream, flush passes on those that are left.
func KnownSink(dst Sink, cols []Column) (sink Sink, flush func() error) {
	if !slices.ContainsFunc(cols, func(c Column) bool { return c.Kind == Unsaid || c.Kind == F32 }) {
		return dst, func() error { return nil }
	}
	k := &knownSink{dst: dst, cols: cols}
	return k, k.finish
}

type knownSink struct {
	dst    Sink
	cols   []Column
	held   []int32
	looked bool
	later  later
}

// WriteBlock implements Sink.
func (k *knownSink) WriteBlock(block []int32) error {
	if k.looked {
		if err := k.later.see(block, false); err != nil {
			return err
		}
		return k.dst.WriteBlock(block)
	}
	if k.held = append(k.held, block...); len(k.held) < guessRecords*len(k.cols) {
		return nil
	}
	return k.flush()
}

// finish ends the stream.
func (k *knownSink) finish() error {
	if k.looked {
		return k.later.see(nil, true)
	}
	return k.flush()
}

func (k *knownSink) flush() error {
	k.looked = true
	held := k.held
	k.held = nil
	width := len(k.cols)
	check := func(records []int32) error { return checkKnown(records, k.cols, "-columns") }
	first := held[:min(len(held), guessRecords*width)]
	if err := check(first); err != nil || len(held) == 0 {
		return err
	}
	k.later = newLater(first, width, check)
	if err := k.later.see(held[len(first):], false); err != nil {
		return err
	}
	return k.dst.WriteBlock(held)
}

// alike finds streams that are read as one but hold scores and integers in the same column of unknown kind. Each stream is judged
// by itself, from the first value on that says something.
type alike struct {
	mu              sync.Mutex
	scored, numbers [MaxWidth]string // the first stream in which a column looks like that
}

// Look is what one stream has shown so far.
type Look struct {
	name  string
	cols  []Column
	alike *alike         // of all streams that are read as one
	slot  map[int]int    // where a column is compared; nil: all, each with that of its number
	clear [MaxWidth]bool // what the column looks like is known
	seen  [MaxWidth]int  // values from the first one on that is not 0 or unknown
	least [MaxWidth]int32
	most  [MaxWidth]int32
}

// NewLook begins to look at a stream, alone at first.
func NewLook(name string, cols []Column) *Look { return &Look{name: name, cols: cols, alike: &alike{}} }

// JoinKeys says that some columns of the stream are compared with some of another.
func (l *Look) JoinKeys(other *Look, mine, others []int) error {
	l.slot, other.slot = map[int]int{}, map[int]int{}
	for i := range mine {
		l.slot[mine[i]], other.slot[others[i]] = i, i
	}
	return l.Join(other)
}

// Join says that the stream is read as one with another. Columns of the kinds id and int hold integers.
func (l *Look) Join(other *Look) error {
	l.alike = other.alike
	for _, look := range []*Look{other, l} {
		for col, c := range look.cols {
			if c.Kind == ID || c.Kind == Int {
				if err := l.alike.add(look, col); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// See looks at the next records, or at some. It returns an error if a column is of another kind than that of another stream.
// Scores that are nearly equal, as in a stream sorted by them, look like large ids until others follow.
func (l *Look) See(block []int32, end bool) error {
	for col := range l.cols {
		if l.known(col) {
			continue
		}
		l.gather(block, col)
		integers := l.seen[col] > 0 && (l.least[col] < leastScore || l.most[col] > mostScore)
		scores := !integers && l.most[col]-l.least[col] >= scoreSpread && (l.seen[col] >= guessRecords || end)
		if l.clear[col] = integers || scores; !l.clear[col] {
			continue
		}
		if err := l.alike.add(l, col); err != nil {
			return err
		}
	}
	return nil
}

// known reports whether no further record can change what a column looks like.
func (l *Look) known(col int) bool { return l.cols[col].Kind != Unsaid || l.clear[col] }

// Done reports whether no further record can change what the columns look like.
func (l *Look) Done() bool {
	for col := range l.cols {
		if !l.known(col) {
			return false
		}
	}
	return true
}

// gather keeps the range of the values of a column.
func (l *Look) gather(block []int32, col int) {
	seen, least, most := l.seen[col], l.least[col], l.most[col]
	if seen == 0 {
		least, most = math.MaxInt32, math.MinInt32
	}
	for i := col; i < len(block); i += len(l.cols) {
		v := block[i]
		if v != 0 && v != Unknown {
			least, most = min(least, v), max(most, v)
		} else if seen == 0 {
			continue
		}
		seen++
	}
	l.seen[col], l.least[col], l.most[col] = seen, least, most
}

// add says what a column of a stream looks like.
func (a *alike) add(l *Look, col int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	slot := col
	if l.slot != nil {
		var compared bool
		if slot, compared = l.slot[col]; !compared {
			return nil
		}
	}
	mine, other := &a.numbers, &a.scored
	if l.cols[col].Kind == Unsaid && l.least[col] >= leastScore && l.most[col] <= mostScore {
		if l.most[col]-l.least[col] < scoreSpread {
			return nil
		}
		mine, other = other, mine
	}
	if mine[slot] == "" {
		mine[slot] = l.name
	}
	if other[slot] == "" {
		return nil
	}
	return fmt.Errorf("column %s looks like scores in one of the files %s and %s, and like integers in the other: give the kinds by -columns",
		l.cols[col].Name, other[slot], l.name)
}

// Looked is a Source that shows a look what it passes on.
func Looked(src Source, look *Look) Source {
	return SourceFunc(func(dst []int32) (int, error) {
		n, err := src.ReadBlock(dst)
		if e := look.See(dst[:n], err == io.EOF); e != nil {
			return 0, e
		}
		return n, err
	})
}
