package linesort

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// memFile is a file in memory: regular, or a pipe that yields at most chunk bytes at a time.
type memFile struct {
	vfs.File // nil: what is not here is not called
	text     *bytes.Reader
	chunk    int // 0: a regular file
}

func (f *memFile) Read(p []byte) (int, error) {
	if f.chunk > 0 {
		p = p[:min(len(p), f.chunk)]
	}
	return f.text.Read(p)
}

func (f *memFile) ReadAt(p []byte, at int64) (int, error) { return f.text.ReadAt(p, at) }
func (f *memFile) Seek(int64, int) (int64, error)         { return 0, nil }
func (f *memFile) Close() error                           { return nil }
func (f *memFile) Stat() (fs.FileInfo, error)             { return memInfo{f: f}, nil }

type memInfo struct {
	fs.FileInfo
	f *memFile
}

func (i memInfo) Size() int64 { return i.f.text.Size() }
func (i memInfo) IsDir() bool { return false }
func (i memInfo) Mode() fs.FileMode {
	if i.f.chunk > 0 {
		return fs.ModeNamedPipe
	}
	return 0
}

// open makes an input of text. It is nil if the text looks compressed.
func open(t testing.TB, text []byte, chunk int) *stream.Bytes {
	t.Helper()
	b, err := stream.OpenBytes(vfs.OS, "-", &memFile{text: bytes.NewReader(text), chunk: chunk})
	if err != nil || b.Compressed != "" {
		t.Skip("looks compressed")
	}
	return b
}

// collected keeps what is written, in turn or at any place.
type collected struct {
	data   []byte
	random bool
	placed []byte // what was written at any place
}

func (o *collected) Write(b []byte) (int, error) { o.data = append(o.data, b...); return len(b), nil }
func (o *collected) At() (io.WriterAt, bool)     { return o, o.random }
func (o *collected) Written(n int64) error       { o.data = o.placed[:n]; return nil }

// WriteAt implements io.WriterAt.
func (o *collected) WriteAt(p []byte, off int64) (int, error) { return copy(o.placed[off:], p), nil }

func newCollected(size int, random bool) *collected {
	return &collected{random: random, placed: make([]byte, size)}
}

// splitAt divides a text into lines with this end.
func splitAt(text []byte, end byte) [][]byte {
	if len(text) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(text, []byte{end}), []byte{end})
}

// tabField is the key of the n-th field between TABs; 0: none.
func tabField(n int) Options {
	if n == 0 {
		return Options{}
	}
	return Options{Separator: "\t", Keys: []Key{{From: KeyPosition{Field: n}, To: KeyPosition{Field: n}}}}
}

// keyOfLine is the text of a key, found character by character, as the manual of GNU sort describes it.
func keyOfLine(opt *Options, k *Key, line []byte) []byte {
	blank := func(i int) bool {
		return i < len(line) && (line[i] == ' ' || line[i] == '\t' || opt.Nul && line[i] == '\n')
	}
	separator := func(i int) bool {
		if opt.Separator != "" {
			return line[i] == opt.Separator[0]
		}
		return i > 0 && blank(i) && !blank(i-1)
	}
	// fields[i] is where field i+1 begins, and ends[i] where it ends.
	fields, ends := []int{0}, []int{}
	for i := range line {
		if separator(i) {
			ends = append(ends, i)
			fields = append(fields, i+len(opt.Separator))
		}
	}
	ends = append(ends, len(line))
	position := func(p *KeyPosition, chars int) int {
		if p.Field > len(fields) {
			return len(line)
		}
		i := fields[p.Field-1]
		for p.Blanks && blank(i) {
			i++
		}
		return min(len(line), i+chars)
	}
	from, to := position(&k.From, max(k.From.Char-1, 0)), len(line)
	switch {
	case k.To.Field == 0 || k.To.Field > len(ends):
	case k.To.Char == 0:
		to = ends[k.To.Field-1]
	default:
		to = position(&k.To, k.To.Char)
	}
	return line[from:max(from, to)]
}

var numberText = regexp.MustCompile(`^(-?)([0-9]*\.?[0-9]*)`)

// numberOf is the number at the beginning of a text.
func numberOf(opt *Options, text []byte) *big.Rat {
	blanks := " \t"
	if opt.Nul {
		blanks += "\n"
	}
	m := numberText.FindSubmatch(bytes.TrimLeft(text, blanks))
	n, ok := new(big.Rat).SetString("0" + string(m[2]) + "0")
	if !bytes.Contains(m[2], []byte{'.'}) {
		n, ok = new(big.Rat).SetString("0" + string(m[2]))
	}
	if !ok {
		panic(fmt.Sprintf("%q", m))
	}
	if len(m[1]) > 0 {
		n.Neg(n)
	}
	return n
}

// compareReals compares the numbers at the beginning of two texts: none is first, then NaN, then all others.
func compareReals(opt *Options, a, b []byte) int {
	class := func(text []byte) (class int, v float64) {
		blanks := " \t"
		if opt.Nul {
			blanks += "\n"
		}
		text = bytes.TrimLeft(text, blanks)
		for n := min(len(text), longestReal); n > 0; n-- {
			v, err := strconv.ParseFloat(string(text[:n]), 64)
			switch {
			case n == 4 && strings.ContainsRune("+-", rune(text[0])) && strings.EqualFold(string(text[1:4]), "nan"):
				return 1, 0 // which ParseFloat takes for no number
			case err != nil && !errors.Is(err, strconv.ErrRange), bytes.ContainsAny(text[:n], "xXpP_"):
			case v != v:
				return 1, 0
			default:
				return 2, v
			}
		}
		return 0, 0
	}
	m, x := class(a)
	n, y := class(b)
	return cmp.Or(cmp.Compare(m, n), cmp.Compare(x, y))
}

