package relevance

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/text/judgement"
	"webmill/pkg/tuple"
)

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off) {
		t.Errorf("%s is %v, not %v", what, got, want)
	}
}

// TestNeuronStepV20 is the neuron of Nitsche 2003, 4.3.2.4.5 and 7.4.1.4: a step of the delta rule.
func TestNeuronStepV20(t *testing.T) {
	w, x := []float64{0.2, 0.4, 0}, []float64{1, 0, 0.5}
	near(t, "the output", fermi(0.2, false), 0.354344, 5e-7)
	learn(w, x, 0.9, NeuronOptions{Rate: 0.05})
	for i, want := range []float64{0.227283, 0.4, 0.013641} {
		near(t, fmt.Sprint("weight ", i), w[i], want, 5e-7)
	}
	near(t, "the new output", fermi(w[0]+0.5*w[2], false), 0.370099, 5e-7)
	near(t, "the least clamped output", fermi(-9, true), 0.269, 5e-4)
	near(t, "the greatest clamped output", fermi(9, true), 0.731, 5e-4)
}

// TestTopicScoresV15 is the scores of topics by the weights of an expert, Nitsche 2003, 4.3.2.4.5. The thesis prints several
// nearnesses of one class; first with one for each class, then as printed.
func TestTopicScoresV15(t *testing.T) {
	const cs, biology, chemistry, maths, physics, ee = 0, 1, 2, 3, 4, 5
	type g struct {
		cluster, topic int32
		weight         float32
	}
	weights := []g{{0, cs, .8}, {1, cs, .1}, {1, maths, .5}, {2, cs, .2}, {2, physics, .5}, {2, ee, .5}, {3, biology, .3},
		{3, chemistry, .6}, {4, maths, .9}, {5, physics, .7}}
	var records []int32
	for _, w := range weights {
		records = append(records, w.cluster, w.topic, tuple.F32Bits(w.weight))
	}
	src := tuple.Slice(records)
	e, err := ReadExpert(tuple.Input{Name: "expert", Source: &src}, free)
	if err != nil {
		t.Fatal(err)
	}
	scores := func(near ...float32) map[int32]float64 {
		for cluster, s := range near {
			e.Add(int32(cluster), s)
		}
		of := map[int32]float64{}
		e.Scores(func(topic int32, score float64) { of[topic] = score })
		return of
	}
	one := scores(100, 25, 13, 5, 34, 4, 0)
	for topic, want := range []float64{85.1, 1.5, 3.0, 43.1, 9.3, 6.5} {
		near(t, fmt.Sprint("topic ", topic), one[int32(topic)], want, 1e-4)
	}
	near(t, "chemistry as printed", scores(100, 0, 0, 3, 0, 0, 0)[chemistry], 1.8, 1e-4)
	near(t, "maths as printed", scores(100, 19, 0, 0, 34, 0, 0)[maths], 40.1, 1e-4)
	near(t, "physics as printed", scores(100, 0, 7, 0, 0, 4, 0)[physics], 6.3, 1e-4)
	near(t, "electrical engineering as printed", scores(100, 0, 11, 0, 0, 0, 0)[ee], 5.5, 1e-4)
	if equal := scores(5, 5, 5); equal[cs] != 0 {
		t.Errorf("equal similarities have the score %v", equal[cs])
	}
}

// TestConfusionE9 is the confusion table of the whole system, Nitsche 2003, 5.1.
func TestConfusionE9(t *testing.T) {
	c := Confusion{TP: 599, FP: 211, FN: 61, TN: 129}
	near(t, "accuracy", c.Accuracy(), .729, 1.5e-3)
	near(t, "precision", c.Precision(), .74, 1e-3)
	near(t, "recall", c.Recall(), .908, 1e-3)
	near(t, "F1", c.F1(), .815, 1e-3)
	near(t, "specificity", 1-c.FalseRate(), .38, 1e-3)
	keep := Confusion{TP: 660, FP: 340}
	near(t, "accuracy of keeping everything", keep.Accuracy(), .660, 1e-3)
	near(t, "F1 of keeping everything", keep.F1(), .795, 1e-3)
}

func free(int64) error { return nil }

// corpus is the features of documents, in maps.
type corpus struct {
	features []Feature
	values   []map[int32]map[int32]float32 // by feature, document and column
	judged   *judgement.Values
}

