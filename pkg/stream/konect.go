package stream

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"webmill/pkg/tuple"
)

// KONECT: a line "% sym|asym WEIGHTS", perhaps a line "% EDGES NODES NODES", and for each edge a line of source, target
// and, in some graphs, a weight and a time. Nodes are counted from 1 there, from 0 here. A graph that is sym states
// each edge once; it becomes two records.

func openKonect(in *Input, _ wanted) (tuple.Source, []tuple.Column, error) {
	lines := tuple.NewLines(in.body, tuple.MaxLine)
	head := mtxHead{rows: math.MaxInt32, entries: -1}
	line, err := lines.NextText()
	for i := 0; err == nil && line[0] == '%'; i++ {
		if err = head.konect(i, line[1:]); err != nil {
			return nil, nil, lines.Fault(err)
		}
		line, err = lines.NextText()
	}
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	if head.field == "" {
		return nil, nil, fmt.Errorf(`expected "%% sym" or "%% asym" and the kind of weights, at line 1`)
	}
	head.cols = head.rows
	columns := tuple.Ints("src", "dst", "weight", "time")
	if head.field != "integer" {
		columns[2].Kind = tuple.F32
	}
	switch width := len(bytes.Fields(line)); {
	case err == io.EOF:
		columns = columns[:2]
	case width < 2 || width > 4:
		return nil, nil, lines.Fault(fmt.Errorf("expected source, target and perhaps weight and time, not %s",
			tuple.Counted(width, "field")))
	default:
		columns = columns[:width]
	}
	text, err := tuple.NewTextReader(io.MultiReader(strings.NewReader(string(line)+"\n"), lines.Rest()), columns)
	if err != nil {
		return nil, nil, err
	}
	text.StartAt(lines.Number - 1)
	columns[0].Kind, columns[1].Kind = tuple.ID, tuple.ID
	m := &mtxReader{head: head, text: text, width: len(columns), buf: make([]int32, tuple.BlockBytes/4/len(columns)*len(columns))}
	m.end = func(edges int64) error {
		if edges < head.stated {
			return fmt.Errorf("states %s, but has %d: is it cut off?", tuple.Counted(head.stated, "edge"), edges)
		}
		if head.stated > 0 && edges > head.stated {
			in.warn(fmt.Sprintf("states %s, but has %d", tuple.Counted(head.stated, "edge"), edges))
		}
		return nil
	}
	return &queue{fill: m.fill}, columns, nil
}

// konect reads a comment, the first of which says what the graph is and the second how large.
func (h *mtxHead) konect(i int, comment []byte) error {
	words := strings.Fields(string(comment))
	switch {
	case i == 0 && len(words) >= 2 && words[0] == "bip":
		return fmt.Errorf("is a bipartite graph: source 1 and target 1 are different nodes, and ids need one numbering")
	case i == 0 && (len(words) < 2 || words[0] != "sym" && words[0] != "asym"):
		return fmt.Errorf(`expected "%% sym" or "%% asym" and the kind of weights`)
	case i == 0:
		h.symmetric, h.field = words[0] == "sym", "real"
		switch words[1] {
		case "unweighted", "positive", "signed", "multisigned", "dynamic":
			h.field = "integer"
		}
	case i == 1 && len(words) >= 2:
		nodes, err := number([]byte(words[1]))
		if err != nil {
			return err
		}
		if h.stated, err = strconv.ParseInt(words[0], 10, 64); err != nil {
			return fmt.Errorf("%q %w", words[0], tuple.ErrNumber)
		}
		h.rows = int64(nodes)
	}
	return nil
}
