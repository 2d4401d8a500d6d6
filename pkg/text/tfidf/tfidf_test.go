package tfidf

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// pair is what is weighed: a document and a term, or an id and what a file says of it.
type pair [2]int32

// corpus is what is weighed, in maps, as only few documents allow.
type corpus struct {
	counts  map[pair]int32
	lengths map[int32]int32 // of -lengths; nil: not given
	df      map[int32]int32 // of -df
}

func byBoth(a, b pair) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

func (c *corpus) pairs() []pair { return slices.SortedFunc(maps.Keys(c.counts), byBoth) }

func (c *corpus) input() tuple.Input {
	var flat []int32
	for _, p := range c.pairs() {
		flat = append(flat, p[0], p[1], c.counts[p])
	}
	return tuple.Input{Name: "counts", Source: tupletest.Blocks(flat, 3*7)}
}

// of gives a map as an input sorted by its keys.
func of(name string, values map[int32]int32) tuple.Input {
	var list tupletest.Pairs[pair]
	for id, v := range values {
		list = append(list, pair{id, v})
	}
	return list.Sorted().Input(name)
}

// weigh weighs the corpus.
func (c *corpus) weigh(opt Options) (weights map[pair]float64, order []pair, s *Stats, err error) {
	opt.Norm = cmp.Or(opt.Norm, None)
	opt.Memory, opt.Threads, opt.FS = cmp.Or(opt.Memory, 1<<20), 2, vfs.OS
	if c.lengths != nil {
		opt.Lengths = of("lengths", c.lengths)
	}
	if c.df != nil {
		opt.DF = of("df", c.df)
	}
	var out tupletest.Numbers
	s, err = Weigh(&out, c.input(), opt)
	weights = map[pair]float64{}
	for width := 2 + opt.weightWidth(); len(out) > 0; out = out[width:] {
		p := pair{out[0], out[1]}
		order = append(order, p)
		weights[p] = float64(tuple.F32Value(out[2]))
		if opt.Double {
			weights[p] = tuple.F64Value(out[2:])
		}
	}
	return weights, order, s, err
}

// row is a line of -terms.
type row struct {
	df, total int64
	idf       float64
}

// twin weighs by maps and the formulas as they are printed. Which weights are the greatest is said by exact ones, as
// others may differ from them in the last bit.
func (c *corpus) twin(opt Options, exact map[pair]float64) (weights map[pair]float64, terms map[int32]row) {
	seen, length, terms := map[int32]bool{}, map[int32]float64{}, map[int32]row{}
	for p, n := range c.counts {
		seen[p[0]] = true
		length[p[0]] += float64(n)
		r := terms[p[1]]
		terms[p[1]] = row{df: r.df + 1, total: r.total + int64(n)}
	}
	docs := float64(len(seen))
	if c.lengths != nil {
		clear(length)
		for d, n := range c.lengths {
			length[d] = float64(n)
		}
		docs = float64(len(length))
	}
	if opt.Docs > 0 {
		docs = float64(opt.Docs)
	}
	mean := 0.0
	for _, n := range length {
		mean += n / docs
	}
	c.idfTwin(terms, opt, docs)
	cutTwin(terms, opt, docs)
	weights = map[pair]float64{}
	for p, n := range c.counts {
		r, ok := terms[p[1]]
		if !ok {
			continue
		}
		tf := float64(n)
		if opt.Sublinear {
			tf = 1 + math.Log(tf)
		}
		if opt.Scheme == BM25 {
			tf = tf * (opt.K + 1) / (opt.K*(1-opt.B+opt.B*length[p[0]]/mean) + tf)
		}
		weights[p] = tf * r.idf
	}
	for d := range seen {
		normTwin(weights, d, opt, exact)
	}
	return weights, terms
}

// idfTwin sets the idf of the terms.
func (c *corpus) idfTwin(terms map[int32]row, opt Options, docs float64) {
	for t, r := range terms {
		if c.df != nil {
			r.df = int64(c.df[t])
		}
		df := float64(r.df)
		switch {
		case opt.Scheme == Sklearn:
			r.idf = math.Log((1+docs)/(1+df)) + 1
		case opt.Occurrences:
			r.idf = max(0, -math.Log(float64(r.total)/docs))
		case opt.Scheme == Unico:
			r.idf = math.Log(docs) - math.Log(df)
		default:
			r.idf = math.Log2(docs) - math.Log2(df)
		}
		terms[t] = r
	}
}

