// Train-content makes the model of package pkg/web/content, and measures it:
//
//	go run ./scripts/train-content -train wcxb-dev,scrapinghub,trafilatura-eval -o pkg/web/content/model.tsv.gz
//
//	main.go     the command line
//	gold.go     sets of pages whose content is known
//	samples.go  pages to rows of features
//	label.go    which blocks are content, by the gold
//	linear.go   logistic regression
//	trees.go    trees, by gradient boosting
//	model.go    a model of both
//	measure.go  cross-validation, and its tables
//	score.go    F1 of words, of shingles and of strings
//	others.go   the same for texts that other programs found
//
// The sets of -train are divided into five parts by the domains of their pages, and each part is judged by a model that was
// learnt from the other four: the tables show this of them. The leaning of each page type and the confidence are then fitted
// to all five parts. The sets of -measure are judged by a model that was learnt from all sets of -train, which -o writes. The
// model of the program was made as above (docs/main-content.md has the licences of the sets and the figures) by
// scripts/content-model.sh. scripts/content-quality.sh compares it with other programs.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/web/content"
)

const folds = 5

// asked is the command line.
type asked struct {
	learning
	train, measure string
	out, model     string
	scores         string
	others         others
	worst          int
	cross, plain   bool
}

func (o *asked) flags() {
	o.learning = defaults
	flag.StringVar(&o.train, "train", "", "`FOLDERS` of the sets to learn from, with commas between them; the first has pages of all types")
	flag.StringVar(&o.measure, "measure", "", "`FOLDERS` of sets that are only measured")
	flag.StringVar(&o.out, "o", "", "write the model to `FILE`, packed by gzip")
	flag.StringVar(&o.model, "m", "", "measure by the model of `FILE`, without -train")
	flag.StringVar(&o.scores, "scores", "", "write what cross-validation found of each page to `FILE`")
	o.others.flags()
	flag.IntVar(&o.worst, "worst", 0, "print the `N` pages that are judged worst")
	flag.BoolVar(&o.cross, "cross", true, "measure the sets to learn from by cross-validation")
	flag.BoolVar(&o.plain, "plain", true, "learn from half of the articles once more, without classes, as old pages are")
	flag.Float64Var(&o.ridge, "ridge", o.ridge, "ridge of the logistic regression")
	flag.Float64Var(&o.share, "linear", o.share, "weight of the logistic regression in the log odds")
	flag.IntVar(&o.grow.trees, "trees", o.grow.trees, "trees of a set")
	flag.IntVar(&o.grow.leaves, "leaves", o.grow.leaves, "leaves of a tree")
	flag.IntVar(&o.seeds, "seeds", o.seeds, "sets of trees")
	flag.Float64Var(&o.grow.rate, "rate", o.grow.rate, "how much of its step a tree takes")
	flag.Float64Var(&o.grow.share, "share", o.grow.share, "part of the features that a tree sees")
	flag.Float64Var(&o.grow.ridge, "leaf-ridge", o.grow.ridge, "ridge of the values of leaves")
	flag.Float64Var(&o.grow.sample, "sample", o.grow.sample, "part of the rows that a tree is grown from")
	flag.Float64Var(&o.grow.least, "least", o.grow.least, "least weight of a leaf")
	flag.Parse()
	if !o.others.given() && (o.train == "") == (o.model == "") {
		log.Fatal("train-content: one of -train and -m is needed")
	}
}

func main() {
	log.SetFlags(0)
	var o asked
	o.flags()
	if o.others.given() {
		check(o.others.run(os.Stdout, o.measure))
		return
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "F1\twords\tshingles\tstrings\t%s\n", strings.Join(pageTypes, "\t"))
	if o.model != "" {
		m, err := readModel(o.model)
		check(err)
		check(measure(w, m, o.measure))
		check(w.Flush())
		return
	}
	t := &trial{learning: o.learning, sets: strings.Split(o.train, ",")}
	var err error
	t.samples, err = readSamples(t.sets, o.plain)
	check(err)
	t.baselines(w)
	m := &content.Model{Lean: make([]float32, len(pageTypes))}
	if o.cross {
		all := t.crossed(w, m, o.worst)
		if o.scores != "" {
			check(writeScores(o.scores, t.sets, all))
		}
	}
	if o.out != "" || o.measure != "" {
		whole := t.learn(t.samples)
		whole.Lean, whole.Means = m.Lean, m.Means
		if o.out != "" {
			check(writeModel(o.out, whole))
		}
		check(measure(w, whole, o.measure))
	}
	check(w.Flush())
}

// crossed measures the sets by cross-validation, and fits the leaning and the confidence of the model to its results.
func (t *trial) crossed(w io.Writer, m *content.Model, worst int) (all []*result) {
	start := time.Now()
	all = t.cross(t.samples, folds, func(fold int) { log.Printf("part %d: %.0f s", fold, time.Since(start).Seconds()) })
	for set, dir := range t.sets {
		write(w, filepath.Base(dir)+", without leaning", ofSet(all, set))
	}
	m.Lean = leans(all)
	for i, r := range all {
		all[i] = r.decide(r.odds, m.Lean[slices.Index(pageTypes, r.typeFound)], r.typeFound)
	}
	for set, dir := range t.sets {
		write(w, filepath.Base(dir)+", by parts", ofSet(all, set))
	}
	m.Means = means(all)
	fmt.Fprintln(w, "lean", m.Lean)
	writeCalibration(w, all, m.Confidence)
	writeWorst(w, ofSet(all, 0), worst)
	return all
}

// trial is the samples, and how a model is made of them.
type trial struct {
	learning
	sets    []string
	samples []*sample
}

// baselines prints what keeping everything gives, and the best choice of blocks.
func (t *trial) baselines(w io.Writer) {
	for set, dir := range t.sets {
		var all, best []*result
		for _, s := range t.samples {
			if s.set == set && !s.plain {
				all, best = append(all, s.keepAll()), append(best, s.best())
			}
		}
		write(w, filepath.Base(dir)+", everything", all)
		write(w, filepath.Base(dir)+", best blocks", best)
	}
}

// measure prints how well the model judges other sets.
func measure(w io.Writer, m *content.Model, dirs string) error {
	if dirs == "" {
		return nil
	}
	for dir := range strings.SplitSeq(dirs, ",") {
		samples, err := readSamples([]string{dir}, false)
		if err != nil {
			return err
		}
		var all, judged []*result
		for _, s := range samples {
			all, judged = append(all, s.keepAll()), append(judged, judge(m, s))
		}
		write(w, filepath.Base(dir)+", everything", all)
		write(w, filepath.Base(dir), judged)
	}
	return nil
}

func ofSet(all []*result, set int) (some []*result) {
	for _, r := range all {
		if r.set == set {
			some = append(some, r)
		}
	}
	return some
}

func writeModel(name string, m *content.Model) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	for _, do := range []func() error{func() error { return m.Write(z) }, z.Close, f.Close} {
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

func check(err error) {
	if err != nil {
		log.Fatal("train-content: ", err)
	}
}

func readModel(name string) (*content.Model, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return content.ReadModel(z)
}