func drawCorpus(t *rapid.T) *corpus {
	c := &corpus{judged: &judgement.Values{}}
	docs := rapid.Int32Range(1, 12).Draw(t, "docs")
	for i, kind := range rapid.SliceOfN(rapid.SampledFrom([]Kind{Vector, Clusters, Score, Count}), 1, 4).Draw(t, "kinds") {
		c.features = append(c.features, Feature{kind, fmt.Sprint("f", i)})
		values := map[int32]map[int32]float32{}
		for doc := range docs {
			if rapid.IntRange(0, 4).Draw(t, "lacks") == 0 {
				continue
			}
			values[doc] = map[int32]float32{}
			for column := range rapid.Int32Range(1, 4).Draw(t, "columns") {
				if kind.IsNumber() {
					column = 0
				}
				values[doc][column] = float32(rapid.IntRange(0, 3).Draw(t, "value"))
			}
		}
		c.values = append(c.values, values)
	}
	for doc := range docs {
		if rapid.Bool().Draw(t, "judged") {
			c.judged.Add(doc, rapid.SampledFrom([]float64{0, 0.25, 0.5, 1}).Draw(t, "judgement"))
		}
	}
	return c
}

func (c *corpus) inputs() (list []Input) {
	for f, feature := range c.features {
		var records []int32
		for _, doc := range slices.Sorted(maps.Keys(c.values[f])) {
			for _, column := range slices.Sorted(maps.Keys(c.values[f][doc])) {
				switch v := c.values[f][doc][column]; feature.Kind {
				case Score:
					records = append(records, doc, tuple.F32Bits(v))
				case Count:
					records = append(records, doc, int32(v))
				default:
					records = append(records, doc, column, tuple.F32Bits(v))
				}
			}
		}
		src := tuple.Slice(records)
		list = append(list, Input{feature, tuple.Input{Name: feature.Name, Source: &src}})
	}
	return list
}

// rate is the twin of Rater: it scales all values of a document, and then adds up.
func (c *corpus) rate(m *Model, doc int32) float64 {
	z := m.Bias
	for f, w := range m.Features {
		values := c.values[f][doc]
		least, most, square := math.Inf(1), math.Inf(-1), 0.0
		for _, v := range values {
			least, most, square = min(least, float64(v)), max(most, float64(v)), square+float64(v)*float64(v)
		}
		for column, v := range values {
			switch x := float64(v); {
			case w.Kind == Vector && square > 0:
				z += w.Of[column] * x / math.Sqrt(square)
			case w.Kind == Clusters && most > least:
				z += w.Of[column] * (x - least) / (most - least)
			case w.Kind.IsNumber() && m.Method == Neuron:
				z += w.Number * x / w.Scale
			case w.Kind.IsNumber():
				z += w.Number * math.Log(1+x/w.Scale)
			}
		}
	}
	if m.Method == Neuron {
		if m.Clamp {
			z = max(0, min(1, z))
		}
		return 1 / (1 + math.Exp(-2*(z-0.5)))
	}
	return 1 / (1 + math.Exp(-z))
}

// TestRatings checks, for documents of any kind, that each gets its rating in order, that of the twin; that the samples get the
// same; and that a model comes back from its lines.
func TestRatings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCorpus(t)
		s, err := Gather(c.inputs(), c.judged, free)
		if err != nil {
			t.Fatal(err)
		}
		if s.Judged == 0 {
			return
		}
		m := s.byLogistic(1)
		if rapid.Bool().Draw(t, "neuron") {
			m = s.byNeuron(NeuronOptions{Rounds: 3, Rate: 0.05, Clamp: rapid.Bool().Draw(t, "clamp")}, 1)
		}
		var docs []int32
		r, rater := NewReader(c.inputs()), NewRater(m)
		for doc := r.Next(); doc != tuple.NoID; doc = r.Next() {
			docs = append(docs, int32(doc))
			r.Take(doc, rater.Add)
			got := rater.Rate()
			if want := c.rate(m, int32(doc)); math.Abs(got-want) > 1e-6 || math.IsNaN(got) {
				t.Fatalf("document %d has the rating %v, not %v", doc, got, want)
			}
			if at := slices.IndexFunc(s.list, func(o sample) bool { return o.doc == int32(doc) }); at >= 0 {
				if sampled := m.rate(s, &s.list[at]); math.Abs(got-sampled) > 1e-6 {
					t.Fatalf("document %d has the rating %v, as a sample %v", doc, got, sampled)
				}
			}
		}
		all := map[int32]bool{}
		for _, values := range c.values {
			for doc := range values {
				all[doc] = true
			}
		}
		if want := slices.Sorted(maps.Keys(all)); !slices.Equal(docs, want) {
			t.Fatalf("the documents are %v, not %v", docs, want)
		}
		roundTrip(t, m)
	})
}

