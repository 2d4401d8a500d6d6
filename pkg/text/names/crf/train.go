package crf

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Kind is the kind of a name in a training text.
type Kind uint8

// The kinds, whose first tags are 2*Kind+1.
const (
	Person Kind = iota
	Place
	Organisation
	Other
)

// Name is a name in the text of an example: Text[From:To].
type Name struct {
	From, To int
	Kind     Kind
}

// Example is a line of training text.
type Example struct {
	Text  string
	Names []Name
	// Doc is the number of its document: what is learnt of a word is not learnt from the document where it is used.
	Doc int
	// Where Nouns is not nil, the names are not known. Nouns has, for each proper name of one word and each noun, its place, and
	// Kind Person for the proper name, Other for the noun; a word that is not in it as a proper name is no person.
	Nouns []Name
	// Early examples are learnt in the early passes only.
	Early bool
	// Foreign examples are in another language: only their words with a capital are counted, and in which names these are.
	Foreign bool
	// Unknown examples have words that the model shall take for unknown: the words of their persons or, if they have no persons,
	// all words with a capital. These are learnt as words that are in no list.
	Unknown bool
}

// Options of training.
type Options struct {
	Passes int
	Early  int     // passes with all examples; the others have those that are not early
	Rate   float64 // of AdaGrad
	L2     float64
	Hide   float64 // share of the words with a capital that are taken for unknown ones in a pass
	Runs   int     // models whose mean is taken; 0: 1
	Seed   uint64
	Drop   float64 // share of the features of a word that are left out in a step
	Bias   float64 // is added to the score of no name, when the model is used
	Floor  float64 // names less probable than this are left out, when the model is used
}

// prepared is a sentence that is learnt.
type prepared struct {
	atoms   []uint32
	allowed []uint16 // of each token, a bit for each tag that it may have
	capital []bool
	n       int
	early   bool
}

// trainer learns weights by AdaGrad on the likelihood of the allowed tags.
type trainer struct {
	opt     Options
	rand    *rand.Rand
	list    []*prepared
	weights []float32 // rows of tags-1
	squares []float32
	trans   [tags][tags]float64
	// sums of the weights of some passes; summed is how many
	sum      []float32
	transSum [tags][tags]float64
	summed   float64
	transSq  [tags][tags]float64
	atoms    []uint32
	rows     []uint32
	free     lattice
	bound    lattice
}

// Train learns a model. words are what CountWords made of these examples. Each weight is the mean of its values after the passes
// of the second half, of all runs: these differ in the order of the sentences and in what is hidden.
func Train(examples []Example, words *Words, opt Options) *Model {
	t := &trainer{opt: opt, sum: make([]float32, rows*(tags-1))}
	for i := range examples {
		t.prepare(&examples[i], words.without(examples[i].Doc))
	}
	for run := range max(1, opt.Runs) {
		t.rand = rand.New(rand.NewPCG(opt.Seed, uint64(run)))
		t.weights, t.squares = make([]float32, rows*(tags-1)), make([]float32, rows*(tags-1))
		t.trans, t.transSq = [tags][tags]float64{}, [tags][tags]float64{}
		order := t.rand.Perm(len(t.list))
		for pass := range opt.Passes {
			t.rand.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
			for _, i := range order {
				if pass < opt.Early || !t.list[i].early {
					t.learn(t.list[i])
				}
			}
			if pass >= opt.Passes/2 {
				t.add()
			}
		}
	}
	return t.model(words.Dictionary())
}

// add adds the weights to their sums.
func (t *trainer) add() {
	t.summed++
	for i, w := range t.weights {
		t.sum[i] += w
	}
	for from := range tags {
		for to := range tags {
			t.transSum[from][to] += t.trans[from][to]
		}
	}
}

