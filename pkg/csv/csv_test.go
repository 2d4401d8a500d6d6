package csv

import (
	stdcsv "encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// rows reads all rows.
func rows(text string, most int) (all [][]string, err error) {
	r := NewReader(strings.NewReader(text), most)
	for {
		fields, err := r.Next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, fmt.Errorf("%w, at line %d", err, r.Line())
		}
		var row []string
		for _, f := range fields {
			row = append(row, string(f))
		}
		all = append(all, row)
	}
}

// TestRows: what is appended, the reader and encoding/csv read back; fields may be of any bytes.
func TestRows(t *testing.T) {
	field := rapid.StringOf(rapid.SampledFrom([]rune("ab,\" \r\n\t;\\'0ü")))
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.SliceOfN(field, 1, 4), 0, 6).Draw(t, "rows")
		var out []byte
		for _, row := range want {
			for _, field := range row {
				out = append(Append(out, []byte(field)), ',')
			}
			out[len(out)-1] = '\n'
		}
		text := string(out)
		got, err := rows(text, 1<<20)
		if err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("%q is read as %q, not %q: %v", text, got, want, err)
		}
		theirs := stdcsv.NewReader(strings.NewReader(text))
		theirs.FieldsPerRecord = -1
		all, err := theirs.ReadAll()
		// which it makes of CRLF
		if said := fmt.Sprintf("%q", all); err != nil || said != strings.ReplaceAll(fmt.Sprintf("%q", want), `\r\n`, `\n`) {
			t.Fatalf("encoding/csv reads %q as %s, not %q: %v", text, said, want, err)
		}
	})
}

// TestReader: rows over several lines, marks of UTF-8, ends of lines, and what is wrong.
func TestReader(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 `[]`,
		"\ufeffa,b\r\n1,\"2\"\r\n":         `[["a" "b"] ["1" "2"]]`,
		"a,\"x\r\ny\n\",\n,b":              `[["a" "x\r\ny\n" ""] ["" "b"]]`,
		"\"\"\n\n":                         `[[""] [""]]`,
		"\"a\"\"b\",\"\"\"\"\n":            `[["a\"b" "\""]]`,
		"a\n\"b":                           `a field that begins with a quote (") has no end, at line 2`,
		"a,b\nx\"y,2\n":                    `a quote (") is not at the beginning or end of its field, or is not doubled, at line 2`,
		"x\"" + strings.Repeat("a\n", 200): `a quote (") is not at the beginning`,
		"a\"b\"\n":                         `a quote (") is not at the beginning`,
		"\"a\"b,\"c\"\n":                   `a quote (") is not at the beginning`,
		strings.Repeat("a", 200):           `longer than 100 bytes`,
		"\"" + strings.Repeat("a\n", 200):  `longer than 100 bytes`,
	} {
		got, err := rows(text, 100)
		if said := fmt.Sprintf("%q", got); err == nil && said != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %s, %v; want %s", text, said, err, want)
		}
	}
}

// FuzzReader: rows that are read are those of encoding/csv, where that reads them too.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "\"a\n\",b\r\n", "\"\"\"\",\n", "a\"b\n", "\"a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := rows(text, 1<<20)
		theirs := stdcsv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
		theirs.FieldsPerRecord = -1
		want, theirErr := theirs.ReadAll()
		if (err == nil) != (theirErr == nil) {
			t.Fatalf("%q: %v, but encoding/csv: %v", text, err, theirErr)
		}
		// encoding/csv leaves out empty lines, and some CR.
		some := func(rows [][]string) string {
			rows = slices.DeleteFunc(rows, func(row []string) bool { return len(row) == 1 && strings.Trim(row[0], "\r") == "" })
			return strings.ReplaceAll(fmt.Sprintf("%q", rows), `\r`, "")
		}
		if err == nil && some(got) != some(want) {
			t.Fatalf("%q: %q, but encoding/csv: %q", text, got, want)
		}
	})
}
