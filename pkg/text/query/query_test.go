package query

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/text/tfidf"
	"webmill/pkg/text/words"
	"webmill/pkg/text/wordtable"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// corpus is some documents as words, each with its id.
type corpus struct {
	ids   []int32
	texts [][]string
	stop  map[string]bool
	dict  []string
}

// newCorpus numbers the words that are no stop words.
func newCorpus(ids []int32, texts [][]string, stop map[string]bool) *corpus {
	c := &corpus{ids: ids, texts: texts, stop: stop}
	for _, text := range texts {
		for _, w := range text {
			if !stop[w] {
				c.dict = append(c.dict, w)
			}
		}
	}
	slices.Sort(c.dict)
	c.dict = slices.Compact(c.dict)
	return c
}

// records are the three files, as numbers.
func (c *corpus) records() (postings, positions, lengths []int32) {
	for term, word := range c.dict {
		for i, text := range c.texts {
			count := int32(0)
			for at, w := range text {
				if w == word {
					positions = append(positions, int32(term), c.ids[i], int32(at))
					count++
				}
			}
			if count > 0 {
				postings = append(postings, int32(term), c.ids[i], count)
			}
		}
	}
	for i := range c.texts {
		lengths = append(lengths, c.ids[i], int32(c.length(i)))
	}
	return postings, positions, lengths
}

func (c *corpus) length(i int) (n int) {
	for _, w := range c.texts[i] {
		if !c.stop[w] {
			n++
		}
	}
	return n
}

// file gives numbers as a raw file. Errors begin with its name.
func file(name string, columns []tuple.Column, numbers []int32) *tuple.Places {
	numbers = slices.Clone(numbers)
	tuple.ToLE(numbers)
	return &tuple.Places{
		Columns: columns, Records: int64(len(numbers) / len(columns)),
		File: bytes.NewReader(tuple.Bytes(numbers)), Count: func(int64) {},
		Fail: func(err error) error { return fmt.Errorf("%s: %w", name, err) },
	}
}

// open opens an index; memory is what the lengths may take.
func open(postings, positions, lengths []int32, memory int64) (*Index, error) {
	a, b, c := Columns()
	var p *tuple.Places
	if positions != nil {
		p = file("positions", b, positions)
	}
	return Open(file("postings", a, postings), p, file("lengths", c, lengths), memory)
}

// ask answers questions.
func ask(x *Index, opt Options, dict []string, questions ...string) (*Batch, error) {
	opt.Most, opt.Threads, opt.FS = cmp.Or(opt.Most, 1000), cmp.Or(opt.Threads, 2), vfs.OS
	opt.Memory = cmp.Or(opt.Memory, 1<<20)
	b := NewBatch(&opt)
	for i, q := range questions {
		if err := b.Add(int64(i+1), []byte(q)); err != nil {
			return b, err
		}
	}
	for id, w := range dict {
		if err := b.See(int64(id), []byte(w)); err != nil {
			return b, err
		}
	}
	return b, b.Answer(x)
}

// asked is a question that the tests have made, for a search that looks at each document.
type asked struct {
	op    string // of args; "" for words
	args  []*asked
	words []string // of a word, a phrase, or two of them that are near
	other []string
	near  int
}

// text writes the question.
func (a *asked) text() string {
	quoted := func(list []string) string {
		if len(list) == 1 {
			return list[0]
		}
		return `"` + strings.Join(list, " ") + `"`
	}
	switch a.op {
	case "":
		return quoted(a.words)
	case "LIST":
		return strings.Join(a.words, " ")
	case "NEAR":
		return fmt.Sprintf("%s NEAR/%d %s", quoted(a.words), a.near, quoted(a.other))
	case "NOT":
		return "NOT (" + a.args[0].text() + ")"
	}
	var parts []string
	for _, arg := range a.args {
		parts = append(parts, "("+arg.text()+")")
	}
	return strings.Join(parts, " "+a.op+" ")
}

