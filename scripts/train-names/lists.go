package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
)

// names has the levels of each word, a digit a list.
type names map[string]*[4]byte

func (n names) set(word string, list int, level byte) {
	word = strings.ToLower(strings.TrimSpace(word))
	if utf8.RuneCountInString(word) < 2 || strings.ContainsAny(word, " \t./()") {
		return
	}
	if n[word] == nil {
		n[word] = &[4]byte{'0', '0', '0', '0'}
	}
	n[word][list] = max(n[word][list], level)
}

// writeLists writes the file of the lists of names: of the census of the United States of 1990, of Berlin's births, of German
// surnames.
func writeLists(w io.Writer, folder, about string) error {
	n := names{}
	for _, file := range []string{"dist.female.first", "dist.male.first"} {
		n.census(unpacked(filepath.Join(folder, "us-census-1990", file+".zst")), 0, 0.05, 0.01, 0.001)
	}
	n.census(unpacked(filepath.Join(folder, "us-census-1990", "dist.all.last.zst")), 2, 0.005, 0.001, 0.0003)
	for line := range strings.Lines(unpacked(filepath.Join(folder, "de", "vornamen-berlin-2012-2023.tsv.zst"))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if born, err := strconv.Atoi(f[len(f)-1]); err == nil {
			n.level(f[0], 1, float64(born), 100, 15, 3)
		}
	}
	for line := range strings.Lines(unpacked(filepath.Join(folder, "de", "nachnamen-dfa.txt.zst"))) {
		n.set(line, 3, '1')
	}
	for _, of := range worlds {
		for _, name := range of.names[0] {
			n.parts(name, func(word string) { n.set(word, 1, '1') })
		}
		for _, name := range of.names[1] {
			n.parts(name, n.abroad)
		}
	}
	fmt.Fprintf(w, "# %s\n", about)
	for _, word := range slices.Sorted(maps.Keys(n)) {
		fmt.Fprintf(w, "%s\t%s\n", word, n[word][:])
	}
	return nil
}

// parts calls do for each word with a capital at its beginning in a name.
func (names) parts(name string, do func(string)) {
	for word := range strings.FieldsSeq(name) {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(r) {
			do(word)
		}
	}
}

// abroad sets the digit for German surnames to 2 for a surname of another country, or to 3 if it is a German one too.
func (n names) abroad(word string) {
	level := byte('2')
	if known := n[strings.ToLower(word)]; known != nil && (known[3] == '1' || known[3] == '3') {
		level = '3'
	}
	n.set(word, 3, level)
}

// level puts a word into a list by its frequency, if it is not rarer than low.
func (n names) level(word string, list int, frequency, high, middle, low float64) {
	switch {
	case frequency >= high:
		n.set(word, list, '3')
	case frequency >= middle:
		n.set(word, list, '2')
	case frequency >= low:
		n.set(word, list, '1')
	}
}

// census reads a list whose second column is the share of a name in percent.
func (n names) census(text string, list int, high, middle, low float64) {
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 1 {
			share, err := strconv.ParseFloat(f[1], 64)
			check(err)
			n.level(f[0], list, share, high, middle, low)
		}
	}
}

// unpacked is the text of a file that zstd packed.
func unpacked(name string) string {
	packed, err := os.ReadFile(name)
	check(err)
	z, err := zstd.NewReader(nil)
	check(err)
	defer z.Close()
	text, err := z.DecodeAll(packed, nil)
	check(err)
	return string(text)
}
