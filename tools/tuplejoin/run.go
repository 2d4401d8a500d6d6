package main

import (
	"cmp"
	"slices"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/extmem"
	"webmill/pkg/kinds"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	key, key1, key2 string
	how, cols       string
	fill            string
	distinct        bool
	hasKey          func() bool // -k is given
	second          cli.Shape   // shape of B
	group, agg      string
	known           map[*stream.Input]*bool // whether an input has a known key; only inputs whose keys can be unknown
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{hasKey: func() bool { return f.Given("k") }}
	f.StringVar(&o.key, "k", "1", shared.Key)
	f.StringVar(&o.key1, "1", "", "key `COLUMNS` of A (default those of -k)")
	f.StringVar(&o.key2, "2", "", "key `COLUMNS` of B (default those of -k)")
	cli.Choice(f, &o.how, "how", "inner", "what comes out, `HOW`: inner, left, semi, anti or union",
		[]string{"inner", "left", "semi", "anti", "union"})
	f.StringVar(&o.cols, "fields", "", "`FIELDS` of the result, like 1.1,2.2 (default all of A and B, without the key of B)")
	f.StringVar(&o.fill, "e", "-1", "left: `NUMBER` for the columns of a missing record of B; in a column of scores a score")
	shared.Once(f, &o.distinct)
	f.IntVar(&o.second.Width, "w2", 0, "`N` columns a record of B (default -w)")
	f.ColumnsVar(&o.second.Columns, "columns2", "names and kinds of the columns of B: `LIST` as for -columns")
	f.StringVar(&o.group, "group", "", "`COLUMNS` to group one input by")
	f.StringVar(&o.agg, "agg", "count", "`FIGURES` of a group: count,sum:2,min:2,max:2")
	f.Without("-group", func() bool { return o.group != "" }, "k", "1", "2", "how", "fields", "e", "u", "w2", "columns2")
	f.Lacks("is -k here, and -1 and -2 if A and B have different columns", "key", "key1", "key2", "on")
	f.Needs("-group", func() bool { return o.group != "" }, "agg")
	f.Needs("-how left", func() bool { return o.how == "left" }, "e")
	f.Needs("-how union", func() bool { return o.how == "union" }, "u")
	f.Needs("-how inner and left", func() bool { return o.how == "inner" || o.how == "left" }, "fields")
	f.Without("-how union", func() bool { return o.how == "union" }, "1", "2")
	f.Without("-1 and -2", func() bool { return o.key1 != "" && o.key2 != "" }, "k")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if o.group != "" {
		return o.runGroup(env)
	}
	if len(env.Args) != 2 {
		return cli.Usagef("two inputs are needed, A and B, or -group")
	}
	if err := cli.OneStdin(env.Args...); err != nil {
		return err
	}
	if _, err := strconv.ParseFloat(o.fill, 64); err != nil {
		return cli.Usagef("-e %s is no number", o.fill)
	}
	a, err := env.Open(env.Args[0], nil)
	if err != nil {
		return err
	}
	if o.second.Width == 0 && o.second.Columns.List == nil {
		o.second.Width = env.Shape.Width
	}
	b, err := env.OpenShape(env.Args[1], o.second)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	switch o.how {
	case "semi", "anti":
		return o.runSemi(env, a, b)
	case "inner", "left":
		return o.runJoin(env, a, b)
	}
	return o.runUnion(env, a, b)
}

func (o *options) runSemi(env *cli.Env, a, b *stream.Input) error {
	left, right, err := o.sides(a, b)
	if err != nil {
		return err
	}
	out, err := env.Create(a.Columns, tuple.Columns(left.Key...))
	if err != nil {
		return err
	}
	err = extmem.Semi(out, left, right, o.how == "anti")
	if err == nil && o.how == "semi" {
		o.warnEmpty(env, out, a, b)
	}
	return err
}

// warnEmpty warns of a result without a record, where A has some.
func (o *options) warnEmpty(env *cli.Env, out *stream.Output, a, b *stream.Input) {
	if out.Records() > 0 || a.Records() == 0 {
		return
	}
	if b.Records() == 0 {
		env.Warnf("%s is empty, so no record of %s has a partner", b.Name, a.Name)
		return
	}
	for _, in := range []*stream.Input{a, b} {
		if known := o.known[in]; known != nil && !*known && in.Records() > 0 {
			env.Warnf("all keys of %s are unknown, so no record has a partner", in.Name)
			return
		}
	}
	env.Warnf("no key of %s is in %s: are they of one crawl, and do -1 and -2 name the right columns?", a.Name, b.Name)
}

