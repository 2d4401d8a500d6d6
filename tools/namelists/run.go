package main

import (
	"bufio"
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/names"
	"webmill/pkg/tuple"
	"webmill/tools/internal/rows"
)

// options are the flags of the tool.
type options struct {
	lists   [3]string // where first, middle and last names go
	whole   bool
	overlap bool
	column  string
	asked   func() bool // the column is given
	split   names.Split
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	f.StringVar(&o.lists[0], "firsts", "", "write first names to `FILE`")
	f.StringVar(&o.lists[1], "middles", "", "write middle names to `FILE`")
	f.StringVar(&o.lists[2], "lasts", "", "write last names to `FILE`")
	f.Outputs("firsts", "middles", "lasts")
	f.BoolVar(&o.whole, "whole", false, "write the labels as they are, with counts")
	f.StringVar(&o.column, "column", "name", "the labels are in this `COLUMN` of TSV or JSON")
	f.BoolVar(&o.split.Hyphens, "split-hyphens", false, "labels are divided at hyphens too")
	f.BoolVar(&o.split.Numbers, "numbers", false, "keep parts that are numbers")
	f.IntVar(&o.split.Least, "min-length", 1, "leave out parts with fewer than `N` letters")
	f.BoolVar(&o.overlap, "overlap", false, "middle names may be first names")
	o.asked = func() bool { return f.Given("column") }
	whole := func() bool { return o.whole }
	f.Without("-whole", whole, "firsts", "middles", "lasts", "split-hyphens", "numbers", "min-length", "overlap")
	f.Positive("min-length")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := cli.OneStdin(env.Operands()...); err != nil {
		return err
	}
	var inputs []*stream.Bytes
	for i, name := range env.Operands() {
		if slices.Contains(env.Operands()[:i], name) {
			return cli.Usagef("%s is named twice: its labels would count twice", name)
		}
		if stream.SaidFormat(name, stream.Auto) == stream.CSV {
			return cli.Usagef("%s is CSV: save the answer of the query as TSV or JSON", name)
		}
		in, err := env.OpenLines(name)
		if err == nil {
			err = env.Later(in)
		}
		if err != nil {
			return err
		}
		inputs = append(inputs, in)
	}
	out, err := o.create(env)
	if err != nil {
		return err
	}
	all := names.Labels{}
	err = names.Count(env.Room(), func(add func([]byte, names.Class) error) error {
		for _, in := range inputs {
			if err := o.read(env, in, &all, add); err != nil {
				return fmt.Errorf("%s: %w", in.Name, err)
			}
		}
		return nil
	}, out.word)
	if err := cmp.Or(err, out.close()); err != nil {
		return err
	}
	env.Stats.Add(cli.Figures{"labels": all.Count, "labels_left_out": all.IDs, "words": out.words})
	if all.IDs > 0 {
		env.Warnf("%s left out", tuple.Counted(all.IDs, "label that is only a number of WikiData is",
			"labels that are only numbers of WikiData are"))
	}
	if o.split.Ending > all.Count/2 && !o.split.Numbers {
		env.Warnf("%s a number at the end, so that a word alone before it is a first name: are figures beside the names?",
			tuple.Counted(o.split.Ending, "label has", "labels have"))
	}
	if all.Count > 0 && out.words == 0 {
		env.Warnf("no part of %s is left: parts of fewer than -min-length letters and numbers are left out",
			tuple.Counted(all.Count, "label", "labels"))
	}
	return nil
}

// read adds the parts of the labels of an input.
func (o *options) read(env *cli.Env, in *stream.Bytes, all *names.Labels, add func([]byte, names.Class) error) error {
	labels := names.Labels{Column: o.column, Asked: o.asked()}
	err := labels.Read(in.Head(), in, func(label []byte) error {
		if o.whole {
			return add(label, names.First)
		}
		return o.split.Each(label, add)
	})
	all.Count += labels.Count
	all.IDs += labels.IDs
	switch {
	case err != nil:
		return err
	case labels.Cut:
		return fmt.Errorf("is cut off: its last line has no end")
	case labels.Count+labels.IDs > 0:
	case len(in.Head()) == 0:
		env.Warnf("%s: is empty: there are no labels", in.Name)
	default:
		env.Unfinished("%s: has no labels: -column says which column they are in", in.Name)
	}
	return in.Close()
}

// lists are where the words go.
type lists struct {
	rows    *rows.Output
	lists   [3]*bufio.Writer // nil: nobody wants it
	options *options
	words   int64
	numbers []byte
	fields  [][]byte
}

// create opens the outputs.
func (o *options) create(env *cli.Env) (*lists, error) {
	count := func(name string) parquetio.Field {
		return parquetio.Field{Column: tuple.Column{Name: name}, Text: true, As: parquetio.AsLong}
	}
	fields := append(parquetio.Texts("word"), count("first"), count("middle"), count("last"))
	if o.whole {
		fields = append(parquetio.Texts("label"), count("count"))
	}
	l := &lists{options: o}
	var err error
	if l.rows, err = rows.Create(env, "names", fields); err != nil {
		return nil, err
	}
	for i, name := range o.lists {
		if name == "" {
			continue
		}
		out, err := env.CreateLinesFile(name)
		if err != nil {
			return nil, err
		}
		l.lists[i] = bufio.NewWriter(out)
	}
	return l, nil
}

// word writes a word to the rows and to the lists that it is in.
func (l *lists) word(word []byte, n *names.Counts) error {
	l.words++
	l.fields, l.numbers = append(l.fields[:0], word), l.numbers[:0]
	for i, count := range n {
		if l.options.whole && i > 0 {
			break
		}
		from := len(l.numbers)
		l.numbers = strconv.AppendInt(l.numbers, count, 10)
		l.fields = append(l.fields, l.numbers[from:len(l.numbers):len(l.numbers)])
		if count == 0 || l.lists[i] == nil || i == 1 && n[0] > 0 && !l.options.overlap {
			continue
		}
		l.lists[i].Write(word)
		l.lists[i].WriteByte('\t')
		l.lists[i].Write(l.numbers[from:])
		if err := l.lists[i].WriteByte('\n'); err != nil { // an earlier error comes back here
			return err
		}
	}
	return l.rows.Row(l.fields...)
}

// close writes what is left.
func (l *lists) close() error {
	for _, w := range l.lists {
		if w == nil {
			continue
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return l.rows.Close()
}
