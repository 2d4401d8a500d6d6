package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/graph/kendall"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/shared"
)

type options struct {
	ints, f64, pairs bool
	scope, list      string
	top              int64
	weighted         bool
	rank             kendall.Weights
	counts, json     bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.ints, "ints", false, "scores are any int32, not float32")
	shared.F64(f, &o.f64)
	f.BoolVar(&o.pairs, "pairs", false, "one input of records (a, b)")
	f.StringVar(&o.scope, "over", "both", "which `IDS` are compared: both, any=0 or list=FILE")
	f.Func("top", "only the ids among the `K` best of A or of B", func(text string) (err error) {
		if o.top, err = strconv.ParseInt(text, 10, 64); err != nil || o.top < 1 {
			err = errors.New("must be a whole number from 1 on")
		}
		return err
	})
	f.BoolVar(&o.weighted, "weighted", false, "print the weighted tau")
	cli.Choice(f, &o.rank, "rank", kendall.ByBoth, "with -weighted, whose `RANKS` set the weights: a, b or both",
		[]kendall.Weights{kendall.ByA, kendall.ByB, kendall.ByBoth})
	f.BoolVar(&o.counts, "counts", false, "print all counts too")
	f.BoolVar(&o.json, "json", false, "print all as one JSON object")
	f.Writes("text", stream.Text)
	f.Needs("-weighted", func() bool { return o.weighted }, "rank")
	f.Without("-pairs", func() bool { return o.pairs }, "over", "f64")
	f.Without("-ints", func() bool { return o.ints }, "f64")
	f.Without("-json, which prints all", func() bool { return o.json }, "counts")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	own := ""
	if o.json {
		own = ".json"
	}
	out, err := env.CreateLines(own)
	if err != nil {
		return err
	}
	in, err := o.open(env)
	if err != nil {
		return err
	}
	if err := env.CheckDecoders(); err != nil {
		return err
	}
	opt := kendall.Options{
		Best: o.top,
		Room: env.Room(),
	}
	if o.weighted {
		opt.Weights = o.rank
	}
	r, err := kendall.Tau(in.pairs, opt)
	if o.ints && errors.Is(err, tuple.ErrWhole) {
		err = fmt.Errorf("%w; without -ints scores are read", err)
	}
	if err != nil {
		return err
	}
	return o.report(env, out, in, &r)
}

// check is all that can be said before anything is opened.
func (o *options) check(env *cli.Env) error {
	if file, ok := strings.CutPrefix(o.scope, "list="); ok {
		o.scope, o.list = "list", file
	}
	switch {
	case !slices.Contains([]string{"both", "any=0", "list"}, o.scope) || o.scope == "list" && o.list == "":
		return cli.Usagef("-over must be both, any=0 or list=FILE, not %q", o.scope)
	case o.pairs && len(env.Args) > 1:
		return cli.Usagef("-pairs takes one input, not %q", env.Args[1])
	case !o.pairs && len(env.Args) != 2:
		return cli.Usagef("two scorings are needed, A and B, or -pairs")
	}
	return cli.OneStdin(append(env.Args, o.list)...)
}

// inputs are the pairs to compare and where they come from.
type inputs struct {
	pairs tuple.Source
	align *kendall.Align // nil for -pairs
	names []string
}

func (o *options) open(env *cli.Env) (*inputs, error) {
	if o.pairs {
		name := env.Operands()[0]
		in, err := env.Open(name, []tuple.Column{{Name: "a", Kind: o.kind()}, {Name: "b", Kind: o.kind()}})
		if err != nil {
			return nil, err
		}
		return &inputs{pairs: in, names: []string{in.Name}}, nil
	}
	a, err := o.openScoring(env, env.Args[0])
	if err != nil {
		return nil, err
	}
	b, err := o.openScoring(env, env.Args[1])
	if err != nil {
		return nil, err
	}
	scope, list := kendall.Both, tuple.Input{}
	switch o.scope {
	case "any=0":
		scope = kendall.Any
	case "list":
		scope = kendall.Listed
		if list, err = env.OpenInput(o.list, tuple.IDs("id")); err != nil {
			return nil, err
		}
	}
	align := kendall.NewAlign(a, b, scope, list)
	return &inputs{align, align, []string{a.Name, b.Name}}, nil
}

func (o *options) kind() tuple.Kind {
	if o.ints {
		return tuple.Int
	}
	return tuple.F32
}

func (o *options) openScoring(env *cli.Env, name string) (tuple.Input, error) {
	if !o.f64 {
		return env.OpenInput(name, []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "score", Kind: o.kind()}})
	}
	in, err := env.Open(name, append(tuple.IDs("id"), tuple.F64Column("score")...))
	if err != nil {
		return tuple.Input{}, err
	}
	return tuple.Input{Name: in.Name, Source: &narrow{name: in.Name, src: in}}, nil
}

// narrow makes (id, float32) of (id, float64).
type narrow struct {
	name    string
	src     tuple.Source
	buf     []int32
	records int64
}

// ReadBlock implements tuple.Source.
func (s *narrow) ReadBlock(dst []int32) (int, error) {
	if len(s.buf) == 0 {
		s.buf = make([]int32, len(dst)/2*3)
	}
	n, err := s.src.ReadBlock(s.buf[:min(len(s.buf), len(dst)/2*3)])
	for i := range n / 3 {
		rec := s.buf[3*i : 3*i+3]
		x := tuple.F64Value(rec[1:])
		y := float32(x)
		if x > math.MaxFloat32 || y == 0 && x != 0 {
			return 0, fmt.Errorf("%s: column score: %v is beyond a float32, at record %d", s.name, x, s.records+int64(i)+1)
		}
		dst[2*i], dst[2*i+1] = rec[0], tuple.F32Bits(y)
	}
	s.records += int64(n / 3)
	return n / 3 * 2, err
}