// starts are the places where words begin in a text. Stop words stand for any word.
func starts(text, phrase []string, stop map[string]bool) (list []int) {
	for at := range text {
		ok := true
		for i, w := range phrase {
			ok = ok && (stop[w] || at+i < len(text) && text[at+i] == w)
		}
		if ok {
			list = append(list, at)
		}
	}
	return list
}

// matches looks at a document.
func (a *asked) matches(text []string, stop map[string]bool) bool {
	switch a.op {
	case "":
		return len(starts(text, a.words, stop)) > 0
	case "LIST":
		return slices.ContainsFunc(text, func(w string) bool { return slices.Contains(a.words, w) })
	case "NEAR":
		for _, x := range starts(text, a.words, stop) {
			for _, y := range starts(text, a.other, stop) {
				if d := max(x-y, y-x); d > 0 && d <= a.near {
					return true
				}
			}
		}
		return false
	case "NOT":
		return !a.args[0].matches(text, stop)
	}
	for _, arg := range a.args {
		if arg.matches(text, stop) == (a.op != "AND") {
			return a.op != "AND"
		}
	}
	return a.op == "AND"
}

// wanted counts the words that are asked for, other than by NOT.
func (a *asked) wanted(counts map[string]int, not bool) {
	for _, w := range slices.Concat(a.words, a.other) {
		if !not {
			counts[w]++
		}
	}
	for _, arg := range a.args {
		arg.wanted(counts, not != (a.op == "NOT"))
	}
}

// score is BM25, as it is printed.
func (c *corpus) score(i int, counts map[string]int, opt *Options) (sum float64) {
	docs, mean := float64(len(c.texts)), 0.0
	for k := range c.texts {
		mean += float64(c.length(k)) / docs
	}
	for word, times := range counts {
		df, tf := 0.0, 0.0
		for k, text := range c.texts {
			n := 0.0
			for _, w := range text {
				if w == word && !c.stop[w] {
					n++
				}
			}
			if n > 0 {
				df++
			}
			if k == i {
				tf = n
			}
		}
		if tf == 0 {
			continue
		}
		if opt.Rank == BM25 {
			tf = tf * (opt.K + 1) / (opt.K*(1-opt.B+opt.B*float64(c.length(i))/mean) + tf)
		}
		sum += float64(times) * tf * (math.Log2(docs) - math.Log2(df))
	}
	return sum
}

func drawCorpus(t *rapid.T, most int, stop map[string]bool) *corpus {
	word := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "a", "b", "the"})
	texts := rapid.SliceOfN(rapid.SliceOfN(word, 0, 12), 1, most).Draw(t, "texts")
	texts = append(texts, []string{"a"}) // an index is never empty
	id, ids := int32(-1), []int32(nil)
	for range texts {
		id += rapid.OneOf(rapid.Just(int32(1)), rapid.Int32Range(1, 100_000)).Draw(t, "gap")
		ids = append(ids, id)
	}
	return newCorpus(ids, texts, stop)
}

// drawAsked draws a question; stop words are only within phrases.
func drawAsked(t *rapid.T, depth int) *asked {
	word := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "f", "g"})
	phrase := func() []string {
		list := rapid.SliceOfN(word, 1, 3).Draw(t, "words")
		if len(list) == 3 && rapid.Bool().Draw(t, "stopped") {
			list[1] = "the"
		}
		return list
	}
	op := ""
	if depth > 0 {
		op = rapid.SampledFrom([]string{"", "LIST", "LIST", "NEAR", "NOT", "AND", "OR", "AND", "OR"}).Draw(t, "op")
	}
	a := &asked{op: op}
	switch op {
	case "":
		a.words = phrase()
	case "LIST":
		a.words = rapid.SliceOfN(word, 1, 5).Draw(t, "list")
	case "NEAR":
		a.words, a.other, a.near = phrase(), phrase(), rapid.IntRange(1, 5).Draw(t, "near")
	case "NOT":
		a.args = []*asked{drawAsked(t, depth-1)}
	default:
		for range rapid.IntRange(2, 3).Draw(t, "args") {
			a.args = append(a.args, drawAsked(t, depth-1))
		}
	}
	return a
}

