package query

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"webmill/pkg/text/words"
)

// Question is a question that was understood.
type Question struct {
	Number  int64 // from 1
	Answers []Hit // the best, the best first
	Odd     []Odd // what other programs take for an operator, and this one for words

	root  *node // nil: nothing is asked
	terms []term
	near  bool // it asks for positions
}

// Odd is a part of a question, and what to do about it. The same is to be done about all of a kind.
type Odd struct{ Kind, Text, Remedy string }

// operators are what other programs take for operators.
var operators = []struct {
	is   *regexp.Regexp
	kind Odd
}{
	{regexp.MustCompile(`^[-–—−]\pL`), Odd{"-", "", "a - leaves nothing out: write NOT"}},
	{regexp.MustCompile(`^\+\pL`), Odd{"+", "", "a + asks for nothing: write AND between words that a document must have"}},
	{regexp.MustCompile(`^[Nn]ot$`), Odd{"not", "", "it is taken as a word: write NOT in capitals"}},
	{regexp.MustCompile(`^!`), Odd{"!", "", "a ! leaves nothing out: write NOT"}},
	{regexp.MustCompile(`^[Aa]nd$`), Odd{"and", "", "it is taken as a word: write AND between words that a document must have"}},
	{regexp.MustCompile(`^(or|Or|oR)$`), Odd{"or", "", "it is taken as a word: write OR in capitals"}},
	{regexp.MustCompile(`^&+$`), Odd{"&", "", "it joins nothing: write AND between words that a document must have"}},
	{regexp.MustCompile(`^\|+$`), Odd{"|", "", "it is not needed: words side by side are alternatives"}},
	{regexp.MustCompile(`(^|[^\pL\pN])(AND|OR|NOT|NEAR)([^\pL\pN]|$)`),
		Odd{"AND", "", "AND, OR, NOT and NEAR/N are words here: they need a blank before and behind them"}},
	{regexp.MustCompile(`^([Nn]ear|[Ww])(/[0-9]+)?$`), Odd{"near", "", "it is taken as words: write NEAR/N in capitals"}},
	{regexp.MustCompile(`\pL\^[0-9]`), Odd{"^", "", "a ^ weighs nothing: the number is taken as a word"}},
	{regexp.MustCompile("^['‘‚`´]\\pL"), Odd{"'", "", "it begins no phrase: write a phrase in \" \""}},
	{regexp.MustCompile(`\pL[*~]|[*?]\pL`), Odd{"*", "", "*, ? and ~ stand for no letters: write whole words"}},
}

// odd notes a token that others take for an operator.
func (p *parser) odd() {
	for _, o := range operators {
		if len(p.out.Odd) < mostOdd && o.is.MatchString(p.token) {
			p.out.Odd = append(p.out.Odd, Odd{o.kind.Kind, p.token, o.kind.Remedy})
		}
	}
}

const mostOdd = 8 // of a question

// term is a term of a question.
type term struct {
	text  string
	times int   // that it is asked for, other than by NOT
	id    int32 // in the dictionary; none: it is not there
}

const none = -1

// op is what a node of a question asks for.
type op uint8

const (
	opWord   op = iota
	opPhrase    // words at their places
	opNear      // two words or phrases near each other
	opAny
	opAll
	opNot
)

// node is a part of a question. A node that is nil has only stop words, and asks for nothing.
type node struct {
	op    op
	args  []*node
	word  int   // of opWord: of the terms
	place int32 // of a word in its phrase
	near  int32 // of opNear: how many words apart at most
	plain bool  // a phrase that no quotes made: several words without a blank between them
}

// The bounds of a question.
const (
	MaxQuestion = 64 << 10 // bytes
	mostWords   = 256
	mostDepth   = 64
	mostNear    = 1 << 20
)

// parser reads a question:
//
//	any  = all {OR all}
//	all  = not {[AND] not}      AND may be missing before NOT
//	not  = NOT not | list
//	list = near {near}          any of them
//	near = unit [NEAR/n unit]
//	unit = word | "words" | ( any )
type parser struct {
	rule  *words.Rule
	text  string // what is left
	token string // what is next; "" at the end
	kind  kind   // of token
	out   *Question
	not   bool // what is read is not wanted
	depth int  // of parentheses and NOTs
	words int
	split words.Splitter
	known map[string]int
}

