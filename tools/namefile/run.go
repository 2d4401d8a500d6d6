package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/extsort"
	"webmill/pkg/parquetio"
	"webmill/pkg/text/qlever"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/shared"
)

type options struct {
	names, urls string
	f64         bool
	sort        int64
}

// leastMemory has room for the sort and for the dictionary of URLs.
const leastMemory = 12 << 20

// mostScores is how many scores a page may have.
const mostScores = 16

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.StringVar(&o.names, "name-dict", "", "the dictionary of names, a `FILE` of findnames")
	f.StringVar(&o.urls, "url-dict", "", "the dictionary of URLs, a `FILE`; a document has the id of its URL")
	shared.F64(f, &o.f64)
	f.Int64Var(&o.sort, "sort-file", 0, "the `N`-th file decides the order of the pages (default the last)")
	f.Positive("sort-file")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	files := env.Operands()
	switch {
	case o.names == "" || o.urls == "":
		return cli.Usagef("give the dictionaries, like -name-dict names.txt -url-dict urls.txt")
	case len(files) > mostScores:
		return cli.Usagef("there may be %d files of scores", mostScores)
	case o.sort > int64(len(files)):
		return cli.Usagef("-sort-file must be 1 … %d, the number of files", len(files))
	}
	if err := dictionary.MustReread(env, o.urls); err != nil {
		return err
	}
	if err := cli.OneStdin(append(slices.Clone(files), o.names)...); err != nil {
		return err
	}
	columns := append(tuple.IDs("doc", "name"), tuple.ScoreColumn("score", o.f64)...)
	var ins []tuple.Input
	for _, name := range files {
		in, err := env.OpenInput(name, columns)
		if err != nil {
			return err
		}
		ins = append(ins, in)
	}
	names, err := dictionary.Open(env, o.names)
	if err != nil {
		return err
	}
	first, err := dictionary.Open(env, o.urls)
	if err != nil {
		return err
	}
	first.Close()
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	l := &lines{out: bufio.NewWriterSize(out, tuple.BlockBytes), names: tuple.NewLines(names, dict.MaxField), file: o.names,
		id: -1, name: -1}
	if err := o.write(env, ins, l); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"names": l.written, "pairs": l.pairs})
	if l.pairs == 0 {
		env.Warnf("the scores are empty: there are no names")
	}
	return nil
}

// stepShare of 2 gives the sort of the scores, and the URLs that are put beside what it writes, one half of the memory each.
const stepShare = 2

// write sorts the scores and puts URLs beside them.
func (o *options) write(env *cli.Env, ins []tuple.Input, l *lines) error {
	m := newMerged(ins, o.f64)
	width := 2 + 2*len(ins)
	decides := len(ins) - 1
	if o.sort > 0 {
		decides = int(o.sort) - 1
	}
	order := tuple.Order{{Col: 0}}
	for _, i := range append([]int{decides}, others(len(ins), decides)...) {
		order = append(order, tuple.Key{Col: 1 + 2*i, Desc: true}, tuple.Key{Col: 2 + 2*i, Desc: true})
	}
	order = append(order, tuple.Key{Col: width - 1})
	room := env.Room()
	half := room.With(room.Memory / stepShare)
	u := dict.Undict{
		Name: o.urls, Input: "the scores", Width: width, Columns: []int{width - 1},
		Open: func() (io.Reader, error) { return dictionary.Open(env, o.urls) },
		Room: half,
	}
	err := tuple.Piped(width, func(dst tuple.Sink) error {
		_, err := extsort.Sort(dst, []tuple.Source{m}, extsort.Options{Width: width, Order: order, Room: half})
		return err
	}, func(src tuple.Source) error { return u.Run(src, l) })
	if err != nil {
		return err
	}
	return l.finish()
}

// others are the numbers below n but one.
func others(n, but int) (list []int) {
	for i := range n {
		if i != but {
			list = append(list, i)
		}
	}
	return list
}

// merged is a source of (name, scores, doc) from files of (doc, name, score). A score is two columns that sort as it does.
type merged struct {
	ins     []tuple.Input
	readers []*tuple.Reader
	f64     bool
	records int64
}

func newMerged(ins []tuple.Input, f64 bool) *merged {
	m := &merged{ins: ins, f64: f64}
	for _, in := range ins {
		width := 3
		if f64 {
			width = 4
		}
		m.readers = append(m.readers, tuple.NewReader(in.InOrder(width, true, 0, 1), width))
	}
	return m
}

