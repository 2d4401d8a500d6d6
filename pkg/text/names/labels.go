package names

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"webmill/pkg/tuple"
)

// Labels reads labels: lines of text, or the results of a SPARQL query as TSV or JSON, of which it takes one column.
type Labels struct {
	Column string
	Asked  bool // a table must have the column
	Count  int64
	IDs    int64 // that were left out, because they are only numbers of WikiData, like Q42
	Cut    bool  // the last line has no end
}

// mostLabel bounds a line, and what is read of JSON beyond its last token.
const mostLabel = 1 << 20

// Read calls do for each label. head is the beginning of what r reads.
func (l *Labels) Read(head []byte, r io.Reader, do func(label []byte) error) error {
	if start := bytes.TrimLeft(head, " \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return l.readJSON(r, do)
	}
	lines := tuple.NewLines(r, mostLabel)
	defer func() { l.Cut = lines.Cut }()
	column, table := 0, false
	for {
		line, err := lines.Next()
		if err == io.EOF {
			return nil
		}
		if err == nil && !utf8.Valid(line) {
			err = lines.Fault(errors.New("is not UTF-8"))
		}
		if err == nil && lines.Number == 1 && l.isCSV(line) {
			err = lines.Fault(errors.New("it has the names of the columns of a CSV file: save the answer as TSV or JSON"))
		}
		if err == nil && lines.Number == 1 {
			if column, table = l.column(line); table && column < 0 {
				err = lines.Fault(fmt.Errorf("there is no column %s: the columns are %s", l.Column,
					bytes.ReplaceAll(line, []byte("\t"), []byte(", "))))
			}
		}
		switch {
		case err != nil:
			return err
		case table && lines.Number == 1:
			continue
		case table:
			line, err = field(line, column)
		}
		if err == nil {
			err = l.give(line, do)
		}
		if err != nil {
			return lines.Fault(err)
		}
	}
}

// column is the place of the column in a line of names, -1 if it has none. table reports whether the line is one.
func (l *Labels) column(line []byte) (at int, table bool) {
	names := strings.Split(string(line), "\t")
	at = -1
	for i, name := range names {
		if strings.TrimPrefix(name, "?") == l.Column {
			at = i
		}
	}
	return at, names[0] != "" && names[0][0] == '?' || (at >= 0 || l.Asked) && len(names) > 1
}

// isCSV reports whether a line of names has commas between them.
func (l *Labels) isCSV(line []byte) bool {
	for i, name := range strings.Split(string(line), ",") {
		if name = strings.Trim(name, " ?\"\r"); strings.Contains(name, "\t") {
			return false
		} else if name == l.Column && (i > 0 || bytes.IndexByte(line, ',') > 0) {
			return true
		}
	}
	return false
}

// field is a field of a line, as SPARQL writes it: "text"@en, <URL>, or text as it is.
func field(line []byte, column int) ([]byte, error) {
	fields := bytes.Split(line, []byte("\t"))
	if column >= len(fields) {
		return nil, fmt.Errorf("has %s", tuple.Counted(int64(len(fields)), "field"))
	}
	f := fields[column]
	if len(f) == 0 || f[0] != '"' {
		if url, found := bytes.CutPrefix(f, []byte("<")); found {
			f = bytes.TrimSuffix(url, []byte(">"))
		}
		return f, nil
	}
	end := bytes.LastIndexByte(f, '"')
	if end < 1 {
		return nil, errors.New(`a text begins with " and has no end`)
	}
	text, err := strconv.Unquote(string(f[:end+1]))
	return []byte(text), err
}

// give passes a label on, if it is one.
func (l *Labels) give(label []byte, do func([]byte) error) error {
	if label = bytes.TrimSpace(label); len(label) == 0 {
		return nil
	}
	if label[0] == 'Q' && len(label) > 1 && len(bytes.Trim(label[1:], "0123456789")) == 0 {
		l.IDs++
		return nil
	}
	l.Count++
	return do(label)
}

// readJSON takes the strings that stand under the name of the column, or in an object there under "value".
func (l *Labels) readJSON(r io.Reader, do func([]byte) error) error {
	bounded := &boundedReader{r: r}
	d := json.NewDecoder(bounded)
	bounded.d = d
	for {
		err := l.value(d, "", "", do, 0)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("at byte %d: %w", d.InputOffset(), err)
		}
	}
}

const deepestLabel = 32

// value reads a value. key is its name in an object, and above the name of that object.
func (l *Labels) value(d *json.Decoder, above, key string, do func([]byte) error, depth int) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	switch t := token.(type) {
	case string:
		if key == l.Column || key == "value" && above == l.Column {
			return l.give([]byte(t), do)
		}
	case json.Delim:
		if depth == deepestLabel {
			return errors.New("is nested too deep")
		}
		for d.More() {
			name := key
			if t == '{' {
				token, err := d.Token()
				if err != nil {
					return truncated(err)
				}
				name = token.(string) // or Token had failed
			}
			if err := l.value(d, key, name, do, depth+1); err != nil {
				return truncated(err)
			}
		}
		_, err = d.Token()
		return truncated(err)
	}
	return nil
}

func truncated(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// boundedReader fails if a decoder reads far beyond its last token.
type boundedReader struct {
	r    io.Reader
	d    *json.Decoder
	read int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	if b.read-b.d.InputOffset() > mostLabel {
		return 0, fmt.Errorf("a string is longer than %d KiB", mostLabel>>10)
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	return n, err
}
