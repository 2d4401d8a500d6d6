// Default-names makes the lists of names that are in the program findnames: a word a line, TAB, and the lists that have it: f, m
// and l for first, middle and last names.
//
//	go run ./scripts/default-names DIR | gzip -9n >pkg/text/names/lists/names.tsv.gz
//
// DIR has us-census-1990/dist.{female.first,male.first,all.last}.zst, de/vornamen-berlin-2012-2023.tsv.zst (name, sex,
// children) and de/nachnamen-dfa.txt.zst. Rare names are left out, since many of them are words of the language, and so are the
// frequent words below.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"log"
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

var (
	children = flag.Int("children", 20, "leave out first names that fewer `children` of Berlin have")
	percent  = flag.Float64("percent", 0.001, "leave out names of a smaller share of the people of the census, in percent")
)

// words are frequent words of English and German that the sources have as names.
const words = `Am An As At Be By Das Dem Den Der Die Do Ein Eine Er Es For From Go He Her Him His Ich Im In Is Ist It Man Me
Mein My New No Not Of On Or Our See She Sie So The To Und Up Us Von Was We Wer Wie With You Your Zu`

// particles are the middle names.
const particles = `af al av bin da de del della den der di dos du el ibn la le ten ter und van vom von y zu zum zur`

// lists has the letters of the lists of each word.
type lists map[string]string

// add adds a word to a list. Words of one letter, with other characters than letters and -, and frequent words are left out.
func (l lists) add(word, list string) {
	ok := utf8.RuneCountInString(word) > 1 && !strings.Contains(l[word], list)
	for i, c := range word {
		ok = ok && (unicode.IsLetter(c) || i > 0 && c == '-')
	}
	if ok && !slices.Contains(strings.Fields(words), word) {
		l[word] += list
	}
}

// census adds the names of a file of the census. Its lines have a name in capitals, its share in percent, and other fields.
func (l lists) census(name, list string) {
	for line := range each(name) {
		f := strings.Fields(line)
		if share, err := strconv.ParseFloat(f[1], 64); err != nil || share < *percent {
			continue
		}
		word := f[0][:1] + strings.ToLower(f[0][1:])
		if rest, ok := strings.CutPrefix(word, "Mc"); ok && len(rest) > 2 {
			word = "Mc" + strings.ToUpper(rest[:1]) + rest[1:]
		}
		l.add(word, list)
	}
}

// each gives the lines of a file.
func each(name string) func(func(string) bool) {
	file, err := os.Open(filepath.Join(flag.Arg(0), name))
	check(err)
	unpacked, err := zstd.NewReader(file)
	check(err)
	text, err := io.ReadAll(unpacked)
	check(err)
	return func(yield func(string) bool) {
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" && !yield(line) {
				return
			}
		}
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	flag.Parse()
	l, born := lists{}, map[string]int{}
	for line := range each("de/vornamen-berlin-2012-2023.tsv.zst") {
		f := strings.Split(line, "\t")
		n, _ := strconv.Atoi(f[len(f)-1]) // 0 for the line with the names of the columns
		born[f[0]] += n
	}
	for _, word := range slices.Sorted(maps.Keys(born)) {
		if born[word] >= *children {
			l.add(word, "f")
		}
	}
	l.census("us-census-1990/dist.female.first.zst", "f")
	l.census("us-census-1990/dist.male.first.zst", "f")
	for word := range strings.FieldsSeq(particles) {
		l.add(word, "m")
	}
	l.census("us-census-1990/dist.all.last.zst", "l")
	for line := range each("de/nachnamen-dfa.txt.zst") {
		if born[line] < 100 { // the list has many first names, and does not say how frequent its names are
			l.add(line, "l")
		}
	}
	out := bufio.NewWriter(os.Stdout)
	for _, word := range slices.Sorted(maps.Keys(l)) {
		fmt.Fprintf(out, "%s\t%s\n", word, l[word])
	}
	check(out.Flush())
}
