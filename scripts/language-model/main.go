// Train makes the model of package lang from texts. docs/language.md says where those of the model in the tree come
// from.
//
//	main.go   the folders, and the table
//	texts.go  files to paragraphs
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"webmill/pkg/text/lang"
)

func main() {
	log.SetFlags(0)
	texts := flag.String("texts", "", "`folder` with a folder of texts for each language, named like it; that of program code is named code")
	apart := flag.String("apart", "", "`folder` like -texts, of texts of another kind, which find how much the costs of a text differ")
	others := flag.String("others", "", "`folder` of texts in languages that the model is not to know, a file each")
	out := flag.String("o", "model.tsv.gz", "`file` of the model")
	stops := flag.String("stopwords", "stopwords.tsv", "`file` of the most frequent words of each language")
	about := flag.String("about", "", "`text` of the first line of the model")
	flag.Parse()
	t := &trainer{about: *about}
	for _, dir := range folders(*texts) {
		t.names, t.paragraphs = append(t.names, filepath.Base(dir)), append(t.paragraphs, paragraphs(dir))
	}
	t.leaveUntranslated()
	t.leaveStrange(t.model())
	m := t.model()
	t.mean, t.spread = make([]float64, len(t.names)), make([]float64, len(t.names))
	strange := t.strange(m, *others)
	for i, name := range t.names {
		t.measure(m, i, paragraphs(filepath.Join(*apart, name)), strange[i])
	}
	usual := slices.Sorted(slices.Values(t.spread))[len(t.spread)/2]
	for _, l := range t.alone {
		t.spread[l] = max(t.spread[l], usual)
	}
	if err := errors.Join(os.WriteFile(*out, t.table(), 0o666), os.WriteFile(*stops, t.stopWords(), 0o666)); err != nil {
		log.Fatal(err)
	}
}

// trainer counts n-grams.
type trainer struct {
	about        string
	names        []string
	paragraphs   [][][]byte // of each language
	counts       map[uint64]*[lang.MaxLanguages]int
	all          [5][lang.MaxLanguages]int // n-grams, by the number of their characters
	chosen       []uint64
	mean, spread []float64
	alone        []int // languages that few strange texts are near to
}

// few are too few texts to find a limit.
const few = 20

func folders(root string) []string {
	entries, err := os.ReadDir(root)
	if err != nil {
		log.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, filepath.Join(root, e.Name()))
	}
	return list
}

// leaveUntranslated leaves out paragraphs that are the same in the English texts: parts that nobody has translated.
func (t *trainer) leaveUntranslated() {
	english := map[string]bool{}
	for _, p := range t.paragraphs[slices.Index(t.names, "en")] {
		english[string(p)] = true
	}
	for l, name := range t.names {
		if name != "en" {
			t.paragraphs[l] = slices.DeleteFunc(t.paragraphs[l], func(p []byte) bool { return english[string(p)] })
		}
	}
}

// leaveStrange leaves out paragraphs that a first model takes for those of another language.
func (t *trainer) leaveStrange(first *lang.Model) {
	for l, name := range t.names {
		all := len(t.paragraphs[l])
		t.paragraphs[l] = slices.DeleteFunc(t.paragraphs[l], func(p []byte) bool {
			best, _ := first.Nearest(p)
			return best != l
		})
		log.Printf("%s\t%d paragraphs, %d taken for those of another language and left out", name, all, all-len(t.paragraphs[l]))
	}
}

// model counts the n-grams of all texts, but for every tenth paragraph, which is left for measure.
func (t *trainer) model() *lang.Model {
	t.counts, t.all = map[uint64]*[lang.MaxLanguages]int{}, [len(t.all)][lang.MaxLanguages]int{}
	for l, list := range t.paragraphs {
		for i, p := range list {
			if i%10 != 9 {
				t.count(l, p)
			}
		}
	}
	t.choose()
	m, err := lang.Read(t.table())
	if err != nil {
		log.Fatal(err)
	}
	return m
}

// count counts the n-grams of a text.
func (t *trainer) count(l int, text []byte) {
	lang.NGrams(text, func(ngram uint64, n int) {
		c := t.counts[ngram]
		if c == nil {
			c = new([lang.MaxLanguages]int)
			t.counts[ngram] = c
		}
		c[l]++
		t.all[n][l]++
	})
}

// most is how many n-grams each language gives to the table, by the number of their characters: its most frequent.
var most = [5]int{2: 400, 3: 1000, 4: 1000}