// prepare makes sentences of an example.
func (t *trainer) prepare(e *Example, d *Dictionary) {
	var g Tagger
	g.sentences(&Model{dict: d}, []byte(e.Text), func() error {
		e.forget(g.tokens)
		g.begin()
		g.want(0, len(g.tokens))
		p := &prepared{atoms: slices.Clone(g.atoms[:(len(g.tokens)+2*around)*atoms]), n: len(g.tokens), early: e.Early}
		for i := range g.tokens {
			w := &g.tokens[i]
			p.allowed = append(p.allowed, e.allowed(w))
			p.capital = append(p.capital, w.shape >= capital && w.shape <= mixed && w.shape != initial)
		}
		t.list = append(t.list, p)
		return nil
	})
}

// forget removes the classes of the words that an Unknown example takes for unknown. Words of the closed classes, like particles,
// keep theirs.
func (e *Example) forget(tokens []token) {
	if !e.Unknown {
		return
	}
	isPerson := func(n Name) bool { return n.Kind == Person }
	persons := slices.ContainsFunc(e.Names, isPerson)
	for i := range tokens {
		w := &tokens[i]
		inside := func(n Name) bool { return isPerson(n) && w.from < n.To && w.to > n.From }
		if w.shape > mixed || w.shape == initial || w.shape == lower && !persons || closedClass(w.class) > 0 {
			continue
		}
		if !persons || slices.ContainsFunc(e.Names, inside) {
			w.class = 0
			w.note = w.note&^noteGenitive | noteUnknown
		}
	}
}

// allowed are the tags that a token may have.
func (e *Example) allowed(w *token) uint16 {
	if e.Nouns != nil {
		for _, n := range e.Nouns {
			if w.from < n.To && w.to > n.From && n.Kind == Person {
				return 1<<tags - 1
			}
		}
		if w.shape == initial || w.shape >= digits {
			return 1<<tags - 1
		}
		return 1<<tags - 1 - 1<<beginPerson - 1<<insidePerson
	}
	for _, n := range e.Names {
		if w.from < n.To && w.to > n.From {
			tag := 2*int(n.Kind) + 1
			if w.from > n.From {
				tag++
			}
			return 1 << tag
		}
	}
	return 1 << none
}

const hidden = 2 // the atom of a word that is hidden

// hide makes unknown words of some words.
func (t *trainer) hide(p *prepared) []uint32 {
	t.atoms = append(t.atoms[:0], p.atoms...)
	for i, capital := range p.capital {
		if !capital || t.rand.Float64() >= t.opt.Hide {
			continue
		}
		v := t.atoms[(i+around)*atoms:]
		v[aWord] = hidden
		v[aUse], v[aUseCoarse], v[aParts] = 1, 1, 1
		v[aMixed] = 1 + v[aCoarse] + v[aUseCoarse]<<8 + v[aShape]<<16
		v[aMixedParts] = 1 + v[aParts]<<8 + v[aShape]
	}
	return t.atoms
}

// learn makes one step for a sentence.
func (t *trainer) learn(p *prepared) {
	list := t.hide(p)
	t.rows = t.rows[:0]
	ends, gain := []int{0}, 1/(1-t.opt.Drop)
	t.free.factor, t.bound.factor = grown(t.free.factor, p.n), grown(t.bound.factor, p.n)
	for i := range p.n {
		from := len(t.rows)
		t.rows = appendRows(t.rows, (*[window]uint32)(list[i*atoms:]))
		t.rows = t.drop(t.rows, from)
		ends = append(ends, len(t.rows))
		var scores [tags]float64
		for _, r := range t.rows[from:] {
			for k, w := range (*[tags - 1]float32)(t.weights[int(r)*(tags-1):]) {
				scores[k+1] += float64(w) * gain
			}
		}
		t.setFactors(i, &scores, p.allowed[i])
	}
	m := t.matrix()
	t.free.sums(m)
	t.bound.sums(m)
	for i := range p.n {
		free, bound := t.free.marginal(i), t.bound.marginal(i)
		var gradient [tags - 1]float64
		any := false
		for k := range gradient {
			gradient[k] = free[k+1] - bound[k+1]
			any = any || math.Abs(gradient[k]) > 1e-3
		}
		if any {
			t.update(t.rows[ends[i]:ends[i+1]], &gradient)
		}
		t.updateTransitions(m, i)
	}
}

