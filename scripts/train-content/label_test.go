package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"webmill/pkg/web/content"
)

// longest is the length of a longest common subsequence, by the table of all prefixes.
func longest(a, b []uint32) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		for j := range table[i] {
			switch {
			case i == 0 || j == 0:
			case a[i-1] == b[j-1]:
				table[i][j] = table[i-1][j-1] + 1
			default:
				table[i][j] = max(table[i-1][j], table[i][j-1])
			}
		}
	}
	return table[len(a)][len(b)]
}

// TestCommon: what is found is a common subsequence, and as long as any, also across the words of a bit vector.
func TestCommon(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for k := range 600 {
		most, letters := 12, 3
		if k%6 == 0 {
			most, letters = 300, 2+random.IntN(40)
		}
		text := func() (v []uint32) {
			for range random.IntN(most) {
				v = append(v, uint32(random.IntN(letters)))
			}
			return v
		}
		a, b := text(), text()
		inA, inB := common(a, b)
		if len(inA) != len(inB) || len(inA) != longest(a, b) {
			t.Fatalf("%v, %v: %d and %d words, not %d", a, b, len(inA), len(inB), longest(a, b))
		}
		for i := range inA {
			if a[inA[i]] != b[inB[i]] || i > 0 && (inA[i] <= inA[i-1] || inB[i] <= inB[i-1]) {
				t.Fatalf("%v, %v: %v, %v", a, b, inA, inB)
			}
		}
	}
}

// TestLabel: how much of each block is in the gold.
func TestLabel(t *testing.T) {
	for _, c := range []struct{ page, gold, want string }{
		{"<p>a b<p>c d<p>e f", "c d", "0 1 0"},
		{"<p>a b<p>c x<p>e f", "a b c d e f", "1 0.5 1"},
		{"<p>c d<p>a b c d", "a b c d", "0 1"},                                           // the longer match
		{"<p>one two three four<p>a b c d e f", "a b c d e f one two three four", "1 1"}, // moved text
		{"<p>one two<p>a b c d e f", "a b c d e f one two", "0 1"},                       // too short for that
		{"<p>a b c d<p>a b c d", "a b c d", "1 0"},                                       // a word of the gold counts once
		{"<p>a", "", "0"},
	} {
		p, _ := content.NewReader().Read([]byte(c.page), "text/html")
		if got := strings.Trim(fmt.Sprint(label(p, content.AppendWords(nil, []byte(c.gold)))), "[]"); got != c.want {
			t.Errorf("%s for %s: %s, not %s", c.page, c.gold, got, c.want)
		}
	}
	p, _ := content.NewReader().Read([]byte("<p>a  b c<p>d<p>e"), "text/html")
	if got := fmt.Sprint(labelStrings(p, []string{"b  c"}, []string{"e", ""})); got != "[1 -1 0]" {
		t.Error(got)
	}
}