func compareKeys(opt *Options, a, b []byte) int {
	for _, k := range opt.Keys {
		x, y := keyOfLine(opt, &k, a), keyOfLine(opt, &k, b)
		if k.Fold {
			x, y = upper(x), upper(y)
		}
		c := bytes.Compare(x, y)
		switch {
		case k.Real:
			c = compareReals(opt, x, y)
		case k.Number:
			c = numberOf(opt, x).Cmp(numberOf(opt, y))
		}
		if k.Desc {
			c = -c
		}
		if c != 0 {
			return c
		}
	}
	return 0
}

// upper knows only the letters of ASCII.
func upper(b []byte) []byte {
	b = bytes.Clone(b)
	for i, c := range b {
		if c >= 'a' && c <= 'z' {
			b[i] = c - 32
		}
	}
	return b
}

// compareLines is the order of lines, without that of the input.
func compareLines(opt *Options, a, b []byte) int {
	c := compareKeys(opt, a, b)
	if c == 0 && (len(opt.Keys) == 0 || !opt.Stable && !opt.Unique) {
		c = bytes.Compare(a, b)
		if opt.Desc {
			c = -c
		}
	}
	return c
}

// reference is the plain way to do what Sort does.
func reference(opt Options, texts ...[]byte) []byte {
	var lines [][]byte
	for _, t := range texts {
		lines = append(lines, splitAt(t, opt.end())...)
	}
	slices.SortStableFunc(lines, func(a, b []byte) int { return compareLines(&opt, a, b) })
	if opt.Unique {
		lines = slices.CompactFunc(lines, func(a, b []byte) bool {
			return compareLines(&opt, a, b) == 0
		})
	}
	out := []byte{}
	for _, l := range lines {
		out = append(append(out, l...), opt.end())
	}
	return out
}

// end is the byte at the end of a line.
func (o *Options) end() byte {
	if o.Nul {
		return 0
	}
	return '\n'
}

// shapes are distributions that the sort may trip over.
var shapes = map[string]func(r *rand.Rand, i int) string{
	"random": func(r *rand.Rand, _ int) string { return randomBytes(r, r.IntN(30)) },
	"prefix": func(r *rand.Rand, _ int) string {
		return "https://www." + fmt.Sprintf("host%d.example/%d", r.IntN(20), r.IntN(1000))
	},
	"few":    func(r *rand.Rand, _ int) string { return strings.Repeat("ab", r.IntN(5)) },
	"equal":  func(*rand.Rand, int) string { return "the same line, again and again" },
	"empty":  func(r *rand.Rand, _ int) string { return strings.Repeat("x", r.IntN(20)/19) },
	"sorted": func(_ *rand.Rand, i int) string { return fmt.Sprintf("%09d\t%d", i, i%7) },
	"heavy": func(r *rand.Rand, i int) string {
		if r.IntN(10) < 7 {
			return "heavy\tline"
		}
		return randomBytes(r, 8)
	},
	"nul": func(r *rand.Rand, _ int) string {
		return strings.Repeat("\x00", r.IntN(40)) + strings.Repeat("a", r.IntN(2))
	},
	"ff": func(r *rand.Rand, _ int) string {
		return strings.Repeat("\xff", r.IntN(20)) + strings.Repeat("\x00", r.IntN(3))
	},
	"crlf": func(r *rand.Rand, _ int) string { return fmt.Sprintf("%d\r", r.IntN(3000)) },
	"long": func(r *rand.Rand, _ int) string { return strings.Repeat("lo", r.IntN(200)) + randomBytes(r, r.IntN(3)) },
	"reals": func(r *rand.Rand, _ int) string {
		sign := []string{"", "-", "+", " "}[r.IntN(4)]
		return sign + []string{"0", "nan", "inf", "Infinity", "1e400", "1e", fmt.Sprintf("%ge%+d", r.NormFloat64(), r.IntN(9)),
			fmt.Sprintf("%.3g", math.Exp(40*r.NormFloat64())), fmt.Sprintf(".%dE2x", r.IntN(50))}[r.IntN(9)]
	},
	"fields": func(r *rand.Rand, _ int) string {
		return fmt.Sprintf("%d\t%c%s\t%d", r.IntN(9), r.IntN(12), randomBytes(r, r.IntN(3)), r.IntN(99))
	},
}

var shapeNames = func() (names []string) {
	for n := range shapes {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}()

// randomBytes has everything but newlines in it, and often a TAB.
func randomBytes(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		if b[i] = byte(r.Uint32N(256)); b[i] == '\n' || r.IntN(8) == 0 {
			b[i] = '\t'
		}
	}
	return string(b)
}

func generate(r *rand.Rand, shape string, n int) []byte {
	var b []byte
	for i := range n {
		if i > 0 || r.IntN(2) == 0 {
			b = append(b, shapes[shape](r, i)...)
		}
		b = append(b, '\n')
	}
	if r.IntN(2) == 0 {
		b = bytes.TrimSuffix(b, []byte{'\n'})
	}
	return b
}

func writeFile(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}
