package content

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"

	"webmill/pkg/inflate"
)

// Model says how likely it is that a block is content: by the weighted mean of the log odds of a logistic regression and of
// trees. scripts/train-content makes it.
type Model struct {
	Linear    Linear
	Trees     []Tree
	Share     float32 // the weight of the regression in the mean
	PageTypes []string
	PageType  []Linear  // by page type: whether a page is of it
	Lean      []float32 // by page type: what is added to the log odds of its blocks
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

// TypeOf is the number of the most likely type of a page.
func (m *Model) TypeOf(features []float32) int {
	best, most := 0, float32(math.Inf(-1))
	for k := range m.PageType {
		if v := m.PageType[k].LogOdds(features); v > most {
			best, most = k, v
		}
	}
	return best
}

// Confidence is the F1 that pages with this expected F1 have in the mean: if nothing is kept, it is how often that is right.
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
	for k := range m.PageType {
		writeLinear(b, m.PageTypes[k], &m.PageType[k], ofPage)
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
	m, err := readEmbedded()
	if err != nil {
		panic("the model of package content: " + err.Error()) // TestModel reads it
	}
	return m
})

func readEmbedded() (*Model, error) {
	const most = 64 << 20 // bytes, unpacked
	text, _, err := inflate.Member(make([]byte, 0, 8*len(modelFile)), modelFile, most)
	if err != nil {
		return nil, err
	}
	return parseModel(string(text))
}

// ReadModel reads what Write wrote.
func ReadModel(in io.Reader) (*Model, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	return parseModel(string(text))
}

// modelReader reads the lines of a model, field by field.
type modelReader struct {
	text string
	line int   // where the line begins
	at   int   // where the next field begins,
	more bool  // if the line has one
	err  error // the first one
}

// next goes to the next line. There must be one where something has begun.
func (r *modelReader) next(begun bool) bool {
	for r.more {
		r.field()
	}
	if begun && r.at == len(r.text) {
		r.fail(errors.New("the model ends early"))
	}
	r.line, r.more = r.at, r.err == nil && r.at < len(r.text)
	return r.more
}

func (r *modelReader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// field is the next field of the line, which must have it.
func (r *modelReader) field() string {
	if !r.more {
		r.fail(fmt.Errorf("a line of the model has too few fields: %s", r.text[r.line:r.at]))
		return ""
	}
	from, to := r.at, r.at
	for to < len(r.text) && r.text[to] != '\t' && r.text[to] != '\n' {
		to++
	}
	r.at, r.more = min(to+1, len(r.text)), to < len(r.text) && r.text[to] == '\t'
	return r.text[from:to]
}

func (r *modelReader) number() float32 {
	v, err := strconv.ParseFloat(r.field(), 32)
	if err != nil {
		r.fail(err)
	}
	return float32(v)
}

// linear reads a regression over these features.
func (r *modelReader) linear(features []string) (m Linear) {
	m.Constant = r.number()
	for _, f := range features {
		if !r.next(true) {
			break
		}
		if name := r.field(); name != f {
			r.fail(fmt.Errorf("the model has the feature %q in the place of %q: train it again", name, f))
			break
		}
		m.Mean, m.Inverse, m.Weights = append(m.Mean, r.number()), append(m.Inverse, r.number()), append(m.Weights, r.number())
	}
	return m
}

// tree reads a tree, whose features have these places.
func (r *modelReader) tree(place map[string]int32) (t Tree) {
	n := max(1, int32(r.number()))
	t.Nodes = make([]TreeNode, 0, min(n, 1<<10))
	for here := int32(0); here < n && r.next(true); here++ {
		name := r.field()
		if name == "leaf" {
			t.Nodes = append(t.Nodes, TreeNode{Feature: -1, Value: r.number()})
			continue
		}
		at, ok := place[name]
		if !ok {
			r.fail(fmt.Errorf("a tree of the model asks for the feature %q, which is not there: train it again", name))
		}
		node := TreeNode{Feature: at, Most: r.number(), Left: int32(r.number()), Right: int32(r.number())}
		if node.Left <= here || node.Right != node.Left+1 || node.Right >= n {
			r.fail(fmt.Errorf("a tree of the model has a wrong node: %s", r.text[r.line:r.at]))
		}
		t.Nodes = append(t.Nodes, node)
	}
	return t
}

func parseModel(text string) (*Model, error) {
	block, ofPage := Names()
	place := map[string]int32{}
	for k, f := range append(slices.Clone(block), ofPage...) {
		place[f] = int32(k)
	}
	m := &Model{}
	r := &modelReader{text: text}
	for r.next(false) {
		switch word := r.field(); word {
		case "mix":
			m.Share = r.number()
		case "means":
			for r.more {
				m.Means = append(m.Means, r.number())
			}
		case "linear":
			if name := r.field(); name == "block" {
				m.Linear = r.linear(block)
			} else {
				m.PageTypes, m.PageType = append(m.PageTypes, name), append(m.PageType, r.linear(ofPage))
			}
		case "lean":
			m.Lean = append(m.Lean, r.number())
		case "tree":
			m.Trees = append(m.Trees, r.tree(place))
		default:
			r.fail(fmt.Errorf("a line of the model begins with %q", word))
		}
	}
	if len(m.PageType) == 0 || len(m.Lean) != len(m.PageType) {
		r.fail(errors.New("a page type of the model has no lean"))
	}
	if r.err == nil {
		m.Pack()
	}
	return m, r.err
}
