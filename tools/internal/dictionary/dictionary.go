// Package dictionary holds what the tools that read or write dictionaries of strings have in common.
package dictionary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/dict"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// File is an open dictionary.
type File struct {
	*stream.Bytes
	fields bool    // lines may have fields behind their strings
	lines  int64   // that have been read
	last   [2]byte // the last bytes that were read
}

// Open opens a dictionary: a string a line, each line with its end.
func Open(env *cli.Env, name string) (*File, error) {
	in, err := OpenFields(env, name)
	if err != nil {
		return nil, err
	}
	in.fields = false
	if line, _, _ := bytes.Cut(in.Head(), []byte("\n")); bytes.IndexByte(line, '\t') >= 0 {
		in.Close()
		return nil, fmt.Errorf("%s: its lines have several fields, but those of a dictionary are single strings", in.Name)
	}
	CheckFirst(env, in.Name, in.Head(), "remove it")
	return in, nil
}

// IsURL reports whether a text begins with a line in which a URL is.
func IsURL(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.Contains(line, []byte("://"))
}

// shortestName is the length of a name of a column, like src. What is shorter is taken for a string.
const shortestName = 3

// CheckFirst warns if the first line of a text has no URL, but the second has one, and says what to do if it names columns.
func CheckFirst(env *cli.Env, name string, head []byte, mend string) {
	if line, next, _ := bytes.Cut(head, []byte("\n")); len(line) >= shortestName && !IsURL(line) && IsURL(next) {
		env.Warnf("%s: its first line, %.64q, has no URL, but the second has one: if it names columns, %s", name, line, mend)
	}
}

// OpenFields opens a dictionary whose lines may have further fields behind their strings.
func OpenFields(env *cli.Env, name string) (*File, error) {
	in, err := OpenLines(env, name)
	if err != nil {
		return nil, err
	}
	return &File{Bytes: in, fields: true, last: [2]byte{'\n', '\n'}}, nil
}

// Swapped returns err, or that the operands are in the wrong order, if one behind the first is a file of strings: the dictionary.
func Swapped(env *cli.Env, err error, operands ...string) error {
	for _, name := range operands[1:] {
		if name == operands[0] {
			return cli.Usagef("%s is the dictionary: it cannot be the input too, which has ids", name)
		}
		first, err1 := env.FS.Stat(operands[0])
		if behind, err2 := env.FS.Stat(name); err1 == nil && err2 == nil && os.SameFile(first, behind) {
			return cli.Usagef("%s and %s are one file, the dictionary: it cannot be the input too, which has ids", operands[0], name)
		}
		if holdsStrings(env, name) {
			return cli.Usagef("%s looks like the dictionary, which is the first operand: %s comes behind it", name, operands[0])
		}
	}
	return err
}

// holdsStrings reports whether a file can be a dictionary, and does not begin with a number.
func holdsStrings(env *cli.Env, name string) bool {
	said := stream.SaidFormat(name, stream.Auto)
	if info, err := env.FS.Stat(name); err != nil || !info.Mode().IsRegular() || said != stream.Auto && said != stream.Text {
		return false
	}
	in, err := Open(env, name)
	if err != nil {
		return false
	}
	defer in.Close()
	return slices.ContainsFunc(bytes.Fields(in.Head()), func(field []byte) bool {
		_, err := strconv.ParseFloat(string(field), 64)
		return err != nil
	})
}

// Read returns an error if the last line has no end, because it may be the beginning of a longer string, and for lines that no
// dictionary has: empty ones and, if they are single strings, lines with TABs.
func (f *File) Read(p []byte) (int, error) {
	n, err := f.Bytes.Read(p)
	if n == 0 {
		if err == io.EOF && f.last[1] != '\n' {
			err = fmt.Errorf("%s: is cut off: its last line has no end", f.Name)
		}
		return 0, err
	}
	if at := f.emptyLine(p[:n]); at >= 0 {
		return 0, f.wrong(p[:at], "an empty line")
	}
	if at := bytes.IndexByte(p[:n], '\t'); at >= 0 && !f.fields {
		return 0, f.wrong(p[:at], "several fields, but those of a dictionary are single strings")
	}
	f.lines += int64(bytes.Count(p[:n], []byte("\n")))
	f.last[0] = f.last[1]
	if n > 1 {
		f.last[0] = p[n-2]
	}
	f.last[1] = p[n-1]
	if err == io.EOF { // which comes again
		err = nil
	}
	return n, err
}

// wrong is the error of the line behind some text.
func (f *File) wrong(text []byte, what string) error {
	return fmt.Errorf("%s: %s, at line %d", f.Name, what, f.lines+int64(bytes.Count(text, []byte("\n")))+1)
}

// emptyLine is where a line begins, in what was read, that is empty, but perhaps for a carriage return; -1 if there is none.
func (f *File) emptyLine(text []byte) int {
	if f.last[1] == '\n' && (text[0] == '\n' || bytes.HasPrefix(text, []byte("\r\n"))) ||
		f.last == [2]byte{'\n', '\r'} && text[0] == '\n' {
		return 0
	}
	for _, empty := range []string{"\n\n", "\n\r\n"} {
		if at := bytes.Index(text, []byte(empty)); at >= 0 {
			return at + 1
		}
	}
	return -1
}

// ErrStop ends the reading of a dictionary without an error.
var ErrStop = errors.New("stop")

// Each calls do for each string of a dictionary, until it returns an error, and returns their number.
func Each(f *File, do func(id int64, line []byte) error) (int64, error) {
	lines := tuple.NewLines(f, dict.MaxField)
	for id := int64(0); ; id++ {
		line, err := lines.Next()
		if err == nil {
			err = do(id, line)
		}
		var bad *tuple.LineError
		switch {
		case err == nil:
			continue
		case err == io.EOF, err == ErrStop:
			err = nil
		case errors.As(err, &bad):
			err = fmt.Errorf("%s: %w", f.Name, err)
		}
		return id, err
	}
}

// Lacks looks for the string of an id in a dictionary. missing is the error if there is none, err any other failure.
func Lacks(env *cli.Env, name string, id int32) (missing, err error) {
	in, err := Open(env, name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	found := false
	n, err := Each(in, func(at int64, _ []byte) error {
		if found = at == int64(id); found {
			return ErrStop
		}
		return nil
	})
	if err != nil || found {
		return nil, err
	}
	return dict.NoString(name, int64(id), n), nil
}

// OpenLines opens lines of strings, a dictionary or others.
func OpenLines(env *cli.Env, name string) (*stream.Bytes, error) {
	in, err := env.OpenBytes(name)
	if err != nil {
		return nil, err
	}
	switch stream.SaidFormat(name, stream.Auto) {
	case stream.Vertices:
		return nil, fmt.Errorf("%s: expected a string a line, but this is named as vertices: tuples -names makes lines of them",
			in.Name)
	case stream.CSV:
		return nil, fmt.Errorf("%s: expected a string a line, but csv has quotes and a line of names: make a .txt of it without these",
			in.Name)
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

// NoHosts is the warning that no string has a host.
const NoHosts = "no string is a URL with a host, like http://example.org/"
