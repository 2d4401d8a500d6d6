package linesort

import (
	"bytes"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"webmill/pkg/spill"
)

// A line with keys is dealt and sorted as
//
//	key | 0 | key | 0 | … | position | line
//
// A key is written so that the order of its bytes is the order of keys: it holds neither 0, which ends it below all
// that it can hold, nor a newline. The position in the input, of positionBytes, is there if lines with equal keys stay
// in the order of the input. Else equal keys leave the order to the lines. All else in this package knows only the
// order of bytes.

// Key is a part of a line, as GNU sort knows it: from one key position to another, both counted from 1.
type Key struct {
	From, To KeyPosition
	Number   bool // sorts by the number that it begins with, not by its bytes
	Real     bool // the same, as a float64: with an exponent, infinite, or NaN
	Fold     bool // small letters count as capital ones
	Desc     bool
}

// KeyPosition is a field of a line and a character in it.
type KeyPosition struct {
	Field  int  // of To: 0 is the end of the line
	Char   int  // of From: the first one, by 0 or 1; of To: the last one, by 0 the last of the field
	Blanks bool // characters count from the first that is no blank
}

// layout is how lines are composed. nil: they are sorted as they are.
type layout struct {
	keys      []Key
	codes     []*code // how each key is written
	separator int     // between fields; -1: a field begins with the blanks before it
	position  bool
	nul       bool // a newline is in a line, as a 0
}

const positionBytes = 9

// newLayout makes the layout of lines that are sorted by some options. It returns the options with Desc only if whole lines
// are reversed: where ties keep the order of the input, the keys are reversed one by one.
func newLayout(o Options) (*layout, Options) {
	if len(o.Keys) == 0 && !o.Nul {
		return nil, o
	}
	l := &layout{keys: o.Keys, separator: -1, nul: o.Nul, position: len(o.Keys) > 0 && (o.Stable || o.Unique)}
	if o.Separator != "" {
		c := []byte(o.Separator)
		if o.Nul {
			swap(c)
		}
		l.separator = int(c[0])
	}
	if l.position {
		o.Desc = false
	} else if o.Nul { // whose lines are not in the order of their bytes here
		l.keys = append(l.keys[:len(l.keys):len(l.keys)], Key{From: KeyPosition{Field: 1}, Desc: o.Desc})
	}
	for i := range l.keys {
		l.codes = append(l.codes, newCode(&l.keys[i], l.keys[i].Desc != o.Desc, o.Nul))
	}
	return l, o
}

// key is the part of a composed line that lines with equal keys share.
func (l *layout) key(composed []byte) []byte {
	if l == nil {
		return composed
	}
	return composed[:l.end(composed)]
}

// end is where the keys end, with the last 0.
func (l *layout) end(composed []byte) (at int) {
	for range l.keys {
		at += bytes.IndexByte(composed[at:], 0) + 1
	}
	return at
}

// head is the size of what stands between the keys and the line.
func (l *layout) head() int {
	if l != nil && l.position {
		return positionBytes
	}
	return 0
}

// line is what a composed line was made of.
func (l *layout) line(composed []byte) []byte {
	if l == nil {
		return composed
	}
	return composed[l.end(composed)+l.head():]
}

// longest is the length of the longest composed line, if lines have up to n bytes.
func (l *layout) longest(n int) int {
	if l == nil {
		return n
	}
	return len(l.keys)*(2*n+16) + positionBytes + n
}

// composer makes composed lines.
type composer struct {
	layout *layout
	keys   encoder
}

// compose returns what the line at a place of the input is sorted as: itself, or something that is valid until the next call.
func (c *composer) compose(line []byte, at int64) []byte {
	l := c.layout
	if l == nil {
		return line
	}
	e := &c.keys
	e.buf = e.buf[:0]
	for i := range l.keys {
		from, to := l.find(i, line)
		for e.begin(l.codes[i]); e.next(); {
			e.Write(line[from:to])
		}
	}
	e.position(l, at)
	e.buf = append(e.buf, line...)
	return e.buf
}