// drop leaves out some of the rows behind the first ones.
func (t *trainer) drop(list []uint32, first int) []uint32 {
	if t.opt.Drop == 0 {
		return list
	}
	kept := list[:first]
	for _, r := range list[first:] {
		if t.rand.Float64() >= t.opt.Drop {
			kept = append(kept, r)
		}
	}
	return kept
}

func (t *trainer) setFactors(i int, scores *[tags]float64, allowed uint16) {
	top := scores[0]
	for _, s := range scores {
		top = max(top, s)
	}
	for k, s := range scores {
		f := math.Exp(max(s-top, -100))
		t.free.factor[i][k], t.bound.factor[i][k] = f, 0
		if allowed>>k&1 == 1 {
			t.bound.factor[i][k] = f
		}
	}
}

func (t *trainer) matrix() *matrix {
	m := new(matrix)
	for from := range tags {
		for to := range tags {
			if legal(from, to) {
				m[from][to] = math.Exp(t.trans[from][to])
			}
		}
	}
	return m
}

// marginal is how probable each tag of a token is, after sums.
func (l *lattice) marginal(i int) (p [tags]float64) {
	total := 0.0
	for t := range p {
		p[t] = float64(l.alpha[i][t] * l.beta[i][t])
		total += p[t]
	}
	scale(&p, total)
	return p
}

func (t *trainer) update(list []uint32, gradient *[tags - 1]float64) {
	for _, r := range list {
		w := (*[tags - 1]float32)(t.weights[int(r)*(tags-1):])
		sq := (*[tags - 1]float32)(t.squares[int(r)*(tags-1):])
		for k, g := range gradient {
			if math.Abs(g) < 1e-4 {
				continue
			}
			step := g + t.opt.L2*float64(w[k])
			sq[k] += float32(step * step)
			w[k] -= float32(t.opt.Rate * step / math.Sqrt(float64(sq[k])+1e-8))
		}
	}
}

// updateTransitions makes the step of the transition from token i-1 to i.
func (t *trainer) updateTransitions(m *matrix, i int) {
	var gradient [tags][tags]float64
	for k, l := range [...]*lattice{&t.free, &t.bound} {
		sign := float64(1 - 2*k)
		before := [tags]float64{1}
		if i > 0 {
			before = l.alpha[i-1]
		}
		var pair [tags][tags]float64
		total := 0.0
		for from := range tags {
			for to := range tags {
				p := before[from] * m[from][to] * l.factor[i][to] * l.beta[i][to]
				pair[from][to] = p
				total += p
			}
		}
		for from := range tags {
			for to := range tags {
				gradient[from][to] += sign * pair[from][to] / max(total, 1e-300)
			}
		}
	}
	for from := range tags {
		for to := range tags {
			g := gradient[from][to]
			if !legal(from, to) || math.Abs(g) < 1e-4 {
				continue
			}
			t.transSq[from][to] += g * g
			t.trans[from][to] -= t.opt.Rate * g / math.Sqrt(t.transSq[from][to]+1e-8)
		}
	}
}

// model makes a model of the weights, rounded.
func (t *trainer) model(d *Dictionary) *Model {
	m := &Model{dict: d, unit: Unit, weights: new([rows]uint64), bias: rounded(t.opt.Bias), floor: t.opt.Floor}
	for r := range m.weights {
		for k, w := range t.sum[r*(tags-1) : (r+1)*(tags-1)] {
			m.weights[r] |= uint64(uint8(int8(min(127, max(-127, rounded(float64(w)/t.summed)))))^offset) << (8 * k)
		}
	}
	for from := range tags {
		for to := range tags {
			m.trans[from][to] = rounded(t.transSum[from][to] / t.summed)
		}
	}
	m.prepare()
	return m
}

func rounded(w float64) int32 { return int32(math.Round(w * Unit)) }

// With is the same model with another bias and floor: see Options.
func (m *Model) With(bias, floor float64) *Model {
	c := *m
	c.bias, c.floor = rounded(bias), floor
	return &c
}
