package main

import (
	"fmt"
	"io"

	"webmill/pkg/cli"
	"webmill/pkg/graph/crawlorder"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// check is all that can be said before anything is opened.
func (o *options) check(links string) error {
	s, timed := o.strategy, o.delay >= 0
	switch {
	case (s == crawlorder.Omniscient || s == crawlorder.Earlier) && o.importance == "":
		return cli.Usagef("-strategy %s needs -importance FILE", s)
	case s == crawlorder.Earlier && o.newRule == "":
		return cli.Usagef("-strategy earlier needs -new RULE")
	case o.newRule == crawlorder.NewFinal && o.final == "":
		return cli.Usagef("-new omniscient needs -final FILE")
	case s == crawlorder.Sites && o.hosts == "":
		return cli.Usagef("-strategy sites needs -host-of FILE")
	case timed && o.hosts == "":
		return cli.Usagef("-delay needs -host-of FILE")
	}
	return cli.OneStdin(links, o.seeds.File(), o.importance, o.final, o.hosts)
}

// mostSeconds is how long a delay may be: a thousand years of pages fit into what counts the time.
const mostSeconds = 1e6

// open opens the inputs besides the links.
func (o *options) open(env *cli.Env, opt *crawlorder.Options) error {
	var err error
	if opt.Seeds, err = o.seeds.Open(env); err != nil {
		return err
	}
	rank := tuple.F32s("rank")[0]
	for _, in := range []struct {
		to     *tuple.Input
		name   string
		column tuple.Column
	}{{&opt.Importance, o.importance, rank}, {&opt.Final, o.final, rank}, {&opt.Hosts, o.hosts, tuple.IDs("host")[0]}} {
		if in.name == "" {
			continue
		}
		file, err := env.Open(in.name, append(tuple.IDs("id"), in.column))
		if err != nil {
			return err
		}
		*in.to = tuple.Input{Name: file.Name, Source: pairs(file, in.column.Name)}
	}
	return nil
}

// pairs are the records of an input, which is not to be empty.
func pairs(in *stream.Input, value string) tuple.Source {
	return tuple.SourceFunc(func(block []int32) (int, error) {
		n, err := in.ReadBlock(block)
		if err == io.EOF && in.Records() == 0 {
			err = fmt.Errorf("%s: is empty: there are no pairs (id, %s)", in.Name, value)
		}
		return n, err
	})
}