func roundTrip(t *rapid.T, m *Model) {
	var lines, again bytes.Buffer
	m.Write(&lines)
	read, err := ReadModel(bytes.NewReader(lines.Bytes()), free)
	if err != nil {
		t.Fatalf("%v\n%s", err, lines.Bytes())
	}
	read.Write(&again)
	if !bytes.Equal(lines.Bytes(), again.Bytes()) {
		t.Fatalf("a model that is read and written again differs:\n%s\n%s", lines.Bytes(), again.Bytes())
	}
}

// TestSolve checks that a small change of any weight makes the loss no less.
func TestSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &problem{weights: 4, penalty: rapid.SampledFrom([]float64{0.01, 1, 10}).Draw(t, "penalty")}
		number := rapid.Float64Range(-2, 2)
		for range rapid.IntRange(2, 8).Draw(t, "rows") {
			p.rows = append(p.rows, row{[]value{{rapid.Int32Range(0, 1).Draw(t, "column"), float32(number.Draw(t, "x"))}},
				[]float64{number.Draw(t, "y")}})
			p.targets = append(p.targets, rapid.Float64Range(0.05, 0.95).Draw(t, "target"))
			p.costs = append(p.costs, rapid.Float64Range(0.2, 2).Draw(t, "cost"))
		}
		w, z := make([]float64, p.weights), make([]float64, len(p.rows))
		p.solve(w)
		least := p.loss(w, z)
		for i := range w {
			for _, step := range []float64{1e-3, -1e-3} {
				w[i] += step
				if loss := p.loss(w, z); loss < least-1e-6 {
					t.Fatalf("weight %d changed by %v makes the loss %v less", i, step, least-loss)
				}
				w[i] -= step
			}
		}
	})
}

// TestMeasures compares the curve, the areas and the threshold with counts of all pairs and of all thresholds.
func TestMeasures(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rated []Rated
		for range rapid.IntRange(0, 12).Draw(t, "documents") {
			rated = append(rated, Rated{float64(rapid.IntRange(0, 5).Draw(t, "score")), rapid.Bool().Draw(t, "relevant")})
		}
		pairs, better, best := 0.0, 0.0, -1.0
		for _, a := range rated {
			for _, b := range rated {
				if a.Relevant && !b.Relevant {
					pairs++
					better += float64(1+cmp.Compare(a.Score, b.Score)) / 2
				}
			}
		}
		auc, precision := Areas(rated)
		if pairs > 0 && math.Abs(auc-better/pairs) > 1e-12 || pairs == 0 && !math.IsNaN(auc) {
			t.Fatalf("AUC is %v, not %v", auc, better/pairs)
		}
		mean, n := 0.0, 0.0
		for _, r := range rated {
			c := At(rated, r.Score-0.5)
			if r.Relevant {
				mean, n = mean+c.Precision(), n+1
			}
		}
		if pairs > 0 && math.Abs(precision-mean/n) > 1e-12 {
			t.Fatalf("the mean precision is %v, not %v", precision, mean/n)
		}
		for score := -0.5; score < 6; score++ {
			if c := At(rated, score); c.F1() > best {
				best = c.F1()
			}
		}
		if c := At(rated, BestThreshold(rated)); n > 0 && math.Abs(c.F1()-best) > 1e-12 {
			t.Fatalf("the best threshold has F1 %v, not %v", c.F1(), best)
		}
	})
}