// composeLong writes the keys and the position of a line that is stored, and returns the size of the keys.
func (c *composer) composeLong(out io.Writer, store *spill.Blocks, line spill.Text, at int64) (size int64, err error) {
	l := c.layout
	c.keys = encoder{buf: c.keys.buf[:0], out: out}
	e := &c.keys
	for i := range l.keys {
		from, to, err := l.findLong(i, store, line)
		if err != nil {
			return 0, err
		}
		for e.begin(l.codes[i]); e.next(); {
			r := &spill.Reader{Blocks: store, Text: line}
			_, err := io.CopyN(io.Discard, r, from)
			if err == nil {
				_, err = io.CopyN(e, r, to-from)
			}
			if err != nil {
				return 0, err
			}
		}
	}
	size = e.written + int64(len(e.buf))
	e.position(l, at)
	return size, e.flush()
}

// walk is on its way to a key position in a line that comes in parts.
type walk struct {
	fields int  // still to be passed
	stay   bool // at the end of the last of them, before the separator
	blanks bool // then they are passed too
	chars  int  // then as many characters
	inside bool // of the word of a field
}

func (k *Key) begin() walk {
	return walk{fields: k.From.Field - 1, blanks: k.From.Blanks, chars: max(k.From.Char-1, 0)}
}

func (k *Key) end() walk {
	if k.To.Char == 0 {
		return walk{fields: k.To.Field, stay: true}
	}
	return walk{fields: k.To.Field - 1, blanks: k.To.Blanks, chars: k.To.Char}
}

// find returns where a key begins and ends.
func (l *layout) find(key int, line []byte) (from, to int) {
	k := &l.keys[key]
	w := k.begin()
	from, _ = l.pass(&w, line)
	l.codes[key].see(&w)
	if k.To.Field == 0 {
		return from, len(line)
	}
	w = k.end()
	if k.From.Char <= 1 && !k.From.Blanks && w.fields >= k.From.Field-1 { // the end can be looked for from here
		w.fields -= k.From.Field - 1
		to, _ = l.pass(&w, line[from:])
		return from, from + to
	}
	to, _ = l.pass(&w, line)
	return from, max(from, to)
}

// findLong is find for a line that is stored.
func (l *layout) findLong(key int, store *spill.Blocks, line spill.Text) (from, to int64, err error) {
	k := &l.keys[key]
	walks := []walk{k.begin(), k.end()}
	var places [2]int64
	for i := range walks {
		there := false
		_, err := io.Copy(writerFunc(func(part []byte) error {
			if !there {
				var n int
				n, there = l.pass(&walks[i], part)
				places[i] += int64(n)
			}
			return nil
		}), &spill.Reader{Blocks: store, Text: line})
		if err != nil {
			return 0, 0, err
		}
	}
	l.codes[key].see(&walks[0])
	if k.To.Field == 0 {
		places[1] = line.Size()
	}
	return places[0], max(places[0], places[1]), nil
}

// pass goes on by a part of the line and tells how far it came, and whether that is the position.
func (l *layout) pass(w *walk, p []byte) (n int, there bool) {
	for ; w.fields > 0; w.fields-- {
		if l.separator >= 0 {
			i := bytes.IndexByte(p[n:], byte(l.separator))
			if i < 0 {
				return len(p), false
			}
			n += i
			if w.fields > 1 || !w.stay {
				n++
			}
			continue
		}
		for ; !w.inside; n++ {
			if n == len(p) {
				return n, false
			}
			if w.inside = !l.codes[0].blank(p[n]); w.inside {
				break
			}
		}
		for n < len(p) && !l.codes[0].blank(p[n]) {
			n++
		}
		if n == len(p) {
			return n, false
		}
		w.inside = false
	}
	for ; w.blanks; n++ {
		if n == len(p) {
			return n, false
		}
		if w.blanks = l.codes[0].blank(p[n]); !w.blanks {
			break
		}
	}
	some := min(w.chars, len(p)-n)
	w.chars -= some
	return n + some, w.chars == 0
}

// encoder writes keys. With an out it keeps few bytes of them.
type encoder struct {
	buf     []byte
	out     io.Writer
	written int64 // to out

	code   *code
	sweep  int // over the text of the key: a number is read twice, at first only to count its digits
	number number
	real   []byte // the beginning of the text of a key that is Real
}

