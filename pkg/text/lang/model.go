package lang

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// MaxLanguages is how many languages a model may have, with code.
const MaxLanguages = 32

const (
	// Bit is how many units of cost a bit has.
	Bit = 12
	// Rarest is the cost of a piece that a language does not have.
	Rarest = 18 * Bit
	// Unit is the number of pieces of the texts whose mean cost and spread the model has: about 200 characters.
	Unit = 400
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

// Model is a table with open addressing from pieces to their costs.
type Model struct {
	Names        []string
	mean, spread []float64 // cost of a piece in texts of the language, and how far it may be above it in texts of Unit pieces
	slots        []slot
	rows         []lanes
	shift        int // of hashes
}

type slot struct {
	piece uint64
	row   int32
}

// lanes are the costs of all languages, 16 bits each, so that one addition adds four.
type lanes [MaxLanguages / 4]uint64

func (l *lanes) set(language int, cost uint64) {
	l[language/4] |= cost << (language % 4 * 16)
}

func (l *lanes) get(language int) uint16 {
	return uint16(l[language/4] >> (language % 4 * 16))
}

// mostAdded is how many rows fit into lanes.
const mostAdded = (1<<16 - 1) / Rarest

// Read reads the table: lines of fields between tabs. Lines that start with # are comments. The first three have the
// names, the means and the spreads of the languages, all others a piece and its costs, "" for Rarest.
func Read(packed []byte) (*Model, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	all, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	n := bytes.Count(all, []byte("\n"))
	m := &Model{shift: 64 - bits.Len(uint(n)) - 1, rows: make([]lanes, 0, n)}
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
		var row lanes
		if row, err = m.row(fields); err == nil {
			s := m.slot(pieceOf(head))
			s.piece, s.row = pieceOf(head), int32(len(m.rows))
			m.rows = append(m.rows, row)
		}
	}
	return err
}

// row reads the costs of a piece.
func (m *Model) row(fields []byte) (row lanes, err error) {
	cost, i, empty := 0, 0, true
	for at := 0; at <= len(fields); at++ {
		switch {
		case at < len(fields) && '0' <= fields[at] && fields[at] <= '9' && cost <= Rarest:
			cost, empty = 10*cost+int(fields[at]-'0'), false
		case at < len(fields) && fields[at] != '\t' || cost > Rarest || i == len(m.Names):
			return row, errors.New("these are no costs of the languages")
		default:
			if empty {
				cost = Rarest
			}
			row.set(i, uint64(cost))
			cost, empty, i = 0, true, i+1
		}
	}
	if i < len(m.Names) {
		err = fmt.Errorf("%d costs for %d languages", i, len(m.Names))
	}
	return row, err
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

// pieceOf is the piece that text is, in a table that has _ for a gap.
func pieceOf(text string) (piece uint64) {
	for _, r := range strings.ReplaceAll(text, "_", " ") {
		piece = piece<<16 | uint64(r)
	}
	return piece
}

// slot returns the index of the slot of a piece, or of the empty slot where it would go. Half of the slots are empty.
func (m *Model) slot(piece uint64) *slot {
	for i := piece * 0x9e3779b97f4a7c15 >> m.shift; ; i++ {
		if s := &m.slots[i&uint64(len(m.slots)-1)]; s.piece == piece || s.piece == 0 {
			return s
		}
	}
}

// add adds the costs of the pieces of a text.
func (m *Model) add(text []byte, sum *Cost) {
	var some lanes
	added, unknown := 0, 0
	flush := func() {
		for i := range m.Names {
			sum.In[i] += int32(some.get(i))
		}
		some, added = lanes{}, 0
	}
	c := cursor{text: text, tail: tail{gap, 1}}
	for c.next() {
		for n := shortest; n <= c.n; n++ {
			s := m.slot(c.piece(n))
			if sum.Pieces++; s.piece == 0 {
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
