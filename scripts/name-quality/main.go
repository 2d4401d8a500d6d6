// Name-quality measures names of persons that were found against those that are there, for scripts/quality.sh.
//
//	main.go    the command line
//	files.go   the files that it reads
//	score.go   names and their places: precision, recall, and the worst errors
//	pages.go   names of pages, without places
//	labels.go  the labelled lines of testdata/name-labels.tsv
//	grid.go    sentences with names of many origins
//
// Its commands:
//
//	score [-groups] GOLD FOUND      GOLD are documents with "names", FOUND is a file of findnames -mentions
//	pages GOLD FOUND               GOLD is lines of a name, TAB, and a URL
//	labels [-write NAMES] LABELS DOCUMENTS   the labelled lines as documents, or new labels
//	grid FOLDER                     the grid as documents
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	f := flag.NewFlagSet("name-quality", flag.ExitOnError)
	errors := f.String("errors", "", "write the worst errors to `FILE`")
	groups := f.Bool("groups", false, "score: a line for each group of documents")
	write := f.String("write", "", "labels: make labels of `FILE`, lines of a number and of names with | between them")
	if len(os.Args) < 2 {
		log.Fatal("name-quality: say score, pages, labels or grid")
	}
	check(f.Parse(os.Args[2:]))
	out := bufio.NewWriter(os.Stdout)
	switch command := os.Args[1]; {
	case command == "score" && f.NArg() == 2:
		score(out, f.Arg(0), f.Arg(1), *errors, *groups)
	case command == "pages" && f.NArg() == 2:
		pages(out, f.Arg(0), f.Arg(1), *errors)
	case command == "labels" && *write != "" && f.NArg() == 1:
		check(writeLabels(out, f.Arg(0), *write))
	case command == "labels" && f.NArg() == 2:
		check(labels(out, f.Arg(0), f.Arg(1)))
	case command == "grid" && f.NArg() == 1:
		check(writeGrid(out, f.Arg(0)))
	default:
		log.Fatalf("name-quality %s: its files are missing, or it is no command", command)
	}
	check(out.Flush())
}

func check(err error) {
	if err != nil {
		log.Fatal("name-quality: ", err)
	}
}

// rates prints precision, recall and F1.
func rates(right, found, gold int) string {
	p, r := float64(right)/max(1, float64(found)), float64(right)/max(1, float64(gold))
	return fmt.Sprintf("%.3f\t%.3f\t%.3f", p, r, 2*p*r/max(1e-9, p+r))
}
