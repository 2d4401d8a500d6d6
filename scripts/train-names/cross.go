package main

import (
	"fmt"
	"io"
	"slices"

	"webmill/pkg/text/names/crf"
)

// trial is a training with its texts, and the names that its models found in them.
type trial struct {
	target, extra []crf.Example
	counted       []crf.Example // examples whose words are counted, but which are not trained on
	language      string
	found         []mention // what the models of the cross-validation found in target
	docs          int       // the number of documents that were read
	lists         *crf.Dictionary
	opt           crf.Options
	changes       changes
}

// score counts names of persons.
type score struct{ right, found, gold int }

func (s score) String() string {
	p, r := float64(s.right)/max(1, float64(s.found)), float64(s.right)/max(1, float64(s.gold))
	return fmt.Sprintf("%.3f  %.3f  %.3f", p, r, 2*p*r/max(1e-9, p+r))
}

// folds is the number of parts of a cross-validation.
const folds = 5

// settings are the biases and floors that the table has.
var settings = [][2]float64{{0, 0}, {-0.5, 0}, {-0.75, 0}, {-1, 0}, {-1.5, 0}, {-0.5, 0.35}, {-0.75, 0.35}, {-1, 0.3}, {-1, 0.35},
	{-1, 0.4}, {-1.5, 0.35}}

// table prints precision, recall and F1 of the five parts, each read by a model that was trained on the others; then the
// probabilities of the names that were found, and how many of these are right.
func (t *trial) table(w io.Writer) {
	var sums = make([]score, len(settings))
	var sure [10]score
	var mean [10]float64
	for fold := range folds {
		train, test := slices.Clone(t.extra), []crf.Example(nil)
		var part []int
		for i, e := range t.target {
			if e.Doc%folds == fold {
				test, part = append(test, e), append(part, i)
			} else {
				train = append(train, e)
			}
		}
		m := t.learn(train)
		for i, b := range settings {
			s := measure(m.With(b[0], b[1]), test, nil)
			sums[i] = score{sums[i].right + s.right, sums[i].found + s.found, sums[i].gold + s.gold}
		}
		measure(m, test, func(p float32, right bool) {
			k := min(9, int(p*10))
			sure[k].found++
			mean[k] += float64(p)
			if right {
				sure[k].right++
			}
		})
		t.keep(m, part)
		fmt.Fprintf(w, "part %d of %d: %v\n", fold+1, folds, measure(m, test, nil))
	}
	fmt.Fprintln(w, " bias  floor  P      R      F1")
	for i, b := range settings {
		fmt.Fprintf(w, "%5.2f   %.2f  %v\n", b[0], b[1], sums[i])
	}
	fmt.Fprintln(w, "probability  names  right")
	for k, s := range sure {
		if s.found > 0 {
			fmt.Fprintf(w, "%11.2f  %5d  %.2f\n", mean[k]/float64(s.found), s.found, float64(s.right)/float64(s.found))
		}
	}
}

// learn trains a model on examples and on further examples that are made of them.
func (t *trial) learn(examples []crf.Example) *crf.Model {
	words := crf.CountWords(append(examples[:len(examples):len(examples)], t.counted...), t.lists)
	c := newChanger(t.opt.Seed, t.changes)
	examples = c.add(examples)
	for i := range t.counted {
		if e := &t.counted[i]; e.Nouns != nil && c.random.Float64() < c.nouns {
			if f, ok := c.window(e); ok {
				examples = append(examples, f)
			}
		}
	}
	return crf.Train(examples, words, t.opt)
}

// measure compares the persons that a model finds with those of the examples, exactly.
func measure(m *crf.Model, examples []crf.Example, each func(p float32, right bool)) (s score) {
	var t crf.Tagger
	for i := range examples {
		e := &examples[i]
		for _, n := range e.Names {
			if n.Kind == crf.Person {
				s.gold++
			}
		}
		check(t.Read(m, []byte(e.Text), func(span crf.Span) error {
			right := slices.Contains(e.Names, crf.Name{From: span.From, To: span.To, Kind: crf.Person})
			s.found++
			if right {
				s.right++
			}
			if each != nil {
				each(span.P, right)
			}
			return nil
		}))
	}
	return s
}
