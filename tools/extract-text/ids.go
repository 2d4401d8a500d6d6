package main

import (
	"bytes"
	"fmt"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/web/docs"
	"webmill/tools/internal/dictionary"
)

// pageIDs gives documents the ids of their URLs, each id once.
type pageIDs struct {
	name  string // of the dictionary
	find  *dict.Finder
	taken []uint64 // a bit for each id
	kept  int64    // documents
	again int64    // documents whose id came before
}

// idCounts are the counts of documents whose URL is not in the dictionary.
type idCounts struct {
	unknown int64
	first   string // URL
}

// The parts of the memory that -page-ids takes.
const (
	idsShare  = 8            // in all: one 8th, because documents need more
	idsHalves = 2 * idsShare // each of the finder, and of the ids that were taken
)

// leastWithIDs is the least memory that leaves enough to read documents.
const leastWithIDs = docs.LeastMemory + docs.LeastMemory/(idsShare-1)

// openIDs reads the dictionary of -page-ids once.
func openIDs(env *cli.Env, name string) (*pageIDs, error) {
	in, err := dictionary.OpenLines(env, name)
	if err != nil {
		return nil, err
	}
	file, err := in.Anywhere(env.FS, env.TempDir)
	if err != nil {
		return nil, err
	}
	if err := env.Leaves(leastWithIDs, "for -page-ids"); err != nil {
		return nil, err
	}
	memory := env.Memory / idsHalves
	find, err := dict.NewFinder(file, dict.URLs(), memory)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name, err)
	}
	taken := find.Strings/8 + 8
	if taken > memory {
		return nil, env.Leaves(idsHalves*taken, fmt.Sprintf("for the %d URLs of %s", find.Strings, in.Name))
	}
	env.TakeShare(idsShare)
	return &pageIDs{name: in.Name, find: find, taken: make([]uint64, taken/8)}, nil
}

// each passes on the lines of documents whose id did not come before.
func (p *pageIDs) each(lines []byte, write func(line []byte) error) error {
	for line := range bytes.Lines(lines) {
		digits, _, _ := bytes.Cut(bytes.TrimPrefix(line, []byte(`{"id":`)), []byte(","))
		id, err := strconv.Atoi(string(digits))
		if err != nil {
			return err
		}
		if p.taken[id/64]>>(id%64)&1 != 0 {
			p.again++
			continue
		}
		p.taken[id/64] |= 1 << (id % 64)
		p.kept++
		if err := write(line); err != nil {
			return err
		}
	}
	return nil
}

// add adds the counts of other documents.
func (c *idCounts) add(more idCounts) {
	c.unknown += more.unknown
	if c.first == "" {
		c.first = more.first
	}
}

// report tells what was left out. All of them is an error.
func (p *pageIDs) report(env *cli.Env, c *idCounts) error {
	if c.unknown > 0 && p.kept == 0 {
		return fmt.Errorf("no page is in %s (the first: %s): is the dictionary of this crawl?", p.name, c.first)
	}
	env.Stats.Add(cli.Figures{"captured_again": p.again, "not_in_dictionary": c.unknown})
	env.SkipN(fmt.Sprintf("page that is not in %s (the first: %s)", p.name, c.first), c.unknown)
	return nil
}
