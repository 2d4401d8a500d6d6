package qlever

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/text/document"
)

// files are what a Writer wrote.
type files struct{ words, docs, triples string }

func written(t interface{ Fatalf(string, ...any) }, lines ...string) files {
	var words, docs, triples bytes.Buffer
	w := Writer{Words: &words, Docs: &docs, Triple: func(line []byte) error { triples.Write(line); return nil },
		Score: func(doc int32, name []byte) (float64, error) { return float64(doc) + 0.25, nil }}
	for _, line := range lines {
		var d document.Tagged
		if err := d.Parse([]byte(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := w.Add(&d); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return files{words.String(), docs.String(), triples.String()}
}

// TestFilesOfThesis: the files of 3.2.2.4 of Bumüller 2019, byte by byte. A title gets no entity.
func TestFilesOfThesis(t *testing.T) {
	got := written(t, `{"id":4,"url":"http://a.test/","tagged":"Prof. Dr. <0>; Lehrstuhl","names":["<Hannah_Bast>"]}`,
		`{"id":2,"url":"http://b.test/","tagged":"<0>, <1> und (<2>). Bast liest. <3>!","names":`+
			`["<Ludwig_van_Beethoven>","<Peter>","Hannah Bast","<Hannah_Bast>"]}`)
	want := files{
		words: "prof\t0\t0\t1\ndr\t0\t0\t1\nhannah\t0\t0\t1\nbast\t0\t0\t1\n<Hannah_Bast>\t1\t0\t4.25\nlehrstuhl\t0\t1\t1\n" +
			"ludwig\t0\t2\t1\nvan\t0\t2\t1\nbeethoven\t0\t2\t1\n<Ludwig_van_Beethoven>\t1\t2\t2.25\npeter\t0\t2\t1\n" +
			"<Peter>\t1\t2\t2.25\nund\t0\t2\t1\nhannah\t0\t2\t1\nbast\t0\t2\t1\n<Hannah_Bast>\t1\t2\t2.25\n" +
			"bast\t0\t3\t1\nliest\t0\t3\t1\nhannah\t0\t4\t1\nbast\t0\t4\t1\n<Hannah_Bast>\t1\t4\t2.25\n",
		docs: "0\tProf. Dr. Hannah Bast\n1\tLehrstuhl\n2\tLudwig van Beethoven, " +
			"Peter und (Hannah Bast).\n3\tBast liest.\n" +
			"4\tHannah Bast!\n",
		triples: "<Hannah_Bast> <appears-in> <http://a.test/> .\n<QLever-internal-function/record-0> <source-url> <http://a.test/> .\n" +
			"<Ludwig_van_Beethoven> <appears-in> <http://b.test/> .\n<Peter> <appears-in> <http://b.test/> .\n" +
			"<Hannah_Bast> <appears-in> <http://b.test/> .\n" +
			"<QLever-internal-function/record-2> <source-url> <http://b.test/> .\n<Hannah_Bast> <appears-in> <http://b.test/> .\n" +
			"<QLever-internal-function/record-4> <source-url> <http://b.test/> .\n",
	}
	if got != want {
		t.Errorf("%q\nnot\n%q", got, want)
	}
}

// TestSentences: sentences end at the ends of lines, and at marks before a capital letter, but not behind titles and initials.
func TestSentences(t *testing.T) {
	for text, want := range map[string]string{
		"One. Two! Three? four.":                     "One.|Two!|Three? four.",
		"Prof. Dr. J. Miller. M. Sc. Meyer":          "Prof. Dr. J. Miller.|M. Sc.|Meyer",
		"He said \\\"No.\\\" Then (What?) „So.“ End": "He said \"No.\"|Then (What?)|„So.“|End",
		"a; b; ; c;": "a|b|c", "": "", ".": ".", "z.B. Kaffee im 3. Stock": "z.B.|Kaffee im 3.|Stock",
		"Ende. Über": "Ende.|Über",
	} {
		got := written(t, `{"url":"u","tagged":"`+text+`","names":[]}`).docs
		var sentences []string
		for line := range strings.Lines(got) {
			_, s, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			sentences = append(sentences, s)
		}
		if all := strings.Join(sentences, "|"); all != want {
			t.Errorf("%q: %q, not %q", text, all, want)
		}
	}
}

// TestBadTags: tags that are not those of the names are refused.
func TestBadTags(t *testing.T) {
	for _, line := range []string{
		`{"url":"u","tagged":"<1>","names":["a"]}`, `{"url":"u","tagged":"<0> <0>","names":["a","b"]}`,
		`{"url":"u","tagged":"<0>","names":[]}`, `{"url":"u","tagged":"","names":["a"]}`,
		`{"url":"u","tagged":"<00>","names":["a"]}`,
		`{"url":"u","tagged":"<0>","names":["` + strings.Repeat("x", MaxName+3) + `"]}`,
		`{"url":"u","tagged":"<0>","names":[7]}`, `{"url":"u","tagged":"<0> <1>","names":["a" "b"]}`,
	} {
		var d document.Tagged
		w := Writer{Words: &bytes.Buffer{}}
		if err := d.Parse([]byte(line)); err != nil || w.Add(&d) == nil {
			t.Errorf("%s: not refused, %v", line, err)
		}
	}
	for _, line := range []string{`{"url":"u"}`, `{"tagged":"a"}`, `{"tagged":"a","names":["a"`,
		`{"tagged":"a","names":[["b"]]}`, `[]`,
		`{"tagged":5,"names":[]}`, `{"tagged":"a","names":"b"}`, `{"id":-1,"tagged":"a","names":[]}`} {
		var d document.Tagged
		if err := d.Parse([]byte(line)); err == nil {
			t.Errorf("%s: not refused", line)
		}
	}
}

// checkFiles checks the grammar of the files, by a parser of its own, and that they fit each other. It returns the entities of
// each record.
func checkFiles(t interface{ Fatalf(string, ...any) }, f files) (entities map[int][]string) {
	sentences, entities := map[int]string{}, map[int][]string{}
	for line := range strings.Lines(f.docs) {
		record, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		n, err := strconv.Atoi(record)
		if !ok || err != nil || n != len(sentences) || text == "" || strings.ContainsAny(text,
			"\t\n\r") || !strings.HasSuffix(line, "\n") {
			t.Fatalf("docs file: %q", line)
		}
		sentences[n] = text
	}
	last := 0
	for line := range strings.Lines(f.words) {
		c := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(c) != 4 || !strings.HasSuffix(line, "\n") {
			t.Fatalf("words file: %q", line)
		}
		n, err := strconv.Atoi(c[2])
		score, bad := strconv.ParseFloat(c[3], 64)
		_, there := sentences[n]
		if err != nil || bad != nil || score < 0 || n < last || !there || c[0] == "" || strings.ContainsFunc(c[0],
			unicode.IsSpace) {
			t.Fatalf("words file: %q", line)
		}
		switch last = n; c[1] {
		case "0":
			if strings.ToLower(c[0]) != c[0] || strings.HasPrefix(c[0], "<") || c[3] != "1" ||
				!strings.Contains(strings.ToLower(sentences[n]), c[0]) {
				t.Fatalf("words file: %q of %q", line, sentences[n])
			}
		case "1":
			if rest, ok := iri(c[0]); !ok || rest != "" {
				t.Fatalf("words file: %q", line)
			}
			entities[n] = append(entities[n], c[0])
		default:
			t.Fatalf("words file: %q", line)
		}
	}
	checkTriples(t, f.triples, entities)
	return entities
}

// checkTriples checks lines of N-Triples.
func checkTriples(t interface{ Fatalf(string, ...any) }, text string, entities map[int][]string) {
	records := map[int]int{}
	for line := range strings.Lines(text) {
		var parts []string
		rest, ok := line, true
		for range 3 {
			before := rest
			if rest, ok = iri(rest); !ok || !strings.HasPrefix(rest, " ") {
				t.Fatalf("triples: %q", line)
			}
			parts = append(parts, before[:len(before)-len(rest)])
			rest = rest[1:]
		}
		if rest != ".\n" {
			t.Fatalf("triples: %q", line)
		}
		record, isRecord := strings.CutPrefix(parts[0], "<QLever-internal-function/record-")
		n, err := strconv.Atoi(strings.TrimSuffix(record, ">"))
		switch {
		case isRecord && (err != nil || parts[1] != "<source-url>" || len(entities[n]) == 0):
			t.Fatalf("triples: %q", line)
		case isRecord:
			records[n]++
		case parts[1] != "<appears-in>":
			t.Fatalf("triples: %q", line)
		}
	}
	for n := range entities {
		if records[n] != 1 {
			t.Fatalf("triples: record %d comes %d times", n, records[n])
		}
	}
}

// iri parses an IRIREF of N-Triples and returns what is behind it. It is written after the grammar:
// '<' ([^#x00-#x20<>"{}|^`\] | UCHAR)* '>'
func iri(text string) (rest string, ok bool) {
	if !strings.HasPrefix(text, "<") {
		return "", false
	}
	for i, r := range text[1:] {
		switch {
		case r == '>':
			return text[i+2:], true
		case r <= ' ' || strings.ContainsRune("<\"{}|^`\\",
			r) || r == utf8.RuneError && !strings.HasPrefix(text[i+1:], "\ufffd"):
			return "", false
		}
	}
	return "", false
}

// TestFilesKeepTheirGrammar: any names, URLs and texts give files of the grammar, and an IRI tells which name it is.
func TestFilesKeepTheirGrammar(t *testing.T) {
	part := rapid.SampledFrom([]string{"Ada", "<", ">", "\"", "%", "%20", " ", "\\", "é", "\u0001", "\u007f", "|", "_",
		"^`{}", ".",
		"\u2028", "Dr.", ";", "x", "\U0001f600"})
	text := func(t *rapid.T, name string) string {
		return strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, name), "")
	}
	rapid.Check(t, func(t *rapid.T) {
		var names []string
		tagged := ""
		for range rapid.IntRange(0, 8).Draw(t, "words") {
			word := strings.NewReplacer("<", "", ">", "").Replace(text(t, "word"))
			if rapid.Bool().Draw(t, "name") {
				word += fmt.Sprintf("<%d>", len(names))
				names = append(names, text(t, "name"))
			}
			tagged += word + " "
		}
		line, _ := json.Marshal(map[string]any{"id": 3, "url": "http://a.test/" + text(t, "url"), "tagged": tagged,
			"names": append([]string{}, names...)})
		f := written(t, string(line))
		entities := checkFiles(t, f)
		var all []string
		for i := range len(entities) + 8 {
			all = append(all, entities[i]...)
		}
		for i, name := range names {
			back, err := url.PathUnescape(strings.TrimSuffix(strings.TrimPrefix(all[i], "<"), ">"))
			if want := strings.ReplaceAll(string(inner([]byte(name))), " ", "_"); err != nil || back != want {
				t.Fatalf("%q is %q, not %q: %v", all[i], back, want, err)
			}
		}
		if len(all) != len(names) {
			t.Fatalf("%q of %q", all, names)
		}
	})
}

func FuzzTagged(f *testing.F) {
	f.Add([]byte(`{"id":4,"url":"http://a.test/","tagged":"Prof. Dr. (<0>). B; <1>/<2>","names":["<Hannah_Bast>","\u0041","\"<"]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		var d document.Tagged
		if d.Parse(slices.Clone(line)) != nil {
			return
		}
		var words, docs, triples bytes.Buffer
		w := Writer{Words: &words, Docs: &docs, Triple: func(line []byte) error { triples.Write(line); return nil }}
		if w.Add(&d) == nil {
			checkFiles(t, files{words.String(), docs.String(), triples.String()})
		}
	})
}
