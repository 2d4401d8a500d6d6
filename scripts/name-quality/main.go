// Name-quality compares the names of persons that were found with those that the texts have, for scripts/quality.sh.
//
//	main.go    the command line
//	files.go   the files that it reads
//	score.go   compares names with their places: precision, recall, and the worst errors
//	pages.go   compares the names of pages, without places
//	labels.go  the labelled lines of testdata/name-labels.tsv
//	grid.go    sentences with names of many origins
//
// Its commands:
//
//	score [-groups] GOLD FOUND    GOLD has documents with "names", FOUND is a file of findnames -mentions
//	pages GOLD FOUND              GOLD has lines of a name, TAB, and a URL
//	labels LABELS DOCUMENTS       prints the labelled lines as documents
//	labels -write NAMES DOCUMENTS prints new labels
//	grid FOLDER                   prints the grid as documents
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
	write := f.String("write", "", "labels: make new labels of `FILE`, lines of a number, TAB, and names with | between them")
	if len(os.Args) < 2 {
		log.Fatal("name-quality: give a command: score, pages, labels or grid")
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
		log.Fatalf("name-quality: %s is no command, or has not the right number of files: the commands are score GOLD FOUND, "+
			"pages GOLD FOUND, labels LABELS DOCUMENTS and grid FOLDER", command)
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