// TestQuestions compares with a search that looks at each document: which documents match, their order and their
// scores, for 1,000 questions and more.
func TestQuestions(t *testing.T) {
	questions := 0
	rapid.Check(t, func(t *rapid.T) {
		stop := map[string]bool{}
		if rapid.Bool().Draw(t, "stop") {
			stop["the"] = true
		}
		c := drawCorpus(t, 30, stop)
		x, err := open3(c, rapid.SampledFrom([]int64{0, 1 << 20}).Draw(t, "memory"))
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Rule: words.Rule{Stop: stop}, Rank: rapid.SampledFrom(Ranks).Draw(t, "rank"), K: 1.75, B: 0.75}
		opt.Most = rapid.OneOf(rapid.IntRange(1, 3), rapid.Just(40)).Draw(t, "most")
		var list []*asked
		var texts []string
		for range rapid.IntRange(15, 25).Draw(t, "questions") {
			a := drawAsked(t, 3)
			list, texts = append(list, a), append(texts, a.text())
		}
		b, err := ask(x, opt, c.dict, texts...)
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range list {
			c.compare(t, a, b.Questions[i], &opt)
		}
		questions += len(list)
	})
	if questions < 1000 && (!testing.Short() || questions < 200) {
		t.Errorf("only %d questions", questions)
	}
}

func open3(c *corpus, memory int64) (*Index, error) {
	postings, positions, lengths := c.records()
	return open(postings, positions, lengths, memory)
}

func (c *corpus) compare(t *rapid.T, a *asked, q *Question, opt *Options) {
	counts := map[string]int{}
	a.wanted(counts, false)
	var want []Hit
	for i, text := range c.texts {
		if a.matches(text, c.stop) {
			f := Hit{ID: c.ids[i]}
			if opt.Rank != None {
				f.Weight = c.score(i, counts, opt)
			}
			want = append(want, f)
		}
	}
	if len(q.Answers) != min(opt.Most, len(want)) {
		t.Fatalf("%s: %d answers, not %d: %v, not %v", a.text(), len(q.Answers), min(opt.Most, len(want)), q.Answers, want)
	}
	exact := map[int32]float64{}
	for _, f := range want {
		exact[f.ID] = f.Weight
	}
	slices.SortFunc(want, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.ID, b.ID)) })
	for i, f := range q.Answers {
		e, matches := exact[f.ID]
		switch {
		case !matches, math.Abs(f.Weight-e) > 1e-9, math.Abs(f.Weight-want[i].Weight) > 1e-9:
			t.Fatalf("%s: answer %d is %v, not %v of %v", a.text(), i, f, want[i], want)
		case i > 0 && (f.Weight > q.Answers[i-1].Weight || f.Weight == q.Answers[i-1].Weight && f.ID < q.Answers[i-1].ID):
			t.Fatalf("%s: out of order: %v", a.text(), q.Answers)
		}
	}
}

// TestScoresAreWeights: a score is the sum of what package tfidf gives the words of the question in the document.
func TestScoresAreWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t, 12, nil)
		postings, _, lengths := c.records()
		x, err := open(postings, nil, lengths, 0)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Rank: rapid.SampledFrom(Ranks[:2]).Draw(t, "rank"), K: 1.75, B: 0.75}
		b, err := ask(x, opt, c.dict, "a b c b")
		if err != nil {
			t.Fatal(err)
		}
		var counts [][3]int32
		for i := 0; i < len(postings); i += 3 {
			counts = append(counts, [3]int32{postings[i+1], postings[i], postings[i+2]})
		}
		slices.SortFunc(counts, func(a, b [3]int32) int { return slices.Compare(a[:], b[:]) })
		var flat []int32
		for _, r := range counts {
			flat = append(flat, r[:]...)
		}
		var weights tupletest.Numbers
		o := tfidf.Options{Scheme: tfidf.Scheme(opt.Rank), Norm: tfidf.None, K: opt.K, B: opt.B, Double: true,
			Room: work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS}}
		o.Docs = int64(len(c.ids))
		if opt.Rank == BM25 {
			o.Docs, o.Lengths = 0, tuple.Input{Name: "lengths", Source: tupletest.Blocks(lengths, 2)}
		}
		if _, err := tfidf.Weigh(&weights, tuple.Input{Name: "counts", Source: tupletest.Blocks(flat, 3)}, o); err != nil {
			t.Fatal(err)
		}
		sums := map[int32]float64{}
		for _, word := range []string{"a", "b", "c", "b"} {
			for i := 0; i < len(weights); i += 4 {
				if c.dict[weights[i+1]] == word {
					sums[weights[i]] += tuple.F64Value(weights[i+2:])
				}
			}
		}
		if len(sums) != len(b.Questions[0].Answers) {
			t.Fatalf("%d answers, not %d", len(b.Questions[0].Answers), len(sums))
		}
		for _, f := range b.Questions[0].Answers {
			if math.Abs(f.Weight-sums[f.ID]) > 1e-12 {
				t.Fatalf("document %d: %v, not %v", f.ID, f.Weight, sums[f.ID])
			}
		}
	})
}

