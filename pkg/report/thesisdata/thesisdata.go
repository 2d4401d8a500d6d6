// Package thesisdata holds the figures that Kulvait 2007 printed in chapter 8, to compare crawls of today with them.
// They say how far PageRank and K-Rank agree while a crawl grows, how soon their orders are stable, and how much of the
// importance a breadth-first crawl has collected.
//
// He measured three crawls of 2006 and 2007: the domain .cz, European universities and the domain .uk. They were numbered
// breadth first; at p percent the first p percent of the pages are fetched, and all that they link to is rated. K is 100.
// The figures are those of the tables as printed, to three and to two decimals.
package thesisdata

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Set is one of the three crawls.
type Set string

// The crawls.
const (
	CZ Set = "cz" // the domain .cz
	EU Set = "eu" // servers of European universities
	UK Set = "uk" // the domain .uk
)

// Sets are the crawls in the order of the tables.
func Sets() []Set { return []Set{CZ, EU, UK} }

// Score is the importance that a table is about.
type Score string

// The scores.
const (
	PageRank Score = "pagerank"
	KRank    Score = "krank"
)

// Point is a value at a phase of a crawl, in percent.
type Point struct{ Percent, Value float64 }

// Correlation is table 8.1: tau of PageRank and K-Rank at 5, 10 … 100 percent.
func Correlation(s Set) []Point { return correlation().column(string(s)) }

// Stability is tau of a score at each phase and the same score at the phase of reference: 100 percent (table 8.2), or 50
// (table 8.3, which ends there). It is nil for other phases.
func Stability(s Set, score Score, reference int) []Point {
	name := string(s) + "." + string(score)
	switch reference {
	case 100:
		return stability100().column(name)
	case 50:
		return stability50().column(name)
	}
	return nil
}

// Accumulation is the share of the importance that the first percents of the pages hold (tables 8.4 to 8.9): in the order
// of the crawl, and the most that any order could have. The whole is the whole crawl, 100, or its first half, 50; it is nil
// for others.
func Accumulation(s Set, score Score, whole int) (order, most []Point) {
	name := fmt.Sprintf("%s.%d.%s.", s, whole, score)
	return accumulation().column(name + "order"), accumulation().column(name + "max")
}

var (
	//go:embed correlation.tsv
	correlationTSV string
	//go:embed stability-100.tsv
	stability100TSV string
	//go:embed stability-50.tsv
	stability50TSV string
	//go:embed accumulation.tsv
	accumulationTSV string

	correlation  = sync.OnceValue(func() table { return parse(correlationTSV) })
	stability100 = sync.OnceValue(func() table { return parse(stability100TSV) })
	stability50  = sync.OnceValue(func() table { return parse(stability50TSV) })
	accumulation = sync.OnceValue(func() table { return parse(accumulationTSV) })
)

// table holds the columns of a file by name.
type table map[string][]Point

func (t table) column(name string) []Point { return append([]Point(nil), t[name]...) }

func parse(text string) table {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	names := strings.Split(lines[0], "\t")
	t := table{}
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		for i, name := range names[1:] {
			t[name] = append(t[name], Point{number(fields[0]), number(fields[i+1])})
		}
	}
	return t
}

func number(s string) float64 {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(err) // the files are part of the program
	}
	return x
}
