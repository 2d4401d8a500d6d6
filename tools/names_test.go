package tools_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/tuple"
)

// These tests give the tools very many names, or very long texts, and little memory.

// writeLines writes a file of n lines.
func writeLines(t *testing.T, name string, n int, line func(i int) string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	for i := range n {
		w.WriteString(line(i))
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// TestManyNames: findnames keeps to 256 MiB with a list of 5 M names, and so does namefile with 10 M scores. With -short there
// are fewer of both, and less memory.
func TestManyNames(t *testing.T) {
	t.Parallel()
	dir, names, pages, memory, least := t.TempDir(), 5_000_000, 1_000_000, int64(256), int64(256)
	if testing.Short() {
		names, pages, memory, least = 100_000, 10_000, 46, 12
	}
	writeLines(t, filepath.Join(dir, "first.txt"), names, func(i int) string { return fmt.Sprintf("Name%07x", i) })
	const text = `{"text":"Name0000007 Bast is here, Name0000009 not"}`
	writeLines(t, filepath.Join(dir, "docs.jsonl"), 1, func(int) string { return text })
	keepsTo(t, dir, memory, 1, "findnames", "-machine", "thesis", "-first-names", "first.txt", "-dict", "names.txt", "-o",
		"out.t2", "docs.jsonl")
	const want = "<Name0000007_Bast>\n<Name0000009>\n"
	if text, err := os.ReadFile(filepath.Join(dir, "names.txt")); err != nil || string(text) != want {
		t.Errorf("%q %v", text, err)
	}
	url := func(i int) string { return fmt.Sprintf("http://a.test/people/%07d", i) }
	writeLines(t, filepath.Join(dir, "urls.txt"), pages, url)
	writeLines(t, filepath.Join(dir, "names.txt"), 1000, func(i int) string { return fmt.Sprintf("Ada B%03d", i) })
	err := writeRaw(filepath.Join(dir, "scores.t3"), func(put func(...int32)) {
		for d := range int32(pages) {
			for k := range int32(10) {
				put(d, k*97+d%97, tuple.F32Bits(float32(1+(d*7+k)%1000)))
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	keepsTo(t, dir, least, 2, "namefile", "-name-dict", "names.txt", "-url-dict", "urls.txt", "-o", "out.tsv", "scores.t3")
}

// TestLongTexts: findnames and qlever keep to their memory with the longest document that they read. It is one line, and has only
// names, or no end of a sentence.
func TestLongTexts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, word := range []string{"Ada Lovelace, ", "a\u00a0", "Bast, A. and "} {
		times := 500_000 / len(word)
		if !testing.Short() {
			times *= 23
		}
		writeLines(t, filepath.Join(dir, "docs.jsonl"), 1, func(int) string {
			return `{"id":0,"url":"http://a.test/","text":"` + strings.Repeat(word, times) + `"}`
		})
		keepsTo(t, dir, 64, 1, "findnames", "-mentions", "m.jsonl", "-tagged", "tagged.jsonl", "-dict", "names.txt", "-o",
			"out.t2", "docs.jsonl")
		keepsTo(t, dir, 56, 1, "qlever", "-ones", "-sentences", "s.tsv", "-triples", "t.nt", "-o", "words.tsv", "tagged.jsonl")
	}
}
