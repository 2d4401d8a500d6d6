package ranking

import (
	"errors"
	"fmt"
	"math"

	"webmill/pkg/cli"
	"webmill/pkg/graph/rank"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// LinkWeights are the flags of the weights of links: those in the input, and that of links inside a host.
type LinkWeights struct {
	kind   string // of the weights in the input: none, f32 or int
	hostOf string
	inside float64
	Hosts  *rank.Hosts // of -host-of, after ReadHosts; nil: not given
}

// Declare declares the flags.
func (o *LinkWeights) Declare(f *cli.Flags) {
	cli.Choice(f, &o.kind, "weights", "none",
		"links are triples (src, dst, weight), the weights of `KIND` f32 or int; none: they are pairs",
		[]string{"none", "f32", "int"})
	f.StringVar(&o.hostOf, "host-of", "", "`FILE` of the host of each page, pairs (id, host)")
	f.Float64Var(&o.inside, "inside", 1, "with -host-of: a link inside a host weighs `W` times as much")
	f.Range(0, math.MaxFloat32, "inside")
}

// Check looks at the flags.
func (o *LinkWeights) Check() error {
	if o.inside != 1 && o.hostOf == "" {
		return cli.Usagef("-inside needs -host-of FILE")
	}
	return nil
}

// Inside is what a link inside a host weighs.
func (o *LinkWeights) Inside() float32 { return float32(o.inside) }

// HostsFile is the name of the file of hosts, or "".
func (o *LinkWeights) HostsFile() string { return o.hostOf }

// ReadHosts reads the file of hosts.
func (o *LinkWeights) ReadHosts(env *cli.Env) error {
	if o.hostOf == "" {
		return nil
	}
	in, err := env.Open(o.hostOf, tuple.IDs("id", "host"))
	if err != nil {
		return err
	}
	in.Check(tuple.Columns(0), true)
	o.Hosts = &rank.Hosts{Name: in.Name}
	return tuple.EachPair(in, func(id, host int32) error {
		o.Hosts.Add(id, host)
		return inMemory(env, o.hostOf, o.Hosts.Bytes())
	})
}

// Open opens the links and makes weighted links of them, if they are to have weights; with inside, by hosts too. mayBeEmpty: no
// link is no reason to warn.
func (o *LinkWeights) Open(env *cli.Env, name string, mayBeEmpty, inside bool) (
	in *stream.Input, links tuple.Source, weighted bool, err error,
) {
	columns := tuple.IDs("src", "dst")
	switch o.kind {
	case "f32":
		columns = append(columns, tuple.F32s("weight")...)
	case "int":
		columns = append(columns, tuple.IDs("weight")...)
	}
	if in, err = env.Open(name, columns); err != nil {
		if wide, ok := errors.AsType[*stream.WidthError](err); ok && o.kind == "none" && wide.Have == 3 {
			err = fmt.Errorf("%w: -weights takes links with a weight", err)
		}
		return nil, nil, false, err
	}
	in.ExpectLinks(mayBeEmpty)
	in.Check(tuple.Columns(1, 0), false)
	links, weighted = in, o.kind != "none"
	if o.kind == "int" {
		links = rank.Counted(in.Name, links)
	}
	if inside && o.Hosts != nil && o.inside != 1 {
		links, weighted = &measured{in, o.Hosts.Weigh(links, weighted, float32(o.inside))}, true
	} else if weighted {
		links = &measured{in, links}
	}
	return in, links, weighted, nil
}

// measured is a Source that tells how much of the input below was read.
type measured struct {
	in *stream.Input
	tuple.Source
}

// Share is how much of the input was read.
func (s *measured) Share() float64 { return tuple.Share(s.in) }

// LinkColumns are the columns of links that are written: those of the links as they count.
func (o *LinkWeights) LinkColumns() []tuple.Column {
	columns := tuple.IDs("src", "dst")
	if o.kind != "none" || o.hostOf != "" && o.inside != 1 {
		columns = append(columns, tuple.F32s("weight")...)
	}
	return columns
}
