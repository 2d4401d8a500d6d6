package main

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"

	"webmill/pkg/arena"
	"webmill/pkg/cli"
	"webmill/pkg/idset"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

type options struct{ keep int }

// mostUnrated is the memory for pages without a rank, in bytes.
const mostUnrated = 1 << 20

// mostKept bounds the memory of -keep.
const mostKept = 10_000_000

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.Func("keep", "only the `N` pages with the greatest ranks, and the links among them", func(text string) (err error) {
		if o.keep, err = strconv.Atoi(text); err != nil || o.keep < 1 || o.keep > mostKept {
			return fmt.Errorf("a number from 1 to %d is needed", mostKept)
		}
		return nil
	})
	return o.run
}

// run writes the nodes, which the dictionary and the ranks give in the order of their ids, and then the edges.
func (o *options) run(env *cli.Env) error {
	args := env.Args
	switch {
	case len(args) < 2:
		return cli.Usagef("give a dictionary and links, like graphml urls.txt links.t2 ranks.t2")
	case o.keep > 0 && (len(args) < 3 || args[2] == "-"):
		return cli.Usagef("-keep needs a file of ranks, behind the links")
	}
	g := &graph{keep: o.keep > 0}
	ranks, ranked := &tuple.Cursor{}, func() bool { return true }
	if len(args) == 3 {
		if o.keep > 0 {
			if err := g.best(env, args[2], o.keep); err != nil {
				return dictionary.Swapped(env, err, args...)
			}
		}
		in, err := openRanks(env, args[2])
		if err != nil {
			return dictionary.Swapped(env, err, args...)
		}
		ranks, ranked = tuple.NewCursor(in.Named(), 2), func() bool { return in.Records() > 0 }
	}
	names, err := dictionary.Open(env, args[0])
	if err != nil {
		return dictionary.Swapped(env, err, args...)
	}
	links, err := env.Open(args[1], tuple.IDs("src", "dst"))
	if err != nil {
		return dictionary.Swapped(env, err, args...)
	}
	links.ExpectLinks(false)
	out, err := env.CreateLines(".graphml", ".xml")
	if err != nil {
		return err
	}
	g.out = bufio.NewWriterSize(out, 256<<10)
	g.out.WriteString(head)
	if err := g.nodes(names, ranks); err != nil {
		return err
	}
	if !ranked() && len(names.Head()) > 0 {
		return fmt.Errorf("%s: is empty: there are no ranks", args[2])
	}
	if err := g.edges(links, names.Name); err != nil {
		return err
	}
	if g.odd > 0 && len(args) == 3 {
		env.Warnf("%s: %s without a rank in it: is it of the same links?", args[2],
			tuple.Counted(g.odd, "link has a page", "links have pages"))
	}
	env.Stats.Set("nodes", g.written)
	env.Stats.Set("edges", g.links)
	g.out.WriteString("</graph>\n</graphml>\n")
	return g.out.Flush()
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="label" for="node" attr.name="label" attr.type="string"/>
<key id="rank" for="node" attr.name="rank" attr.type="double"/>
<graph edgedefault="directed">
`

func openRanks(env *cli.Env, name string) (*stream.Input, error) {
	return env.Open(name, append(tuple.IDs("id"), tuple.F32s("rank")...))
}

// graph is what is written, and what of it is known.
type graph struct {
	out     *bufio.Writer
	keep    bool
	kept    []uint64    // ids in ascending order, if keep
	pages   int64       // of the dictionary
	written int64       // nodes
	unrated idset.Marks // pages without a rank, the first of them
	odd     int64       // links of these pages
	links   int64       // edges
}

// has reports whether a page is written.
func (g *graph) has(id int32) bool {
	if !g.keep {
		return true
	}
	_, found := slices.BinarySearch(g.kept, uint64(id))
	return found
}

// nodes writes the pages of the dictionary.
func (g *graph) nodes(names *dictionary.File, ranks *tuple.Cursor) (err error) {
	var rank []byte
	g.pages, err = dictionary.Each(names, func(id int64, name []byte) error {
		record := ranks.Take(id)
		if record == nil && g.unrated.Bytes() < mostUnrated {
			g.unrated.Add(int32(id))
		}
		if !g.has(int32(id)) {
			return nil
		}
		g.written++
		fmt.Fprintf(g.out, `<node id="n%d"><data key="label">`, id)
		if err := xml.EscapeText(g.out, name); err != nil {
			return err
		}
		g.out.WriteString("</data>")
		if record != nil {
			rank = strconv.AppendFloat(rank[:0], float64(tuple.F32Value(record[1])), 'g', -1, 32)
			fmt.Fprintf(g.out, `<data key="rank">%s</data>`, rank)
		}
		_, err := g.out.WriteString("</node>\n")
		return err
	})
	switch id := ranks.ID(); {
	case cmp.Or(err, ranks.Err()) != nil:
		return cmp.Or(err, ranks.Err())
	case id != tuple.NoID:
		return fmt.Errorf("%s: has a rank of page %d, but %s has only %d strings", ranks.Name(), id, names.Name, g.pages)
	}
	return nil
}

// edges writes the links between pages that are written.
func (g *graph) edges(links *stream.Input, names string) error {
	var line []byte
	return tuple.EachPair(links, func(src, dst int32) error {
		if most := int64(max(src, dst)); most >= g.pages {
			return fmt.Errorf("%s: has a link of page %d, but %s has only %d strings", links.Name, most, names, g.pages)
		}
		if g.unrated.Has(src) || g.unrated.Has(dst) {
			g.odd++
		}
		if !g.has(src) || !g.has(dst) {
			return nil
		}
		g.links++
		line = strconv.AppendInt(append(line[:0], `<edge source="n`...), int64(src), 10)
		line = strconv.AppendInt(append(line, `" target="n`...), int64(dst), 10)
		_, err := g.out.Write(append(line, "\"/>\n"...))
		return err
	})
}

// best finds the n pages with the greatest ranks.
func (g *graph) best(env *cli.Env, name string, n int) error {
	in, err := openRanks(env, name)
	if err != nil {
		return err
	}
	// Of each page its rank, whose bits sort like it, and below it the reverse of its id, so that of equal ranks the lower id is
	// greater.
	words, err := arena.Words(n) // which the collector does not count twice
	if err != nil {
		return err
	}
	best := greatest(words[:0])
	err = tuple.EachPair(in, func(id, bits int32) error {
		page := uint64(bits)<<32 | uint64(^uint32(id))
		switch {
		case len(best) < n-1:
			best = append(best, page)
		case len(best) == n-1:
			best = append(best, page)
			heap.Init(best)
		case page > best[0]:
			best[0] = page
			heap.Fix(best, 0)
		}
		return nil
	})
	for i, page := range best {
		best[i] = uint64(^uint32(page))
	}
	slices.Sort(best)
	g.kept = best
	return cmp.Or(err, in.Close())
}

// greatest are the greatest numbers of some, as a heap: the least of them first.
type greatest []uint64

func (h greatest) Len() int           { return len(h) }
func (h greatest) Less(i, k int) bool { return h[i] < h[k] }
func (h greatest) Swap(i, k int)      { h[i], h[k] = h[k], h[i] }
func (h greatest) Push(any)           {} // it has all its space from the start
func (h greatest) Pop() any           { return nil }