func (o *options) runJoin(env *cli.Env, a, b *stream.Input) error {
	left, right, err := o.sides(a, b)
	if err != nil {
		return err
	}
	fields, err := parseFields(o.cols, a.Columns, b.Columns, right.Key)
	if err != nil {
		return err
	}
	var none []int32
	columnsB := b.Columns
	if o.how == "left" {
		if none, columnsB, err = filled(b.Columns, fields, o.fill); err != nil {
			return err
		}
	}
	columns, err := resultColumns(fields, a.Columns, columnsB)
	if err != nil {
		return err
	}
	out, err := env.Create(columns, resultOrder(fields, left.Key))
	if err != nil {
		return err
	}
	for side, in := range []*stream.Input{a, b} {
		pairs := kinds.Torn
		if out.Format != stream.Raw {
			pairs = kinds.Keys
		}
		in.RefuseHalves(pairs(in.Width(), ofSide(fields, side)))
	}
	if out.Format != stream.Raw {
		left.Source = env.GuardKinds(left.Source, using(a.Columns, fields, 0), "-columns")
	}
	if filling := o.how == "left" && o.fill != "-1" && o.fill != "0"; filling || out.Format != stream.Raw {
		right.Source = env.GuardKinds(right.Source, using(b.Columns, fields, 1), "-columns2")
	}
	join := extmem.Join{
		Left: left, Right: right, Fields: fields, Outer: o.how == "left", None: none, Room: env.Room(),
	}
	err = join.Run(out)
	if err == nil {
		o.warnEmpty(env, out, a, b)
	}
	return err
}

func (o *options) runUnion(env *cli.Env, a, b *stream.Input) error {
	if a.Width() != b.Width() && !a.Unsized() && !b.Unsized() {
		return cli.Usagef("%s: records have %s, those of %s have %d", b.Name,
			tuple.Counted(b.Width(), "column"), a.Name, a.Width())
	}
	for i := range min(a.Width(), b.Width()) {
		if err := alike("column", a.Columns[i], b.Columns[i]); err != nil {
			return err
		}
	}
	if err := b.Match(a); err != nil {
		return err
	}
	key, err := parseColumns("-k", o.key, a.Columns)
	if err != nil {
		return err
	}
	order := tuple.Columns(key...).Whole(a.Width())
	whole := order.Columns()
	out, err := env.Create(a.Columns, order)
	if err != nil {
		return err
	}
	once := whole
	switch {
	case !o.distinct:
		once = nil
	case o.hasKey():
		once = key
	}
	return extmem.Union(out, input(a, whole), input(b, whole), once)
}

func (o *options) runGroup(env *cli.Env) error {
	if len(env.Args) > 1 {
		return cli.Usagef("-group takes one input, not %q", env.Args[1])
	}
	in, err := env.Open(env.Operands()[0], nil)
	if err != nil {
		return err
	}
	key, err := parseColumns("-group", o.group, in.Columns)
	if err != nil {
		return err
	}
	figures, columns, err := parseFigures(o.agg, in.Columns)
	if err != nil {
		return err
	}
	if len(key)+len(figures) > tuple.MaxWidth {
		return cli.Usagef("%s and %s are more than the %d columns of a record",
			tuple.Counted(len(key), "column"), tuple.Counted(len(figures), "figure"), tuple.MaxWidth)
	}
	used := slices.Clone(key)
	for _, f := range figures {
		used = append(used, f.Col)
	}
	order := make([]int, len(key))
	for i := range key {
		order[i] = i
		columns = slices.Insert(columns, i, in.Columns[key[i]])
	}
	out, err := env.Create(tuple.Distinct(columns), tuple.Columns(order...))
	if err != nil {
		return err
	}
	in.RefuseHalves(kinds.Keys(in.Width(), used))
	group := input(in, key)
	group.Source = env.GuardKinds(in, toKnow(in.Columns, key, figures, out.Format), "-columns")
	return extmem.GroupBy(out, group, figures)
}

