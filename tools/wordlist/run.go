package main

import (
	"fmt"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/parquetio"
	"webmill/pkg/stream"
	"webmill/pkg/text/wordlist"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
	"webmill/tools/internal/documents"
	"webmill/tools/internal/rows"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Writes(rows.Forms, stream.Text)
	o.words.Flags(f)
	return o.run
}

// options are the flags of the tool.
type options struct{ words documents.Words }

func (o *options) run(env *cli.Env) error {
	if len(env.Args) < 3 {
		return cli.Usagef("give the dictionary, the lengths and the postings, like wordlist words.txt lengths.t2 postings.t3")
	}
	if err := cli.OneStdin(o.words.Inputs(env.Args...)...); err != nil {
		return err
	}
	name := env.Args[0]
	rule, err := o.words.Rule(env, "words of a dictionary")
	if err != nil {
		return err
	}
	stems := o.words.Stems()
	if !stems {
		rule.Stem = nil
	}
	if err := dictionary.MustReread(env, name); err != nil {
		return err
	}
	in := wordlist.Input{Dictionary: name, Words: func(do func(int64, []byte) error) (int64, error) {
		file, err := dictionary.Open(env, name)
		if err != nil {
			return 0, err
		}
		defer file.Close()
		return dictionary.EachWord(file, dictionary.OfTerms(env), do)
	}}
	opt := wordlist.Options{Rule: *rule, Part: env.Force()}
	lengths, err := env.OpenInput(env.Args[1], append(tuple.IDs("doc"), tuple.Ints("length")...))
	if err == nil {
		in.Postings, err = env.OpenInput(env.Args[2], append(tuple.IDs("term", "doc"), tuple.Ints("count")...))
	}
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	out, err := rows.Create(env, "word lists", fields(stems))
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	if opt.Docs, opt.Length, err = sum(lengths); err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	opt.Room = env.Room()
	s, err := wordlist.List(in, opt, writer(out, stems, opt.Docs))
	if err != nil {
		return err
	}
	report(env, &s, opt.Docs, in.Postings.Name, stems)
	return out.Close()
}

// report tells what was done and what was left out.
func report(env *cli.Env, s *wordlist.Stats, docs int64, postings string, stems bool) {
	env.Stats.Add(cli.Figures{"documents": docs, "terms": s.Terms, "stopped": s.Stopped, "terms_without_postings": s.Without,
		"occurrences": s.Count, "spilled_bytes": s.Spilled})
	if stems {
		env.Stats.Set("stems", s.Stems)
	}
	switch {
	case s.Without > 0 && s.Terms+s.Stopped == 0:
		env.Warnf("%s: is empty: no term has postings", postings)
	case s.Without > 0:
		env.Warnf("%s in no document, and left out",
			tuple.Counted(s.Without, "term of the dictionary is", "terms of the dictionary are"))
	}
}

// sum counts the documents and adds up their lengths.
func sum(lengths tuple.Input) (docs, words int64, err error) {
	r := tuple.NewReader(lengths.InOrder(2, true, 0), 2)
	for rec := r.Next(); rec != nil; rec = r.Next() {
		if rec[1] < 0 {
			return 0, 0, fmt.Errorf("%s: the length of document %d is %d", lengths.Name, rec[0], rec[1])
		}
		docs++
		words += int64(rec[1])
	}
	return docs, words, r.Err()
}

// fields are the columns.
func fields(stems bool) []parquetio.Field {
	counts := func(count, df string) []parquetio.Field {
		long := parquetio.Texts(count)
		long[0].As = parquetio.AsLong
		return append(long, parquetio.Fields(tuple.Ints(df)...)...)
	}
	shares := append(parquetio.Reals("tf"), parquetio.Reals("tf_once")...)
	if !stems {
		return slices.Concat(parquetio.Texts("term"), counts("count", "df"), shares)
	}
	return slices.Concat(parquetio.Texts("term", "stem"), counts("count", "df"), counts("stem_count", "stem_df"), shares)
}

// writer writes rows.
func writer(out *rows.Output, stems bool, docs int64) func(*wordlist.Row) error {
	var fields [][]byte
	var numbers []byte
	number := func(n int64) {
		from := len(numbers)
		numbers = strconv.AppendInt(numbers, n, 10)
		fields = append(fields, numbers[from:])
	}
	share := func(n int64) {
		from := len(numbers)
		numbers = strconv.AppendFloat(numbers, float64(n)/float64(docs), 'g', -1, 64)
		fields = append(fields, numbers[from:])
	}
	return func(r *wordlist.Row) error {
		fields, numbers = append(fields[:0], r.Term), numbers[:0]
		if stems {
			fields = append(fields, r.Stem)
		}
		number(r.Count)
		number(r.Docs)
		if stems {
			number(r.StemCount)
			number(r.StemDocs)
		}
		share(r.StemCount)
		share(r.StemDocs)
		return out.Row(fields...)
	}
}