// TestDegenerate: judgements of one class, features that are all equal, one document: a rating all the same, and no NaN.
func TestDegenerate(t *testing.T) {
	for name, judged := range map[string]map[int32]float64{
		"all relevant": {0: 1, 1: 1}, "none": {0: 0, 1: 0}, "equal features": {0: 1, 1: 0}, "one": {1: 1},
		"in between": {0: 0.5, 1: 0.5},
	} {
		c := &corpus{judged: &judgement.Values{Of: judged}}
		for f, kind := range []Kind{Vector, Clusters, Score, Count} {
			c.features = append(c.features, Feature{kind, fmt.Sprint(f)})
			c.values = append(c.values, map[int32]map[int32]float32{0: {0: 2}, 1: {0: 2}, 2: {0: 0}})
		}
		s, err := Gather(c.inputs(), c.judged, free)
		if err != nil {
			t.Fatal(err)
		}
		if s.Learnable() {
			t.Errorf("%s: seems to be learnable", name)
		}
		for _, m := range []*Model{s.byLogistic(1), s.byNeuron(NeuronOptions{Rounds: 10, Rate: 0.05}, 0)} {
			for doc := range int32(3) {
				if r := c.rate(m, doc); !(r >= 0 && r <= 1) {
					t.Errorf("%s: %s rates document %d by %v", name, m.Method, doc, r)
				}
			}
		}
	}
}

// TestFolds checks that each sample is rated once in each trial, that the classes are spread, and that a clear class is found.
func TestFolds(t *testing.T) {
	c := &corpus{judged: &judgement.Values{}, features: []Feature{{Vector, "text"}, {Score, "rank"}, {Clusters, "clusters"}}}
	for range c.features {
		c.values = append(c.values, map[int32]map[int32]float32{})
	}
	for doc := range int32(60) {
		class := doc % 3 / 2
		c.judged.Add(doc, float64(class))
		c.values[0][doc] = map[int32]float32{class: 1, 2 + doc%7: 1}
		c.values[1][doc] = map[int32]float32{0: float32(doc % 5)}
		c.values[2][doc] = map[int32]float32{class: 2, 1 - class: 1}
	}
	s, err := Gather(c.inputs(), c.judged, free)
	if err != nil {
		t.Fatal(err)
	}
	of := s.folds(5, 1)
	var sizes [5][2]int
	for i, fold := range of {
		sizes[fold][s.list[i].class()]++
	}
	if want := ([5][2]int{{8, 4}, {8, 4}, {8, 4}, {8, 4}, {8, 4}}); sizes != want {
		t.Errorf("the folds have %v documents of the two classes", sizes)
	}
	trials := CrossValidate(s, 5, Options{Method: Logistic, Seed: 1})
	var names []string
	for _, trial := range trials {
		names = append(names, trial.Name)
		if trial.TP+trial.FP+trial.FN+trial.TN != 60 || len(trial.Rated) != 60 {
			t.Errorf("%s: not all documents are rated once: %v", trial.Name, trial.Confusion)
		}
	}
	if f := trials[0].F1(); f != 1 {
		t.Errorf("F1 of a clear class is %v", f)
	}
	if want := "logistic, keep everything, nearest cluster, clusters, linear, rank alone, logistic without text, " +
		"logistic without rank, logistic without clusters"; strings.Join(names, ", ") != want {
		t.Errorf("the ways are %v", names)
	}
}

// TestMemory: judged documents that do not fit are refused, not kept.
func TestMemory(t *testing.T) {
	full := errors.New("full")
	c := &corpus{judged: &judgement.Values{Of: map[int32]float64{0: 1}}, features: []Feature{{Vector, "text"}}}
	c.values = []map[int32]map[int32]float32{{0: {}}}
	for column := range int32(3 * checked) {
		c.values[0][0][column] = 1
	}
	most := int64(0)
	_, err := Gather(c.inputs(), c.judged, func(taken int64) error {
		most = max(most, taken)
		if taken > 2*checked*valueBytes {
			return full
		}
		return nil
	})
	if err != full || most > 3*checked*valueBytes {
		t.Errorf("%d bytes were asked for, the error is %v", most, err)
	}
}

func FuzzReadModel(f *testing.F) {
	f.Add("relevance\t2\nmethod\tneuron\nclamp\njudged\t2\t1\npenalty\t1\nbias\t0\nvector\tt\nweight\t1\t0.5\nscore\tr\t2\t-1\nend\t9\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ReadModel(strings.NewReader(text), free)
		if err != nil {
			return
		}
		r := NewRater(m)
		for i := range m.Features {
			r.Add(i, 1, 2)
			r.Add(i, 2, 3)
		}
		if x := r.Rate(); !(x >= 0 && x <= 1) {
			t.Errorf("a document is rated by %v", x)
		}
	})
}