func (t *trainer) choose() {
	chosen := map[uint64]bool{}
	for n := 1; n < len(most); n++ {
		var list []uint64
		for ngram := range t.counts {
			if chars(ngram) == n {
				list = append(list, ngram)
			}
		}
		for l := range t.names {
			slices.SortFunc(list, func(a, b uint64) int {
				return cmp.Or(cmp.Compare(t.counts[b][l], t.counts[a][l]), cmp.Compare(a, b))
			})
			for _, ngram := range list[:min(len(list), most[n])] {
				if t.counts[ngram][l] > 3 {
					chosen[ngram] = true
				}
			}
		}
	}
	t.chosen = slices.SortedFunc(maps.Keys(chosen), func(a, b uint64) int {
		return strings.Compare(lang.Text(a), lang.Text(b))
	})
}

func chars(ngram uint64) (n int) {
	for ; ngram != 0; ngram >>= 16 {
		n++
	}
	return n
}

// table is the model as a file.
func (t *trainer) table() []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	fmt.Fprintf(w, "#\t%s\nlanguage\t%s\n", t.about, strings.Join(t.names, "\t"))
	row := func(head string, of func(l int) string) {
		fields := []string{head}
		for l := range t.names {
			fields = append(fields, of(l))
		}
		fmt.Fprintln(w, strings.Join(fields, "\t"))
	}
	if t.mean != nil {
		row("mean", func(l int) string { return fmt.Sprintf("%.1f", t.mean[l]) })
		row("spread", func(l int) string { return fmt.Sprintf("%.1f", t.spread[l]) })
	}
	for _, ngram := range t.chosen {
		n := chars(ngram)
		row(lang.Text(ngram), func(l int) string {
			if t.counts[ngram][l] == 0 {
				return ""
			}
			p := float64(t.counts[ngram][l])/float64(t.all[n][l]) + math.Exp2(-lang.Rarest/lang.Bit)
			return fmt.Sprint(int(-math.Log2(p) * lang.Bit))
		})
	}
	w.Close()
	return b.Bytes()
}

// measure finds what texts cost that were not counted: those apart, or, where there are none, the tenth of the texts. A
// text may cost as much as what is half way between the dearest of those and the cheapest fifth of the strange ones.
func (t *trainer) measure(m *lang.Model, l int, apart [][]byte, strange []float64) {
	var tenth [][]byte
	for i, p := range t.paragraphs[l] {
		if i%10 == 9 {
			tenth = append(tenth, p)
		}
	}
	costs, right, all := costsOf(m, l, tenth)
	log.Printf("%s\t%d of %d texts right", t.names[l], right, all)
	if len(apart) > 0 {
		costs, right, all = costsOf(m, l, apart)
	}
	slices.Sort(costs)
	for _, c := range costs {
		t.mean[l] += c / float64(len(costs))
	}
	slices.Sort(strange)
	limit := costs[len(costs)-1]
	if len(strange) >= few {
		limit = max(limit, (limit+strange[len(strange)/5])/2)
	}
	t.spread[l] = limit - t.mean[l]
	if len(strange) < few {
		t.alone = append(t.alone, l)
	}
	log.Printf("%s\t%d of %d texts apart right, mean %.1f, spread %.1f", t.names[l], right, all, t.mean[l], t.spread[l])
}

// strange are, for each language, the costs of texts in other languages that are nearest to it.
func (t *trainer) strange(m *lang.Model, dir string) [][]float64 {
	costs := make([][]float64, len(t.names))
	for text := bytes.Join(paragraphs(dir), []byte(" ")); len(text) >= 200; text = text[200:] {
		best, sum := m.Nearest(text[:200])
		if c := float64(sum.In[best]) / float64(sum.NGrams); c < lang.Rarest*9/10 { // else it is in a script that no language has
			costs[best] = append(costs[best], c)
		}
	}
	return costs
}

// costsOf are the costs of an n-gram in texts of 200 bytes that the model has right.
func costsOf(m *lang.Model, l int, list [][]byte) (costs []float64, right, all int) {
	text := bytes.Join(list, []byte(" "))
	for ; len(text) >= 200; text = text[200:] {
		best, sum := m.Nearest(text[:200])
		all++
		if best == l {
			right++
			costs = append(costs, float64(sum.In[l])/float64(sum.NGrams))
		}
	}
	return costs, right, all
}

// stopWords has a line for each language: its 100 most frequent words.
func (t *trainer) stopWords() []byte {
	var b bytes.Buffer
	for l, name := range t.names {
		if name == lang.Code {
			continue
		}
		counts := map[string]int{}
		for _, p := range t.paragraphs[l] {
			for _, w := range lang.Words(p) {
				counts[w]++
			}
		}
		list := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
			return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
		})
		fmt.Fprintf(&b, "%s\t%s\n", name, strings.Join(list[:100], " "))
	}
	return b.Bytes()
}
