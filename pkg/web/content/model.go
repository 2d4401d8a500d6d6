package content

import (
	"bufio"
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// Model says how likely it is that a block is content: by the weighted mean of the log odds of a logistic regression and of
// trees. scripts/train-content makes it.
type Model struct {
	Linear Linear
	Trees  []Tree
	Share  float32   // the weight of the regression in the mean
	Kinds  []string  // of pages
	Kind   []Linear  // by kind: whether a page is of it
	Lean   []float32 // by kind: what is added to the log odds of its blocks
	// Means has, for each tenth of the expected F1, the mean F1 of pages that were not learnt from.
	Means []float32

	forest *forest // of Trees, after Pack
}

// Pack ends the making of a model, whose trees do not change from now on.
func (m *Model) Pack() { m.forest = pack(m.Trees) }

// Linear is a logistic regression.
type Linear struct {
	Mean, Inverse []float32 // by feature: its mean, and the inverse of its standard deviation
	Weights       []float32
	Constant      float32
}

// LogOdds are the log odds of an example with these features.
func (m *Linear) LogOdds(features []float32) float32 {
	sum := m.Constant
	for k, w := range m.Weights {
		sum += w * (features[k] - m.Mean[k]) * m.Inverse[k]
	}
	return sum
}

// TreeNode asks whether a feature is at most Most, and leads to Left or else to Right. A leaf has the feature -1 and a value.
type TreeNode struct {
	Feature     int32
	Most        float32
	Left, Right int32
	Value       float32
}

// Tree is a regression tree.
type Tree struct{ Nodes []TreeNode }

// Value is the value of the leaf to which the features of an example lead.
func (t *Tree) Value(features []float32) float32 {
	n := &t.Nodes[0]
	for n.Feature >= 0 {
		next := n.Right
		if features[n.Feature] <= n.Most {
			next = n.Left
		}
		n = &t.Nodes[next]
	}
	return n.Value
}

// excluded is below which log odds of the regression the trees are not asked: they make content of one such block in 500.
const excluded = -5

// LogOdds are the log odds that a block is content. Its features come first, behind them those of its page.
func (m *Model) LogOdds(features []float32) float32 {
	j := judge{}
	j.begin(m)
	j.add(features)
	j.flush()
	return j.odds[0]
}

// Chance is the probability of log odds.
func Chance(odds float32) float32 { return float32(1 / (1 + math.Exp(-float64(odds)))) }

// PageKind is the number of the most likely kind of a page.
func (m *Model) PageKind(features []float32) int {
	best, most := 0, float32(math.Inf(-1))
	for k := range m.Kind {
		if v := m.Kind[k].LogOdds(features); v > most {
			best, most = k, v
		}
	}
	return best
}

// Confidence is the F1 that pages with this expected F1 have in the mean.
func (m *Model) Confidence(expected float32) float32 {
	if len(m.Means) == 0 {
		return expected
	}
	at := expected*float32(len(m.Means)) - 0.5
	k := min(max(0, int(at)), len(m.Means)-2)
	part := min(max(0, at-float32(k)), 1)
	return m.Means[k]*(1-part) + m.Means[k+1]*part
}

// Write writes the model as lines of fields with TABs between them. Features have their names there.
func (m *Model) Write(w io.Writer) error {
	block, ofPage := Names()
	all := append(slices.Clone(block), ofPage...)
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "mix\t%v\nmeans", m.Share)
	for _, v := range m.Means {
		fmt.Fprintf(b, "\t%v", v)
	}
	fmt.Fprintln(b)
	writeLinear(b, "block", &m.Linear, block)
	for k := range m.Kind {
		writeLinear(b, m.Kinds[k], &m.Kind[k], ofPage)
		fmt.Fprintf(b, "lean\t%v\n", m.Lean[k])
	}
	for k := range m.Trees {
		fmt.Fprintf(b, "tree\t%d\n", len(m.Trees[k].Nodes))
		for _, n := range m.Trees[k].Nodes {
			if n.Feature < 0 {
				fmt.Fprintf(b, "leaf\t%v\n", n.Value)
			} else {
				fmt.Fprintf(b, "%s\t%v\t%d\t%d\n", all[n.Feature], n.Most, n.Left, n.Right)
			}
		}
	}
	return b.Flush()
}

