package cluster

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"webmill/pkg/hashes"
	"webmill/pkg/work/worktest"
)

// TestSOMTwin: neurons move as those of dense vectors do by the formula of Nitsche 2003, 3.4.4, step by step.
func TestSOMTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 30 {
		docs := topics(r, 20+r.IntN(60), 4, 3)
		opt := Options{Method: SOM, K: 1 + r.IntN(9), Similarity: []Similarity{Euclid, Dot}[i%2], Sweeps: 1 + r.IntN(24),
			Seed: uint64(i), Mapping: Mapping{1 + r.IntN(2), AllNeighbours[r.IntN(2)]},
			Room: worktest.Room(8<<20, 1+r.IntN(4))}
		for range opt.K {
			opt.Seeds = append(opt.Seeds, int32(len(opt.Seeds)))
		}
		of, centroids, stats := run(t, tuples(docs), opt)
		want := neurons(docs, opt)
		checkCentroids(t, centroids, want)
		apart := int64(0)
		for d, x := range docs {
			order := make([]int32, opt.K)
			for k := range order {
				order[k] = int32(k)
			}
			slices.SortStableFunc(order, func(i, k int32) int {
				x, y := simple(x, want[i], opt.Similarity), simple(x, want[k], opt.Similarity)
				return int(math.Copysign(1, y-x))
			})
			if of[d] != order[0] {
				t.Errorf("case %d: document %d is in %d, want %d", i, d, of[d], order[0])
			}
			if a, b := place(order[0], opt), place(order[min(1, opt.K-1)], opt); away(a, b) > 1.5 {
				apart++
			}
		}
		if stats.Apart != apart {
			t.Errorf("case %d: %d documents apart, want %d", i, stats.Apart, apart)
		}
	}
}

// place is that of a neuron on the map.
func place(k int32, opt Options) [2]float64 {
	width := 1
	for opt.Dimensions == 2 && width*width < opt.K {
		width++
	}
	return [2]float64{float64(int(k) / width), float64(int(k) % width)}
}

func away(a, b [2]float64) float64 { return math.Hypot(a[0]-b[0], a[1]-b[1]) }

// neurons is the twin.
func neurons(docs [][]float64, opt Options) [][]float64 {
	list := make([][]float64, opt.K)
	corner := [2]float64{}
	for k := range list {
		list[k] = slices.Clone(docs[k])
		p := place(int32(k), opt)
		corner[0], corner[1] = max(corner[0], p[0]), max(corner[1], p[1])
	}
	random := rand.New(rand.NewPCG(opt.Seed, hashes.Golden))
	first := int(math.Ceil(float64(opt.Sweeps) / 11))
	for sweep := range opt.Sweeps {
		random.Perm(1) // of pieces
		order := make([]int, len(docs))
		for i := range order {
			order[i] = i
		}
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		from, sweeps := 0, first
		epsilon, sigma := shrinking{0.3, 0.05}, shrinking{max(1, away(corner, [2]float64{})/2), 1}
		if sweep >= first {
			from, sweeps, epsilon, sigma = first, opt.Sweeps-first, shrinking{0.05, 0.005}, shrinking{1, 0.3}
		}
		for step, d := range order {
			step += (sweep - from) * len(docs)
			steps := sweeps * len(docs)
			step -= step % (steps/stepsEach + 1)
			share := float64(step) / float64(steps)
			learn(list, docs[d], opt, epsilon.at(share), sigma.at(share))
		}
	}
	return list
}

func learn(list [][]float64, x []float64, opt Options, epsilon, sigma float64) {
	winner := 0
	for k := range list {
		if simple(x, list[k], opt.Similarity) > simple(x, list[winner], opt.Similarity) {
			winner = k
		}
	}
	for k, w := range list {
		d := away(place(int32(k), opt), place(int32(winner), opt))
		h := math.Exp(-d * d / (2 * sigma * sigma))
		if opt.Neighbours == Bubble {
			h = 0
			if d <= sigma {
				h = 1
			}
		}
		if h < leastWay {
			continue
		}
		for t := range w {
			w[t] += epsilon * h * (x[t] - w[t])
		}
	}
}

// TestMap: what is near in the documents is near on the map. Documents lie along a curve; a map that is a line follows it.
func TestMap(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	docs := make([][]float64, 600)
	for d := range docs {
		docs[d] = make([]float64, 30)
		at := float64(d) / float64(len(docs)) * 27
		for term := range docs[d] {
			if x := float64(term) - at; x > 0 && x < 4 {
				docs[d][term] = 1 + r.Float64()/4
			}
		}
	}
	for _, neighbours := range AllNeighbours {
		opt := Options{Method: SOM, K: 10, Similarity: Cosine, Sweeps: 44, Seed: 3, Mapping: Mapping{1, neighbours}}
		var want []int32
		for _, threads := range []int{1, 2, 8} {
			opt.Room = worktest.Room(8<<20, threads)
			of, _, stats := run(t, tuples(docs), opt)
			if want == nil {
				want = of
			}
			turns := 0
			for d := range of[1:] {
				if far := of[d+1] - of[d]; far > 1 || far < -1 {
					turns++
				}
			}
			if !slices.Equal(of, want) || turns > 3 || stats.Apart > stats.Docs/6 || stats.Empty > 0 {
				t.Errorf("%s, %d threads: %d jumps, %+v", neighbours, threads, turns, stats)
			}
		}
	}
}
