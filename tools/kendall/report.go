package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/graph/kendall"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// figure is a name and a number of the result.
type figure struct {
	name  string
	value any // an integer, or a *float64 that is nil where it is not defined
}

func (in *inputs) figures(o *options, r *kendall.Result) []figure {
	list := []figure{
		{"n", r.N}, {"pairs", r.Pairs}, {"concordant", r.Concordant}, {"discordant", r.Discordant},
		{"tied_a", r.TiedA}, {"tied_b", r.TiedB}, {"tied_both", r.TiedBoth},
	}
	if in.align != nil {
		onlyA, onlyB := in.align.Only()
		list = append(list, figure{"only_a", onlyA}, figure{"only_b", onlyB})
	}
	var tau, weighted *float64
	if t, defined := r.Tau(); defined {
		tau, weighted = &t, &r.Weighted
	}
	list = append(list, figure{"tau", tau})
	if o.weighted {
		list = append(list, figure{"weighted", weighted})
	}
	return list
}

// report writes the result. An object of JSON is one also where tau is not defined, which then ends the tool.
func (o *options) report(env *cli.Env, out *stream.ByteOutput, in *inputs, r *kendall.Result) error {
	if r.N == 0 && in.align == nil {
		return fmt.Errorf("%s: %w", in.names[0], kendall.ErrEmpty)
	}
	figures := in.figures(o, r)
	for _, f := range figures {
		env.Stats.Set(f.name, f.value)
	}
	env.Stats.Set("runs", r.Runs)
	env.Stats.Set("spilled", r.Spilled)
	if in.align != nil && o.scope == "both" {
		only := func(n int64, name string) cli.Count {
			return cli.Count{N: n, One: "id that only " + name + " has", Many: "ids that only " + name + " has"}
		}
		a, b := in.align.Only()
		if out := cli.ListCounts(only(a, in.names[0]), only(b, in.names[1])); out != "" {
			env.Warnf("left out: %s", out)
		}
	}
	if in.align != nil && in.align.Unknown() > 0 {
		env.Warnf("%s: of its ids %s", o.list, tuple.Counted(in.align.Unknown(), "is in neither scoring, and counts 0 in both",
			"are in neither scoring, and count 0 in both"))
	}
	undefined := in.undefined(r)
	text := ""
	switch {
	case o.json:
		text = object(figures)
	case undefined == nil:
		text = o.lines(figures)
	}
	if _, err := out.Write([]byte(text)); err != nil || undefined == nil {
		return err
	}
	return &cli.CheckError{Err: undefined, Done: o.json}
}

// undefined says why tau is not defined, if it is not.
func (in *inputs) undefined(r *kendall.Result) error {
	why := ""
	switch {
	case r.N == 0:
		why = "there is nothing to compare"
	case r.N == 1:
		why = "there is only one thing to compare"
	case r.TiedA == r.Pairs:
		why = "all scores of A are equal"
	case r.TiedB == r.Pairs:
		why = "all scores of B are equal"
	default:
		return nil
	}
	return errors.New("tau is not defined: " + why)
}

func object(figures []figure) string {
	fields := make([]string, len(figures))
	for i, f := range figures {
		value, _ := json.Marshal(f.value) // numbers and null
		fields[i] = fmt.Sprintf("%q:%s", f.name, value)
	}
	return "{" + strings.Join(fields, ",") + "}\n"
}

// lines are the figure that was asked for and, if they were asked for, all.
func (o *options) lines(figures []figure) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%.15f\n", *figures[len(figures)-1].value.(*float64))
	if !o.counts {
		return b.String()
	}
	for _, f := range figures {
		if x, ok := f.value.(*float64); ok {
			fmt.Fprintf(&b, "%s\t%.15f\n", f.name, *x)
		} else {
			fmt.Fprintf(&b, "%s\t%d\n", f.name, f.value)
		}
	}
	return b.String()
}