// ofSide are the columns of a result, in their order: the numbers of those from one input, and -1 for each from the other.
func ofSide(fields []extmem.Field, side int) (cols []int) {
	for _, f := range fields {
		if f.Side == side {
			cols = append(cols, f.Col)
		} else {
			cols = append(cols, -1)
		}
	}
	return cols
}

// using returns the columns of an input with the kind Unsaid only for those of unknown kind that the result has, so
// that scores are found there, where the user gives their kind.
func using(cols []tuple.Column, fields []extmem.Field, side int) []tuple.Column {
	known := tuple.AsText(cols)
	for _, f := range fields {
		if f.Side == side {
			known[f.Col].Kind = cols[f.Col].Kind
		}
	}
	return known
}

// toKnow is using for a group. A sum of the bits of scores has no meaning in any form; the other figures and the key
// are bits as they were, which only raw records can hold.
func toKnow(cols []tuple.Column, key []int, figures []extmem.Aggregate, format stream.Format) []tuple.Column {
	var fields []extmem.Field
	for _, c := range key {
		if format != stream.Raw {
			fields = append(fields, extmem.Field{Col: c})
		}
	}
	for _, f := range figures {
		if f.Op == extmem.Sum || f.Op != extmem.Count && format != stream.Raw {
			fields = append(fields, extmem.Field{Col: f.Col})
		}
	}
	return using(cols, fields, 0)
}

// keyFlag is the flag that says a key: its own one if it is given, else -k.
func keyFlag(own, given string) string {
	if given == "" {
		return "-k"
	}
	return own
}

// sides are the inputs with their keys.
func (o *options) sides(a, b *stream.Input) (left, right extmem.Input, err error) {
	keyA, err := parseColumns(keyFlag("-1", o.key1), cmp.Or(o.key1, o.key), a.Columns)
	if err != nil {
		return left, right, err
	}
	keyB, err := parseColumns(keyFlag("-2", o.key2), cmp.Or(o.key2, o.key), b.Columns)
	if err != nil {
		return left, right, err
	}
	if len(keyA) != len(keyB) {
		return left, right, cli.Usagef("the key of A has %s, that of B has %d", tuple.Counted(len(keyA), "column"), len(keyB))
	}
	for i := range keyA {
		if err := alike("key column", a.Columns[keyA[i]], b.Columns[keyB[i]]); err != nil {
			return left, right, err
		}
	}
	if err := b.MatchKeys(a, keyB, keyA); err != nil {
		return left, right, err
	}
	a.RefuseHalves(kinds.Keys(a.Width(), keyA))
	b.RefuseHalves(kinds.Keys(b.Width(), keyB))
	left, right = input(a, keyA), input(b, keyB)
	var maybeA, maybeB []int // key columns in which unknown values would match
	for i := range keyA {
		if a.Columns[keyA[i]].Null || b.Columns[keyB[i]].Null {
			maybeA, maybeB = append(maybeA, keyA[i]), append(maybeB, keyB[i])
		}
	}
	if maybeB != nil {
		a.Check(tuple.Columns(keyA...), false)
		b.Check(tuple.Columns(keyB...), false)
		o.known = map[*stream.Input]*bool{}
		left.Source = o.noting(a, maybeA, true)
		right.Source = o.noting(b, maybeB, false) // as in SQL, what is unknown has no partner
	}
	return left, right, nil
}

// noting notes whether a record has a known key. It passes on records with unknown keys only if all is set.
func (o *options) noting(in *stream.Input, key []int, all bool) tuple.Source {
	some := new(bool)
	o.known[in] = some
	return tuple.Where(in, in.Width(), func(record []int32) bool {
		known := !slices.ContainsFunc(key, func(col int) bool { return record[col] == tuple.Unknown })
		*some = *some || known
		return known || all
	})
}

// alike returns an error if one of two columns holds scores and the other does not.
func alike(what string, a, b tuple.Column) error {
	if a.Kind != b.Kind && max(a.Kind, b.Kind) >= tuple.F32 {
		return cli.Usagef("the %s %s of A is of kind %s, and %s of B of kind %s: give the kinds by -columns and -columns2",
			what, a.Name, a.Kind, b.Name, b.Kind)
	}
	return nil
}

func input(in *stream.Input, key []int) extmem.Input {
	return extmem.Input{Input: in.Named(), Width: in.Width(), Key: key}
}
