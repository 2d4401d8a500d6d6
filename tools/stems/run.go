package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/stem"
	"webmill/pkg/text/stemlearn"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/rows"
)

// options are the flags of the tool.
type options struct {
	learn string
	how   stem.Segmentation
	least float64
	pairs bool
}

const largestUsual = 100 // words of a class, and a hundredth of all

const (
	variety = "variety"
	digrams = "digrams"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{how: stem.Segmentation{Complete: true, Peak: true}}
	f.Writes(rows.Forms, stream.Text)
	cli.Choice(f, &o.learn, "learn", variety, "how stems are learnt, `HOW`: variety or digrams", []string{variety, digrams})
	f.Func("segments", "variety: where a part of a word ends, `LIST` of complete, peak and a number (default complete,peak)",
		o.segments)
	f.IntVar(&o.how.Few, "few", stem.Few, "variety: a first part is the stem if at most `N` words begin with it")
	f.BoolVar(&o.how.Printed, "printed", false, "variety: a first part is the stem if the words that begin with it are as many as -few says, or more")
	f.BoolVar(&o.how.Always, "count-ends", false, "variety: the end of a word always counts as a letter")
	f.Float64Var(&o.least, "min-similarity", 0.9, "digrams: words with a similarity of `S` or more are alike")
	f.BoolVar(&o.pairs, "alike", false, "digrams: write the pairs of words that are alike")
	f.Needs("-learn variety", func() bool { return o.learn == variety }, "segments", "few", "printed", "count-ends")
	f.Needs("-learn digrams", func() bool { return o.learn == digrams }, "min-similarity", "alike")
	f.Positive("few", "min-similarity")
	f.Range(0, 1, "min-similarity")
	return o.run
}

// segments reads the list of -segments.
func (o *options) segments(text string) error {
	o.how.Complete, o.how.Peak = false, false
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(word)
		switch {
		case word == "complete" && !o.how.Complete:
			o.how.Complete = true
		case word == "peak" && !o.how.Peak:
			o.how.Peak = true
		case err == nil && n > 0 && o.how.Cutoff == 0:
			o.how.Cutoff = n
		default:
			return errors.New("must be complete, peak, a number from 1 on, or several of them, like complete,peak")
		}
	}
	return nil
}

func (o *options) run(env *cli.Env) error {
	in, err := dictionary.Open(env, env.Operands()[0])
	if err != nil {
		return err
	}
	fields := parquetio.Texts("term", "stem")
	if o.pairs {
		fields = append(parquetio.Texts("a", "b"), parquetio.Reals("similarity")...)
	}
	out, err := rows.Create(env, map[bool]string{false: "stems", true: "pairs"}[o.pairs], fields)
	if err != nil {
		return err
	}
	create := stemlearn.New
	if o.learn == digrams {
		create = stemlearn.NewByDigrams
	}
	list, err := create(env.Room())
	if err != nil {
		return err
	}
	defer list.Close()
	n, err := dictionary.EachWord(in, "extsort -u -lines sorts words", func(id int64, word []byte) error {
		if bytes.ContainsFunc(word, unicode.IsSpace) {
			return fmt.Errorf("%s: %.64q is more than one word, at line %d: give a word a line, as terms -dict writes them", in.Name,
				word, id+1)
		}
		if err := list.Add(word); err != nil {
			return fmt.Errorf("%s: %w, at line %d", in.Name, err, id+1)
		}
		return nil
	})
	if err == nil {
		err = list.Fits()
	}
	if err == nil {
		err = o.write(env, list, out)
	}
	if err != nil {
		return err
	}
	if n == 0 {
		env.Warnf("the input is empty: there are no words")
	}
	env.Stats.Set("words", n)
	return out.Close()
}

// write writes stems or pairs.
func (o *options) write(env *cli.Env, list *stemlearn.List, out *rows.Output) error {
	switch {
	case o.learn == variety:
		changed := int64(0)
		err := list.Variety(o.how, func(word, stemmed []byte) error {
			if len(stemmed) < len(word) {
				changed++
			}
			return out.Row(word, stemmed)
		})
		env.Stats.Set("changed", changed)
		return err
	case o.pairs:
		var number []byte
		return list.Alike(o.least, func(a, b []byte, s float64) error {
			number = strconv.AppendFloat(number[:0], s, 'g', -1, 64)
			return out.Row(a, b, number)
		})
	}
	c, err := list.Classes(o.least, func(word, stemmed []byte) error { return out.Row(word, stemmed) })
	env.Stats.Add(cli.Figures{"stems": c.Count, "largest_class": c.Largest, "pairs": c.Pairs})
	if words := int64(list.Len()); c.Largest > max(largestUsual, words/100) {
		env.Warnf("one class has %d of %d words, each alike to some other one, but not to all: raise -min-similarity", c.Largest, words)
	}
	return err
}
