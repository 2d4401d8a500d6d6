package terms

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/par"
	"webmill/pkg/text/document"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
	"webmill/pkg/work/worktest"
)

// made runs Build and collects what it gives.
func made(t testing.TB, lines string, opt Options) (terms, lengths []int32, list []string, stats Stats, err error) {
	into := func(all *[]int32) tuple.Sink {
		return tuple.SinkFunc(func(b []int32) error { *all = append(*all, b...); return nil })
	}
	stats, err = Build(document.NewLines(document.Input{Name: "in", Reader: strings.NewReader(lines)}), opt,
		Output{Terms: into(&terms), Lengths: into(&lengths), Words: func(_ int32, s []byte) error {
			list = append(list, string(s))
			return nil
		}})
	return terms, lengths, list, stats, err
}

func drawn(t *rapid.T) (d document.Document) {
	d.Reset()
	text := rapid.StringOf(rapid.SampledFrom([]rune("abcdeé .\n-"))).Draw(t, "text")
	d.Text = []byte(strings.Repeat(text, rapid.SampledFrom([]int{1, 1, 1, 300}).Draw(t, "times")))
	return d
}

// TestBuild compares with a map and a sort.
func TestBuild(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var lines bytes.Buffer
		var docs []document.Document
		ids := rapid.Bool().Draw(rt, "ids")
		for i := range rapid.IntRange(0, 40).Draw(rt, "documents") {
			d := drawn(rt)
			if ids {
				d.ID = int32(1000 - i)
			}
			lines.Write(d.AppendJSON(nil))
			docs = append(docs, d)
		}
		third := rapid.SampledFrom([]string{"", "positions", "counted"}).Draw(rt, "third column")
		opt := Options{Positions: third == "positions", Counted: third == "counted",
			Room: worktest.Room(LeastMemory, rapid.IntRange(1, 9).Draw(rt, "threads"))}
		stop := map[string]bool{"a": rapid.Bool().Draw(rt, "stop")}
		opt.Maker = Words([]string{"text"}, func([]byte) *words.Rule { return &words.Rule{Stop: stop} })
		got, lengths, list, stats, err := made(t, lines.String(), opt)
		if err != nil {
			rt.Fatal(err)
		}
		want, wantLengths, wantList := byMap(docs, opt, stop)
		same := slices.Equal(got, want) && slices.Equal(lengths, wantLengths) && slices.Equal(list, wantList)
		if !same || stats.Documents != int64(len(docs)) {
			rt.Fatalf("%v, not %v; %q, not %q; lengths %v, not %v", got, want, list, wantList, lengths, wantLengths)
		}
	})
}

// byMap is Build by a map and a sort.
func byMap(docs []document.Document, opt Options, stop map[string]bool) (terms, lengths []int32, list []string) {
	type place struct {
		doc, position int32
		word          string
	}
	var places []place
	for i, d := range docs {
		id, position, count := int32(i), int32(0), int32(0)
		if d.ID != tuple.Unknown {
			id = d.ID
		}
		var s words.Splitter
		s.Reset(d.Text)
		for w := s.Next(); w != nil; w = s.Next() {
			if !stop[string(w)] {
				places, list, count = append(places, place{id, position, string(w)}), append(list, string(w)), count+1
			}
			position++
		}
		lengths = append(lengths, id, count)
	}
	slices.Sort(list)
	list = slices.Compact(list)
	counts := map[[2]int32]int32{} // by document and term
	for _, p := range places {
		n, _ := slices.BinarySearch(list, p.word)
		counts[[2]int32{p.doc, int32(n)}]++
		terms = append(terms, p.doc, int32(n))
		if opt.Positions {
			terms = append(terms, p.position)
		}
	}
	if !opt.Counted {
		return terms, lengths, list
	}
	terms = nil
	for i := 0; i < len(lengths); i += 2 {
		for n := range int32(len(list)) {
			if times := counts[[2]int32{lengths[i], n}]; times > 0 {
				terms = append(terms, lengths[i], n, times)
			}
		}
	}
	return terms, lengths, list
}

