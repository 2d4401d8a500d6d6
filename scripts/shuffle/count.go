package main

import (
	"fmt"
	"math"
	"slices"

	"webmill/pkg/partition"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// The pages are cut into K parts, and the links by the parts of their sources. For each target that the links of a part have,
// the part sends one record to the part of the target: the sum of what its links give to the rank (id and float64), or the layer
// of a page that was found (id and layer). So there is a record for each distinct pair (part of source, target). If the links are
// cut by their targets instead, ranks move: distinct pairs (source, part of target). The records from one part to another are in
// blocks of at most 1 MiB; each block begins with a record that names the part they come from.
//
// The model by hash takes only the degrees. If d other pages link to a target, a part has one of these links with the probability
// 1−(1−1/K)^d; the part of the target surely has a link if the target links to itself. By range it matters which pages link to
// each other, so the records are counted for a few numbers of parts. From these, a parabola of log K through the three nearest
// gives the logarithm of how many records a part sends to another on average, and a second one of how many it sends to itself.

const (
	blockBytes = 1 << 20
	most       = 1 << 12 // parts
)

var (
	ways  = []string{partition.ByHash, partition.ByRange}
	known = []int{2, 8, 32, 128, 512} // numbers of parts for which the records by range are counted, for the model
)

// graph has the distinct links, each as target·2^32 + source, sorted.
type graph struct {
	links []uint64
	ends  []int32 // of links, by page
	pages int
}

// stage is what moves in one step or round.
type stage struct {
	name  string
	width int64 // bytes of a record
	links []uint64
}

func source(link uint64) int32 { return int32(uint32(link)) }
func target(link uint64) int32 { return int32(link >> 32) }

// eachPair reads a file or folder of pairs.
func eachPair(name string, columns []tuple.Column, use func(a, b int32) error) error {
	in, err := stream.Open(vfs.OS, name, nil, stream.Spec{Columns: columns})
	if err != nil {
		return err
	}
	defer in.Close()
	return tuple.EachPair(in, use)
}

func read(names []string) (*graph, error) {
	g := &graph{}
	for _, name := range names {
		err := eachPair(name, tuple.IDs("src", "dst"), func(src, dst int32) error {
			g.links = append(g.links, uint64(dst)<<32|uint64(src))
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	g.prepare()
	return g, nil
}

// prepare sorts the links, and counts their ends.
func (g *graph) prepare() {
	if !slices.IsSorted(g.links) {
		slices.Sort(g.links)
	}
	g.links = slices.Compact(g.links)
	for _, link := range g.links {
		for _, page := range []int32{source(link), target(link)} {
			if more := int(page) + 1 - len(g.ends); more > 0 {
				g.ends = append(g.ends, make([]int32, more)...)
			}
			if g.ends[page]++; g.ends[page] == 1 {
				g.pages++
			}
		}
	}
}

// layers reads the layers of the pages.
func (g *graph) layers(name string) (layer []int32, err error) {
	layer = make([]int32, len(g.ends))
	pages := 0
	err = eachPair(name, tuple.IDs("id", "layer"), func(id, l int32) error {
		if int(id) < len(layer) && g.ends[id] > 0 {
			layer[id] = l
			pages++
		}
		return nil
	})
	if err == nil && pages != g.pages {
		err = fmt.Errorf("%s: has %d of the %d pages of the links: make it of these links", name, pages, g.pages)
	}
	return layer, err
}

// round has the links from the pages of the layer with the most links.
func (g *graph) round(layer []int32) (links []uint64) {
	count, best := map[int32]int{}, int32(-1)
	for _, link := range g.links {
		l := layer[source(link)]
		if count[l]++; count[l] > count[best] {
			best = l
		}
	}
	for _, link := range g.links {
		if layer[source(link)] == best {
			links = append(links, link)
		}
	}
	return links
}

// turned has the links with their ends exchanged.
func (g *graph) turned() []uint64 {
	links := make([]uint64, len(g.links))
	for i, link := range g.links {
		links[i] = link>>32 | link<<32
	}
	slices.Sort(links)
	return links
}

// cut is the part of each page. All ranges have about the same number of ends of links.
func (g *graph) cut(by string, k int) []uint16 {
	m := partition.Manifest{Head: partition.Head{Count: k, By: by}, Parts: make([]partition.Part, k)}
	before, part := 0, 1
	for page, n := range g.ends {
		for before += int(n); part < k && before > part*2*len(g.links)/k; part++ {
			m.Parts[part].Least = int64(page)
		}
	}
	for ; part < k; part++ {
		m.Parts[part].Least = int64(len(g.ends))
	}
	of := make([]uint16, len(g.ends))
	for page := range of {
		of[page] = uint16(m.Part(int32(page)))
	}
	return of
}

// moved is what parts send.
type moved struct {
	own, between int64   // records: to themselves, to others
	blocks       int64   // of both
	fullest      float64 // records of the part that gets the most, divided by the mean
}

func (m moved) records() int64      { return m.own + m.between }
func (m moved) bytes(s stage) int64 { return s.width * (m.records() + m.blocks) }

// count counts what moves.
func (g *graph) count(by string, k int, s stage) (m moved) {
	of, sent, got := g.cut(by, k), make([]int64, k*k), make([]int64, k)
	last := make([]int64, k) // by part: the last target that it has sent a record for, +1
	for _, link := range s.links {
		from, to, page := int(of[source(link)]), int(of[target(link)]), int64(target(link))+1
		if last[from] == page {
			continue
		}
		last[from] = page
		sent[from*k+to]++
		got[to]++
	}
	inBlock := blockBytes/s.width - 1
	for i, n := range sent {
		m.blocks += (n + inBlock - 1) / inBlock
		if i/k == i%k {
			m.own += n
		} else {
			m.between += n
		}
	}
	m.fullest = float64(slices.Max(got)) * float64(k) / float64(max(1, m.records()))
	return m
}

// expected is what the model says.
type expected struct{ own, between float64 }

// bytes is the number of bytes of all records, and of those that begin the blocks.
func (x expected) bytes(k int, s stage) float64 {
	pairs := float64(k * (k - 1))
	records := x.own + x.between
	blocks := float64(k) + pairs*(1-math.Exp(-x.between/pairs)) + float64(s.width)*records/blockBytes
	return float64(s.width) * (records + blocks)
}

func (g *graph) model(by string, s stage) func(k int) expected {
	if by == partition.ByHash {
		return hashModel(s.links)
	}
	var own, between []float64
	for _, k := range known {
		m := g.count(by, k, s)
		own, between = append(own, float64(m.own)/float64(k)), append(between, float64(m.between)/float64(k*(k-1)))
	}
	return func(k int) expected {
		return expected{parabola(own, k) * float64(k), parabola(between, k) * float64(k*(k-1))}
	}
}

// hashModel makes the model by hash, from the degrees.
func hashModel(links []uint64) func(k int) expected {
	type degree struct{ others, self int }
	targets := map[degree]float64{}
	for i, j := 0, 0; i < len(links); i = j {
		var d degree
		for j = i; j < len(links) && target(links[j]) == target(links[i]); j++ {
			if source(links[j]) == target(links[j]) {
				d.self++
			} else {
				d.others++
			}
		}
		targets[d]++
	}
	return func(parts int) (x expected) {
		k := float64(parts)
		for d, n := range targets {
			share := 1 - math.Pow(1-1/k, float64(d.others)) // of the parts that have such a link
			x.between += n * (k - 1) * share
			x.own += n * max(share, float64(d.self))
		}
		return x
	}
}

// parabola is the value at k of the parabola, of logarithms, through the values at the three known numbers of parts around k.
func parabola(values []float64, k int) float64 {
	first, sum := 0, 0.0
	for first+3 < len(known) && k > known[first+1] {
		first++
	}
	near := known[first : first+3]
	for i, v := range values[first : first+3] {
		weight := math.Log(max(v, 1e-9)) // few links may leave none
		for j := range near {
			if j != i {
				weight *= math.Log(float64(k)/float64(near[j])) / math.Log(float64(near[i])/float64(near[j]))
			}
		}
		sum += weight
	}
	return math.Exp(sum)
}