func cutTwin(terms map[int32]row, opt Options, docs float64) {
	share := func(b Bound) float64 {
		if b.Share != nil {
			percent, _ := b.Share.Float64()
			return percent / 100 * docs
		}
		return float64(b.Docs)
	}
	for t, r := range terms {
		if float64(r.df) < share(opt.MinDF)-1e-9 || opt.MaxDF.Set() && float64(r.df) > share(opt.MaxDF)+1e-9 ||
			r.total < opt.MinCount {
			delete(terms, t)
		}
	}
	if opt.Most > 0 {
		list := slices.SortedFunc(maps.Keys(terms), func(a,
			b int32) int {
			return cmp.Or(cmp.Compare(terms[a].total, terms[b].total), cmp.Compare(a, b))
		})
		for _, t := range list[min(len(list), int(opt.Most)):] {
			delete(terms, t)
		}
	}
}

func normTwin(weights map[pair]float64, doc int32, opt Options, exact map[pair]float64) {
	var list []pair
	sum := 0.0
	for p, x := range weights {
		if p[0] == doc {
			list = append(list, p)
			if opt.Norm == L2 {
				x *= x
			}
			sum += x
		}
	}
	if opt.Norm == L2 {
		sum = math.Sqrt(sum)
	}
	slices.SortFunc(list, func(a, b pair) int { return cmp.Or(cmp.Compare(exact[b], exact[a]), cmp.Compare(a[1], b[1])) })
	for i, p := range list {
		if opt.Top > 0 && i >= opt.Top {
			delete(weights, p)
		} else if (opt.Norm == L1 || opt.Norm == L2) && sum > 0 {
			weights[p] /= sum
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(1, math.Abs(a)) }

// draw draws a corpus. Counts and documents are such that weights which differ do so by more than rounding.
func draw(t *rapid.T) *corpus {
	c := &corpus{counts: map[pair]int32{}}
	doc := rapid.SampledFrom([]int32{0, 1, 2, 3, 4, 5, 6, 7, 100, math.MaxInt32})
	term := rapid.SampledFrom([]int32{0, 1, 2, 3, 5, 8, 13, 21, 60, 2000, 300_000, 400_000, math.MaxInt32 - 1, math.MaxInt32})
	for _, d := range rapid.SliceOfDistinct(doc, rapid.ID).Draw(t, "documents") {
		for _, w := range rapid.SliceOfNDistinct(term, 1, -1, rapid.ID).Draw(t, "terms") {
			c.counts[pair{d, w}] = rapid.SampledFrom([]int32{1, 1, 1, 2, 3, 4, 200, 5000, math.MaxInt32}).Draw(t, "count")
		}
	}
	return c
}

func percent(number string) Bound {
	share, _ := new(big.Rat).SetString(number)
	return Bound{Share: share}
}

// TestBounds: percentages with a decimal, by whole numbers. In float64 1.1 % of 3,000 is more than 33.
func TestBounds(t *testing.T) {
	for docs := int64(1); docs <= 3000; docs += 7 {
		for tenths := int64(1); tenths <= 1000; tenths += 3 {
			b := percent(fmt.Sprintf("%d.%d", tenths/10, tenths%10))
			if least, greatest := (tenths*docs+999)/1000, tenths*docs/1000; b.least(docs) != least ||
				b.greatest(docs) != greatest {
				t.Fatalf("%d tenths of a percent of %d: %d and %d, not %d and %d", tenths, docs, b.least(docs),
					b.greatest(docs), least, greatest)
			}
		}
	}
	if percent("1.1").least(3000) != 33 {
		t.Error("1.1 % of 3,000")
	}
}

func drawBound(t *rapid.T, name string) Bound {
	return rapid.SampledFrom([]Bound{{}, {}, {Docs: 2}, percent("50"), percent("90")}).Draw(t, name)
}

// drawOptions draws a way to weigh a corpus, and adds to the corpus what it needs.
func drawOptions(t *rapid.T, c *corpus) Options {
	opt := Options{
		Scheme: rapid.SampledFrom(Schemes).Draw(t, "scheme"), Norm: rapid.SampledFrom(Norms).Draw(t, "norm"),
		K: rapid.SampledFrom([]float64{0, 1.2, 1.75}).Draw(t, "k"),
		B: rapid.SampledFrom([]float64{0, 0.75, 1}).Draw(t, "b"), Double: true,
		MinDF: drawBound(t, "least df"), MaxDF: drawBound(t, "greatest df"),
		MinCount: rapid.SampledFrom([]int64{0, 0, 2, 10}).Draw(t, "least count"),
		Most:     rapid.SampledFrom([]int64{0, 0, 1, 3, 1000}).Draw(t, "most"),
		Top:      rapid.SampledFrom([]int{0, 0, 1, 3, 100}).Draw(t, "top"),
	}
	opt.Memory = rapid.SampledFrom([]int64{1, 100, 1000, 1 << 20, 64 << 20}).Draw(t, "memory")
	opt.Occurrences = opt.Scheme == Unico && rapid.Bool().Draw(t, "occurrences")
	opt.Sublinear = opt.Scheme != BM25 && rapid.Bool().Draw(t, "sublinear")
	switch rapid.IntRange(0, 2).Draw(t, "documents said by") {
	case 1:
		opt.Docs = rapid.Int64Range(10, 20).Draw(t, "docs")
	case 2:
		c.lengths = map[int32]int32{50: 0, 60: 7}
		for p := range c.counts {
			c.lengths[p[0]] = rapid.Int32Range(1, 300).Draw(t, "length")
		}
	}
	if opt.Docs > 0 && !opt.Occurrences && rapid.Bool().Draw(t, "df given") {
		c.df = map[int32]int32{4: 3}
		for p := range c.counts {
			c.df[p[1]] = rapid.Int32Range(1, 10).Draw(t, "df")
		}
	}
	return opt
}

func TestWeightsAreThoseOfTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := draw(t)
		opt := drawOptions(t, c)
		var terms tupletest.Numbers
		if rapid.Bool().Draw(t, "write terms") {
			opt.Terms = &terms
		}
		all := opt
		all.Top, all.Norm, all.Terms = 0, None, nil
		exact, _, _, err := c.weigh(all)
		if err != nil {
			t.Fatal(err)
		}
		want, kept := c.twin(opt, exact)
		got, order, s, err := c.weigh(opt)
		if opt.Terms != nil && slices.ContainsFunc(slices.Collect(maps.Values(kept)),
			func(r row) bool { return r.total > math.MaxInt32 }) {
			if err == nil || !strings.Contains(err.Error(), "more than the 2147483647") {
				t.Fatalf("%v: %v", kept, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(order, byBoth) || len(order) != len(got) || int(s.Written) != len(got) ||
			int(s.Kept) != len(kept) {
			t.Fatalf("%v, %+v, %d terms", order, s, len(kept))
		}
		if len(got) != len(want) {
			t.Fatalf("got %v\nwant %v", got, want)
		}
		for p, x := range want {
			if y, ok := got[p]; !ok || !near(x, y) {
				t.Fatalf("%v: got %v, want %v", p, y, x)
			}
		}
		if opt.Terms != nil {
			checkTerms(t, terms, kept)
		}
	})
}

func checkTerms(t *rapid.T, got []int32, want map[int32]row) {
	const width = 5
	ids := slices.Sorted(maps.Keys(want))
	if len(got) != width*len(ids) {
		t.Fatalf("terms %v, want %v", got, want)
	}
	for i, id := range ids {
		rec := got[width*i : width*(i+1)]
		if r := want[id]; rec[0] != id || int64(rec[1]) != r.df || int64(rec[2]) != r.total ||
			!near(tuple.F64Value(rec[3:]), r.idf) {
			t.Fatalf("terms %v, want %v", got, want)
		}
	}
}

// run weighs with one weight a pair, as float64.
func run(t *testing.T, c *corpus, opt Options) map[pair]float64 {
	t.Helper()
	opt.Double = true
	got, _, _, err := c.weigh(opt)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func compare(t *testing.T, what string, got, want map[pair]float64, by float64) {
	t.Helper()
	for p, x := range want {
		if math.Abs(got[p]-x) > by {
			t.Errorf("%s, %v: got %v, want %v", what, p, got[p], x)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// TestNames: the table of scores of the names thesis. N = 4; A (term 1) and B (2) are in D1, D2 and D3; D4 has neither.
func TestNames(t *testing.T) {
	c := &corpus{
		counts:  map[pair]int32{{1, 1}: 3, {2, 1}: 1, {2, 2}: 1, {3, 2}: 2},
		lengths: map[int32]int32{1: 100, 2: 50, 3: 150, 4: 100},
	}
	compare(t, "bm25", run(t, c, Options{Scheme: BM25, K: 1.75, B: 0.75}),
		map[pair]float64{{1, 1}: 1.736842, {2, 1}: 1.313433, {2, 2}: 1.313433, {3, 2}: 1.248227}, 5e-7)
	c.lengths = nil
	compare(t, "tfidf", run(t, c, Options{Scheme: TFIDF, Docs: 4}),
		map[pair]float64{{1, 1}: 3, {2, 1}: 1, {2, 2}: 1, {3, 2}: 2}, 0)
}

// TestWeightsV14: the worked examples of the UNICO thesis. IDF(2 of 1e6) = 13.12; the weights of counts 1, 3, 2, 4 are 1.75,
// 4.95, 2.42, 3.96 with the IDF 1.75, 1.65, 1.21, 0.99, here those of 174, 192, 298 and 372 of 1,000 documents; of 30
// documents tf is 1.2 for the term that occurs 36 times, whose IDF would be negative.
func TestWeightsV14(t *testing.T) {
	c := &corpus{counts: map[pair]int32{{0, 0}: 1, {1, 0}: 1}}
	got := run(t, c, Options{Scheme: Unico, Docs: 1e6})
	compare(t, "IDF of 2", got, map[pair]float64{{0, 0}: 13.12, {1, 0}: 13.12}, 0.005)
	compare(t, "IDF of 2 occurrences", run(t, c, Options{Scheme: Unico, Occurrences: true, Docs: 1e6}), got, 0)

	c = &corpus{counts: map[pair]int32{{7, 0}: 1, {7, 1}: 3, {7, 2}: 2, {7, 3}: 4},
		df: map[int32]int32{0: 174, 1: 192, 2: 298, 3: 372}}
	compare(t, "weights", run(t, c, Options{Scheme: Unico, Docs: 1000}),
		map[pair]float64{{7, 0}: 1.75, {7, 1}: 4.95, {7, 2}: 2.42, {7, 3}: 3.96}, 0.006)

	// datenbanken 15 and datenbank 21 are one stem, volltext 4, sql 8, indexierung 3
	c = &corpus{counts: map[pair]int32{{0, 0}: 15, {1, 0}: 21, {0, 1}: 4, {0, 2}: 8, {0, 3}: 3}}
	compare(t, "tf", run(t, c, Options{Scheme: Unico, Occurrences: true, Docs: 30}), map[pair]float64{
		{0, 0}: 0, {1, 0}: 0, {0, 1}: 4 * math.Log(30./4), {0, 2}: 8 * math.Log(30./8), {0, 3}: 3 * math.Log(30./3),
	}, 1e-12)
	// Ten times in one of ten documents: tf is 1 and says nothing; once a page it is 0.1.
	c = &corpus{counts: map[pair]int32{{0, 0}: 10}}
	compare(t, "ten times", run(t, c, Options{Scheme: Unico, Occurrences: true, Docs: 10}), map[pair]float64{{0, 0}: 0}, 0)
	compare(t, "once a page", run(t, c, Options{Scheme: Unico, Docs: 10}), map[pair]float64{{0, 0}: 10 * math.Log(10)}, 1e-12)
}

// TestClusterTableE8 is the table of a cluster in Nitsche 2003, 4.3.2.4.4: its 20 IDFs are those of the number of documents that
// have the term, of 2,001, and a weight is the mean count times IDF.
func TestClusterTableE8(t *testing.T) {
	c := &corpus{counts: map[pair]int32{}, df: map[int32]int32{}}
	rows := []struct {
		df                int32
		mean, idf, weight float64
	}{
		{3, 6.8878, 6.5028, 44.79}, {5, 7.3715, 5.9920, 44.17}, {7, 6.6961, 5.6555, 37.87}, {71, 10.6928, 3.3387, 35.70},
		{15, 6.2758, 4.8934, 30.71}, {25, 6.5670, 4.3825, 28.78}, {3, 4.1028, 6.5028, 26.68}, {10, 4.3029, 5.2988, 22.80},
		{15, 4.3978, 4.8934, 21.52}, {4, 3.3933, 6.2151, 21.09}, {413, 10.8301, 1.5780, 17.09}, {183, 6.9066, 2.3919, 16.52},
		{1, 1.7444, 7.6014, 13.26}, {5, 2.0194, 5.9920, 12.10}, {4, 1.9260, 6.2151, 11.97}, {10, 2.1892, 5.2988, 11.60},
		{7, 1.9627, 5.6555, 11.10}, {4, 1.7586, 6.2151, 10.93}, {3, 1.5639, 6.5028, 10.17}, {12, 1.9095, 5.1165, 9.77},
	}
	want := map[pair]float64{}
	for i, r := range rows {
		p := pair{0, int32(i)}
		c.counts[p], c.df[p[1]], want[p] = 1, r.df, r.idf
	}
	got := run(t, c, Options{Scheme: Unico, Docs: 2001})
	compare(t, "IDF", got, want, 0.00005001)
	for i, r := range rows {
		if weight := r.mean * got[pair{0, int32(i)}]; math.Abs(weight-r.weight) > 0.0052 {
			t.Errorf("row %d: the weight is %.4f, not %g", i, weight, r.weight)
		}
	}
}

// TestBM25Properties: tf* grows with the count, up to k+1; long documents lose, the more the greater b is; a term of
// all documents weighs nothing.
func TestBM25Properties(t *testing.T) {
	c := &corpus{counts: map[pair]int32{{9, 0}: 1, {9, 99}: 1, {0, 99}: 1, {1, 99}: 1, {2, 99}: 1, {3, 99}: 1},
		lengths: map[int32]int32{}}
	for term := range int32(31) {
		c.counts[pair{9, term}] = 1 << term
	}
	for _, d := range []int32{0, 1, 2, 3, 9} {
		c.lengths[d] = 10
	}
	c.counts[pair{1, 3}], c.lengths[1] = 8, 100
	idf := math.Log2(5)
	got := run(t, c, Options{Scheme: BM25, K: 1.75, B: 0.75})
	for term := range int32(31) {
		x := got[pair{9, term}]
		if term != 3 && (x <= 0 || x >= 2.75*idf || term > 4 && x <= got[pair{9, term - 1}]) {
			t.Errorf("a count of 2^%d weighs %v", term, x)
		}
	}
	if x := got[pair{9, 30}]; 2.75*idf-x > 1e-6 {
		t.Errorf("2^30 weighs %v, far from %v", x, 2.75*idf)
	}
	if got[pair{9, 99}] != 0 || got[pair{1, 3}] >= got[pair{9, 3}] {
		t.Errorf("%v", got)
	}
	flat := run(t, c, Options{Scheme: BM25, K: 1.75})
	if flat[pair{1, 3}] != flat[pair{9, 3}] || flat[pair{1, 3}] <= got[pair{1, 3}] {
		t.Errorf("b = 0: %v", flat)
	}
}

// large is a corpus with documents and a term of more tuples than a run or a chunk has.
func large() *corpus {
	c := &corpus{counts: map[pair]int32{}}
	for i := range int32(15_000) {
		c.counts[pair{3, 7 * i}] = 1 + i%5*i%700
		c.counts[pair{10 + i/3, int32(int64(i) * int64(i) % 1_000_003)}] = 1 + i%3
		c.counts[pair{10 + i/3, 700_001}] = 1
	}
	return c
}

// The same bytes come out whatever the memory and the threads: with a table for all terms and for none.
func TestMemoryDoesNotMatter(t *testing.T) {
	c := large()
	for _, opt := range []Options{
		{Scheme: Sklearn, Norm: L2, Top: 2, Most: 12_000},
		{Scheme: BM25, Norm: None, K: 1.75, B: 0.75, MinDF: Bound{Docs: 2}, Double: true},
	} {
		var want []int32
		for i, room := range []work.Room{{Memory: 100_000, Threads: 1}, {Memory: 300_000, Threads: 2},
			{Memory: 8 << 20, Threads: 1}, {Memory: 256 << 20, Threads: 8}} {
			opt.Room = room
			opt.FS = vfs.OS
			var out tupletest.Numbers
			s, err := Weigh(&out, c.input(), opt)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = out
			}
			if len(out) == 0 || !slices.Equal(out, want) {
				t.Errorf("%+v, %d bytes: %d numbers that differ from %d", s, room.Memory, len(out), len(want))
			}
			if s.Tuples != int64(len(c.counts)) || (s.Rare > 0) != (i < 3) {
				t.Errorf("%d bytes: %+v", room.Memory, s)
			}
		}
	}
}

// What cannot be weighed is refused, with its place.
func TestRefuses(t *testing.T) {
	flat := func(numbers ...int32) tuple.Input {
		return tuple.Input{Name: "x", Source: tupletest.Blocks(numbers, 6)}
	}
	for _, e := range []struct {
		in   tuple.Input
		opt  Options
		want string
	}{
		{flat(1, 1, 1, 1, 1, 1), Options{},
			"x: the same document and term as in the record before (tuplejoin -group 1,2 makes them one: -agg count for the output of terms, -agg sum:3 for counts), at record 2"},
		{flat(1, 1, 1, 1, 2, 1, 1, 1, 1), Options{}, "x: is not sorted by columns 1,2 (extsort -k 1,2 sorts it), at record 3"},
		{flat(1, 1, 1, 0, 2, 1), Options{}, "x: is not sorted by columns 1,2 (extsort -k 1,2 sorts it), at record 2"},
		{flat(1, 1, 1, 1, 2, 0), Options{}, "x: the count must be at least 1, this is 0, at record 2"},
		{flat(1, 1, 1, 2, 2, 1), Options{Docs: 1}, "x: has terms of 2 documents, more than the 1 that there are said to be"},
		{flat(1, 1, 1), Options{Lengths: flat(1, 0)}, "x: the length of document 1 is 0, but it has terms"},
		{flat(1, 1, 1), Options{Lengths: flat(0, 1, 2, 1)}, "x: has no length of document 1"},
		{flat(1, 1, 1), Options{Lengths: flat(3, 1, 2, 1)}, "x: is not sorted by column 1 (extsort -k 1 sorts it), at record 2"},
		{flat(1, 1, 1), Options{Docs: 5, DF: flat(0, 1, 2, 1)}, "x: has no document frequency of term 1"},
		{flat(1, 1, 1), Options{Docs: 5, DF: flat(1, 6)},
			"6 documents have term 1, but there are only 5: say how many there are by -docs"},
		{flat(1, 1, 1), Options{Docs: 5, DF: flat(1, 0)},
			"x: the document frequency of term 1 is 0, but there are tuples with it"},
	} {
		e.opt.Room = work.Room{Memory: 1 << 20, Threads: 1, FS: vfs.OS}
		e.opt.Scheme, e.opt.Norm = BM25, None
		var out tupletest.Numbers
		if _, err := Weigh(&out, e.in, e.opt); err == nil || err.Error() != e.want || len(out) > 0 {
			t.Errorf("got %v, want %s", err, e.want)
		}
	}
	if _, err := add(math.MaxInt64-1, 2); err == nil {
		t.Error("lengths overflow")
	}
}

func TestNothing(t *testing.T) {
	for _, scheme := range Schemes {
		got, _, s, err := (&corpus{}).weigh(Options{Scheme: scheme, Norm: L2, Top: 3, Most: 4, MaxDF: percent("50")})
		if err != nil || len(got) > 0 || *s != (Stats{}) {
			t.Errorf("%s: %v, %+v, %v", scheme, got, s, err)
		}
	}
}

// TestFaults fails every operation of the file system: no error may be lost.
func TestFaults(t *testing.T) {
	var counts, df []int32
	for i := range int32(8_000) {
		counts = append(counts, i/100, i%100*1000, 1+i%9)
	}
	for i := range int32(100) {
		df = append(df, 1000*i, 1)
	}
	in := func(name string, numbers []int32) tuple.Input {
		return tuple.Input{Name: name, Source: tupletest.Blocks(numbers, 6000)}
	}
	fault.Each(t, 12, 10, func(sys *fault.FS) error {
		var out tupletest.Numbers
		_, err := Weigh(&out, in("counts", counts), Options{
			Scheme: BM25, Norm: L2, K: 1, B: 1, Top: 5, Docs: 1000, DF: in("df", df),
			Room: work.Room{Memory: 200_000, Threads: 1, FS: sys, TempDir: t.TempDir()},
		})
		return err
	})
}
