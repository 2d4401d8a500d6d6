package crf

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomLattice is a chain of random scores.
func randomLattice(r *rand.Rand, n int) (*lattice, *Model) {
	m := &Model{unit: Unit, weights: new([rows]uint64)}
	for from := range tags {
		for to := range tags {
			m.trans[from][to] = r.Int32N(80) - 60
		}
	}
	m.prepare()
	l := &lattice{trans: &m.trans, scores: make([][tags]int32, n)}
	for i := range l.scores {
		for t := 1; t < tags; t++ {
			l.scores[i][t] = r.Int32N(120) - 70
		}
	}
	return l, m
}

// eachPath calls visit for each legal sequence of tags and its score.
func eachPath(l *lattice, visit func(path []uint8, score int32)) {
	path := make([]uint8, len(l.scores))
	var walk func(i, before int, score int32)
	walk = func(i, before int, score int32) {
		if i == len(path) {
			visit(path, score)
			return
		}
		for t := range tags {
			if legal(before, t) {
				path[i] = uint8(t)
				walk(i+1, t, score+l.trans[before][t]+l.scores[i][t])
			}
		}
	}
	walk(0, none, 0)
}

// TestViterbi: the path of the decoder has the best score of all legal ones.
func TestViterbi(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		l, _ := randomLattice(r, 1+r.IntN(5))
		best := int32(math.MinInt32)
		eachPath(l, func(_ []uint8, score int32) { best = max(best, score) })
		got := slices.Clone(l.viterbi())
		score, before := int32(0), uint8(none)
		for i, tag := range got {
			if !legal(int(before), int(tag)) {
				t.Fatalf("%v: tag %d is not legal", got, i)
			}
			score += l.trans[before][tag] + l.scores[i][tag]
			before = tag
		}
		if score != best {
			t.Fatalf("%v has %d, the best has %d", got, score, best)
		}
	}
}

// TestSpanProbability: the probability of a name is the share of the paths that have it.
func TestSpanProbability(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		n := 1 + r.IntN(5)
		l, m := randomLattice(r, n)
		l.factors(m.powers)
		l.sums(&m.matrix)
		from := r.IntN(n)
		to := from + 1 + r.IntN(n-from)
		all, with := 0.0, 0.0
		eachPath(l, func(path []uint8, score int32) {
			p := math.Exp(float64(score) / Unit)
			all += p
			if isName(path, from, to) {
				with += p
			}
		})
		if got := l.spanProbability(&m.matrix, from, to); math.Abs(got-with/all) > 1e-9 {
			t.Fatalf("of %d tokens, %d to %d: %v, want %v", n, from, to, got, with/all)
		}
		marginals := l.marginal(from)
		sum := 0.0
		for _, p := range marginals {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("the tags of a token have %v", sum)
		}
	}
}

func isName(path []uint8, from, to int) bool {
	if path[from] != beginPerson || to < len(path) && path[to] == insidePerson {
		return false
	}
	for _, tag := range path[from+1 : to] {
		if tag != insidePerson {
			return false
		}
	}
	return true
}

// TestPowers: the table has exp.
func TestPowers(t *testing.T) {
	p := newPowers(Unit)
	for _, i := range []int32{0, 1, 31, 100, 1000} {
		if want := math.Exp(-float64(i) / Unit); math.Abs(p.exp(-i)-want) > 1e-12*want {
			t.Errorf("exp(-%d/%d) is %v, want %v", i, Unit, p.exp(-i), want)
		}
	}
	if p.exp(-1<<20) != 0 {
		t.Error("what is tiny is not 0")
	}
}

// TestScore: the sums of packed weights are those of the weights one by one.
func TestScore(t *testing.T) {
	m := small(t)
	var g Tagger
	err := g.sentences(m, []byte("Herr Peter Müller sprach mit Frau Dr. Anna Schmidt-Meier in Köln."), func() error {
		g.begin()
		g.want(0, len(g.tokens))
		for i := range g.tokens {
			var got [tags]int32
			g.score(i, &got)
			for tag := 1; tag < tags; tag++ {
				want := int32(0)
				for _, r := range appendRows(nil, (*[window]uint32)(g.atoms[i*atoms:])) {
					want += m.weight(r, tag)
				}
				if got[tag] != want {
					t.Fatalf("token %d, tag %d: %d, want %d", i, tag, got[tag], want)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
