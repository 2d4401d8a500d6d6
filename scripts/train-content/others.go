package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"webmill/pkg/urls"
	"webmill/pkg/web/content"
	"webmill/pkg/web/escape"
	"webmill/pkg/web/units"
)

// others are programs whose texts are compared with the gold of a set.
type others struct {
	texts   []program
	pairs   [][2]string
	crossed string // a file of scores
	pages   string // a folder
	gold    string // a folder
}

// program is a program and the file of its texts.
type program struct{ name, file string }

func (o *others) flags() {
	flag.StringVar(&o.pages, "pages", "", "write the pages of the set of -measure to `DIR`, for other programs, and DIR/urls.tsv")
	flag.StringVar(&o.gold, "gold", "", "with -pages, write their gold as HTML to `DIR`, a paragraph for each line, under the same names")
	flag.Func("texts", "score the texts of a program, `NAME=FILE`, beside those of the other -texts: documents of the pages of -pages",
		func(v string) error {
			name, file, ok := strings.Cut(v, "=")
			o.texts = append(o.texts, program{name, file})
			return known(ok)
		})
	flag.Func("pair", "test by the pages whether a program is better than another, `NAME=NAME`", func(v string) error {
		a, b, ok := strings.Cut(v, "=")
		o.pairs = append(o.pairs, [2]string{a, b})
		return known(ok)
	})
	flag.StringVar(&o.crossed, "crossed", "", "with -texts, the scores of main-content on the sets of its model, a `FILE` of -scores")
}

func known(ok bool) error {
	if !ok {
		return errors.New("two parts are needed")
	}
	return nil
}

// given reports whether there is work.
func (o *others) given() bool { return o.pages != "" || o.texts != nil }

// crossedName is the name of the program whose scores are those of -crossed.
const crossedName = "main-content"

// run writes the pages of a set, or a row for each program: the F1 as write prints them, and then the pairs.
func (o *others) run(w io.Writer, dir string) error {
	set, err := readSet(dir)
	if err != nil {
		return err
	}
	if o.pages != "" {
		if o.gold != "" {
			if err := writeGold(o.gold, set); err != nil {
				return err
			}
		}
		return writePages(o.pages, set)
	}
	by := map[string][]*result{}
	row := func(name string, all []*result) {
		by[name] = all
		write(w, name, all)
	}
	row("everything", everything(set))
	if o.crossed != "" {
		all, err := readScores(o.crossed, filepath.Base(dir), set)
		if err != nil {
			return err
		}
		row(crossedName, all)
	}
	for _, p := range o.texts {
		if by[p.name] != nil {
			continue
		}
		texts, err := readTexts(p.file)
		if err != nil {
			return err
		}
		all, missing := score(set, texts)
		if missing > 0 {
			log.Printf("%s: %s has no text of %d of %d pages", filepath.Base(dir), p.name, missing, len(set))
		}
		row(p.name, all)
	}
	for _, p := range o.pairs {
		if a, b := by[p[0]], by[p[1]]; a != nil && b != nil {
			writePair(w, p, a, b)
		}
	}
	return nil
}

// address gives each page the URL by which other programs know it: its own, or a made one if that is not known, not valid, or
// that of another page. Pages of one site are on one host, whatever hosts it has, so that they are sister pages.
func address(set []*example) (list []string) {
	seen := map[string]bool{}
	for _, e := range set {
		u, err := urls.Canonical(nil, []byte(e.url))
		if e.site != "" || e.url == "" || err != nil || seen[string(u)] {
			u, _ = urls.Canonical(nil, []byte("http://"+e.group+".example/"+e.name))
		}
		seen[string(u)] = true
		list = append(list, string(u))
	}
	return list
}

// writePages writes the pages of a set to a folder, with a table of their URLs.
func writePages(dir string, set []*example) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var table bytes.Buffer
	for i, url := range address(set) {
		name := set[i].name + ".html"
		fmt.Fprintf(&table, "%s\t%s\n", name, url)
		if err := os.WriteFile(filepath.Join(dir, name), set[i].html, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "urls.tsv"), table.Bytes(), 0o666)
}