// kind is what a token is.
type kind uint8

const (
	atEnd kind = iota
	aWord
	aPhrase // without its quotes
	aSign   // ( or ) or an operator
)

// parse reads a question, which must be UTF-8. By the rule its words become what those of the documents became.
func parse(rule *words.Rule, text string) (*Question, error) {
	if len(text) > MaxQuestion {
		return nil, fmt.Errorf("is longer than %d bytes", MaxQuestion)
	}
	text = plain.Replace(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, text))
	if straight := quotes.Replace(text); strings.Count(straight, `"`)%2 == 0 {
		text = straight
	}
	p := &parser{rule: rule, text: text, out: &Question{}, known: map[string]int{}}
	if err := p.next(); err != nil {
		return nil, err
	}
	if p.kind == atEnd {
		return p.out, nil
	}
	var err error
	if p.out.root, err = p.any(); err != nil {
		return nil, err
	}
	if p.token == ")" {
		return nil, errors.New("has a ) without a (")
	}
	return p.out, nil
}

// quotes are those of several languages, which people copy.
var quotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‹", `"`, "›", `"`, "「", `"`, "」", `"`,
	"『", `"`, "』", `"`, "＂", `"`)

// plain has the signs of East Asian keyboards.
var plain = strings.NewReplacer("（", "(", "）", ")")

var signs = map[string]bool{"(": true, ")": true, "AND": true, "OR": true, "NOT": true}

// next goes on to the next token.
func (p *parser) next() error {
	p.text = strings.TrimLeft(p.text, " ")
	if p.text == "" {
		p.token, p.kind = "", atEnd
		return nil
	}
	switch p.text[0] {
	case '(', ')':
		p.token, p.text, p.kind = p.text[:1], p.text[1:], aSign
		return nil
	case '"':
		end := strings.IndexByte(p.text[1:], '"')
		if end < 0 {
			return errors.New("has a quote without an end")
		}
		p.token, p.text, p.kind = p.text[1:1+end], p.text[2+end:], aPhrase
		return nil
	}
	end := strings.IndexAny(p.text, ` ()"`)
	if end < 0 {
		end = len(p.text)
	}
	p.token, p.text, p.kind = p.text[:end], p.text[end:], aWord
	if signs[p.token] || p.token == "NEAR" || strings.HasPrefix(p.token, "NEAR/") {
		p.kind = aSign
	} else {
		p.odd()
	}
	return nil
}

// is passes over a sign.
func (p *parser) is(sign string) (bool, error) {
	if p.kind != aSign || p.token != sign {
		return false, nil
	}
	return true, p.next()
}

// joined is a node of several; those that ask for nothing are left out.
func joined(op op, args ...*node) *node {
	n := &node{op: op}
	for _, a := range args {
		if a != nil {
			n.args = append(n.args, a)
		}
	}
	switch len(n.args) {
	case 0:
		return nil
	case 1:
		return n.args[0]
	}
	return n
}

func (p *parser) any() (*node, error) {
	if p.depth++; p.depth > mostDepth {
		return nil, fmt.Errorf("has more than %d parentheses or NOTs around a word", mostDepth)
	}
	defer func() { p.depth-- }()
	var args []*node
	for {
		n, err := p.all()
		if err != nil {
			return nil, err
		}
		args = append(args, n)
		if more, err := p.is("OR"); err != nil || !more {
			return joined(opAny, args...), err
		}
	}
}

func (p *parser) all() (*node, error) {
	var args []*node
	for {
		n, err := p.negated()
		if err != nil {
			return nil, err
		}
		args = append(args, n)
		more, err := p.is("AND")
		if err != nil || !more && !(p.kind == aSign && p.token == "NOT") {
			return joined(opAll, args...), err
		}
	}
}

