package content

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/realdata"
)

var update = flag.Bool("update", false, "write testdata/features.tsv")

// TestModel: the model of the program can be read, fits the features, and is written as it was read.
func TestModel(t *testing.T) {
	m, err := readEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	block, ofPage := Names()
	if len(m.Linear.Weights) != len(block) || len(m.Trees) == 0 || len(m.PageTypes) != len(m.PageType) || len(m.Means) != 10 {
		t.Errorf("%d weights, %d trees, %d page types, %d means", len(m.Linear.Weights), len(m.Trees), len(m.PageType),
			len(m.Means))
	}
	for k, l := range m.PageType {
		if len(l.Weights) != len(ofPage) {
			t.Errorf("%s has %d weights", m.PageTypes[k], len(l.Weights))
		}
	}
	var written bytes.Buffer
	if err := m.Write(&written); err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(modelFile))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if _, err := file.ReadFrom(z); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written.Bytes(), file.Bytes()) {
		t.Error("what is written is not what was read")
	}
	if again, err := ReadModel(&written); err != nil || !reflect.DeepEqual(m, again) {
		t.Errorf("what was written is read as another model: %v", err)
	}
}

// TestDamagedModel: a model that is damaged is refused.
func TestDamagedModel(t *testing.T) {
	m, _ := readEmbedded()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, c := range []struct{ old, new, want string }{
		{"mix\t", "mixed\t", "begins with"},
		{"mix\t0.25", "mix", "too few fields"},
		{"mix\t0.25", "mix\t", "invalid syntax"},
		{"mix\t0.25", "mix\tx", "invalid syntax"},
		{"\nwords\t", "\nword\t", "train it again"},
		{"\nlean\t", "\nmix\t", "has no lean"},
		{"\ntree\t", "\ntree\t9", "train it again"},
		{"\ntree\t", "\ntree\t-", "wrong node"},
		{"\nleaf\t", "\nleaves\t", "train it again"},
		{text[strings.LastIndex(text, "leaf"):], "", "ends early"},
	} {
		if !strings.Contains(text, c.old) {
			t.Fatalf("the model has no %.20q", c.old)
		}
		if _, err := ReadModel(strings.NewReader(strings.Replace(text, c.old, c.new, 1))); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q for %.20q: %v", c.new, c.old, err)
		}
	}
}

// TestFeatures: what the features of a page and of two of its blocks mean. A model that was learnt with other meanings would be
// wrong in silence, so the model must be trained again when this file changes.
func TestFeatures(t *testing.T) {
	body, err := os.ReadFile(filepath.Join("testdata", "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	r, x := NewReader(), &Features{}
	p, ok := r.Read(body, "text/html; charset=utf-8")
	if !ok {
		t.Fatal("not read")
	}
	var got bytes.Buffer
	show := func(what string, names []string, values []float32) {
		for k, v := range values {
			fmt.Fprintf(&got, "%s\t%s\t%.4g\n", what, names[k], v)
		}
	}
	block, ofPage := Names()
	show("page", ofPage, x.Begin(p, r.Source().AppendTitle(nil), r.Source().AppendDescription(nil),
		[]byte("https://lindenau.example/news/2024/solar-cell")))
	shown := 0
	x.Blocks(p, func(i int, v []float32) {
		for _, begin := range []string{"In 1977", "Water power"} {
			if bytes.HasPrefix(p.BlockText(i), []byte(begin)) {
				show(begin, block, v[:len(block)])
				shown++
			}
		}
	})
	if shown != 2 {
		t.Fatalf("%d blocks", shown)
	}
	golden := filepath.Join("testdata", "features.tsv")
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	lines, wanted := strings.Split(got.String(), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(lines), len(wanted)) {
		if lines[i] != wanted[i] {
			t.Errorf("%s\nwant %s", lines[i], wanted[i])
		}
	}
	if len(lines) != len(wanted) {
		t.Errorf("%d features, want %d", len(lines), len(wanted))
	}
}

// BenchmarkModel is what a program pays before it reads its first page.
func BenchmarkModel(b *testing.B) {
	for b.Loop() {
		if _, err := readEmbedded(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead reads pages of articles. Bytes are those of the pages.
func BenchmarkRead(b *testing.B) {
	var pages [][]byte
	size := int64(0)
	realdata.EachHTML(b, "boilerplate/scrapinghub.tar.zst", func(_ string, body []byte) {
		pages = append(pages, body)
		size += int64(len(body))
	})
	x := New(Options{})
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, body := range pages {
			if _, ok := x.Read(body, "text/html", []byte("http://example.org/a/b")); !ok {
				b.Fatal("not read")
			}
		}
	}
}
