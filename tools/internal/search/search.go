// Package search holds what the command lines of the tools that walk a graph have in common: where to begin, how to open
// pairs, and what may be taken for it.
package search

import (
	"webmill/pkg/cli"
	"webmill/pkg/graph/bfs"
	"webmill/pkg/tuple"
)

// Seeds are the flags that say where to begin.
type Seeds struct{ ids, file string }

// Declare declares the flags.
func (s *Seeds) Declare(f *cli.Flags) {
	f.StringVar(&s.ids, "seed", "", "the search begins at `IDS` like 5,17")
	f.StringVar(&s.file, "seed-file", "", "the search begins at the ids of `FILE`, records of one column")
}

// Given reports whether there are any.
func (s *Seeds) Given() bool { return s.ids != "" || s.file != "" }

// File is the file of ids, or "".
func (s *Seeds) File() string { return s.file }

// Open opens them.
func (s *Seeds) Open(env *cli.Env) (sources []tuple.Source, err error) {
	if s.ids != "" {
		list, err := bfs.ParseSeeds(s.ids)
		if err != nil {
			return nil, cli.Usagef("-seed %s: %v", s.ids, err)
		}
		sources = append(sources, list)
	}
	if s.file != "" {
		list, err := env.Open(s.file, tuple.IDs("id"))
		if err != nil {
			return nil, err
		}
		sources = append(sources, list)
	}
	return sources, nil
}

// Open opens an input of ids.
func Open(env *cli.Env, name string, columns ...string) (tuple.Input, error) {
	in, err := env.Open(name, tuple.IDs(columns...))
	if err != nil {
		return tuple.Input{}, err
	}
	return in.Named(), nil
}
