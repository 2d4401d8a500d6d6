// Package lang finds the language of a text by the n-grams of its words.
//
// The model is a table of n-grams of two to four characters (model.tsv.gz, which zcat shows): for each language how rare the
// n-gram is in it. A text is in the language in which its n-grams are the least rare in sum. If even there they
// are rarer than in nearly all texts of that language, the text is in none of the model. Program code counts as a language of
// the model; a text in it has none.
//
//	lang.go    Of
//	ngrams.go  what a text is divided into
//	model.go   the table
//
// The program in scripts/language-model makes the table.
package lang

import (
	"math"
	"unicode/utf8"
)

// Code is what stands for program code in the model.
const Code = "code"

const (
	sampled = 3   // places in which a long text is looked at, evenly spread
	sample  = 200 // bytes of each of them

	// nearCode is how much more a long text may cost in its language than as code, as a share: texts about programs cost nearly
	// the same as code as in English.
	nearCode = 0.03

	// LeastLetters is how many letters a text must have: in fewer the languages cannot be told apart.
	LeastLetters = 16
)

// Of is the language of a text in UTF-8, like "de", or "" if it is in no language of the model. It is safe for
// concurrent use.
func Of(text []byte) string {
	return theModel().Of(text)
}

// Of is the language of a text as Of finds it with this model.
func (m *Model) Of(text []byte) string {
	var sum Cost
	each(text, func(part []byte) { m.add(part, &sum) })
	best := m.nearest(&sum, func(name string) bool { return name != Code })
	code := m.nearest(&sum, func(name string) bool { return name == Code })
	if sum.Letters < LeastLetters || !m.typical(best, &sum) || sum.isCode(best, code) {
		return ""
	}
	return m.Names[best]
}

// isCode reports whether a text is code rather than in a language. Of a short text the lesser cost says it.
func (c *Cost) isCode(language, code int) bool {
	long := min(max(0, (float64(c.NGrams)/usual-1)/2), 1) // 0 up to 200 characters, 1 from 600 on
	return float64(c.In[language]) > (1+nearCode*long)*float64(c.In[code])
}

// Cost is what the n-grams of a text cost: the sum of their rarity in each language.
type Cost struct {
	In      [MaxLanguages]int32
	NGrams  int // of which the costs are sums
	Letters int
}

// Nearest is the language in which a text costs the least.
func (m *Model) Nearest(text []byte) (best int, sum Cost) {
	each(text, func(part []byte) { m.add(part, &sum) })
	return m.nearest(&sum, func(string) bool { return true }), sum
}

// nearest is the language with the least cost of those that count.
func (m *Model) nearest(sum *Cost, counts func(name string) bool) int {
	best := -1
	for i, name := range m.Names {
		if counts(name) && (best < 0 || sum.In[i] < sum.In[best]) {
			best = i
		}
	}
	return best
}

// typical reports whether a text costs no more than texts of that language do. Short ones differ more.
func (m *Model) typical(i int, sum *Cost) bool {
	n := float64(sum.NGrams)
	return float64(sum.In[i])/n <= m.mean[i]+m.spread[i]*max(1, math.Sqrt(usual/n))
}

// each calls do for the parts of a text that are looked at.
func each(text []byte, do func(part []byte)) {
	if len(text) <= sampled*sample {
		do(text)
		return
	}
	for i := range sampled {
		from := (len(text) - sample) / (sampled - 1) * i
		part := text[from : from+sample]
		for len(part) > 0 && !utf8.RuneStart(part[0]) {
			part = part[1:]
		}
		do(part)
	}
}
