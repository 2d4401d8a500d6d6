package tools_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"webmill/pkg/tuple"
)

// This test validates the file of xmlexport, and compares its elements with those that plain loops give.

// exported are random documents, their ranks, layers and texts of links.
type exported struct {
	docs, texts   []map[string]any // as lines of JSON
	ranks, layers [][2]int32
}

func newExported(r *rand.Rand) *exported {
	e := &exported{}
	runes := []rune("a <&>'\"\n\t\r\x01\x7f\u0085\u00e4\u20ac\ufffe\U0001d11e")
	text := func() string {
		var b []byte
		for range r.IntN(12) {
			b = utf8.AppendRune(b, runes[r.IntN(len(runes))])
		}
		return strings.Repeat(string(b), 1+r.IntN(2)*r.IntN(20_000))
	}
	for id := range int32(1 + r.IntN(40)) {
		if r.IntN(4) > 0 {
			e.docs = append(e.docs, map[string]any{"id": id, "url": text(), "title": text(), "description": text(),
				"text": text()})
		}
		if r.IntN(4) > 0 {
			e.ranks = append(e.ranks, [2]int32{id, tuple.F32Bits(float32(r.IntN(9)) / 8)})
		}
		if r.IntN(2) > 0 {
			e.layers = append(e.layers, [2]int32{id, 1 + r.Int32N(5)})
			e.texts = append(e.texts, map[string]any{"id": id, "text": text()})
		}
	}
	e.docs = append(e.docs, map[string]any{"id": 99, "text": "the page with a score"})
	e.ranks = append(e.ranks, [2]int32{99, tuple.F32Bits(1)})
	return e
}

// pages are the elements of the file, by plain loops: of the documents with a score from least on, in the order of their ids.
func (e *exported) pages(least float32) (pages [][]string) {
	of := func(pairs [][2]int32, id int32, show func(int32) string) string {
		for _, p := range pairs {
			if p[0] == id {
				return show(p[1])
			}
		}
		return ""
	}
	text := func(d map[string]any, name string) string {
		s, _ := d[name].(string)
		return strings.Map(func(c rune) rune {
			if c == 1 || c == 0xfffe {
				return utf8.RuneError
			}
			return c
		}, s)
	}
	for id := range int32(100) {
		for _, d := range e.docs {
			if fmt.Sprint(d["id"]) != fmt.Sprint(id) {
				continue
			}
			rank := of(e.ranks, id, func(v int32) string { return fmt.Sprint(tuple.F32Value(v)) })
			if least >= 0 && (rank == "" || rank < fmt.Sprint(least)) {
				continue
			}
			links := ""
			for _, l := range e.texts {
				if fmt.Sprint(l["id"]) == fmt.Sprint(id) {
					links = text(l, "text")
				}
			}
			s, _ := d["text"].(string)
			pages = append(pages, []string{fmt.Sprint(id), text(d, "url"), text(d, "title"), rank, "",
				of(e.layers, id, func(v int32) string { return fmt.Sprint(v - 1) }), fmt.Sprint(len(s)),
				text(d, "description"), links, text(d, "text")})
		}
	}
	return pages
}

func (e *exported) write(t *testing.T, dir string, r *rand.Rand) {
	r.Shuffle(len(e.docs), func(i, k int) { e.docs[i], e.docs[k] = e.docs[k], e.docs[i] })
	for name, lines := range map[string][]map[string]any{"docs.jsonl": e.docs, "texts.jsonl": e.texts} {
		var b bytes.Buffer
		for _, line := range lines {
			if err := json.NewEncoder(&b).Encode(line); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, pairs := range map[string][][2]int32{"ranks.t2": e.ranks, "layers.t2": e.layers} {
		if err := os.WriteFile(filepath.Join(dir, name), flat(pairs), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestXMLExport: the file is valid by its DTD, and its elements are those that plain loops give, whatever the texts are: Nitsche
// 2003, 4.3.2.3.13 and 7.3.
func TestXMLExport(t *testing.T) {
	t.Parallel()
	var files []string
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 0))
		e, dir := newExported(r), t.TempDir()
		e.write(t, dir, r)
		for i, args := range [][]string{
			{"-ranking", "ranks.t2", "-link-texts", "texts.jsonl"},
			{"-ranking", "ranks.t2", "-link-texts", "texts.jsonl", "-charset", "latin1", "-min-score", "0.5"},
			{"-pagerank", "ranks.t2", "-charset", "latin1"},
		} {
			name := fmt.Sprintf("%d.xml", i)
			args = append(args, "-q", "-layers", "layers.t2", "-description", "ü€<", "-o", name, "docs.jsonl")
			cmd := exec.Command(filepath.Join(binDir, "xml-export"), args...)
			cmd.Dir = dir
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, text)
			}
			want := e.pages(map[bool]float32{true: 0.5, false: -1}[slices.Contains(args, "-min-score")])
			if args[0] == "-pagerank" {
				for k := range want {
					want[k] = slices.Delete(want[k], 8, 9)
				}
			}
			files = append(files, filepath.Join(dir, name))
			sameXML(t, fmt.Sprint("seed ", seed, " ", args), files[len(files)-1], want)
		}
	}
	validXML(t, files)
}

// sameXML compares the elements of a file with those that it should have, and their names with its DTD.
func sameXML(t *testing.T, what, name string, want [][]string) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Description string `xml:"description"`
		Amount      int    `xml:"amount"`
		Pages       []struct {
			Elements []struct {
				XMLName xml.Name
				Text    string `xml:",chardata"`
			} `xml:",any"`
		} `xml:"htmldata"`
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = latin1Reader
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if got.Description != "ü€<" || got.Amount != len(want) || len(got.Pages) != len(want) {
		t.Fatalf("%s: %q with %d and %d pages, want %d", what, got.Description, got.Amount, len(got.Pages), len(want))
	}
	declared := string(regexp.MustCompile(`<!ELEMENT htmldata \((.*)\)>`).FindSubmatch(text)[1])
	for i, page := range got.Pages {
		var names, texts []string
		for _, e := range page.Elements {
			names, texts = append(names, e.XMLName.Local), append(texts, e.Text)
		}
		if strings.Join(names, ", ") != declared {
			t.Fatalf("%s: page %d has the elements %v, not %s", what, i, names, declared)
		}
		if !slices.Equal(texts, want[i]) {
			t.Fatalf("%s: page %d is\n%.300q, not\n%.300q", what, i, texts, want[i])
		}
	}
}

// latin1Reader reads ISO-8859-1.
func latin1Reader(_ string, in io.Reader) (io.Reader, error) {
	text, err := io.ReadAll(in)
	var b []byte
	for _, c := range text {
		b = utf8.AppendRune(b, rune(c))
	}
	return bytes.NewReader(b), err
}

// validXML validates files by their DTDs, by xmllint or lxml.
func validXML(t *testing.T, files []string) {
	const python = "/usr/bin/python3"
	const validate = "import sys\nfrom lxml import etree\n" +
		"for name in sys.argv[1:]: etree.parse(name, etree.XMLParser(dtd_validation=True, huge_tree=True))"
	cmd := exec.Command("xmllint", append([]string{"--valid", "--noout", "--huge"}, files...)...)
	if cmd.Err != nil {
		if err := exec.Command(python, "-c", "import lxml.etree").Run(); err != nil {
			t.Skip("there is no parser that validates: install xmllint or python3-lxml")
		}
		cmd = exec.Command(python, append([]string{"-c", validate}, files...)...)
	}
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v: %.2000s", err, text)
	}
}
