package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"

	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// names is the dictionary that the names of vertices become: line i, from 0, is the name of id i.
type names struct {
	file *stream.ByteOutput // nil: nobody asked for it
	w    *bufio.Writer
	next int64
}

// openNames makes the inputs tell the names of their vertices, if -names asks for them.
func (j *job) openNames() (*names, error) {
	n := new(names)
	if j.flags.names == "" {
		return n, nil
	}
	for _, in := range j.ins {
		if err := in.Names(n.add); err != nil {
			return nil, err
		}
	}
	if j.flags.head >= 0 {
		return nil, errors.New("-names needs all of the vertices, not the first ones")
	}
	var err error
	if n.file, err = j.env.CreateLinesFile(j.flags.names); err != nil {
		return nil, err
	}
	n.w = bufio.NewWriterSize(n.file, tuple.BlockBytes)
	return n, nil
}

func (n *names) add(id int32, name []byte) error {
	if int64(id) != n.next {
		return fmt.Errorf("id %d where %d comes next: a dictionary needs all ids, in order", id, n.next)
	}
	if bytes.IndexByte(name, '\t') >= 0 {
		return fmt.Errorf("the name %.64q has a TAB, which no string of a dictionary has", name)
	}
	n.next++
	n.w.Write(name)
	return n.w.WriteByte('\n') // an earlier error comes back here
}

// finish writes what is left.
func (n *names) finish() error {
	if n.file == nil {
		return nil
	}
	return n.w.Flush()
}
