package wordlist

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/text/stem"
	"webmill/pkg/text/words"
	"webmill/pkg/tuple"
	"webmill/pkg/work/worktest"
)

// corpus is some documents of words.
type corpus [][]string

// input is the dictionary and the postings of a corpus.
func (c corpus) input() (in Input, length int64) {
	var dictionary []string
	for _, doc := range c {
		dictionary = append(dictionary, doc...)
		length += int64(len(doc))
	}
	slices.Sort(dictionary)
	dictionary = slices.Compact(dictionary)
	var postings tuple.Slice
	for id, w := range dictionary {
		for doc := range c {
			if n := c.count(w, doc); n > 0 {
				postings = append(postings, int32(id), int32(doc), int32(n))
			}
		}
	}
	return Input{Dictionary: "words.txt", Postings: tuple.Input{Name: "postings.t3", Source: &postings},
		Words: func(do func(int64, []byte) error) (int64, error) {
			for id, w := range dictionary {
				if err := do(int64(id), []byte(w)); err != nil {
					return 0, err
				}
			}
			return int64(len(dictionary)), nil
		}}, length
}

// count is how often a document has a word.
func (c corpus) count(word string, doc int) (n int) {
	for _, w := range c[doc] {
		if w == word {
			n++
		}
	}
	return n
}

// list is the word list of a corpus, a line for each row.
func (c corpus) list(t testing.TB, rule words.Rule, memory int64) ([]string, error) {
	in, length := c.input()
	var rows []string
	opt := Options{Rule: rule, Docs: int64(len(c)), Length: length, Room: worktest.Room(memory, 2)}
	_, err := List(in, opt, func(r *Row) error {
		rows = append(rows, fmt.Sprintf("%s %s %d %d %d %d", r.Term, r.Stem, r.Count, r.Docs, r.StemCount, r.StemDocs))
		return nil
	})
	return rows, err
}

// TestList: the list is that of counting each word in each document, and each stem.
func TestList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("ab")), 1, 4, -1)
		c := corpus(rapid.SliceOfN(rapid.SliceOfN(word, 0, 12), 0, 12).Draw(rt, "documents"))
		var rule words.Rule
		if rapid.Bool().Draw(rt, "stems") {
			rule.Stem = func(w []byte) []byte { return w[:min(len(w), 2)] }
		}
		if rapid.Bool().Draw(rt, "stop") {
			rule.Stop = map[string]bool{"a": true, "ab": true}
		}
		stemOf := func(w string) string {
			if rule.Stop[w] {
				return ""
			}
			if rule.Stem != nil {
				return w[:min(len(w), 2)]
			}
			return w
		}
		var want, all []string
		for _, doc := range c {
			all = append(all, doc...)
		}
		slices.Sort(all)
		for _, w := range slices.Compact(all) {
			if stemOf(w) == "" {
				continue
			}
			count, docs, stemCount, stemDocs := 0, 0, 0, 0
			for doc := range c {
				own, of := c.count(w, doc), 0
				for _, other := range c[doc] {
					if stemOf(other) == stemOf(w) {
						of++
					}
				}
				count, stemCount = count+own, stemCount+of
				docs, stemDocs = docs+min(own, 1), stemDocs+min(of, 1)
			}
			root := ""
			if rule.Stem != nil {
				root = stemOf(w)
			}
			want = append(want, fmt.Sprintf("%s %s %d %d %d %d", w, root, count, docs, stemCount, stemDocs))
		}
		got, err := c.list(t, rule, rapid.SampledFrom([]int64{4 << 20, 64 << 20}).Draw(rt, "memory"))
		if err != nil || !slices.Equal(got, want) {
			rt.Fatalf("%v:\n%s\nnot\n%s", err, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// TestWordListV14: the examples of Nitsche, 4.3.2.4.1. tf is that of the stem, and both of its definitions differ.
func TestWordListV14(t *testing.T) {
	c := make(corpus, 30)
	for i, w := range []string{"datenbanken", "datenbank", "volltext", "sql", "indexierung"} {
		for n := range []int{15, 21, 4, 8, 3}[i] {
			c[n] = append(c[n], w)
		}
	}
	in, length := c.input()
	got := map[string]float64{}
	opt := Options{Rule: words.Rule{Stem: stem.German}, Docs: 30, Length: length, Room: worktest.Room(64<<20, 2)}
	_, err := List(in, opt, func(r *Row) error {
		got[string(r.Term)] = math.Round(100*float64(r.StemCount)/30) / 100
		return nil
	})
	if err != nil || fmt.Sprint(got) != "map[datenbank:1.2 datenbanken:1.2 indexierung:0.1 sql:0.27 volltext:0.13]" {
		t.Error(got, err)
	}
	c = make(corpus, 10)
	for range 10 {
		c[3] = append(c[3], "datenbank")
	}
	rows, err := c.list(t, words.Rule{Stem: stem.German}, 64<<20)
	if err != nil || fmt.Sprint(rows) != "[datenbank datenbank 10 1 10 1]" { // tf 1.0, once for each page 0.1
		t.Error(rows, err)
	}
}

// TestOtherRuns: files that do not fit each other, and records that are none, are errors.
func TestOtherRuns(t *testing.T) {
	c := corpus{{"a", "b"}, {"b"}}
	for _, x := range []struct {
		postings     tuple.Slice
		docs, length int64
		want         string
	}{
		{tuple.Slice{0, 0, 1, 1, 0, 1, 1, 1, 1, 2, 0, 1}, 2, 9, "postings.t3: has term 2, but the dictionary words.txt goes to 1: these files are of different runs"},
		{tuple.Slice{0, 0, 1, 1, 0, 1, 1, 1, 1}, 1, 3, "postings.t3: has term 1 in 2 documents, but there are only 1 with a length: these files are of different runs"},
		{tuple.Slice{0, 0, 1, 1, 0, 1, 1, 1, 1}, 2, 2, "postings.t3: has 3 words in sum, but the lengths of the documents are 2: these files are of different runs"},
		{tuple.Slice{0, 0, 0}, 2, 3, "postings.t3: the count must be at least 1, this is 0, at record 1"},
		{tuple.Slice{0, 1, 1, 0, 0, 1}, 2, 3, "record 2"},
	} {
		for _, rule := range []words.Rule{{}, {Stem: stem.None}} {
			in, _ := c.input()
			source := slices.Clone(x.postings)
			in.Postings.Source = &source
			opt := Options{Rule: rule, Docs: x.docs, Length: x.length, Room: worktest.Room(16<<20, 2)}
			_, err := List(in, opt, func(*Row) error { return nil })
			if err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("%v: %v, not %s", x.postings, err, x.want)
			}
		}
	}
}

// TestUnfitStems: a stem that cannot be numbered is an error, and so is a panic of a stemmer.
func TestUnfitStems(t *testing.T) {
	c := corpus{{"a", "b"}, {"b"}}
	for want, stemmer := range map[string]stem.Stemmer{
		"words.txt: a term has a stem that no dictionary may have: a control byte in a field": func(w []byte) []byte {
			return append(w, 1)
		},
		"internal error: no stem": func(w []byte) []byte { panic("no stem") },
	} {
		in, length := c.input()
		_, err := List(in, Options{Rule: words.Rule{Stem: stemmer}, Docs: 2, Length: length, Room: worktest.Room(16<<20, 2)},
			func(*Row) error { return nil })
		if err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
}
