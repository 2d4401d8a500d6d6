package crf

// Span is the name of a person: text[From:To]. P is the probability that the name is one and ends there.
type Span struct {
	From, To int
	P        float32
}

// Tagger finds the names of persons in texts. The zero value is ready; it reuses its memory, and is for one goroutine at a time.
type Tagger struct {
	model  *Model
	text   []byte
	tokens []token // of the sentence
	near   []bool  // what is decoded of it
	atoms  []uint32
	set    int // tokens whose atoms are set
	lat    lattice
	emit   func(Span) error
	full   bool // decode all tokens: for tests and for training
}

// Read calls emit for each name of a person, in the order of the text. A name lies within one line or cell. Read ends with an
// error of emit.
func (t *Tagger) Read(m *Model, text []byte, emit func(Span) error) error {
	t.emit = emit
	return t.sentences(m, text, t.decode)
}

// sentences calls visit for each sentence of a text, whose tokens are then in t.tokens, with their classes.
func (t *Tagger) sentences(m *Model, text []byte, visit func() error) error {
	t.model, t.text = m, text
	for i := 0; i < len(text); {
		var tok token
		var ok bool
		for t.tokens = t.tokens[:0]; ; t.tokens = append(t.tokens, tok) {
			if tok, i, ok = t.scan(text, i); !ok {
				break
			}
			if t.endsBefore(&tok) {
				if err := t.sentence(visit); err != nil {
					return err
				}
				t.tokens = t.tokens[:0]
			}
		}
		if err := t.sentence(visit); err != nil {
			return err
		}
	}
	return nil
}

// endsBefore reports whether the sentence so far ends before a token.
func (t *Tagger) endsBefore(tok *token) bool {
	n := len(t.tokens)
	if n == 0 {
		return false
	}
	last := t.tokens[n-1].shape
	return n >= maxTokens || (last == stop || last == ends) && tok.shape > lower && tok.shape <= mixed
}

func (t *Tagger) sentence(visit func() error) error {
	if len(t.tokens) == 0 {
		return nil
	}
	uppers, words, letters := 0, 0, 0
	for i := range t.tokens {
		w := &t.tokens[i]
		t.model.dict.classify(w, t.text)
		if w.shape <= mixed && w.shape != initial {
			words++
			uppers += btoi(w.shape == upper)
			letters += w.to - w.from
		}
	}
	if uppers == words && (words > 2 || words == 2 && letters > 9) { // a heading in capitals
		for i := range t.tokens {
			if w := &t.tokens[i]; w.shape == upper {
				w.shape = capital
			}
		}
	}
	return visit()
}

// candidate reports whether a token may be part of a name of a person.
func candidate(w *token) bool {
	switch w.shape {
	case capital, upper, initial, mixed:
		use, parts := w.class>>lowerAt&0xff, w.class>>firstAt&0xff
		return use&3 < 3 || parts&0xf > 0 || w.class&0xff > 0
	case lower:
		return w.class>>firstAt&0xf > 0 && w.class>>lowerAt&3 < 3
	}
	return false
}

// context is how many tokens before and behind a candidate are decoded too. What is not decoded is no name for sure; with none,
// F1 falls by 1.5 points, with two it is no better than with one.
const context = 1

// gate marks what is decoded: candidates and what is near them.
func (t *Tagger) gate() (found bool) {
	n := len(t.tokens)
	t.near = grown(t.near, n)
	clear(t.near)
	for i := range t.tokens {
		if t.full || candidate(&t.tokens[i]) {
			found = true
			for k := max(0, i-context); k <= min(n-1, i+context); k++ {
				t.near[k] = true
			}
		}
	}
	return found
}

// decode finds the names of the sentence.
func (t *Tagger) decode() error {
	n := len(t.tokens)
	if !t.gate() {
		return nil
	}
	t.begin()
	for i := 0; i < n; i++ {
		from := i
		for i < n && t.near[i] {
			i++
		}
		if i > from {
			if err := t.part(from, i); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin makes room for the atoms of the sentence, and clears those that lie around it.
func (t *Tagger) begin() {
	n := len(t.tokens)
	t.atoms = grown(t.atoms, (n+2*around)*atoms+1<<8)
	clear(t.atoms[:around*atoms])
	clear(t.atoms[(n+around)*atoms : (n+2*around)*atoms])
	t.set = 0
}

// want sets the atoms of the tokens before token n, from the first one that is needed.
func (t *Tagger) want(from, n int) {
	for i := max(t.set, from); i < min(n, len(t.tokens)); i++ {
		before := (*token)(nil)
		if i > 0 {
			before = &t.tokens[i-1]
		}
		setAtoms(t.atoms[(i+around)*atoms:], &t.tokens[i], before, t.text)
		t.set = i + 1
	}
}

// part decodes the tokens from to to-1. What is around them is no name.
func (t *Tagger) part(from, to int) error {
	t.want(from-around, to+around)
	l := &t.lat
	l.trans = &t.model.trans
	l.scores = grown(l.scores, to-from)
	for i := from; i < to; i++ {
		t.score(i, &l.scores[i-from])
	}
	path := l.viterbi()
	summed := false
	for i := 0; i < len(path); i++ {
		if path[i] != beginPerson {
			continue
		}
		first := i
		for i+1 < len(path) && path[i+1] == insidePerson {
			i++
		}
		if !summed {
			l.factors(t.model.powers)
			l.sums(&t.model.matrix)
			summed = true
		}
		p := l.spanProbability(&t.model.matrix, first, i+1)
		if p < t.model.floor {
			continue
		}
		if err := t.emit(Span{t.tokens[from+first].from, t.tokens[from+i].to, float32(p)}); err != nil {
			return err
		}
	}
	return nil
}

// score sums the weights of the features of a token. Bytes 0, 2, 4 and 6 of all rows are summed in the four parts of even, the
// others in the four parts of odd: a sum of fewer than 256 bytes fits in 16 bits.
func (t *Tagger) score(i int, scores *[tags]int32) {
	const bytes = 0x00ff00ff00ff00ff
	w := (*[1 << 8]uint32)(t.atoms[i*atoms:]) // more than the window, so that any place fits
	weights := t.model.weights
	var even, odd uint64
	for k := range singles {
		p := &singles[k]
		x := weights[row(p.seed, w[p.a], 0, 0)]
		even += x & bytes
		odd += x >> 8 & bytes
	}
	for k := range pairs {
		p := &pairs[k]
		x := weights[row(p.seed, w[p.a], w[p.b], 0)]
		even += x & bytes
		odd += x >> 8 & bytes
	}
	for k := range triples {
		p := &triples[k]
		x := weights[row(p.seed, w[p.a], w[p.b], w[p.c])]
		even += x & bytes
		odd += x >> 8 & bytes
	}
	scores[none] = t.model.bias
	zero := int32(offset * len(plans))
	for k := range 4 {
		scores[1+2*k] = int32(even>>(16*k)&0xffff) - zero
		scores[2+2*k] = int32(odd>>(16*k)&0xffff) - zero
	}
}

// plan is a template, ready for use.
type plan struct {
	seed    uint64
	a, b, c uint8
}

// plans are all templates; singles have at most one atom, pairs two and triples three.
var plans, singles, pairs, triples = func() (all, one, two, three []plan) {
	for i, t := range templates {
		p := plan{seedOf(i), t[0], t[1], t[2]}
		all = append(all, p)
		switch {
		case p.b == 0:
			one = append(one, p)
		case p.c == 0:
			two = append(two, p)
		default:
			three = append(three, p)
		}
	}
	return all, one, two, three
}()