// writeGold writes the gold of a set as pages from which people removed what does not belong to them.
func writeGold(dir string, set []*example) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for _, e := range set {
		page := []byte("<!DOCTYPE html><meta charset=\"utf-8\"><body>\n")
		for line := range strings.Lines(e.gold) {
			if line = strings.TrimSpace(line); line != "" {
				page = append(escape.Text.Append(append(page, "<p>"...), []byte(line)), "</p>\n"...)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, e.name+".html"), page, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// readTexts reads documents: their texts by URL.
func readTexts(file string) (texts map[string]string, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	texts = map[string]string{}
	for d := json.NewDecoder(bufio.NewReader(f)); ; {
		var in struct{ URL, Text string }
		if err := d.Decode(&in); err == io.EOF {
			return texts, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		texts[in.URL] = in.Text
	}
}

// score compares the texts of a program with the gold. A page without a text is empty.
func score(set []*example, texts map[string]string) (all []*result, missing int) {
	for i, url := range address(set) {
		text, ok := texts[url]
		if !ok {
			missing++
		}
		r := &result{sample: sample{example: *set[i]}}
		r.score(content.AppendWords(nil, []byte(text)), []byte(text), content.AppendWords(nil, []byte(r.gold)))
		all = append(all, r)
	}
	return all, missing
}

// everything is the results of keeping all blocks.
func everything(set []*example) (all []*result) {
	reader := content.NewReader()
	for _, e := range set {
		p, ok := reader.Read(e.html, "text/html")
		if !ok {
			panic("a page may take all memory") // nothing was allowed
		}
		s := &sample{example: *e, blocks: p, words: content.AppendWords(nil, []byte(e.gold))}
		all = append(all, s.keepAll())
	}
	return all
}

// value is the score of a page: the F1 of its words, or of its strings.
func (r *result) value() float64 {
	if r.strings() {
		return r.strung.f1()
	}
	return r.f1
}

// writePair prints on how many pages the first program is better and worse than the second; Student's t of the differences; and
// how likely it is by chance that at least as many pages differ in one direction.
func writePair(w io.Writer, names [2]string, a, b []*result) {
	x, y := make([]float64, len(a)), make([]float64, len(b))
	for i := range a {
		x[i], y[i] = a[i].value(), b[i].value()
	}
	t, better, worse := units.Paired(x, y)
	fmt.Fprintf(w, "pair\t%s\t%s\t%d\t%d\t%.2f\t%.2g\n", names[0], names[1], better, worse, t, signTest(better, worse))
}

// signTest is the probability that of a + b fair coins as many fall on one side as here, or more (two-sided).
func signTest(a, b int) float64 {
	n, p := float64(a+b), 0.0
	all, _ := math.Lgamma(n + 1)
	for k := 0.0; k <= float64(min(a, b)); k++ {
		one, _ := math.Lgamma(k + 1)
		other, _ := math.Lgamma(n - k + 1)
		p += math.Exp(all - one - other - n*math.Ln2)
	}
	return min(1, 2*p)
}

// writeScores writes a line for each page: its set, its name, the F1 of words and of shingles, and how many strings are right,
// missing and wrong.
func writeScores(file string, sets []string, all []*result) error {
	var out bytes.Buffer
	for set, dir := range sets {
		for _, r := range ofSet(all, set) {
			fmt.Fprintf(&out, "%s\t%s\t%.4f\t%.4f\t%d\t%d\t%d\n", filepath.Base(dir), r.name, r.f1, r.shingled, r.strung.right,
				r.strung.missing, r.strung.wrong)
		}
	}
	return os.WriteFile(file, out.Bytes(), 0o666)
}

// readScores reads what writeScores wrote of a set. That pages are missing is an error: the model may have been learnt from them.
func readScores(file, name string, set []*example) (all []*result, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	found := map[string]*result{}
	for line := range strings.Lines(string(text)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("%s: a line has %d fields: %s", file, len(f), line)
		}
		if f[0] != name {
			continue
		}
		var v [5]float64
		for k := range v {
			if v[k], err = strconv.ParseFloat(f[2+k], 64); err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
		}
		found[f[1]] = &result{f1: v[0], shingled: v[1], strung: strung{int(v[2]), int(v[3]), int(v[4])}}
	}
	for _, e := range set {
		r := found[e.name]
		if r == nil {
			return nil, fmt.Errorf("%s has no scores of the page %s of %s: run make content-model", file, e.name, name)
		}
		r.sample = sample{example: *e}
		all = append(all, r)
	}
	return all, nil
}