func (p *parser) negated() (*node, error) {
	not, err := p.is("NOT")
	if err != nil {
		return nil, err
	}
	if !not {
		return p.list()
	}
	if p.depth++; p.depth > mostDepth {
		return nil, fmt.Errorf("has more than %d parentheses or NOTs around a word", mostDepth)
	}
	p.not = !p.not
	n, err := p.negated()
	p.not = !p.not
	p.depth--
	if n == nil || err != nil {
		return nil, err
	}
	if n.op == opNot {
		return n.args[0], nil
	}
	return &node{op: opNot, args: []*node{n}}, nil
}

func (p *parser) list() (*node, error) {
	var args []*node
	for first := true; first || p.kind == aWord || p.kind == aPhrase || p.token == "("; first = false {
		n, err := p.nearby()
		if err != nil {
			return nil, err
		}
		if n != nil && n.plain {
			args = append(args, n.args...)
		} else {
			args = append(args, n)
		}
	}
	return joined(opAny, args...), nil
}

func (p *parser) nearby() (*node, error) {
	a, err := p.unit()
	if err != nil || p.kind != aSign || !strings.HasPrefix(p.token, "NEAR") {
		return a, err
	}
	number, _ := strings.CutPrefix(p.token, "NEAR/")
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil || n < 1 || n > mostNear {
		return nil, fmt.Errorf("has %.32q: write NEAR/N, for at most N words apart, with N from 1 to %d", p.token, mostNear)
	}
	if err := p.next(); err != nil {
		return nil, err
	}
	b, err := p.unit()
	if err != nil {
		return nil, err
	}
	if p.kind == aSign && strings.HasPrefix(p.token, "NEAR") {
		return nil, errors.New("has NEAR after NEAR: it joins two words or phrases only")
	}
	for _, x := range []*node{a, b} {
		if x != nil && x.op > opPhrase {
			return nil, errors.New("has NEAR beside parentheses: it joins words or phrases only")
		}
	}
	if a == nil || b == nil {
		return joined(opAny, a, b), nil
	}
	p.out.near = true
	return &node{op: opNear, args: []*node{a, b}, near: int32(n)}, nil
}

func (p *parser) unit() (*node, error) {
	switch {
	case p.kind == atEnd:
		return nil, errors.New("ends where a word is expected")
	case p.token == "(" && p.kind == aSign:
		if err := p.next(); err != nil {
			return nil, err
		}
		n, err := p.any()
		if err != nil {
			return nil, err
		}
		closed, err := p.is(")")
		if err == nil && !closed {
			err = errors.New("has a ( without a )")
		}
		if n != nil && n.op <= opPhrase { // which NEAR would take, and list would open
			n = &node{op: opAny, args: []*node{n}}
		}
		return n, err
	case p.kind == aSign:
		return nil, fmt.Errorf("has %.32q where a word is expected", p.token)
	}
	n, err := p.phrase(p.token)
	if n != nil && n.op == opPhrase {
		n.plain = p.kind == aWord
		p.out.near = p.out.near || !n.plain
	}
	if err == nil {
		err = p.next()
	}
	return n, err
}

// phrase makes a phrase of the words of a text, or a single word.
func (p *parser) phrase(text string) (*node, error) {
	n := &node{op: opPhrase}
	p.split.Reset([]byte(text))
	for place := int32(0); ; place++ {
		word := p.split.Next()
		if word == nil {
			break
		}
		if word = p.rule.Term(word); word == nil {
			continue
		}
		at, known := p.known[string(word)]
		if !known {
			at = len(p.out.terms)
			p.known[string(word)] = at
			p.out.terms = append(p.out.terms, term{text: string(word), id: none})
		}
		if !p.not {
			p.out.terms[at].times++
		}
		n.args = append(n.args, &node{op: opWord, word: at, place: place})
		if p.words++; p.words > mostWords {
			return nil, fmt.Errorf("has more than %d words", mostWords)
		}
	}
	switch len(n.args) {
	case 0:
		return nil, nil
	case 1:
		return n.args[0], nil
	}
	return n, nil
}
