// Package dictionary holds what the tools that read or write dictionaries of strings have in common.
package dictionary

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
)

// File is an open dictionary.
type File struct {
	*stream.Bytes
	last byte
}

// Open opens a dictionary: a string a line, each line with its end.
func Open(env *cli.Env, name string) (*File, error) {
	in, err := OpenFields(env, name)
	if err != nil {
		return nil, err
	}
	if line, _, _ := bytes.Cut(in.Head(), []byte("\n")); bytes.IndexByte(line, '\t') >= 0 {
		in.Close()
		return nil, fmt.Errorf("%s: its lines have several fields, but those of a dictionary are single strings", in.Name)
	}
	return in, nil
}

// OpenFields opens a dictionary whose lines may have further fields behind their strings.
func OpenFields(env *cli.Env, name string) (*File, error) {
	in, err := OpenLines(env, name)
	if err != nil {
		return nil, err
	}
	return &File{Bytes: in, last: '\n'}, nil
}

// Swapped returns err, or that the operands are in the wrong order, if one behind the first is a file of strings: the dictionary.
func Swapped(env *cli.Env, err error, operands ...string) error {
	for _, name := range operands[1:] {
		if holdsStrings(env, name) {
			return cli.Usagef("%s looks like the dictionary, which is the first operand: %s comes behind it", name, operands[0])
		}
	}
	return err
}

// holdsStrings reports whether a file can be a dictionary, and does not begin with a number.
func holdsStrings(env *cli.Env, name string) bool {
	if info, err := env.FS.Stat(name); err != nil || !info.Mode().IsRegular() {
		return false
	}
	in, err := Open(env, name)
	if err != nil {
		return false
	}
	defer in.Close()
	fields := bytes.Fields(in.Head())
	if len(fields) == 0 {
		return false
	}
	_, err = strconv.ParseFloat(string(fields[0]), 64)
	return err != nil
}

// Read returns an error if the last line has no end, because it may be the beginning of a longer string.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.Bytes.Read(p)
	if n > 0 {
		f.last = p[n-1]
	}
	if err == io.EOF && f.last != '\n' {
		err = fmt.Errorf("%s: is cut off: its last line has no end", f.Name)
	}
	return n, err
}

// Each calls do for each string of a dictionary, and returns their number.
func Each(f *File, do func(id int64, line []byte) error) (int64, error) {
	in := bufio.NewReaderSize(f, dict.MaxField+2) // the longest string of a dictionary, and CR LF
	for id := int64(0); ; id++ {
		line, err := in.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			return id, fmt.Errorf("%s: longer than 64 KiB, at line %d", f.Name, id+1)
		}
		if err != nil && len(line) == 0 {
			if err == io.EOF {
				err = nil
			}
			return id, err
		}
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r")) // as undict reads a dictionary
		if e := do(id, line); e != nil {
			return id, e
		}
		if err != nil && err != io.EOF {
			return id, err
		}
	}
}

// OpenLines opens lines of strings, a dictionary or others.
func OpenLines(env *cli.Env, name string) (*stream.Bytes, error) {
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	if stream.SaidFormat(name, stream.Auto) == stream.Vertices {
		return nil, fmt.Errorf("%s: expected a string a line, but this is named as vertices: tuples -names makes lines of them", in.Name)
	}
	return in, in.ExpectLines()
}

// Singular names a column after the file of its dictionary: url of urls.txt.zst.
func Singular(name string) string {
	stem, _, _ := strings.Cut(filepath.Base(name), ".")
	if s := strings.TrimSuffix(stem, "s"); s != "" {
		return s
	}
	return "string"
}
