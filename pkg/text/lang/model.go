package lang

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"webmill/pkg/hashes"
	"webmill/pkg/inflate"
)

// MaxLanguages is how many languages a model may have, with code.
const MaxLanguages = 32

const (
	// Bit is how many units of cost a bit has.
	Bit = 12
	// Rarest is the cost of an n-gram that a language does not have.
	Rarest = 18 * Bit
	// usual is the number of n-grams of the texts whose mean cost and spread the model has: about 200 characters.
	usual = 400
)

//go:embed model.tsv.gz
var packed []byte

var theModel = sync.OnceValue(func() *Model {
	m, err := Read(packed)
	if err != nil {
		panic(err) // the model is a part of the program
	}
	return m
})

// Model is a table with open addressing from n-grams to their costs.
type Model struct {
	Names        []string
	mean, spread []float64 // cost of an n-gram in texts of the language, and how far it may be above it in texts of usual n-grams
	slots        []slot
	rows         []costs
	shift        int // of hashes
}

type slot struct {
	ngram uint64
	row   int32
}

// costs are the costs of all languages, 16 bits each, so that one addition adds four.
type costs [MaxLanguages / 4]uint64

func (l *costs) set(language int, cost uint64) {
	l[language/4] |= cost << (language % 4 * 16)
}

func (l *costs) get(language int) uint16 {
	return uint16(l[language/4] >> (language % 4 * 16))
}

// mostAdded is how many rows fit into a sum of costs.
const mostAdded = (1<<16 - 1) / Rarest

// mostUnpacked bounds a table, unpacked.
const mostUnpacked = 64 << 20

// Read reads the table: lines of fields between tabs. Lines that start with # are comments. The first three have the
// names, the means and the spreads of the languages, all others an n-gram and its costs, "" for Rarest.
func Read(packed []byte) (*Model, error) {
	all, _, err := inflate.Member(make([]byte, 0, 4*len(packed)), packed, mostUnpacked)
	if err != nil {
		return nil, err
	}
	n := bytes.Count(all, []byte("\n"))
	m := &Model{shift: 64 - bits.Len(uint(n)) - 1, rows: make([]costs, 0, n)}
	m.slots = make([]slot, 1<<(64-m.shift))
	for line := range bytes.Lines(all) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		head, fields, _ := bytes.Cut(line, []byte("\t"))
		if err := m.line(string(head), fields); err != nil {
			return nil, fmt.Errorf("%.40q: %w", line, err)
		}
	}
	return m, nil
}

// line takes a line of the table.
func (m *Model) line(head string, fields []byte) (err error) {
	switch head {
	case "#":
	case "language":
		if m.Names = strings.Split(string(fields), "\t"); len(m.Names) > MaxLanguages {
			err = fmt.Errorf("%d languages", len(m.Names))
		}
	case "mean":
		m.mean, err = m.numbers(fields)
	case "spread":
		m.spread, err = m.numbers(fields)
	default:
		ngram := ngramOf(head)
		s := m.slot(ngram)
		s.ngram, s.row = ngram, int32(len(m.rows))
		m.rows = append(m.rows, costs{})
		err = m.row(fields, &m.rows[s.row])
	}
	return err
}

// row reads the costs of an n-gram.
func (m *Model) row(fields []byte, row *costs) error {
	i := 0 // the language
	for at := 0; ; at++ {
		cost, begin := 0, at
		for ; at < len(fields) && fields[at] != '\t'; at++ {
			digit := fields[at] - '0'
			if cost = 10*cost + int(digit); digit > 9 || cost > Rarest {
				return errors.New("these are no costs of the languages")
			}
		}
		if at == begin {
			cost = Rarest
		}
		if i == len(m.Names) {
			return errors.New("these are no costs of the languages")
		}
		row.set(i, uint64(cost))
		i++
		if at == len(fields) {
			break
		}
	}
	if i < len(m.Names) {
		return fmt.Errorf("%d costs for %d languages", i, len(m.Names))
	}
	return nil
}

// numbers reads a number for each language.
func (m *Model) numbers(fields []byte) (list []float64, err error) {
	for f := range strings.SplitSeq(string(fields), "\t") {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	if len(list) != len(m.Names) {
		err = fmt.Errorf("%d numbers for %d languages", len(list), len(m.Names))
	}
	return list, err
}

// ngramOf is the n-gram that text is, in a table that has _ for a gap.
func ngramOf(text string) (ngram uint64) {
	for _, r := range text {
		if r == '_' {
			r = ' '
		}
		ngram = ngram<<16 | uint64(r)
	}
	return ngram
}

// slot returns the index of the slot of an n-gram, or of the empty slot where it would go. Half of the slots are empty.
func (m *Model) slot(ngram uint64) *slot {
	for i := ngram * hashes.Golden >> m.shift; ; i++ {
		if s := &m.slots[i&uint64(len(m.slots)-1)]; s.ngram == ngram || s.ngram == 0 {
			return s
		}
	}
}

// add adds the costs of the n-grams of a text.
func (m *Model) add(text []byte, sum *Cost) {
	var some costs
	added, unknown := 0, 0
	flush := func() {
		for i := range m.Names {
			sum.In[i] += int32(some.get(i))
		}
		some, added = costs{}, 0
	}
	c := cursor{text: text, tail: tail{gap, 1}}
	for c.next() {
		for n := shortest; n <= c.n; n++ {
			s := m.slot(c.ngram(n))
			sum.NGrams++
			if s.ngram == 0 {
				unknown++
				continue
			}
			for i, x := range &m.rows[s.row] {
				some[i] += x
			}
			if added++; added == mostAdded {
				flush()
			}
		}
	}
	flush()
	sum.Letters += c.letters
	for i := range m.Names {
		sum.In[i] += int32(unknown * Rarest)
	}
}
