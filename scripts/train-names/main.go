// Train-names makes the models of package pkg/text/names/crf: the lists of names, the words of a training text, and the weights.
// pkg/text/names/crf/data/README.md says of which texts the models of the program were made.
//
//	main.go   the command line
//	read.go   forms of training texts
//	lists.go  lists of names to one file
//	augment.go   further examples, made of those of the texts
//	cross.go  cross-validation, and its table
//	documents.go  texts and the names that were found in them, for scripts/name-quality
//
// Texts are named FILE, or FORM:FILE where FORM is columns, foreign (columns of another language) or nouns. The documents of
// -target are divided into five parts, and each part is read by a model that was trained on the other four and on the texts of
// -extra. The table says how well these models find its names.
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

// options are the flags.
type options struct {
	target, extra, early, counts string
	out, language, about, lists  string
	gold, found                  string
	table                        bool
	made                         changes
	opt                          crf.Options
}

func main() {
	log.SetFlags(0)
	var o options
	o.flags()
	flag.Parse()
	o.check()
	if o.lists != "" {
		check(write(filepath.Join(o.out, "lists.tsv.gz"), func(w io.Writer) error { return writeLists(w, o.lists, o.about) }))
		return
	}
	known, err := crf.Lists()
	check(err)
	t := &trial{lists: known, opt: o.opt, changes: o.made, language: o.language}
	t.target, t.docs = read(o.target, 0)
	t.extra, t.docs = read(o.extra, t.docs)
	first, docs := read(o.early, t.docs)
	for i := range first {
		first[i].Early = true
	}
	t.extra, t.docs = append(t.extra, first...), docs
	t.counted, _ = read(o.counts, t.docs)
	if o.gold != "" {
		check(save(o.gold, t.documents))
	}
	if o.table {
		t.table(os.Stdout)
	}
	if o.found != "" {
		check(save(o.found, t.mentions))
	}
	if o.out == "" {
		return
	}
	all := append(t.target[:len(t.target):len(t.target)], t.extra...)
	words := crf.CountWords(append(all[:len(all):len(all)], t.counted...), known)
	m := t.learn(all)
	name := filepath.Join(o.out, o.language)
	check(write(name+".words.tsv.gz", func(w io.Writer) error { return words.Write(w, o.about) }))
	check(write(name+".weights.gz", m.WriteWeights))
}

func (o *options) flags() {
	flag.StringVar(&o.target, "target", "", "`texts` that are divided into five parts and measured, with commas between them")
	flag.StringVar(&o.extra, "extra", "", "further `texts` to train on")
	flag.StringVar(&o.early, "early", "", "further `texts` to train on in the early passes only")
	flag.StringVar(&o.counts, "counts", "", "`texts` whose words are counted, but which are not trained on")
	flag.StringVar(&o.out, "o", "", "`folder` of the model; none: only the table")
	flag.StringVar(&o.language, "language", "", "`name` of the model: de or en")
	flag.StringVar(&o.about, "about", "", "`text` of the first line of the file of words")
	flag.StringVar(&o.lists, "lists", "", "`folder` of lists of names: make lists.tsv.gz of them, and nothing else")
	flag.BoolVar(&o.table, "table", true, "print the table")
	flag.StringVar(&o.gold, "gold", "", "write the documents of -target with their names to `FILE`, lines of JSON")
	flag.StringVar(&o.found, "found", "", "write the names that were found in -target to `FILE`, lines of JSON")
	flag.Uint64Var(&o.opt.Seed, "seed", 1, "`number` that the random choices depend on")
	flag.IntVar(&o.opt.Passes, "passes", 8, "`passes` over the texts")
	flag.IntVar(&o.opt.Runs, "runs", 1, "train that many `models` and take the mean of their weights")
	flag.IntVar(&o.opt.Early, "early-passes", 2, "`passes` with the texts of -early")
	flag.Float64Var(&o.opt.Rate, "rate", 0.1, "learning `rate`")
	flag.Float64Var(&o.opt.L2, "l2", 1e-4, "`factor` of the squares of the weights, which keeps weights small")
	flag.Float64Var(&o.opt.Hide, "hide", 0.2, "`share` of the words with a capital that are taken for unknown in a pass")
	flag.Float64Var(&o.opt.Drop, "drop", 0, "`share` of the features of a word that are left out in a step")
	flag.Float64Var(&o.opt.Bias, "bias", 0, "`score` that is added to no name: a lower one finds more names")
	flag.Float64Var(&o.opt.Floor, "floor", 0, "leave out names below this `probability`")
	flag.Float64Var(&o.made.swap, "swap", 0, "train also on this `share` of the sentences with persons, with other names in them")
	flag.Float64Var(&o.made.fragments, "fragments", 0, "train also on a name or a few words alone, of this `share` of the sentences")
	flag.Float64Var(&o.made.capitals, "capitals", 0, "train also on this `share` of the sentences with persons, with names in capitals")
	flag.Float64Var(&o.made.nouns, "noun-fragments", 0, "train also on a few words, of this `share` of the sentences of nouns:FILE")
	flag.Float64Var(&o.made.unknown, "unknown", 0, "`share` of the examples of -swap and -fragments whose words are taken for unknown")
}

// check ends the program where flags are missing or wrong.
func (o *options) check() {
	switch {
	case flag.NArg() > 0:
		log.Fatalf("train-names: %q is no flag: name texts by -target and -extra", flag.Arg(0))
	case o.lists == "" && o.target == "":
		log.Fatal("train-names: say which texts to train on, like -target germeval-dev.tsv")
	case o.out != "" && o.lists == "" && o.language == "":
		log.Fatal("train-names: say the language of the model: -language de or en")
	case o.opt.Passes < 1 || o.opt.Rate <= 0:
		log.Fatal("train-names: -passes must be 1 or more, -rate more than 0")
	}
	for name, share := range map[string]float64{"hide": o.opt.Hide, "drop": o.opt.Drop, "floor": o.opt.Floor, "swap": o.made.swap,
		"fragments": o.made.fragments, "capitals": o.made.capitals, "noun-fragments": o.made.nouns, "unknown": o.made.unknown} {
		if share < 0 || share > 1 {
			log.Fatalf("train-names: -%s must be from 0 to 1, not %v", name, share)
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal("train-names: ", err)
	}
}

// read reads texts, and numbers their documents from docs on.
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
			log.Fatalf("train-names: %s is no form of texts: use columns, foreign or nouns", form)
		}
		if len(r.list) == 0 {
			log.Fatalf("train-names: %s has no sentences", file)
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
