package relevance

import (
	"cmp"
	"math"
	"slices"

	"webmill/pkg/text/judgement"
	"webmill/pkg/tuple"
)

// value is one number that is known of a document.
type value struct {
	column int32 // of its feature; later the number of the weight
	x      float32
}

// A sample is a judged document.
type sample struct {
	doc      int32
	target   float64
	features [][]value // raw values, by feature
	sparse   []value   // of all vectors, each of length 1; column is the number of a weight
	dense    []float64 // clusters and numbers, in the order of the features
	nearest  int       // the cluster with the greatest similarity, as a number in dense; -1: none
}

// Samples are judged documents with their features.
type Samples struct {
	Features []Feature
	Scales   []Scale // by feature, of all documents, judged or not
	Docs     int64
	Missing  []int64 // by feature, how many of all documents lack it
	Judged   int     // documents with a judgement and features

	list    []sample
	columns []weight // what the columns of sparse stand for
	dense   []weight // what the places of dense stand for
	bytes   int64
}

// weight says what a weight belongs to.
type weight struct {
	feature int
	column  int32
}

// Gather reads the features of all documents and keeps what the judged ones have. check is told what that takes.
func Gather(inputs []Input, judged *judgement.Values, check func(taken int64) error) (*Samples, error) {
	s := &Samples{Scales: make([]Scale, len(inputs))}
	for _, in := range inputs {
		s.Features = append(s.Features, in.Feature)
	}
	r := NewReader(inputs)
	g := &gathering{samples: s, check: check, values: make([][]value, len(inputs))}
	for doc := r.Next(); doc != tuple.NoID && g.err == nil; doc = r.Next() {
		target, kept := judged.Of[int32(doc)]
		r.Take(doc, func(feature int, column int32, v float32) { g.take(feature, column, v, kept) })
		if kept {
			g.keep(int32(doc), target)
		}
	}
	s.Docs, s.Missing, s.Judged = r.Docs, r.Missing, len(s.list)
	if err := r.Err(); err != nil || g.err != nil {
		return nil, cmp.Or(err, g.err)
	}
	return s, s.number(check)
}

const (
	valueBytes = 64      // of a value, raw and as it is learnt from, and its share of the weights
	denseBytes = 32      // of a place of dense, with its copies while a method learns
	checked    = 1 << 12 // values between two looks at the memory
)

// gathering is Samples that grow.
type gathering struct {
	samples *Samples
	check   func(taken int64) error
	values  [][]value // of the document at hand, by feature
	taken   int64     // how many these are
	err     error
}

// take takes a value. Those of documents that are not kept only count for the scales.
func (g *gathering) take(feature int, column int32, v float32, kept bool) {
	switch kind := g.samples.Features[feature].Kind; {
	case kind.IsNumber():
		g.samples.Scales[feature].add(float64(v))
	case kind == Clusters:
		g.samples.Scales[feature].Clusters = max(g.samples.Scales[feature].Clusters, column+1)
	}
	if !kept || g.err != nil {
		return
	}
	g.values[feature] = append(g.values[feature], value{column, v})
	if g.taken++; g.taken%checked == 0 {
		g.err = g.check(g.samples.bytes + valueBytes*g.taken)
	}
}

// keep takes the judged document whose values are at hand.
func (g *gathering) keep(doc int32, target float64) {
	one := sample{doc: doc, target: target}
	for f, v := range g.values {
		one.features = append(one.features, slices.Clone(v))
		g.values[f] = v[:0]
	}
	g.samples.list = append(g.samples.list, one)
	g.samples.bytes += valueBytes * (g.taken + 8)
	g.taken = 0
	if g.err == nil {
		g.err = g.check(g.samples.bytes)
	}
}

// number gives each term and each cluster of the samples a weight, and makes the values that methods learn from.
func (s *Samples) number(check func(taken int64) error) error {
	numbers := map[weight]int32{}
	for f, feature := range s.Features {
		if feature.Kind.IsNumber() {
			s.dense = append(s.dense, weight{f, 0})
			continue
		}
		var columns []int32
		for i := range s.list {
			for _, v := range s.list[i].features[f] {
				columns = append(columns, v.column)
			}
			if len(columns) > 1<<16 {
				slices.Sort(columns)
				columns = slices.Compact(columns)
			}
		}
		slices.Sort(columns)
		to := &s.columns
		if feature.Kind == Clusters {
			to = &s.dense
		}
		for _, c := range slices.Compact(columns) {
			numbers[weight{f, c}] = int32(len(*to))
			*to = append(*to, weight{f, c})
		}
	}
	if err := check(s.bytes + denseBytes*int64(len(s.list))*int64(len(s.dense))); err != nil {
		return err
	}
	for i := range s.list {
		s.list[i].prepare(s, numbers)
	}
	return nil
}

// prepare makes sparse and dense of the raw values.
func (o *sample) prepare(s *Samples, numbers map[weight]int32) {
	o.dense, o.nearest = make([]float64, len(s.dense)), -1
	for f, feature := range s.Features {
		switch feature.Kind {
		case Vector:
			o.vector(f, numbers)
		case Clusters:
			o.clusters(f, numbers)
		default:
			if len(o.features[f]) > 0 {
				o.dense[slices.Index(s.dense, weight{f, 0})] = float64(o.features[f][0].x)
			}
		}
	}
	o.features = nil
}

func (o *sample) vector(f int, numbers map[weight]int32) {
	square := 0.0
	for _, v := range o.features[f] {
		square += float64(v.x) * float64(v.x)
	}
	if square == 0 {
		return
	}
	for _, v := range o.features[f] {
		o.sparse = append(o.sparse, value{numbers[weight{f, v.column}], float32(float64(v.x) / math.Sqrt(square))})
	}
}

func (o *sample) clusters(f int, numbers map[weight]int32) {
	all := noSpread
	for _, v := range o.features[f] {
		all.add(float64(v.x))
	}
	for _, v := range o.features[f] {
		at := int(numbers[weight{f, v.column}])
		o.dense[at] = all.scaled(float64(v.x))
		if o.nearest < 0 || o.dense[at] > o.dense[o.nearest] {
			o.nearest = at
		}
	}
}

// without is the samples without a feature.
func (s *Samples) without(feature int) *Samples {
	t := *s
	t.list = make([]sample, len(s.list))
	for i, o := range s.list {
		t.list[i] = o
		t.list[i].sparse = slices.DeleteFunc(slices.Clone(o.sparse),
			func(v value) bool { return s.columns[v.column].feature == feature })
		t.list[i].dense = slices.Clone(o.dense)
		for at, w := range s.dense {
			if w.feature == feature {
				t.list[i].dense[at] = 0
			}
		}
	}
	return &t
}

// some are the samples with these numbers.
func (s *Samples) some(numbers []int) *Samples {
	t := *s
	t.list = make([]sample, len(numbers))
	for i, n := range numbers {
		t.list[i] = s.list[n]
	}
	return &t
}

// Classes are how many samples are not relevant, and how many are.
func (s *Samples) Classes() (no, yes int) {
	for i := range s.list {
		yes += s.list[i].class()
	}
	return len(s.list) - yes, yes
}

func (o *sample) class() int {
	if o.target >= Least {
		return 1
	}
	return 0
}

// Learnable reports whether a feature differs among the samples: if none does, nothing can be learnt.
func (s *Samples) Learnable() bool {
	for i := range s.list {
		if i > 0 && (!slices.Equal(s.list[i].sparse, s.list[0].sparse) || !slices.Equal(s.list[i].dense, s.list[0].dense)) {
			return true
		}
	}
	return false
}
