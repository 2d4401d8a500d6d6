package crf

import "math"

// The tags. Each kind of name has a tag for its first token and one for the others.
const (
	none = iota
	beginPerson
	insidePerson
	beginPlace
	insidePlace
	beginOrg
	insideOrg
	beginOther
	insideOther
	tags
)

// legal reports whether a tag may follow another. At the beginning, none is before.
func legal(from, to int) bool {
	return to == none || to%2 == 1 || from == to || from == to-1
}

// A lattice is a chain of tokens with the score of each tag of each, in units of 1/unit. That of none is 0.
type lattice struct {
	trans  *[tags][tags]int32
	scores [][tags]int32
	back   [][tags]uint8
	path   []uint8

	// forward and backward probabilities, each position scaled to a sum of 1
	factor, alpha, beta [][tags]float64
}

const impossible = math.MinInt32 / 2

// viterbi finds the best sequence of tags. Of equal ones, it takes the lower tags.
func (l *lattice) viterbi() []uint8 {
	n := len(l.scores)
	l.back = grown(l.back, n)
	l.path = grown(l.path, n)
	var best [tags]int32
	for t := 1; t < tags; t++ {
		best[t] = impossible
	}
	for i := range n {
		best = l.step(&best, i)
	}
	last := uint8(0)
	for t := range uint8(tags) {
		if best[t] > best[last] {
			last = t
		}
	}
	for i := n - 1; i >= 0; i-- {
		l.path[i] = last
		last = l.back[i][last]
	}
	return l.path
}

func (l *lattice) step(best *[tags]int32, i int) (next [tags]int32) {
	scores, back := &l.scores[i], &l.back[i]
	for _, to := range [...]int{none, beginPerson, beginPlace, beginOrg, beginOther} {
		from, score := uint8(none), best[none]+l.trans[none][to]
		for f := 1; f < tags; f++ {
			if s := best[f] + l.trans[f][to]; s > score {
				from, score = uint8(f), s
			}
		}
		next[to], back[to] = score+scores[to], from
	}
	for to := insidePerson; to < tags; to += 2 {
		from, score := uint8(to-1), best[to-1]+l.trans[to-1][to]
		if s := best[to] + l.trans[to][to]; s > score {
			from, score = uint8(to), s
		}
		next[to], back[to] = max(score+scores[to], impossible), from
	}
	return next
}

// Probabilities are computed with sums and products of float64 that Go may not fuse, and with powers from a table that is made in
// the same way: so they are the same on every machine.

// powers are exp(-i/unit).
type powers struct{ of []float64 }

func newPowers(unit int) *powers {
	// exp(-1/unit) by its series: each step is one rounded operation.
	x, term, sum := -1/float64(unit), 1.0, 1.0
	for k := 1; k < 20; k++ {
		term = float64(term*x) / float64(k)
		sum += term
	}
	p := &powers{make([]float64, 40*unit)}
	p.of[0] = 1
	for i := 1; i < len(p.of); i++ {
		p.of[i] = float64(p.of[i-1] * sum)
	}
	return p
}

func (p *powers) exp(score int32) float64 {
	if int(-score) >= len(p.of) {
		return 0
	}
	return p.of[-score]
}

// factors sets the factor of each tag of each token to exp of its score, less the highest one.
func (l *lattice) factors(p *powers) {
	l.factor = grown(l.factor, len(l.scores))
	for i := range l.scores {
		scores := &l.scores[i]
		top := scores[0]
		for _, s := range scores {
			top = max(top, s)
		}
		for t, s := range scores {
			l.factor[i][t] = p.exp(s - top)
		}
	}
}

// matrix is a factor for each pair of tags: exp of the transitions, 0 where one is illegal.
type matrix [tags][tags]float64

// sums computes the forward and backward probabilities from the factors.
func (l *lattice) sums(weights *matrix) {
	n := len(l.factor)
	l.alpha, l.beta = grown(l.alpha, n), grown(l.beta, n)
	before := [tags]float64{1}
	for i := range n {
		a, total := &l.alpha[i], 0.0
		for to := range tags {
			sum := 0.0
			for from := range tags {
				sum += float64(before[from] * weights[from][to])
			}
			a[to] = float64(sum * l.factor[i][to])
			total += a[to]
		}
		scale(a, total)
		before = *a
	}
	if n > 0 {
		l.beta[n-1] = ones
	}
	for i := n - 2; i >= 0; i-- {
		l.backward(weights, i)
	}
}

// backward computes the backward probabilities of token i from the next token.
func (l *lattice) backward(weights *matrix, i int) {
	var next [tags]float64
	for to := range tags {
		next[to] = float64(l.factor[i+1][to] * l.beta[i+1][to])
	}
	b, total := &l.beta[i], 0.0
	for from := range tags {
		sum := 0.0
		for to := range tags {
			sum += float64(weights[from][to] * next[to])
		}
		b[from] = sum
		total += sum
	}
	scale(b, total)
}

var ones = [tags]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}

func scale(v *[tags]float64, total float64) {
	if total > 0 {
		for t := range v {
			v[t] /= total
		}
	}
}

// spanProbability is how probable it is that the tokens from to to-1 are one person, after sums.
func (l *lattice) spanProbability(weights *matrix, from, to int) float64 {
	inside := func(i int, t int) float64 {
		return float64(l.alpha[i][t] * l.beta[i][t])
	}
	// All paths through the first token, then the share of them that stay in the person up to the last, and leave it there.
	total := 0.0
	for t := range tags {
		total += inside(from, t)
	}
	if total == 0 {
		return 0
	}
	p := inside(from, beginPerson) / total
	for i, t := from, beginPerson; i < to; i++ {
		if i == len(l.factor)-1 {
			return p
		}
		all, stay := 0.0, 0.0
		for next := range tags {
			w := float64(weights[t][next] * l.factor[i+1][next])
			w = float64(w * l.beta[i+1][next])
			all += w
			if next == insidePerson {
				stay = w
			}
		}
		if all == 0 {
			return 0
		}
		t = insidePerson
		if i == to-1 {
			return float64(p * (1 - stay/all))
		}
		p = float64(p * (stay / all))
	}
	return p
}

// grown is a slice of n values whose old ones need not be kept.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
