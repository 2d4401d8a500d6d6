// Train-names makes the models of package pkg/text/names/crf: the lists of names, the words of a training text, and the weights.
// pkg/text/names/crf/data/README.md says of which texts those in the tree are.
//
//	main.go   the command line
//	read.go   forms of training texts
//	lists.go  lists of names to one file
//	augment.go   more examples, made of those of the texts
//	cross.go  cross-validation, and its table
//	documents.go  texts and what was found in them, for scripts/name-quality
//
// Texts are named FILE, or FORM:FILE where FORM is one of columns, foreign (columns of another language), nouns. The table is of
// the texts of -target, which are divided into five parts by their documents. Those of -extra are learnt in each of the five.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"

	"webmill/pkg/text/names/crf"
)

func main() {
	log.SetFlags(0)
	target := flag.String("target", "", "`texts` of which the table is, with commas between them")
	extra := flag.String("extra", "", "`texts` that are learnt too")
	early := flag.String("early", "", "`texts` that are learnt in the early passes only")
	counts := flag.String("counts", "", "`texts` whose words are counted, but that are not learnt")
	out := flag.String("o", "", "`folder` of the model; none: only the table")
	language := flag.String("language", "", "`name` of the model: de or en")
	about := flag.String("about", "", "`text` of the first line of the file of words")
	lists := flag.String("lists", "", "`folder` of lists of names: make lists.tsv.gz of them, and nothing else")
	table := flag.Bool("table", true, "print the table")
	var opt crf.Options
	flag.Uint64Var(&opt.Seed, "seed", 1, "`number` that decides what is hidden, and the order")
	flag.IntVar(&opt.Passes, "passes", 8, "`passes` over the texts")
	flag.IntVar(&opt.Runs, "runs", 1, "`models` whose mean is taken")
	flag.IntVar(&opt.Early, "early-passes", 2, "`passes` with the texts of -early")
	flag.Float64Var(&opt.Rate, "rate", 0.1, "`rate` of learning")
	flag.Float64Var(&opt.L2, "l2", 1e-4, "`weight` of the squares of weights")
	flag.Float64Var(&opt.Hide, "hide", 0.2, "`share` of words that are taken for unknown ones")
	flag.Float64Var(&opt.Drop, "drop", 0, "`share` of features that are left out in a step")
	flag.Float64Var(&opt.Bias, "bias", 0, "`score` of no name: less finds more names")
	flag.Float64Var(&opt.Floor, "floor", 0, "least `probability` of a name")
	var made changes
	flag.Float64Var(&made.swap, "swap", 0, "`share` of the sentences with persons that are also learnt with other names")
	flag.Float64Var(&made.fragments, "fragments", 0, "`share` of the sentences of which a name or a word is also learnt alone")
	flag.Float64Var(&made.capitals, "capitals", 0, "`share` of the sentences with persons also learnt with capitals")
	flag.Float64Var(&made.nouns, "noun-fragments", 0, "`share` of the texts of nouns of which a few words are also learnt")
	flag.Float64Var(&made.unknown, "unknown", 0, "`share` of -swap and -fragments whose words are taken for unknown ones")
	gold := flag.String("gold", "", "write the documents of -target with their names to `FILE`, lines of JSON")
	found := flag.String("found", "", "write the names that the table is of to `FILE`, lines of JSON")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		log.Fatalf("train-names: %q is no flag: texts are named by -target and -extra", flag.Arg(0))
	case *lists == "" && *target == "":
		log.Fatal("train-names: say of which texts to learn, like -target germeval-dev.tsv")
	case *out != "" && *lists == "" && *language == "":
		log.Fatal("train-names: say the language of the model: -language de or en")
	case opt.Passes < 1 || opt.Rate <= 0:
		log.Fatal("train-names: -passes must be 1 or more, -rate more than 0")
	}
	for name, share := range map[string]float64{"hide": opt.Hide, "drop": opt.Drop, "floor": opt.Floor, "swap": made.swap,
		"fragments": made.fragments, "capitals": made.capitals, "noun-fragments": made.nouns, "unknown": made.unknown} {
		if share < 0 || share > 1 {
			log.Fatalf("train-names: -%s is a share from 0 to 1, not %v", name, share)
		}
	}
	if *lists != "" {
		check(write(filepath.Join(*out, "lists.tsv.gz"), func(w io.Writer) error { return writeLists(w, *lists, *about) }))
		return
	}
	known, err := crf.Lists()
	check(err)
	t := &trial{lists: known, opt: opt, changes: made, language: *language}
	t.target, t.docs = read(*target, 0)
	t.extra, t.docs = read(*extra, t.docs)
	first, docs := read(*early, t.docs)
	for i := range first {
		first[i].Early = true
	}
	t.extra, t.docs = append(t.extra, first...), docs
	t.counted, _ = read(*counts, t.docs)
	if *gold != "" {
		check(save(*gold, t.documents))
	}
	if *table {
		t.table(os.Stdout)
	}
	if *found != "" {
		check(save(*found, t.mentions))
	}
	if *out == "" {
		return
	}
	all := append(t.target[:len(t.target):len(t.target)], t.extra...)
	words := crf.CountWords(append(all[:len(all):len(all)], t.counted...), known)
	m := t.learn(all)
	name := filepath.Join(*out, *language)
	check(write(name+".words.tsv.gz", func(w io.Writer) error { return words.Write(w, *about) }))
	check(write(name+".weights.gz", m.WriteWeights))
}

func check(err error) {
	if err != nil {
		log.Fatal("train-names: ", err)
	}
}

// read reads texts. Their documents have numbers from docs on.
func read(names string, docs int) (list []crf.Example, end int) {
	for name := range strings.SplitSeq(names, ",") {
		if name == "" {
			continue
		}
		form, file, ok := strings.Cut(name, ":")
		if !ok {
			form, file = "columns", name
		}
		text, err := os.ReadFile(file)
		check(err)
		r := reader{doc: docs, file: file}
		switch form {
		case "columns", "foreign":
			check(r.columns(string(text)))
			for i := range r.list {
				r.list[i].Foreign = form == "foreign"
			}
		case "nouns":
			r.nouns(string(text))
		default:
			log.Fatalf("train-names: %s is no form of texts: columns, foreign or nouns", form)
		}
		if len(r.list) == 0 {
			log.Fatalf("train-names: %s: has no sentences", file)
		}
		fmt.Fprintf(os.Stderr, "%s: %d sentences, %d persons\n", filepath.Base(file), len(r.list), r.persons)
		list, docs = append(list, r.list...), r.doc+1
	}
	return list, docs
}

// save writes a file.
func save(name string, content func(io.Writer) error) error {
	var b bytes.Buffer
	if err := content(&b); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// write writes a packed file.
func write(name string, content func(io.Writer) error) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := content(z); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}
