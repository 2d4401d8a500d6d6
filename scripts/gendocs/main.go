// Gendocs makes documents to measure with: a line of words each, which are as frequent as words are (Zipf). The same
// arguments make the same bytes.
//
//	gendocs DOCUMENTS WORDS VOCABULARY
package main

import (
	"bufio"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
)

func main() {
	var n [3]int
	for i := range n {
		if len(os.Args) != len(n)+1 {
			fail(fmt.Errorf("usage: gendocs DOCUMENTS WORDS VOCABULARY"))
		}
		var err error
		if n[i], err = strconv.Atoi(os.Args[i+1]); err != nil || n[i] < 1 {
			fail(fmt.Errorf("%q is no number from 1", os.Args[i+1]))
		}
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	write(out, n[0], n[1], n[2])
	if err := out.Flush(); err != nil {
		fail(err)
	}
}

// write writes the documents. Word i of the vocabulary comes with a probability of about 1 / (i + 2.7).
func write(out *bufio.Writer, documents, words, vocabulary int) {
	const offset = 2.7
	r := rand.New(rand.NewPCG(3, 3))
	list := make([]string, vocabulary)
	for i := range list {
		list[i] = strconv.FormatInt(int64(i+36), 36)
	}
	all := math.Log((float64(vocabulary) + offset) / offset)
	for range documents {
		for i := range words {
			if i > 0 {
				out.WriteByte(' ')
			}
			word := int(offset*math.Exp(all*r.Float64()) - offset)
			out.WriteString(list[min(word, vocabulary-1)])
		}
		out.WriteByte('\n')
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "gendocs:", err)
	os.Exit(1)
}