// begin begins a key, whose text is then written as often as next says.
func (e *encoder) begin(c *code) {
	e.code, e.sweep, e.number, e.real = c, 0, number{}, e.real[:0]
}

// next reports whether the text of the key must be written (again). If not, the key has been ended.
func (e *encoder) next() bool {
	e.sweep++
	switch {
	case e.sweep == 1:
		return true
	case e.sweep == 2 && e.code.number:
		e.size()
		return true
	case e.code.real:
		e.putReal()
	}
	if e.code.flip != e.number.minus {
		e.buf = append(e.buf, turned(0, true))
	}
	e.buf = append(e.buf, 0)
	return false
}

// Write implements io.Writer for a part of the text of a key.
func (e *encoder) Write(text []byte) (int, error) {
	switch {
	case e.code.real:
		e.takeReal(text)
	case e.code.number:
		e.digits(text)
	default:
		n := len(e.buf)
		e.buf = slices.Grow(e.buf, 2*len(text))[:n+2*len(text)]
		for _, b := range text {
			x := &e.code.text[b]
			e.buf[n] = x[0]
			if x[1] != 0 {
				n++
				e.buf[n] = x[1]
			}
			n++
		}
		e.buf = e.buf[:n]
	}
	if e.out == nil {
		return len(text), nil
	}
	return len(text), e.flush()
}

func (e *encoder) flush() error {
	n, err := e.out.Write(e.buf)
	e.written += int64(n)
	e.buf = e.buf[:0]
	return err
}

func (e *encoder) position(l *layout, at int64) {
	if l.position {
		for shift := 7 * (positionBytes - 1); shift >= 0; shift -= 7 {
			e.buf = append(e.buf, 0x80|byte(at>>shift))
		}
	}
}

// number is a number at the beginning of a text: blanks, -, digits, and a point and digits. It is written as its sign, how many
// digits stand before the point, and the digits, without zeros that change nothing.
type number struct {
	part  int // that comes next: 0 blanks, 1 digits, 2 digits behind the point, 3 nothing
	minus bool
	some  bool  // it is not 0
	whole int64 // digits before the point
	zeros int64 // behind the point, which count only if another digit follows
}

// digits goes on with a number.
func (e *encoder) digits(text []byte) {
	n := &e.number
	for at, b := range text {
		digit := b >= '0' && b <= '9'
		switch {
		case n.part == 0 && e.code.blank(b):
		case n.part == 0 && b == '-':
			n.minus, n.part = true, 1
		case n.part <= 1 && digit:
			if n.part = 1; n.whole > 0 || b != '0' {
				n.whole++
				e.digit(b)
			}
		case n.part <= 1 && b == '.':
			n.part = 2
		case n.part == 2 && b == '0':
			n.zeros++
		case n.part == 2 && digit:
			for ; n.zeros > 0; n.zeros-- {
				e.digit('0')
			}
			e.digit(b)
		default:
			if (b == 'e' || b == 'E') && n.some && n.part < 3 && !e.code.exponent.Load() && exponent.Match(text[at+1:]) {
				e.code.exponent.Store(true)
			}
			n.part = 3
			return
		}
	}
}

// digit counts a digit, or writes it.
func (e *encoder) digit(b byte) {
	if e.number.some = true; e.sweep == 2 {
		e.put(b)
	}
}

// put writes a byte of a number that is not 0: the order of negative ones is that of their digits turned round.
func (e *encoder) put(b byte) { e.buf = append(e.buf, turned(b, e.number.minus != e.code.flip)) }

// size writes what stands before the digits, and makes ready to read them again.
func (e *encoder) size() {
	n := e.number
	if !n.some {
		e.buf, e.number = append(e.buf, 64), number{part: 3}
		return
	}
	if n.minus == e.code.flip {
		e.buf = append(e.buf, 65)
	} else {
		e.buf = append(e.buf, 63)
	}
	if n.whole < 100 {
		e.put(byte(12 + n.whole))
	} else {
		length := 1
		for n.whole>>(7*length) > 0 {
			length++
		}
		e.put(byte(112 + length))
		for length--; length >= 0; length-- {
			e.put(byte(64 + n.whole>>(7*length)&127))
		}
	}
	e.number = number{minus: n.minus}
}