// TestLongLists: lists of many blocks, with buffers of any size, forwards and in leaps, as a search in memory finds the records.
func TestLongLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3000).Draw(t, "records")
		gap := rapid.SampledFrom([]int32{1, 2, 50}).Draw(t, "gap")
		var records, docs []int32
		for i := range n {
			docs = append(docs, int32(i)*gap)
			records = append(records, 7, int32(i)*gap, 1)
		}
		columns, _, _ := Columns()
		f := &tuple.SortedFile{Places: file("postings", columns, records), Order: tuple.Columns(0, 1, 2)}
		l := newList(f, 7, false, span{0, int64(n)})
		l.buf = make([]int32, 3*rapid.IntRange(1, 40).Draw(t, "buffer"))
		step := rapid.SampledFrom([]int32{1, 3, 700}).Draw(t, "step")
		for doc := int32(0); doc < int32(n)*gap+3; doc += rapid.Int32Range(1, step).Draw(t, "leap") {
			want := int64(noDoc)
			if at, _ := slices.BinarySearch(docs, doc); at < n {
				want = int64(docs[at])
			}
			if got := l.seek(int64(doc)<<32) >> 32; got != want || l.err != nil {
				t.Fatalf("from %d: %d, not %d; %v", doc, got, want, l.err)
			}
		}
	})
}