// ReadBlock implements tuple.Source.
func (m *merged) ReadBlock(dst []int32) (int, error) {
	width := 2 + 2*len(m.ins)
	n := 0
	for ; n+width <= len(dst); n += width {
		switch ok, err := m.next(dst[n : n+width]); {
		case err != nil:
			return n, err
		case !ok:
			return n, io.EOF
		}
	}
	return n, nil
}

// next is the next record.
func (m *merged) next(dst []int32) (ok bool, err error) {
	for i, r := range m.readers {
		rec := r.Next()
		if err := r.Err(); err != nil {
			return false, err
		}
		if i == 0 {
			ok = rec != nil
		} else if ok != (rec != nil) || ok && (rec[1] != dst[0] || rec[0] != dst[len(dst)-1]) {
			return false, fmt.Errorf("%s and %s have different records (doc, name), at record %d: make them of the same counts",
				m.ins[0].Name, m.ins[i].Name, m.records+1)
		}
		if !ok {
			continue
		}
		dst[0], dst[len(dst)-1] = rec[1], rec[0]
		x := float64(tuple.F32Value(rec[2]))
		if m.f64 {
			x = tuple.F64Value(rec[2:])
		}
		putScore(dst[1+2*i:], x)
	}
	m.records++
	return ok, nil
}

// putScore puts a score, which is 0 or more, into two columns.
func putScore(dst []int32, x float64) {
	key := int64(math.Float64bits(x))
	dst[0], dst[1] = int32(key>>32), int32(uint32(key)^1<<31)
}

// score is what putScore put there.
func score(src []int32) float64 {
	return math.Float64frombits(uint64(uint32(src[0]))<<32 | uint64(uint32(src[1])^1<<31))
}

// lines writes the lines of names.
type lines struct {
	out            *bufio.Writer
	names          *tuple.Lines
	file           string // of the names
	id             int64  // of the name that was read
	name           int32  // of the line at hand; -1: there is none
	text           []byte
	written, pairs int64
}

// WriteRows implements dict.Rows.
func (l *lines) WriteRows(block []int32, strings ...parquetio.Strings) error {
	urls := &strings[0]
	width := len(block) / urls.Len()
	for i := range urls.Len() {
		rec := block[i*width : (i+1)*width]
		if err := l.begin(rec[0]); err != nil {
			return err
		}
		url := urls.At(i)
		l.text = l.text[:0]
		for _, c := range url {
			l.text = append(l.text, c)
			if c == ' ' {
				l.text = append(l.text[:len(l.text)-1], "%20"...)
			}
		}
		l.text = append(l.text, " ("...)
		for k := 1; k+2 < width; k += 2 {
			if k > 1 {
				l.text = append(l.text, ',')
			}
			l.text = qlever.AppendScore(l.text, score(rec[k:]))
		}
		l.out.Write(append(l.text, ')')) // an error comes back at the end
		l.pairs++
	}
	return nil
}

// begin begins the line of a name, or goes on with it.
func (l *lines) begin(name int32) error {
	if name == l.name {
		return l.out.WriteByte(' ')
	}
	if l.name >= 0 {
		l.out.WriteByte('\n')
	}
	l.name = name
	l.written++
	var line []byte
	for l.id < int64(name) {
		var err error
		if line, err = l.names.Next(); err == io.EOF {
			return dict.NoString(l.file, int64(name), l.id+1)
		} else if err != nil {
			return fmt.Errorf("%s: %w", l.file, err)
		}
		l.id++
		if bytes.HasPrefix(line, []byte("{")) {
			return l.names.Fault(fmt.Errorf("%s: is JSON, not a name: give the dictionary of findnames, its -dict", l.file))
		}
	}
	if !bytes.HasPrefix(line, []byte("<")) || !bytes.HasSuffix(line, []byte(">")) {
		line = append(append([]byte("<"), bytes.ReplaceAll(line, []byte(" "), []byte("_"))...), '>')
	}
	l.out.Write(line)
	return l.out.WriteByte('\t')
}

// finish ends the last line.
func (l *lines) finish() error {
	if l.name >= 0 {
		l.out.WriteByte('\n')
	}
	return l.out.Flush()
}
