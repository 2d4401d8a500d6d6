package names

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// TestLabels: the forms in which labels come.
func TestLabels(t *testing.T) {
	for _, c := range []struct{ text, want, fails string }{
		{"Ada Lovelace\n\n Plato \r\nQ42\n", "[Ada Lovelace][Plato]", ""},
		{"?id\t?name\n<http://www.wikidata.org/entity/Q7259>\t\"Ada \\\"A\\\" Lovelace\"@en\n<x>\t\"M\\u00fcller\"@de\n<y>\tQ5\n", `[Ada "A" Lovelace][Müller]`, ""},
		{"id\tname\n1\tPlato\n", "[Plato]", ""},
		{"?id\t?label\n", "", "there is no column name: the columns are ?id, ?label, at line 1"},
		{"?id\t?name\n<x>\n", "", "has 1 field, at line 2"},
		{"?name\n\"Ada\n", "", `a text begins with " and has no end, at line 2`},
		{"a\xff\n", "", "is not UTF-8, at line 1"},
		{`{"head":{"vars":["name"]},"results":{"bindings":[{"name":{"xml:lang":"en","type":"literal","value":"Ada Lovelace"}},` +
			`{"other":{"value":"x"},"name":{"value":"Plato"}}]}}`, "[Ada Lovelace][Plato]", ""},
		{`[{"name":"Ada"},{"name":"Q1"},{"name":null},{"id":"Bob"}]`, "[Ada]", ""},
		{"{\"name\":\"Ada\"}\n{\"name\":\"Bob\"}\n", "[Ada][Bob]", ""},
		{`[{"name":"Ada"}`, "[Ada]", "at byte 15: unexpected EOF"},
		{strings.Repeat("[", 100), "", "is nested too deep"},
		{`["` + strings.Repeat("x", 3*mostLabel), "", "a string is longer than 1024 KiB"},
		{strings.Repeat("x", mostLabel+1), "", "longer than 1024 KiB, at line 1"},
	} {
		l := Labels{Column: "name"}
		got := ""
		err := l.Read([]byte(c.text[:min(len(c.text), 100)]), strings.NewReader(c.text), func(label []byte) error {
			got += fmt.Sprintf("[%s]", label)
			return nil
		})
		if got != c.want || (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%.60q: %s, %v; not %s, %s", c.text, got, err, c.want, c.fails)
		}
	}
}

// TestCount compares with maps.
func TestCount(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOf(rapid.StringOfN(rapid.SampledFrom([]rune("ab-ä ")), 1, 3, -1)).Draw(t, "parts")
		want := map[string]Counts{}
		for i, p := range parts {
			n := want[p]
			n[i%3]++
			want[p] = n
		}
		got, last := map[string]Counts{}, ""
		err := Count(work.Room{FS: vfs.OS, TempDir: dir, Memory: 4 << 20, Threads: 2},
			func(add func([]byte, Class) error) error {
				for i, p := range parts {
					if err := add([]byte(p), Class(1<<(i%3))); err != nil {
						return err
					}
				}
				return nil
			}, func(part []byte, n *Counts) error {
				if _, twice := got[string(part)]; twice || string(part) <= last {
					t.Fatalf("%q after %q", part, last)
				}
				last = string(part)
				got[last] = *n
				return nil
			})
		if err != nil || !maps.Equal(got, want) {
			t.Fatalf("%v, not %v: %v", got, want, err)
		}
	})
	failed := fmt.Errorf("no more")
	for _, c := range []struct{ source, do error }{{failed, nil}, {nil, failed}} {
		err := Count(work.Room{FS: vfs.OS, TempDir: dir, Memory: 4 << 20, Threads: 2}, func(add func([]byte, Class) error) error {
			for range 1000 {
				if err := add([]byte("a"), Last); err != nil {
					return err
				}
			}
			return c.source
		}, func([]byte, *Counts) error { return c.do })
		if err != failed {
			t.Errorf("%v", err)
		}
	}
}

func FuzzLabels(f *testing.F) {
	f.Add("?id\t?name\n<x>\t\"M\\u00fcller\"@de\n")
	f.Add(`{"results":{"bindings":[{"name":{"value":"Ada Lovelace"}}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		l := Labels{Column: "name"}
		r := bufio.NewReader(strings.NewReader(text))
		head, _ := r.Peek(min(len(text), 512))
		var got []string
		l.Read(slices.Clone(head), r, func(label []byte) error {
			got = append(got, string(label))
			return nil
		})
		if int64(len(got)) != l.Count {
			t.Fatalf("%d labels, but %d counted", len(got), l.Count)
		}
	})
}
