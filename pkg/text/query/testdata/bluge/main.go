// Command bluge makes an index of lines by Bluge, or asks it: what webmill's terms, extsort and query are measured beside
// (scripts/peers-words.sh).
//
//	bluge index FOLDER <lines
//	bluge ask FOLDER <questions     any of the words of a line; prints "question rank score document" of the ten best
package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/blugelabs/bluge"
	"github.com/blugelabs/bluge/analysis"
	"github.com/blugelabs/bluge/analysis/tokenizer"
)

const (
	batchLines     = 10_000
	mergedSegments = 10 // at once
)

// words divides at blanks, and does nothing else.
var words = &analysis.Analyzer{Tokenizer: tokenizer.NewWhitespaceTokenizer()}

func main() {
	do := map[string]func(folder string, in *bufio.Scanner) error{"index": index, "ask": ask}
	if len(os.Args) != 3 || do[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: bluge index|ask FOLDER <lines")
		os.Exit(2)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	err := do[os.Args[1]](os.Args[2], in)
	if err == nil {
		err = in.Err()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bluge:", err)
		os.Exit(1)
	}
}

func index(folder string, in *bufio.Scanner) error {
	w, err := bluge.OpenOfflineWriter(bluge.DefaultConfig(folder), batchLines, mergedSegments)
	if err != nil {
		return err
	}
	for line := 0; in.Scan(); line++ {
		d := bluge.NewDocument(strconv.Itoa(line)).AddField(bluge.NewTextField("text", in.Text()).WithAnalyzer(words))
		if err := w.Insert(d); err != nil {
			return err
		}
	}
	return w.Close()
}

func ask(folder string, in *bufio.Scanner) error {
	r, err := bluge.OpenReader(bluge.DefaultConfig(folder))
	if err != nil {
		return err
	}
	defer r.Close()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var times []time.Duration
	for in.Scan() {
		begin := time.Now()
		any := bluge.NewBooleanQuery()
		for word := range strings.FieldsSeq(in.Text()) {
			any.AddShould(bluge.NewTermQuery(word).SetField("text"))
		}
		found, err := r.Search(context.Background(), bluge.NewTopNSearch(10, any))
		if err != nil {
			return err
		}
		for rank := 1; ; rank++ {
			m, err := found.Next()
			if err != nil {
				return err
			}
			if m == nil {
				break
			}
			err = m.VisitStoredFields(func(field string, value []byte) bool {
				fmt.Fprintf(out, "%d\t%d\t%g\t%s\n", len(times)+1, rank, m.Score, value)
				return false
			})
			if err != nil {
				return err
			}
		}
		times = append(times, time.Since(begin))
	}
	slices.Sort(times)
	if n := len(times); n > 0 {
		fmt.Fprintf(os.Stderr, "median %.1f µs, 99th of 100 %.1f µs\n", micro(times[n/2]), micro(times[n*99/100]))
	}
	return nil
}

func micro(d time.Duration) float64 { return float64(d) / 1000 }