const (
	longestReal = 1000 // how many bytes of a key are read as a number, at most
	behindReal  = 3    // as many more tell whether the number goes on there, perhaps with an exponent
)

// takeReal keeps the beginning of a key, without the blanks before it.
func (e *encoder) takeReal(text []byte) {
	for len(e.real) == 0 && len(text) > 0 && e.code.blank(text[0]) {
		text = text[1:]
	}
	e.real = append(e.real, text[:min(len(text), longestReal+behindReal-len(e.real))]...)
}

// putReal writes the number of a key. What is no number comes first, then NaN, then all others in their order.
func (e *encoder) putReal() {
	code := uint64(0)
	text := realText.Find(e.real[:min(len(e.real), longestReal)])
	if len(e.real) > longestReal && len(realText.Find(e.real)) > len(text) {
		e.code.cut.Store(true)
	}
	if text != nil {
		v, err := strconv.ParseFloat(string(text), 64) // too large is infinite, too small is 0
		switch bits := math.Float64bits(v + 0); {      // -0 is 0
		case v != v, errors.Is(err, strconv.ErrSyntax): // -nan
			code = 1
		case bits>>63 == 1:
			code = ^bits
		default:
			code = bits | 1<<63
		}
	}
	if e.code.flip {
		code = ^code
	}
	for shift := 63; shift >= 0; shift -= 7 {
		e.buf = append(e.buf, 0x80|byte(code>>shift))
	}
}

var (
	realText = regexp.MustCompile(`^[+-]?(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|(?i:inf(?:inity)?|nan))`)
	exponent = regexp.MustCompile(`^[+-]?[0-9]`)
)

// see notes whether a line has the field in which the key begins: its walk to the key has ended.
func (c *code) see(w *walk) {
	if w.fields == 0 && !c.there.Load() {
		c.there.Store(true)
	}
}

// noField returns Stats.NoField, once all lines are read.
func (l *layout) noField() int {
	if l != nil {
		for i, c := range l.codes {
			if !c.there.Load() {
				return l.keys[i].From.Field
			}
		}
	}
	return 0
}

// misread reports whether a number in a key was followed by an exponent, which did not count, and whether one was cut.
func (l *layout) misread() (exponents, cut bool) {
	if l == nil {
		return false, false
	}
	for _, c := range l.codes {
		exponents, cut = exponents || c.exponent.Load(), cut || c.cut.Load()
	}
	return exponents, cut
}

// code says how the bytes of a key are written.
type code struct {
	text   [256][2]byte // what each byte becomes; the second is 0 if it is one byte
	number bool
	real   bool
	flip   bool // in the opposite order
	nul    bool

	exponent atomic.Bool // a number without Real is followed by an exponent
	cut      atomic.Bool // a number with Real is longer than longestReal
	there    atomic.Bool // a line has the field in which the key begins
}

func newCode(k *Key, flip, nul bool) *code {
	c := &code{number: k.Number && !k.Real, real: k.Real, flip: flip, nul: nul}
	for b := range 256 {
		v := b
		switch {
		case nul && b == 0:
			v = '\n'
		case k.Fold && b >= 'a' && b <= 'z':
			v = b - 'a' + 'A'
		}
		x, more := v+1, 0
		if nul && v < '\n' {
			x = v
		}
		if x == '\n' {
			x++
		}
		if v >= 253 { // there are fewer values than bytes, so the last three bytes share one
			x, more = 254, v-252
		}
		c.text[b][0] = turned(byte(x), flip)
		if more > 0 {
			c.text[b][1] = turned(byte(more), flip)
		}
	}
	return c
}

func (c *code) blank(b byte) bool { return b == ' ' || b == '\t' || c.nul && b == 0 }

// turned maps 0 … 254 without the newline to 255 … 1 without it, or to itself.
func turned(x byte, flip bool) byte {
	if !flip {
		return x
	}
	if x > '\n' {
		x--
	}
	if x = 253 - x; x < '\n'-1 {
		return x + 1
	}
	return x + 2
}

// swap exchanges newlines and zeros: where lines end in a 0, all is sorted as if they ended in a newline.
func swap(b []byte) {
	for i, c := range b {
		if c == 0 || c == '\n' {
			b[i] = '\n' - c
		}
	}
}
