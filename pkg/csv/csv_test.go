package csv

import (
	"bytes"
	stdcsv "encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

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

// TestRows: what the writer makes of lines, the reader and encoding/csv read back; fields may be of any bytes.
func TestRows(t *testing.T) {
	field := rapid.StringOf(rapid.SampledFrom([]rune("ab,\" \r;\\'0ü")))
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOfN(rapid.SliceOfN(field, 2, 4), 0, 6).Draw(t, "rows")
		var lines, out bytes.Buffer
		for _, row := range want {
			lines.WriteString(strings.Join(row, "\t") + "\n")
		}
		if _, err := NewWriter(&out).Write(lines.Bytes()); err != nil {
			t.Fatal(err)
		}
		got, err := rows(out.String(), 1<<20)
		if err != nil || fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Fatalf("%q is read as %q, not %q: %v", out.String(), got, want, err)
		}
		theirs := stdcsv.NewReader(strings.NewReader(out.String()))
		theirs.FieldsPerRecord = -1
		if all, err := theirs.ReadAll(); err != nil || !slices.EqualFunc(all, want, slices.Equal) {
			t.Fatalf("encoding/csv reads %q as %q, not %q: %v", out.String(), all, want, err)
		}
	})
}

// TestReader: rows over several lines, marks of UTF-8, ends of lines, and what is wrong.
func TestReader(t *testing.T) {
	for text, want := range map[string]string{
		"":                                `[]`,
		"\ufeffa,b\r\n1,\"2\"\r\n":        `[["a" "b"] ["1" "2"]]`,
		"a,\"x\r\ny\n\",\n,b":             `[["a" "x\r\ny\n" ""] ["" "b"]]`,
		"\"\"\n\n":                        `[[""] [""]]`,
		"\"a\"\"b\",\"\"\"\"\n":           `[["a\"b" "\""]]`,
		"a\n\"b":                          `a field that begins with a quote (") has no end, at line 2`,
		"a\"b\"\n":                        `a quote (") is not at the beginning`,
		"\"a\"b,\"c\"\n":                  `a quote (") is not at the beginning`,
		strings.Repeat("a", 200):          `longer than 100 bytes`,
		"\"" + strings.Repeat("a\n", 200): `longer than 100 bytes`,
	} {
		got, err := rows(text, 100)
		if said := fmt.Sprintf("%q", got); err == nil && said != want || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %s, %v; want %s", text, said, err, want)
		}
	}
}

// TestNumbers: numbers become lines, however they are read; what is no number is refused.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"1,2\r\n-3,\n":        "1\t2\n-3\t\n",
		"\"1\",\"\"\n\"2\",3": "1\t\n2\t3",
		"1.5e-3,nan\n":        "1.5e-3\tnan\n",
		"1 2,3\n":             "' ' is no part of a number",
		"1,2\n#3,4\n":         "'#' is no part of a number",
		"1\t2,3\n":            `'\t' is no part of a number`,
		"1\n\"2\n3\"\n":       `'\n' is no part of a number`,
		"\"1\"2\n":            "is not doubled",
		"1\"2\"\n":            "is not doubled",
		"1\n\"2":              "has no end",
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			got, err := io.ReadAll(Numbers(r))
			if err == nil && string(got) != want || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %q, %v; want %q", text, got, err, want)
			}
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