// TestOneRun: postings that do not end with the last term of a dictionary, or whose counts do not add up to the lengths; of many,
// only if there are more records than words.
func TestOneRun(t *testing.T) {
	many := make([]int32, 0, 3<<20)
	for doc := range int32(1 << 20 * 3 / 2) {
		many = append(many, 0, doc, 2)
	}
	length := func(n int32) []int32 { return []int32{0, n} }
	for _, c := range []struct {
		postings, lengths []int32
		want              string
	}{
		{[]int32{0, 0, 2, 1, 0, 1}, length(3), ""},
		{[]int32{0, 0, 2, 1, 0, 1}, length(4), "postings: has 3 words, but the lengths of the documents are 4: " + errRuns},
		{[]int32{0, 0, 2, 1, 0, 1}, length(2), "postings: has 3 words, but the lengths of the documents are 2: " + errRuns},
		{many[:3<<18], length(1 << 19), ""},
		{many[:3<<18], length(1<<19 + 1), "postings: has 524288 words, but the lengths of the documents are 524289: " + errRuns},
		{many, length(1 << 30), ""},
		{many, length(1 << 20), "postings: has 1572864 records, but the lengths of the documents are 1048576: " + errRuns},
	} {
		x, err := open(c.postings, nil, c.lengths, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.CheckCounts(); err == nil && c.want != "" || err != nil && err.Error() != c.want {
			t.Errorf("%d records, lengths %v: %v, not %q", len(c.postings)/3, c.lengths, err, c.want)
		}
		if err := x.CheckTerms("words.txt", int64(x.Last)+1); err != nil {
			t.Error(err)
		}
		if x.CheckTerms("words.txt", int64(x.Last)+2) == nil || x.CheckTerms("words.txt", int64(x.Last)) == nil {
			t.Error("another number of terms is no error")
		}
	}
}

// TestTabled: a word that a table would have changed shows that the terms were made without it, if only the table makes stems; of
// others it takes a share of all.
func TestTabled(t *testing.T) {
	lines := []byte("walks\twalk\nwalk\tgo\n")
	for i := range 20 {
		lines = fmt.Appendf(lines, "k%d\tk\n", i)
	}
	table, err := wordtable.New(lines, 22, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	some := func(other int) (list []string) { // 200; other is how many of them the table changes
		for i := range 200 {
			list = append(list, fmt.Sprintf("%c%d", "ki"[min(1, i/other)], i))
		}
		return list
	}
	for _, c := range []struct {
		words  []string
		only   bool
		refuse bool
	}{
		{[]string{"walk", "a"}, true, false}, {[]string{"walks", "a"}, true, true}, {[]string{"walks", "a"}, false, false},
		{some(20), false, true}, {some(5), false, false}, {some(5), true, true},
	} {
		b := NewBatch(&Options{Table: table, Only: c.only})
		for id, w := range c.words {
			if err := b.See(int64(id), []byte(w)); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.CheckStems(); (err != nil) != c.refuse {
			t.Errorf("%d words, only %v: %v", len(c.words), c.only, err)
		}
	}
}

// failing is a file that fails once it is broken.
type failing struct {
	io.ReaderAt
	broken bool
}

func (f *failing) ReadAt(p []byte, off int64) (int, error) {
	if f.broken {
		return 0, errors.New("the disk is gone")
	}
	return f.ReaderAt.ReadAt(p, off)
}

// TestLengthsFail: an error of reading lengths is not taken for a document that has none.
func TestLengthsFail(t *testing.T) {
	a, _, c := Columns()
	lengths := file("lengths", c, []int32{0, 1, 1, 1})
	disk := &failing{ReaderAt: lengths.File}
	lengths.File = disk
	x, err := Open(file("postings", a, []int32{0, 0, 1, 0, 1, 1}), nil, lengths, 0)
	if err != nil {
		t.Fatal(err)
	}
	disk.broken = true
	_, err = ask(x, Options{Rank: BM25, K: 1.75, B: 0.75}, []string{"a"}, "a")
	if err == nil || !strings.Contains(err.Error(), "the disk is gone") || strings.Contains(err.Error(), "has no length") {
		t.Error(err)
	}
}

// TestBestPruned: the best answers are the first of all, where scores come near the bounds by which documents are passed over.
func TestBestPruned(t *testing.T) {
	const docs, all = 400, 1000 // as long as there are fewer answers than wanted, nothing is passed over
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		dict := strings.Fields("a b c d e")[:2+rnd.IntN(4)]
		var postings, lengths []int32
		for term := range dict {
			one := 2 + rnd.IntN(6) // one document in 2 to 7 has the term
			for doc := range int32(docs) {
				if rnd.IntN(one) == 0 {
					postings = append(postings, int32(term), doc, 1+rnd.Int32N(50))
				}
			}
		}
		for doc := range int32(docs) {
			lengths = append(lengths, doc, 50)
		}
		x, err := open(postings, nil, lengths, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		opt := Options{Rank: BM25, K: []float64{0.01, 0.1, 1.2}[seed%3], Most: all}
		question := strings.Join(dict, " ")
		want, err := ask(x, opt, dict, question)
		if err != nil {
			t.Fatal(err)
		}
		for opt.Most = 1; opt.Most <= 3; opt.Most++ {
			got, err := ask(x, opt, dict, question)
			if err != nil || !slices.Equal(got.Questions[0].Answers, want.Questions[0].Answers[:opt.Most]) {
				t.Errorf("seed %d, K %v: the best %d of %q are %v, want %v (%v)", seed, opt.K, opt.Most, question,
					got.Questions[0].Answers, want.Questions[0].Answers[:opt.Most], err)
			}
		}
	}
}
