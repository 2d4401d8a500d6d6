package main

import (
	"encoding/binary"
	"flag"
	"fmt"
	"math"

	"webmill/pkg/web/harmony"
)

// around is what the groups of a site are compared with.
type around struct {
	site    *site
	rho     float64
	pair    harmony.Pair
	known   map[[2]int32]bool
	classes [][]uint64
}

// neighbours prints the distributions of the neighbourhoods of groups, in which neighbours that were not crawled do not count.
func neighbours(f *flag.FlagSet, args []string) error {
	rho := f.Float64("rho", 0, "the least share of common targets, with which groups harmonise")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return fmt.Errorf("neighbours LINES")
	}
	s, err := readSite(f.Arg(0))
	if err != nil {
		return err
	}
	a := &around{site: s, rho: *rho, known: map[[2]int32]bool{}}
	a.classify()
	var n, omega, m, compared, before, after []float64
	none, missing, all := 0, 0, 0
	for _, p := range s.order {
		for i := range p.groups {
			all++
			near, lacks := a.near(p, &p.groups[i])
			missing += btoi(lacks > 0)
			if len(near) == 0 {
				none++
				continue
			}
			c := a.count(&p.groups[i], near)
			n, omega, m = append(n, float64(len(near))), append(omega, c.groups), append(m, c.links)
			compared, before = append(compared, c.comparisons), append(before, c.choices)
			if !math.IsInf(c.pruned, 0) {
				after = append(after, c.pruned)
			}
		}
	}
	row(spreadHead)
	share := func(name string, part int) {
		row(name, all, fmt.Sprintf("%.1f", 100*float64(part)/float64(max(1, all))), "", "", "", "")
	}
	share("groups without neighbours, %", none)
	share("groups with a neighbour that was not crawled, %", missing)
	spread("neighbours n", n, 0)
	spread("groups of the neighbourhood", omega, 0)
	spread("links of the neighbourhood m", m, 0)
	spread("comparisons", compared, 0)
	spread("choices, log10", before, 1)
	spread("choices after pruning, log10, where there is one", after, 1)
	return nil
}

// classify gives groups with the same targets in the same order one number.
func (a *around) classify() {
	number := map[string]int32{}
	var key []byte
	for _, p := range a.site.order {
		for i := range p.groups {
			g := &p.groups[i]
			key = key[:0]
			for _, t := range g.targets {
				key = binary.LittleEndian.AppendUint32(key, uint32(t))
			}
			n, ok := number[string(key)]
			if !ok {
				n = int32(len(a.classes))
				number[string(key)] = n
				a.classes = append(a.classes, g.targets)
			}
			g.class = n
		}
	}
}

// near is the neighbours of a group in the order of its links: pages of the host, but its own. lacks counts those not crawled.
func (a *around) near(p *onePage, g *group) (list []*onePage, lacks int) {
	seen := map[uint64]bool{uint64(p.url): true}
	for _, t := range g.targets {
		if seen[t] || a.site.host[t] != a.site.host[p.url] {
			continue
		}
		seen[t] = true
		if q := a.site.pages[int32(t)]; q != nil {
			list = append(list, q)
		} else {
			lacks++
		}
	}
	return list, lacks
}

// counts are those of a neighbourhood. Choices are logarithms.
type counts struct{ groups, links, comparisons, choices, pruned float64 }

// count counts by the formulas of Mielke 2011.
func (a *around) count(g *group, near []*onePage) (c counts) {
	c.groups, c.links = 1, float64(len(g.targets))
	before := 0.0
	for _, q := range near {
		k, harmonic := float64(len(q.groups)), 0
		c.comparisons += k * before
		before += k
		for i := range q.groups {
			c.links += float64(len(q.groups[i].targets))
			harmonic += btoi(a.harmonise(g.class, q.groups[i].class))
		}
		c.groups += k
		c.choices += math.Log10(max(1, k))
		c.pruned += math.Log10(float64(harmonic)) // of 0: there is no choice
	}
	c.comparisons += c.groups - 1
	return c
}

// harmonise reports whether the common targets of two classes stand in one order.
func (a *around) harmonise(x, y int32) bool {
	key := [2]int32{min(x, y), max(x, y)}
	yes, ok := a.known[key]
	if !ok {
		n, common, all := a.pair.Count(a.classes[x], a.classes[y])
		in, fits := a.pair.InOrder(n, n)
		yes = in && fits && float64(common) >= a.rho*float64(all)
		if len(a.known) < 1<<24 {
			a.known[key] = yes
		}
	}
	return yes
}
