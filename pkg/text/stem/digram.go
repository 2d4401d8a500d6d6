package stem

import (
	"math"
	"slices"
	"unicode/utf8"
)

// The similarity of words by digrams (G. W. Adamson and J. Boreham, "The use of an association measure based on
// character structure to identify semantically related pairs of words and document titles", Information Storage and
// Retrieval 10, 1974):
//
//	S = 2C / (A + B)
//
// where A and B are the numbers of different digrams of the two words, and C is the number of those that both have.
// statistics has 7, statistical has 8, and 6 are common: S = 0.8. Words that are alike in this way are taken as one
// term.
//
// Package stemlearn finds all similar words of a list, without a comparison of each word with each other.

// A Digram is two letters in a row.
type Digram uint64

// AppendDigrams appends the different digrams of the word to dst, sorted.
func AppendDigrams(dst []Digram, word []byte) []Digram {
	old := len(dst)
	before, n := utf8.DecodeRune(word)
	for i := n; i < len(word); i += n {
		var r rune
		r, n = utf8.DecodeRune(word[i:])
		dst = append(dst, Digram(before)<<32|Digram(r))
		before = r
	}
	own := dst[old:]
	slices.Sort(own)
	return dst[:old+len(slices.Compact(own))]
}

// Similarity is S of two words, from 0 (nothing in common) to 1 (the same digrams). a and b are their digrams, or numbers that
// stand for these, sorted and each once. Without any digram S is 0. If S is less than least, so is what comes out.
func Similarity[D Digram | uint32](a, b []D, least float64) float64 {
	both, sum := 0, len(a)+len(b)
	if sum == 0 {
		return 0
	}
	wanted := int(math.Ceil(least*float64(sum)/2 - Rounding)) // of both
	for len(a) > 0 && len(b) > 0 && both+min(len(a), len(b)) >= wanted {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, both = a[1:], b[1:], both+1
		}
	}
	return 2 * float64(both) / float64(sum)
}

// Rounding is subtracted from a bound for a number of digrams: errors of rounding are smaller.
const Rounding = 1e-9
