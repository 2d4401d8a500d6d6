package crf

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Reason is a feature that speaks for a name, or against it.
type Reason struct {
	Word    string  // of the name
	Feature string  // like word[-1]=herr: what the word before is
	Weight  float64 // for the tag that Word has in the name, less the weight for no name; natural logarithms
}

var errFound = errors.New("found")

// Reasons are the features of a name that Read found in a text, the largest weights first, at most n of them.
func (t *Tagger) Reasons(m *Model, text []byte, name Span, n int) []Reason {
	var list []Reason
	t.emit = func(Span) error { return nil }
	err := t.sentences(m, text, func() error {
		if last := len(t.tokens) - 1; t.tokens[last].to <= name.From {
			return nil
		}
		t.begin()
		t.want(0, len(t.tokens))
		tag := beginPerson
		for i := range t.tokens {
			if w := &t.tokens[i]; w.from >= name.From && w.to <= name.To {
				list = t.reasons(list, i, tag)
				tag = insidePerson
			}
		}
		return errFound
	})
	if !errors.Is(err, errFound) {
		return nil
	}
	slices.SortStableFunc(list, func(a, b Reason) int { return cmp.Compare(max(b.Weight, -b.Weight), max(a.Weight, -a.Weight)) })
	return list[:min(n, len(list))]
}

// reasons appends the features of a token whose weight for its tag is not 0.
func (t *Tagger) reasons(list []Reason, i, tag int) []Reason {
	w := (*[window]uint32)(t.atoms[i*atoms:])
	word := string(t.text[t.tokens[i].from:t.tokens[i].to])
	for _, p := range plans {
		weight := t.model.weight(row(p.seed, w[p.a], w[p.b], w[p.c]), tag)
		if weight == 0 {
			continue
		}
		var names []string
		for _, at := range [...]uint8{p.a, p.b, p.c} {
			if at > 0 {
				names = append(names, t.atomName(i, int(at)))
			}
		}
		if names == nil {
			names = []string{"any word"}
		}
		list = append(list, Reason{word, strings.Join(names, " "), float64(weight) / float64(t.model.unit)})
	}
	return list
}

// atomName says what an atom in the window of token i is.
func (t *Tagger) atomName(i, at int) string {
	offset, atom := at/atoms-around, at%atoms
	name := atomNames[atom]
	if offset != 0 {
		name += fmt.Sprintf("[%+d]", offset)
	}
	k := i + offset
	if k < 0 || k >= len(t.tokens) {
		return name + "=(none)"
	}
	w := &t.tokens[k]
	word := strings.ToLower(string(t.text[w.from:w.to]))
	switch {
	case atom == aWord:
		return name + "=" + word
	case atom >= aPrefix1 && atom <= aPrefix5:
		return name + "=" + word[:min(len(word), atom-aPrefix1+1)]
	case atom >= aSuffix1 && atom <= aSuffix5:
		return name + "=" + word[max(0, len(word)-(atom-aSuffix1+1)):]
	case atom == aShape:
		return name + "=" + w.shape.String()
	case atom == aClosed && closedClass(w.class) > 0:
		return name + "=" + closedNames[closedClass(w.class)-1]
	}
	return fmt.Sprintf("%s=%x", name, t.atoms[i*atoms+at]-1)
}

var shapeNames = [...]string{"",
	"lower", "capital", "upper", "initial", "mixed", "digits", "code", "comma", "stop", "end", "quote",
	"opening", "closing", "colon", "dash", "other"}

func (s shape) String() string { return shapeNames[s] }

// closedNames are the names of the closed classes.
var closedNames = func() (list []string) {
	for line := range strings.Lines(closedText) {
		name, _, _ := strings.Cut(line, "\t")
		list = append(list, name)
	}
	return list
}()
