package relevance

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"webmill/pkg/tuple"
)

// The lines of a model have fields with TABs between them. Those of a feature follow its name; the last line says how many
// come before it.
//
//	relevance  2
//	method     logistic
//	judged     200  47
//	bias       -0.25
//	vector     text
//	weight     17   0.5
//	clusters   clusters  20
//	weight     3   0.5
//	score      pagerank  SCALE  WEIGHT
//	end        8
const (
	firstLine = "relevance\t2"
	lastLine  = "end"
)

// Write writes a model.
func (m *Model) Write(to io.Writer) error {
	var text bytes.Buffer
	w := &text
	fmt.Fprintf(w, "%s\nmethod\t%s\n", firstLine, m.Method)
	if m.Clamp {
		fmt.Fprintln(w, "clamp")
	}
	fmt.Fprintf(w, "judged\t%d\t%d\n", m.Judged, m.Relevant)
	if m.Penalty > 0 {
		fmt.Fprintf(w, "penalty\t%v\n", float32(m.Penalty))
	}
	fmt.Fprintf(w, "bias\t%v\n", float32(m.Bias))
	for _, f := range m.Features {
		if f.Kind.IsNumber() {
			fmt.Fprintf(w, "%s\t%s\t%v\t%v\n", f.Kind, f.Name, float32(f.Scale), float32(f.Number))
			continue
		}
		fmt.Fprintf(w, "%s\t%s", f.Kind, f.Name)
		if f.Clusters > 0 {
			fmt.Fprintf(w, "\t%d", f.Clusters)
		}
		fmt.Fprintln(w)
		for _, column := range slices.Sorted(maps.Keys(f.Of)) {
			fmt.Fprintf(w, "weight\t%d\t%v\n", column, float32(f.Of[column]))
		}
	}
	fmt.Fprintf(w, "%s\t%d\n", lastLine, bytes.Count(text.Bytes(), []byte("\n")))
	_, err := text.WriteTo(to)
	return err
}

// weightBytes is what a weight takes in memory.
const weightBytes = 64

// ReadModel reads a model. check is told what its weights take.
func ReadModel(r io.Reader, check func(taken int64) error) (*Model, error) {
	p := &parser{model: &Model{}}
	lines := tuple.NewLines(r, tuple.MaxLine)
	if line, err := lines.Next(); err != nil && err != io.EOF || string(line) != firstLine {
		return nil, tuple.BadLine("is not a model that -train of this version wrote")
	}
	err := lines.Each(func(line []byte) error {
		if err := check(weightBytes * p.weights); err != nil {
			return err
		}
		p.before = int(lines.Number) - 1
		if p.ended || !p.line(bytes.Split(line, []byte("\t"))) {
			return tuple.BadLine("is not what -train writes there")
		}
		return nil
	})
	if err == nil && (!p.ended || p.model.Method == "") {
		err = tuple.BadLine("is cut off: its last line is not that of the end")
	}
	return p.model, err
}

// parser reads the lines of a model.
type parser struct {
	model   *Model
	weights int64
	before  int // lines
	ended   bool
}

// line takes the fields of a line, and reports whether a model has such a line.
func (p *parser) line(fields [][]byte) bool {
	m, word, rest := p.model, string(fields[0]), fields[1:]
	switch {
	case word == "method" && len(rest) == 1:
		m.Method = Method(rest[0])
		return slices.Contains(Methods, m.Method)
	case word == "clamp" && len(rest) == 0:
		m.Clamp = true
	case word == "judged" && len(rest) == 2:
		return number(rest[0], &m.Judged) && number(rest[1], &m.Relevant)
	case word == "penalty" && len(rest) == 1:
		return finite(rest[0], &m.Penalty)
	case word == "bias" && len(rest) == 1:
		return finite(rest[0], &m.Bias)
	case word == "weight" && len(rest) == 2:
		return p.weight(rest[0], rest[1])
	case word == lastLine && len(rest) == 1:
		n := 0
		p.ended = number(rest[0], &n) && n == p.before
		return p.ended
	default:
		return p.feature(Kind(word), rest)
	}
	return true
}

func (p *parser) feature(kind Kind, rest [][]byte) bool {
	w := Weights{Scale: 1}
	switch {
	case kind.IsNumber() && len(rest) == 3:
		if !finite(rest[1], &w.Scale) || !finite(rest[2], &w.Number) || w.Scale <= 0 {
			return false
		}
	case kind == Clusters && len(rest) == 2: // an expert does not say how many there are
		n := 0
		if !number(rest[1], &n) {
			return false
		}
		w.Of, w.Clusters = map[int32]float64{}, int32(n)
	case (kind == Vector || kind == Clusters) && len(rest) == 1:
		w.Of = map[int32]float64{}
	default:
		return false
	}
	w.Feature = Feature{kind, string(rest[0])}
	for _, f := range p.model.Features {
		if f.Name == w.Name {
			return false
		}
	}
	p.model.Features = append(p.model.Features, w)
	return w.Name != ""
}

func (p *parser) weight(column, weight []byte) bool {
	n, x := 0, 0.0
	last := len(p.model.Features) - 1
	if last < 0 || p.model.Features[last].Of == nil || !number(column, &n) || !finite(weight, &x) {
		return false
	}
	p.weights++
	p.model.Features[last].Of[int32(n)] = x
	return true
}

func number(field []byte, n *int) bool {
	v, err := strconv.ParseUint(string(field), 10, 31)
	*n = int(v)
	return err == nil
}

// finite reads a number as a float32 that is finite, so that no sum of a few of them is infinite.
func finite(field []byte, x *float64) bool {
	v, err := strconv.ParseFloat(string(field), 32)
	*x = v
	return err == nil && !math.IsInf(*x, 0) && !math.IsNaN(*x)
}
