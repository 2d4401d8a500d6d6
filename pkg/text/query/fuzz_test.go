package query

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/text/words"
	"webmill/pkg/work"
)

// FuzzParse: any text is a question or an error, and what was understood can be answered.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"a b", `"a b" NEAR/3 c`, "a AND (b OR NOT c) NOT d", "NOT NOT a", "(((a)))", `""`, "the AND a", "e-mail NEAR/1 a",
		`a"b"c(d)`, "a NEAR/", ")(", "  ",
		strings.Repeat("(", 70) + "a", strings.Repeat("NOT ", 70) + "a", strings.Repeat("a ", 300), "a\u00a0b", "ä\xff",
	} {
		f.Add(s)
	}
	c := newCorpus([]int32{0, 3, 9}, [][]string{{"a", "b", "c"}, {"b", "a"}, {"c", "the", "a", "a"}},
		map[string]bool{"the": true})
	x, err := open3(c, 1<<20)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ask(x, Options{Rule: words.Rule{Stop: c.stop}, Rank: BM25, K: 1.75, B: 0.75, Most: 2}, c.dict, text)
		if err != nil {
			if !strings.Contains(err.Error(), "question 1 ") {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, found := range b.Questions[0].Answers {
			if !slices.Contains(c.ids, found.ID) {
				t.Fatalf("%q: there is no document %d", text, found.ID)
			}
		}
	})
}

// FuzzIndex: files of any records are refused, or answered with documents that they have.
func FuzzIndex(f *testing.F) {
	put := func(numbers ...int32) (text []byte) {
		for _, n := range numbers {
			text = binary.LittleEndian.AppendUint32(text, uint32(n))
		}
		return text
	}
	f.Add(put(0, 0, 1, 0, 1, 2, 1, 1, 1), put(0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 2), put(0, 1, 1, 3))
	f.Add(put(0, 1<<31-1, 1), put(0, 1<<31-1, 1<<31-1), put(1<<31-1, 1))
	f.Add(put(1, 0, 1, 0, 0, 1), put(), put(0, -1))
	f.Fuzz(func(t *testing.T, postings, positions, lengths []byte) {
		numbers := func(text []byte, width int) []int32 {
			list := make([]int32, 0, len(text)/4)
			for ; len(text) >= 4*width; text = text[4*width:] {
				for i := range width {
					list = append(list, int32(binary.LittleEndian.Uint32(text[4*i:])))
				}
			}
			return list
		}
		p, docs := numbers(postings, 3), numbers(lengths, 2)
		for _, memory := range []int64{0, 1 << 20} {
			x, err := open(p, numbers(positions, 3), docs, memory)
			if err != nil {
				continue
			}
			b, err := ask(x, Options{Rank: BM25, K: 1.75, B: 0.75, Room: work.Room{Threads: 1}}, []string{"a", "b"}, "a b",
				"a AND b", `"a b"`, "a NEAR/2 b", "NOT a", `NOT "b a"`)
			if err != nil {
				continue
			}
			for _, q := range b.Questions {
				for _, found := range q.Answers {
					if at, has := slices.BinarySearch(every(docs, 2), found.ID); !has {
						t.Fatalf("question %d: document %d is not there (%d)", q.Number, found.ID, at)
					}
				}
			}
		}
	})
}

// every takes the first of some numbers.
func every(numbers []int32, width int) (list []int32) {
	for ; len(numbers) > 0; numbers = numbers[width:] {
		list = append(list, numbers[0])
	}
	return list
}

// TestStems: a dictionary shows by which stemmer it was made, but for stemmers of one language.
func TestStems(t *testing.T) {
	plain := strings.Fields("house houses walking walked nation nations national happiness running cities relational goodness kindly hopes played")
	made := func(name string, word func(i int64) string) error {
		s := stemCheck{asked: name}
		for i := range int64(8 * 600) {
			s.see(i, []byte(word(i/8)))
		}
		return s.check()
	}
	none := func(i int64) string { return plain[i%int64(len(plain))] }
	english := func(i int64) string {
		return []string{"nation", "walk", "nation", "happi", "run", "citi", "relat", "good", "kind", "hope"}[i%10]
	}
	for _, c := range []struct {
		word func(i int64) string
		name string
		ok   bool
	}{{none, "none", true}, {none, "english", false}, {none, "german", false}, {none, "plural", false},
		{english, "english", true},
		{english, "porter", true}, {english, "german", false}, {none, "", true}} {
		if err := made(c.name, c.word); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestErrors: what is wrong with an index is said with the name of the file.
func TestErrors(t *testing.T) {
	big := int32(1<<31 - 1)
	for want, c := range map[string][3][]int32{
		"postings: the index is empty":                           {{}, nil, {0, 1}},
		"lengths: the index is empty":                            {{0, 0, 1}, nil, {}},
		"postings: is not sorted by 1,2,3":                       {{0, 1, 1, 0, 0, 1}, nil, {0, 1, 1, 1}},
		"lengths: is not sorted by 1,2":                          {{0, 0, 1}, nil, {1, 1, 0, 1}},
		"positions: is not sorted":                               {{0, 0, 2}, {0, 0, 1, 0, 0, 0}, {0, 2}},
		"positions: has 1 positions, but by the lengths":         {{0, 0, 2}, {0, 0, 1}, {0, 2}},
		"positions: ends with term 1, but the postings with":     {{0, 0, 1}, {1, 0, 1}, {0, 1}},
		"lengths: a count must be at least 1, this is -1":        {{0, 0, 1}, nil, {0, -1}},
		"question 1: postings: a count must be at least 1":       {{0, 0, 0}, nil, {0, 1}},
		"question 1: postings: equal to the record before":       {{0, 0, 1, 0, 0, 1}, nil, {0, 2, 1, 1}},
		"lengths: document 2147483647: ids":                      {{0, 0, 1}, nil, {big, 1}},
		"question 1: lengths: has no length of document 3":       {{0, 3, 1}, nil, {0, 2}},
		"postings: has 2 documents with term 0":                  {{0, 0, 1, 0, 3, 1}, nil, {0, 2}},
		"question 1: lengths: says that document 0 has 1 words":  {{0, 0, 2}, nil, {0, 1}},
		"positions: has 0 positions of term 0, which is in more": {{0, 0, 1, 1, 0, 1}, {1, 0, 0, 1, 0, 1}, {0, 2}},
	} {
		x, err := open(c[0], c[1], c[2], 1<<20)
		if err == nil {
			_, err = ask(x, Options{Rank: BM25, K: 1.75, B: 0.75}, []string{"a", "b"}, "a b",
				map[bool]string{true: `"a b"`, false: "a"}[c[1] != nil])
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %q", err, want)
		}
	}
}
