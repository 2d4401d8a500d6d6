package main

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/kinds"
	"webmill/pkg/stream"
	"webmill/pkg/text/tfidf"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	tfidf.Options
	top                int64
	lengths, df, terms string
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	cli.Choice(f, &o.Scheme, "scheme", tfidf.TFIDF, "`FORMULA`: "+cli.Words(tfidf.Schemes, "or"), tfidf.Schemes)
	f.BoolVar(&o.Occurrences, "occurrences", false,
		"unico: the total of a term takes the place of its df")
	shared.BM25(f, &o.K, &o.B)
	f.BoolVar(&o.Sublinear, "sublinear", false, "1 + ln(count) in the place of count")
	cli.Choice(f, &o.Norm, "norm", "", "the weights of a document are divided by their `NORM`: "+cli.Words(tfidf.Norms,
		"or")+" (default none, sklearn l2)", tfidf.Norms)
	shared.F64(f, &o.Double)
	f.Int64Var(&o.Docs, "docs", 0,
		"there are `N` documents, those without terms too (default those that occur, by bm25 those of -lengths)")
	f.StringVar(&o.lengths, "lengths", "",
		"`FILE` of pairs (doc, length) of all documents, sorted by doc (default the sums of the counts)")
	f.StringVar(&o.df, "df", "", "`FILE` of pairs (term, df), sorted by term (default df is counted)")
	bound(f, &o.MinDF, "min-df", "leave out terms that fewer than `N` documents have, or N%")
	bound(f, &o.MaxDF, "max-df", "leave out terms that more than `N` documents have, or N%")
	f.Int64Var(&o.MinCount, "min-count", 0, "leave out terms that are counted less than `N` times")
	f.Int64Var(&o.Most, "most", 0, "keep at most `K` terms, those with the least totals")
	f.Int64Var(&o.top, "top-terms", 0, "write only the `K` greatest weights of each document")
	f.StringVar(&o.terms, "terms", "", "write the terms that stay, (term, df, count, idf), to `FILE`")
	f.Outputs("terms")
	f.LeastS(func() cli.Size { return cli.Size(max(leastMemory, tfidf.LeastMemory(int(o.top)))) })
	f.LeastFor(o.needs)
	f.Range(1, mostDocs, "docs")
	f.Range(1, math.MaxInt32, "top-terms")
	f.Positive("min-count", "most")
	f.Needs("-scheme unico", func() bool { return o.Scheme == tfidf.Unico }, "occurrences")
	f.Needs("-scheme bm25", func() bool { return o.Scheme == tfidf.BM25 }, "bm25-k", "bm25-b", "lengths")
	f.Without("-scheme bm25", func() bool { return o.Scheme == tfidf.BM25 }, "sublinear")
	f.Without("-occurrences, which needs no df", func() bool { return o.Occurrences }, "df")
	f.Without("-lengths, which says which documents there are", func() bool { return o.lengths != "" }, "docs")
	return o.run
}

// bound declares a flag that is a number of documents or a share.
func bound(f *cli.Flags, b *tfidf.Bound, name, usage string) {
	f.Func(name, usage, func(text string) error {
		number, percent := strings.CutSuffix(text, "%")
		if !percent {
			n, err := strconv.ParseInt(number, 10, 32)
			*b = (tfidf.Bound{Docs: n})
			if err != nil || n < 1 {
				return errBound
			}
			return nil
		}
		if !decimal.MatchString(number) {
			return errBound
		}
		b.Share, _ = new(big.Rat).SetString(number)
		if b.Share.Sign() == 0 || b.Share.Cmp(big.NewRat(100, 1)) > 0 {
			return errBound
		}
		return nil
	})
}

const leastMemory = 4 << 20

// needs says what may need more than that.
func (o *options) needs() string {
	if tfidf.LeastMemory(int(o.top)) <= leastMemory {
		return ""
	}
	return "for -top-terms " + strconv.FormatInt(o.top, 10)
}

var (
	errBound = errors.New("must be a number of documents like 5, or a share of all like 1%")
	decimal  = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{1,15})?$`)
)

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	in, err := open(env, env.Operands()[0], append(tuple.IDs("doc", "term"), tuple.Ints("count")...))
	if err != nil {
		return uncounted(err)
	}
	if o.Lengths, err = open(env, o.lengths, append(tuple.IDs("doc"), tuple.Ints("length")...)); err != nil {
		return err
	}
	if o.DF, err = open(env, o.df, append(tuple.IDs("term"), tuple.Ints("df")...)); err != nil {
		return err
	}
	out, err := env.Create(append(tuple.IDs("doc", "term"), tuple.ScoreColumn("weight", o.Double)...), tuple.Columns(0, 1))
	if err != nil {
		return err
	}
	if o.terms != "" {
		columns := append(append(tuple.IDs("term"), tuple.Ints("df", "count")...), tuple.ScoreColumn("idf", o.Double)...)
		if o.Terms, err = env.CreateFile(o.terms, columns, tuple.Columns(0)); err != nil {
			return err
		}
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	o.Room, o.Top = env.Room(), int(o.top)
	if err := env.Leaves(tfidf.LeastMemory(o.Top), o.needs()); err != nil {
		return err
	}
	s, err := tfidf.Weigh(out, in, o.Options)
	if err != nil {
		return uncounted(err)
	}
	env.Stats.Add(cli.Figures{
		"docs": s.Docs, "terms": s.Terms, "terms_kept": s.Kept, "length": s.Length,
		"rows_of_rare_terms": s.Rare, "spilled": s.Spilled,
	})
	if s.Longer > 0 {
		env.Warnf("%s: the counts of %s add up to more than the length; the first is document %d: is the input (doc, term, count)?",
			o.Lengths.Name, tuple.Counted(s.Longer, "document"), s.FirstLonger)
	}
	switch {
	case s.Terms == 0:
		env.Warnf("the input is empty: there are no counts")
	case s.Kept == 0:
		env.Warnf("none of %s is left by -min-df, -max-df, -min-count and -most", tuple.Counted(s.Terms, "term"))
	}
	return nil
}

// uncounted adds how records become counts to the errors that the records of terms give.
func uncounted(err error) error {
	var width *stream.WidthError
	var count *tfidf.CountError
	if errors.As(err, &width) && width.Have == 2 || errors.As(err, &count) && count.Count == 0 {
		return fmt.Errorf("%w: sort the records of terms and count them by tuplejoin -group 1,2 -agg count", err)
	}
	return err
}

// check is all that can be said before anything is opened.
func (o *options) check(env *cli.Env) error {
	if o.Norm == "" {
		if o.Norm = tfidf.None; o.Scheme == tfidf.Sklearn {
			o.Norm = tfidf.L2
		}
	}
	if o.df != "" && o.Docs == 0 && o.lengths == "" {
		return cli.Usagef("-df needs -docs N: of how many documents its frequencies are")
	}
	return cli.OneStdin(env.Operands()[0], o.lengths, o.df)
}

const mostDocs = 1<<53 - 1 // a float64 holds the numbers up to it exactly

// open opens an input with counts, if it is named.
func open(env *cli.Env, name string, columns []tuple.Column) (tuple.Input, error) {
	in, err := env.OpenInput(name, columns)
	if err != nil || in.Source == nil {
		return in, err
	}
	return kinds.RefuseScoreCounts(in, columns), nil
}
