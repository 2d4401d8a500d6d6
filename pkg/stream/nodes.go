package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"webmill/pkg/tuple"
)

// Nodes and links in one text: lines "n ID NAME" and "e SRC DST", as in the graphs of Kleinberg and his students. Only
// the links are records; the names go to who asks for them by Names.

type nodeReader struct {
	lines *tuple.Lines
	names *naming
	nodes int32 // lines of nodes, whose ids are 0, 1, 2, …; 0: there are none
	links int32 // the greatest id in a link
	out   []int32
}

var errNodes = errors.New(`expected "n ID NAME" or "e SRC DST"`)

func openNodes(in *Input, _ wanted) (tuple.Source, []tuple.Column, error) {
	n := &nodeReader{lines: tuple.NewLines(in.body, tuple.MaxLine), names: &naming{}}
	in.nodeNames = n.names
	return &queue{fill: n.fill}, tuple.IDs("src", "dst"), nil
}

// fill turns some lines into records.
func (n *nodeReader) fill() ([]int32, error) {
	n.out = n.out[:0]
	for len(n.out) < 2000 {
		line, err := n.lines.NextText()
		if err == io.EOF && n.nodes > 0 && n.links >= n.nodes {
			err = fmt.Errorf("a link names the node %d, but the greatest id of a node is %d", n.links, n.nodes-1)
		}
		if err != nil {
			return n.out, err
		}
		if err := n.read(line); err != nil {
			return n.out, n.lines.Fault(err)
		}
	}
	return n.out, nil
}

func (n *nodeReader) read(line []byte) error {
	kind, rest, _ := bytes.Cut(line, []byte(" "))
	first, second, ok := bytes.Cut(rest, []byte(" "))
	switch {
	case line[0] == '#' || line[0] == '%':
		return nil
	case !ok || len(second) == 0:
		return errNodes
	}
	a, err := number(first)
	if err != nil {
		return err
	}
	switch string(kind) {
	case "n":
		if a != n.nodes {
			return fmt.Errorf("the node %d where %d comes next: the nodes must be 0, 1, 2, …", a, n.nodes)
		}
		n.nodes++
		return n.names.name(a, second)
	case "e":
		b, err := number(second)
		if err != nil {
			return err
		}
		n.links = max(n.links, a, b)
		n.out = append(n.out, a, b)
		return nil
	}
	return errNodes
}
