// Package search holds what the command lines of the tools that walk a graph have in common: where to begin, how to open
// pairs, and what may be taken for it.
package search

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime/debug"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

// Seeds are the flags that say where to begin.
type Seeds struct {
	list             []string
	file, dictionary string
	links            string // the name of the input of links, if there is a dictionary
	last             int32  // the greatest id of the links
}

// Declare declares the flags.
func (s *Seeds) Declare(f *cli.Flags) {
	f.Repeatable("seed")
	f.Func("seed", "the search begins at `IDS` like 5,17 or, with -dictionary, at a URL; repeatable", func(seed string) error {
		s.list = append(s.list, seed)
		return nil
	})
	f.StringVar(&s.file, "seed-file", "",
		"the search begins at the ids of `FILE`, records of one column or, with -dictionary, lines of ids or URLs")
	f.StringVar(&s.dictionary, "dictionary", "", "`FILE` with a string a line, in the order of the ids: seeds may be URLs")
	f.Needs("-seed and -seed-file", s.Given, "dictionary")
}

// Given reports whether there are any.
func (s *Seeds) Given() bool { return len(s.list) > 0 || s.file != "" }

// File is the file of ids, or "".
func (s *Seeds) File() string { return s.file }

// Open opens them.
func (s *Seeds) Open(env *cli.Env) (sources []tuple.Source, err error) {
	if s.dictionary != "" {
		if err := dictionary.MustReread(env, s.dictionary); err != nil {
			return nil, err
		}
	}
	var ids tuple.Slice
	var urls []string
	for _, seed := range s.list {
		if list, err := parse(seed); err == nil {
			ids = append(ids, list...)
		} else if s.dictionary == "" {
			return nil, cli.Usagef("-seed %s: %v; for a URL, name the dictionary by -dictionary", seed, err)
		} else {
			urls = append(urls, seed)
		}
	}
	said := stream.SaidFormat(s.file, stream.Auto)
	if s.file != "" && s.dictionary != "" && (said == stream.Auto || said.IsText()) {
		if ids, urls, err = s.lines(env, ids, urls); err != nil {
			return nil, err
		}
	} else if s.file != "" {
		list, err := env.Open(s.file, tuple.IDs("id"))
		if err != nil {
			return nil, err
		}
		if list.Format.IsText() && bytes.Contains(list.Head(), []byte("://")) {
			return nil, cli.Usagef("%s: has URLs: name their dictionary by -dictionary", list.Name)
		}
		sources = append(sources, list)
	}
	if len(urls) > 0 {
		found, err := dictionary.Find(env, s.dictionary, urls)
		if err != nil {
			return nil, err
		}
		ids = append(ids, found...)
		debug.FreeOSMemory() // what the strings took
	}
	if len(ids) > 0 {
		sources = append(sources, &ids)
	}
	if s.file != "" && len(sources) == 0 {
		return nil, errors.New("no seed is given: the file of seeds is empty")
	}
	return sources, nil
}

// Links is an input of links. If there is a dictionary, reading them notes the greatest id, for CheckDictionary.
func (s *Seeds) Links(in *stream.Input) tuple.Input {
	links := in.Named()
	if s.dictionary == "" {
		return links
	}
	s.links = in.Name
	links.Source = tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := in.ReadBlock(dst)
		for _, id := range dst[:n] {
			s.last = max(s.last, id)
		}
		return n, err
	})
	return links
}

// CheckDictionary refuses a dictionary that has no string for an id of the links: the seeds would be other pages.
func (s *Seeds) CheckDictionary(env *cli.Env) error {
	if s.links == "" {
		return nil
	}
	missing, err := dictionary.Lacks(env, s.dictionary, s.last)
	if missing != nil {
		return fmt.Errorf("%w: is it the dictionary of %s?", missing, s.links)
	}
	return err
}

// parse reads a list of ids like 5,17.
func parse(list string) (ids []int32, err error) {
	for _, s := range strings.Split(list, ",") {
		id, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q is not an id, 0 … %d", s, math.MaxInt32)
		}
		ids = append(ids, int32(id))
	}
	return ids, nil
}

// seedsShare of 2 lets the URLs of seeds take one half of the memory. The other half finds them in the dictionary.
const seedsShare = 2

// lines adds the seeds of the file, a line each. URLs are in memory until they are found.
func (s *Seeds) lines(env *cli.Env, ids []int32, urls []string) ([]int32, []string, error) {
	in, err := env.OpenLines(s.file)
	if err != nil {
		return nil, nil, err
	}
	const besides = 150 // bytes that a string takes besides the spellings
	lines, taken := tuple.NewLines(in, dict.MaxField), 0
	for {
		text, err := lines.Next()
		if err == io.EOF {
			return ids, urls, nil
		}
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", in.Name, err)
		}
		line := strings.TrimSpace(string(text))
		if id, err := strconv.ParseUint(line, 10, 31); err == nil {
			ids = append(ids, int32(id))
			taken += 8
		} else if line != "" && line[0] != '#' {
			urls = append(urls, line)
			taken += 2*len(line) + besides
		}
		if int64(taken) > env.Memory/seedsShare {
			return nil, nil,
				fmt.Errorf("%s: its URLs take more than half of -S: raise -S, or make ids of them by dict -existing %s -w 1 -o seeds.t1 %[1]s",
					s.file, s.dictionary)
		}
	}
}
