// Nav-study measures what is known, found and gained about navigation, for scripts/navigation.sh and scripts/nav-quality.sh.
//
//	main.go        the command line, and what commands share
//	pages.go       the pages of a crawl: sizes, and what the marks in their HTML say of each link
//	lines.go       the lines of link-groups, page by page
//	parameters.go  distributions: of pages, links and groups
//	neighbours.go  the pages around each group, and the comparisons and choices that they need
//	hand.go        labels that readers gave
//	score.go       labels against what is known: precision, recall, F1
//	classes.go     rankings against classes of pages: precision at the top, average precision, a paired test
//	scaling.go     time against each parameter, on trees and graphs that are made for it
//
// Its commands, which write a table to stdout:
//
//	pages [INPUT]                       URL, bytes and depth of each page
//	truth -menu SELECTORS [INPUT]       source, target, whether the link is in a menu, in nav; share of links in its block
//	parameters PAGES LINES ONE-TARGET   distributions, of the output of pages, of link-groups, and of link-groups -one-target
//	neighbours [-rho R] LINES           distributions of what the method of Mielke 2011 has to compare
//	hand -labels FILE -marks TRUTH LINES
//	                                    as truth, of the links that readers labelled (testdata/navigation)
//	score -truth TRUTH NAME=LABELS…     a row for each file of nav-links, and for simple rules
//	classes -classes FILE -urls FILE [-only CLASS] [-chance FILES] NAME=RANKS…
//	                                    a row for each ranking and class; FILE has path, class, university and URL
//	scaling                             a row for each parameter
//
// INPUT is archives, or -dir FOLDER with -base or -urls, and -headers, as link-groups reads them.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

var out = bufio.NewWriterSize(os.Stdout, 1<<20)

func main() {
	log.SetFlags(0)
	log.SetPrefix("nav-study: ")
	commands := map[string]func(*flag.FlagSet, []string) error{
		"pages": pages, "truth": truths, "parameters": parameters, "neighbours": neighbours, "hand": hand, "score": score,
		"classes": classes, "scaling": scaling,
	}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		log.Fatal("the commands are pages, truth, parameters, neighbours, hand, score, classes and scaling")
	}
	f := newFlags()
	check(cmp.Or(commands[os.Args[1]](f, os.Args[2:]), out.Flush()))
}

func newFlags() *flag.FlagSet { return flag.NewFlagSet("nav-study", flag.ExitOnError) }

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// row prints a line of a table.
func row(fields ...any) {
	for i, f := range fields {
		if i > 0 {
			out.WriteByte('\t')
		}
		fmt.Fprint(out, f)
	}
	out.WriteByte('\n')
}

// eachLine calls do with the fields of each line of a file, which may be packed.
func eachLine(name string, do func(fields []string) error) error {
	f, err := stream.OpenBytes(vfs.OS, name, nil)
	if err != nil {
		return err
	}
	defer f.Close()
	for in := bufio.NewReaderSize(f, 1<<20); ; {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			if e := do(strings.Split(string(bytes.TrimSuffix(line, []byte("\n"))), "\t")); e != nil {
				return fmt.Errorf("%s: %w", name, e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// files divides operands like NAME=FILE.
func files(operands []string) (names, paths []string, err error) {
	for _, s := range operands {
		name, file, ok := strings.Cut(s, "=")
		if !ok {
			return nil, nil, fmt.Errorf("%s is not NAME=FILE", s)
		}
		names, paths = append(names, name), append(paths, file)
	}
	return names, paths, nil
}