func writeLinear(w io.Writer, name string, m *Linear, features []string) {
	fmt.Fprintf(w, "linear\t%s\t%v\n", name, m.Constant)
	for k, f := range features {
		fmt.Fprintf(w, "%s\t%v\t%v\t%v\n", f, m.Mean[k], m.Inverse[k], m.Weights[k])
	}
}

// modelFile is the model of the program.
//
//go:embed model.tsv.gz
var modelFile []byte

var model = sync.OnceValue(func() *Model {
	z, err := gzip.NewReader(bytes.NewReader(modelFile))
	if err == nil {
		var m *Model
		if m, err = ReadModel(z); err == nil {
			return m
		}
	}
	panic("the model of package content: " + err.Error()) // TestModel reads it
})

// modelReader reads the lines of a model.
type modelReader struct {
	lines *bufio.Scanner
	field []string
	err   error
}

func (r *modelReader) next() bool {
	if r.err != nil || !r.lines.Scan() {
		return false
	}
	r.field = strings.Split(r.lines.Text(), "\t")
	return true
}

func (r *modelReader) number(i int) float32 {
	if i >= len(r.field) {
		r.err = fmt.Errorf("a line of the model has %d fields: %s", len(r.field), r.lines.Text())
		return 0
	}
	v, err := strconv.ParseFloat(r.field[i], 32)
	if err != nil && r.err == nil {
		r.err = err
	}
	return float32(v)
}

// linear reads a regression over these features.
func (r *modelReader) linear(features []string) (m Linear) {
	m.Constant = r.number(2)
	for _, f := range features {
		if !r.next() {
			break
		}
		if r.field[0] != f {
			r.err = fmt.Errorf("the model has the feature %q in the place of %q: train it again", r.field[0], f)
			break
		}
		m.Mean, m.Inverse, m.Weights = append(m.Mean, r.number(1)), append(m.Inverse, r.number(2)), append(m.Weights, r.number(3))
	}
	return m
}

// tree reads a tree, whose features have these places.
func (r *modelReader) tree(place map[string]int32) (t Tree) {
	n := int(r.number(1))
	for range n {
		if !r.next() {
			break
		}
		if r.field[0] == "leaf" {
			t.Nodes = append(t.Nodes, TreeNode{Feature: -1, Value: r.number(1)})
			continue
		}
		at, ok := place[r.field[0]]
		node := TreeNode{Feature: at, Most: r.number(1), Left: int32(r.number(2)), Right: int32(r.number(3))}
		if here := int32(len(t.Nodes)); !ok || node.Left <= here || node.Right != node.Left+1 || node.Right >= int32(n) {
			r.err = fmt.Errorf("a tree of the model has a wrong node: %s", r.lines.Text())
		}
		t.Nodes = append(t.Nodes, node)
	}
	return t
}

// ReadModel reads what Write wrote.
func ReadModel(in io.Reader) (*Model, error) {
	block, ofPage := Names()
	place := map[string]int32{}
	for k, f := range append(slices.Clone(block), ofPage...) {
		place[f] = int32(k)
	}
	m := &Model{}
	r := &modelReader{lines: bufio.NewScanner(in)}
	for r.next() {
		switch r.field[0] {
		case "mix":
			m.Share = r.number(1)
		case "means":
			for i := 1; i < len(r.field); i++ {
				m.Means = append(m.Means, r.number(i))
			}
		case "linear":
			if name := r.field[1]; name == "block" {
				m.Linear = r.linear(block)
			} else {
				m.Kinds, m.Kind = append(m.Kinds, name), append(m.Kind, r.linear(ofPage))
			}
		case "lean":
			m.Lean = append(m.Lean, r.number(1))
		case "tree":
			m.Trees = append(m.Trees, r.tree(place))
		default:
			return nil, fmt.Errorf("a line of the model begins with %q", r.field[0])
		}
	}
	if r.err == nil {
		r.err = r.lines.Err()
	}
	if r.err == nil && (len(m.Kind) == 0 || len(m.Lean) != len(m.Kind)) {
		r.err = errors.New("a kind of pages of the model has no lean")
	}
	m.Pack()
	return m, r.err
}
