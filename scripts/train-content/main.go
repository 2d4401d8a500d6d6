// Train-content makes the model of package pkg/web/content, and measures it.
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
//
// The sets of -train are divided into five parts by the domains of their pages, and each part is judged by a model that was
// learnt from the other four: this is what the tables show of them. The sets of -measure are judged by a model that was learnt
// from all sets of -train, which -o writes. The model of the program was made of wcxb-dev, scrapinghub and trafilatura-eval
// (docs/main-content.md has their licences and the figures).
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

func main() {
	log.SetFlags(0)
	l := defaults
	train := flag.String("train", "", "`FOLDERS` of the sets to learn from, with commas between them")
	measure := flag.String("measure", "", "`FOLDERS` of sets that are only measured")
	out := flag.String("o", "", "write the model to `FILE`, packed by gzip")
	model := flag.String("m", "", "measure by the model of `FILE`, without -train")
	worst := flag.Int("worst", 0, "print the `N` pages that are judged worst")
	cross := flag.Bool("cross", true, "measure the sets to learn from by cross-validation")
	flag.Float64Var(&l.ridge, "ridge", l.ridge, "of the logistic regression")
	flag.IntVar(&l.grow.trees, "trees", l.grow.trees, "how many")
	flag.IntVar(&l.grow.leaves, "leaves", l.grow.leaves, "of a tree")
	flag.IntVar(&l.seeds, "seeds", l.seeds, "sets of trees")
	flag.Float64Var(&l.grow.rate, "rate", l.grow.rate, "how much of its step a tree takes")
	flag.Float64Var(&l.grow.share, "share", l.grow.share, "of the features that a tree sees")
	flag.Float64Var(&l.grow.ridge, "leaf-ridge", l.grow.ridge, "of the values of leaves")
	flag.Float64Var(&l.grow.sample, "sample", l.grow.sample, "of the rows that a tree is grown of")
	linear := flag.Float64("linear", float64(l.share), "part of the logistic regression in the log odds")
	flag.Float64Var(&l.grow.least, "least", l.grow.least, "weight of a leaf")
	flag.Parse()
	l.share = float32(*linear)
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	if *train == "" && *model != "" {
		m, err := readModel(*model)
		check(err)
		if flagGiven("linear") {
			m.Share = l.share
		}
		check((&trial{}).measure(w, m, strings.Split(*measure, ",")))
		w.Flush()
		return
	}
	if *train == "" {
		log.Fatal("train-content: -train FOLDERS is needed")
	}
	t := &trial{learning: l, sets: strings.Split(*train, ",")}
	var err error
	t.samples, err = readSamples(t.sets, folds)
	check(err)
	fmt.Fprintf(w, "F1\twords\tshingles\tstrings\t%s\n", strings.Join(kinds, "\t"))
	t.baselines(w)
	m := &content.Model{}
	var crossed []*result
	if *cross {
		start := time.Now()
		crossed = l.cross(t.samples, folds, func(fold int) { log.Printf("part %d: %.0f s", fold, time.Since(start).Seconds()) })
		for set, dir := range t.sets {
			write(w, filepath.Base(dir)+", by parts", ofSet(crossed, set))
		}
		m.Lean = leans(crossed)
		fmt.Fprintln(w, "lean", m.Lean)
		for i, r := range crossed {
			crossed[i] = r.decide(r.odds, m.Lean[slices.Index(kinds, r.kindFound)], r.kindFound)
		}
		for set, dir := range t.sets {
			write(w, filepath.Base(dir)+", leaning", ofSet(crossed, set))
		}
		w.Flush()
		m.Means = means(crossed)
		writeCalibration(w, crossed, m.Confidence)
		writeWorst(w, ofSet(crossed, 0), *worst)
	}
	w.Flush()
	if *out == "" && *measure == "" {
		return
	}
	means, lean := m.Means, m.Lean
	m = l.learn(t.samples)
	if m.Means = means; lean != nil {
		m.Lean = lean
	}
	if *out != "" {
		check(writeModel(*out, m))
	}
	if *measure != "" {
		check(t.measure(w, m, strings.Split(*measure, ",")))
	}
	w.Flush()
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
			if s.set == set {
				all, best = append(all, s.keepAll()), append(best, s.best())
			}
		}
		write(w, filepath.Base(dir)+", everything", all)
		write(w, filepath.Base(dir)+", best blocks", best)
	}
}

// measure prints how well the model judges other sets.
func (t *trial) measure(w io.Writer, m *content.Model, dirs []string) error {
	for _, dir := range dirs {
		samples, err := readSamples([]string{dir}, folds)
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

func flagGiven(name string) (given bool) {
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	return given
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