// TestInputs: the last line of an input may have no end.
func TestInputs(t *testing.T) {
	var inputs []document.Input
	for _, text := range []string{`{"text":"a"}`, "", "\n{\"text\":\"b\"}\n", `{"text":"c"}`} {
		inputs = append(inputs, document.Input{Reader: strings.NewReader(text)})
	}
	in := document.NewLines(inputs...)
	var terms []int32
	_, err := Build(in, Options{Room: worktest.Room(LeastMemory, 1)},
		Output{Terms: tuple.SinkFunc(func(b []int32) error { terms = append(terms, b...); return nil })})
	if err != nil || !slices.Equal(terms, []int32{0, 0, 2, 1, 3, 2}) {
		t.Errorf("%v, %v", terms, err)
	}
}

// TestLines: what is no document is counted, and long documents are read.
func TestLines(t *testing.T) {
	long := strings.Repeat("wort ", 1<<20)
	for _, c := range []struct {
		lines string
		want  string
	}{
		{"", "[] [] 0 0 "},
		{"{\"text\":\"b a\"}\n\n{\"text\":\"b\"}", "[0 1 0 0 2 1] [0 2 2 1] 0 0 "},
		{"{\"text\":\"b\"}\n{\"text\":\nx\n{\"text\":\"a\"}\n",
			"[0 1 3 0] [0 1 3 1] 2 0 in: line 2: the object is cut off, at byte 9"},
		{"{\"text\":\"" + strings.Repeat("x", document.MaxLine) + "\"}\n{\"text\":\"a\"}\n", "[1 0] [1 1] 0 1 "},
		{"{\"id\":5,\"text\":\"a\"}\n{\"text\":\"b\"}\n", "some documents have an id, and some have none"},
		{"{\"text\":\"" + long + "\"}\n{\"text\":\"" + long + "\"}\n{}",
			fmt.Sprintf("%d records, [0 1048576 1 1048576 2 0]", 2<<20)},
	} {
		for threads := range 3 {
			terms, lengths, _, stats, err := made(t, c.lines, Options{Room: worktest.Room(LeastMemory, threads+1)})
			got := fmt.Sprint(terms, lengths, stats.Bad, stats.Long, " "+stats.FirstBad)
			if len(terms) > 100 {
				got = fmt.Sprintf("%d records, %v", len(terms)/2, lengths)
			}
			if err != nil {
				got = err.Error()
			}
			if strings.TrimSpace(got) != strings.TrimSpace(c.want) {
				t.Errorf("%.40q: %q, not %q", c.lines, got, c.want)
			}
		}
	}
}

// failing is a source whose batch of this number fails, or panics.
type failing struct {
	*document.Lines
	batch  int
	panics bool
}

var errSource = errors.New("the source failed")

func (f *failing) Next(b *document.Batch) error {
	if f.batch--; f.batch < 0 {
		if f.panics {
			panic(errSource)
		}
		return errSource
	}
	return f.Lines.Next(b)
}

// TestWorkerFails: if reading fails or panics, or a worker panics, this is the error, and nobody waits.
func TestWorkerFails(t *testing.T) {
	line := `{"text":"` + strings.Repeat("wort ", 10_000) + `"}` + "\n"
	lines := strings.Repeat(line, 60)
	for threads := 1; threads < 9; threads++ {
		for fails := range 8 {
			var stemmed atomic.Int64
			opt := Options{Room: worktest.Room(256<<20, threads)}
			in := document.Input{Reader: strings.NewReader(lines)}
			src := &failing{Lines: document.NewLines(in), batch: fails, panics: fails%2 == 0}
			if fails == 7 {
				src.batch = 1 << 30
				rule := &words.Rule{Stem: func(word []byte) []byte {
					if stemmed.Add(1) == 300_000 {
						panic(errSource)
					}
					return word
				}}
				opt.Maker = Words([]string{"text"}, func([]byte) *words.Rule { return rule })
			}
			_, err := Build(src, opt, Output{Terms: tuple.SinkFunc(func([]int32) error { return nil })})
			var panicked *par.Panic
			if errors.As(err, &panicked) && panicked.Value != errSource || panicked == nil && err != errSource {
				t.Fatalf("%d threads, batch %d: %v", threads, fails, err)
			}
		}
	}
}
