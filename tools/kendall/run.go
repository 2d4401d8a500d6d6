package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/extsort"
	"webmill/pkg/graph/corr"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

type options struct {
	ints, f64, pairs bool
	scope, list      string
	top              int64
	weighted         bool
	rank             string
	counts, json     bool
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.ints, "ints", false, "scores are any int32, not float32")
	f.BoolVar(&o.f64, "f64", false, "scores are float64, records *.t3; they are rounded to float32")
	f.BoolVar(&o.pairs, "pairs", false, "one input of records (a, b)")
	f.StringVar(&o.scope, "scope", "both", "the `IDS` to compare: both, any=0 or list=FILE")
	f.Int64Var(&o.top, "top", 0, "only the ids among the `K` best of A or of B")
	f.BoolVar(&o.weighted, "weighted", false, "print the weighted tau")
	f.StringVar(&o.rank, "rank", "both", "with -weighted, whose `RANKS` weigh: a, b or both")
	f.BoolVar(&o.counts, "counts", false, "print all counts too")
	f.BoolVar(&o.json, "json", false, "print all as one JSON object")
	return o.run
}

func (o *options) run(env *cli.Env) error {
	if err := o.check(env); err != nil {
		return err
	}
	out, err := env.CreateBytes()
	if err != nil {
		return err
	}
	in, err := o.open(env)
	if err != nil {
		return err
	}
	opt := corr.Options{
		Best: o.top, Memory: env.Memory, Threads: env.Threads, FS: env.FS, TempDir: env.TempDir, Cache: cli.PhysicalMemory(),
		Phase: func(name string, bytes int64) extsort.Counter { return env.Progress.Phase(name, bytes) },
	}
	if o.weighted {
		opt.Weights = corr.Weights(o.rank)
	}
	r, err := corr.Tau(in.pairs, opt)
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
	form := env.OutFormat()
	switch {
	case !slices.Contains([]string{"both", "any=0", "list"}, o.scope) || o.scope == "list" && o.list == "":
		return cli.Usagef("-scope must be both, any=0 or list=FILE, not %q", o.scope)
	case o.pairs && len(env.Args) > 1:
		return cli.Usagef("-pairs takes one input, not %q", env.Args[1])
	case o.pairs && o.scope != "both":
		return cli.Usagef("-scope is for two scorings, not for -pairs")
	case !o.pairs && len(env.Args) != 2:
		return cli.Usagef("two scorings are needed, A and B, or -pairs")
	case stdins(append(env.Args, o.list)) > 1:
		return cli.Usagef("only one of the inputs can be stdin")
	case o.f64 && (o.ints || o.pairs):
		return cli.Usagef("-f64 goes neither with -ints nor with -pairs")
	case o.top < 0:
		return cli.Usagef("-top must be at least 1")
	case !slices.Contains([]corr.Weights{corr.ByA, corr.ByB, corr.ByBoth}, corr.Weights(o.rank)):
		return cli.Usagef("-rank must be a, b or both, not %q", o.rank)
	case form != stream.Raw && form != stream.Text:
		return cli.Usagef("the result is text or JSON, not %s", form)
	}
	return nil
}

func stdins(names []string) (n int) {
	for _, name := range names {
		if name == stream.Stdin {
			n++
		}
	}
	return n
}

// inputs are the pairs to compare and where they come from.
type inputs struct {
	pairs tuple.Source
	align *corr.Align // nil for -pairs
	names []string
}

func (o *options) open(env *cli.Env) (*inputs, error) {
	if o.pairs {
		name := env.Operands()[0]
		in, err := env.Open(name, []tuple.Column{{Name: "a", Kind: o.kind()}, {Name: "b", Kind: o.kind()}})
		if err != nil {
			return nil, err
		}
		var pairs tuple.Source = in
		if !o.ints {
			pairs = struct{ tuple.Source }{in} // to be read by ReadBlock, which looks whether scores are scores
		}
		return &inputs{pairs: pairs, names: []string{in.Name}}, nil
	}
	a, err := o.openScoring(env, env.Args[0])
	if err != nil {
		return nil, err
	}
	b, err := o.openScoring(env, env.Args[1])
	if err != nil {
		return nil, err
	}
	scope, list := corr.Both, corr.Input{}
	switch o.scope {
	case "any=0":
		scope = corr.Any
	case "list":
		in, err := env.Open(o.list, tuple.IDs("id"))
		if err != nil {
			return nil, err
		}
		scope, list = corr.Listed, corr.Input{Name: in.Name, Source: in}
	}
	align := corr.NewAlign(a, b, scope, list)
	return &inputs{align, align, []string{a.Name, b.Name}}, nil
}

func (o *options) kind() tuple.Kind {
	if o.ints {
		return tuple.Int
	}
	return tuple.F32
}

func (o *options) openScoring(env *cli.Env, name string) (corr.Input, error) {
	if o.f64 {
		in, err := env.Open(name, append(tuple.IDs("id"), tuple.F64Column("score")...))
		if err != nil {
			return corr.Input{}, err
		}
		return corr.Input{Name: in.Name, Source: &narrow{name: in.Name, src: in}}, nil
	}
	in, err := env.Open(name, []tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "score", Kind: o.kind()}})
	if err != nil {
		return corr.Input{}, err
	}
	return corr.Input{Name: in.Name, Source: in}, nil
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
		if x > math.MaxFloat32 && !math.IsInf(x, 1) {
			return 0, fmt.Errorf("%s: column score: %v is beyond a float32, at record %d", s.name, x, s.records+int64(i)+1)
		}
		dst[2*i], dst[2*i+1] = rec[0], tuple.F32Bits(float32(x))
	}
	s.records += int64(n / 3)
	return n / 3 * 2, err
}
