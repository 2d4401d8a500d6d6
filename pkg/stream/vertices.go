package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// Vertices of a Common Crawl graph: lines of an id, a TAB and a host name in reversed order, and in domain graphs a TAB
// and the number of hosts. They become records (id) or (id, hosts); the names go to who asks for them by Names.

// vertexReader reads the lines.
type vertexReader struct {
	lines *tuple.Lines
	width int
	next  []byte // the line that was read to know the width
	err   error
	names *naming
	out   []int32
}

// naming passes the names in an input on.
type naming struct {
	tell func(id int32, name []byte) error // nil: nobody
}

func (n *naming) name(id int32, name []byte) error {
	if n.tell == nil {
		return nil
	}
	return n.tell(id, name)
}

func openVertices(in *Input, want wanted) (tuple.Source, []tuple.Column, error) {
	v := &vertexReader{lines: tuple.NewLines(in.body, tuple.MaxLine), names: &naming{}}
	v.next, v.err = v.lines.NextText()
	if v.err != nil && v.err != io.EOF {
		return nil, nil, v.err
	}
	cols := tuple.IDs("id")
	if v.err == io.EOF && len(want.columns) == 2 || bytes.Count(v.next, []byte("\t")) >= 2 {
		cols = append(cols, tuple.Column{Name: "hosts", Kind: tuple.Int})
	}
	v.width = len(cols)
	in.nodeNames = v.names
	return &queue{fill: v.fill}, cols, nil
}

// Names calls f for every vertex as it is read. It is an error for inputs that have no names.
func (in *Input) Names(f func(id int32, name []byte) error) error {
	if in.nodeNames == nil {
		return vfs.Named(in.Name, errors.New("has no names: only the forms vertices and nodes have"))
	}
	in.nodeNames.tell = f
	return nil
}

// fill turns some lines into records.
func (v *vertexReader) fill() ([]int32, error) {
	v.out = v.out[:0]
	for len(v.out) < 1000*v.width && v.err == nil {
		if v.err = v.vertex(v.next); v.err != nil {
			v.err = v.lines.Fault(v.err)
			break
		}
		v.next, v.err = v.lines.NextText()
	}
	return v.out, v.err
}

func (v *vertexReader) vertex(line []byte) error {
	id, rest, ok := bytes.Cut(line, []byte("\t"))
	name, hosts, more := bytes.Cut(rest, []byte("\t"))
	if !ok || len(name) == 0 || more != (v.width == 2) {
		return errors.New("expected an id, a name and perhaps a number, apart by TABs, the same in all lines")
	}
	n, err := number(id)
	if err != nil {
		return err
	}
	if more {
		h, err := number(hosts)
		if err != nil {
			return err
		}
		v.out = append(v.out, n, h)
	} else {
		v.out = append(v.out, n)
	}
	return v.names.name(n, name)
}

func number(digits []byte) (int32, error) {
	v := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, fmt.Errorf("%.32q %w", digits, tuple.ErrNumber)
		}
		if v = v*10 + int64(c-'0'); v > math.MaxInt32 {
			return 0, fmt.Errorf("%.32q %w", digits, tuple.ErrRange)
		}
	}
	if len(digits) == 0 {
		return 0, fmt.Errorf("%q %w", digits, tuple.ErrNumber)
	}
	return int32(v), nil
}
