// Shuffle says what a cluster moves between its parts for ranks and layers, and when a cluster is faster than one machine.
//
//	shuffle [-parts 4,16,64] [-layers LAYERS] LINKS…   counts what moves, beside what the model expects
//	shuffle -plan [-workers 16,64] [-net …] [-disk …] [-start …] [-engine …]   the minutes of each job by the model
//
// LINKS are the files or folders of parts of one graph; LAYERS is what bfs-layers makes of it. All links are kept in memory,
// 16 bytes each. The output is a table with TABs between its fields.
//
//	main.go   the command line
//	count.go  what moves, counted and by the model
//	plan.go   the time of jobs
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func main() {
	var c cluster
	parts := numbers{4, 16, 64}
	flag.Var(&parts, "parts", "count for so many `PARTS`")
	layers := flag.String("layers", "", "also count the round with the most links, by the layers in this `FILE`")
	name := flag.String("name", "", "the `NAME` of the graph in the table (default the first of LINKS)")
	planned := flag.Bool("plan", false, "print the times of jobs, and read nothing")
	c.flags()
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	var err error
	switch {
	case *planned:
		if err = c.check(); err == nil {
			c.plan(out)
		}
	case flag.NArg() == 0:
		err = errors.New("no links: name files of links (see shuffle -h)")
	default:
		if *name == "" {
			*name = flag.Arg(0)
		}
		err = table(out, *name, parts, *layers, flag.Args())
	}
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shuffle:", err)
		os.Exit(1)
	}
}

// numbers is a flag like 4,16,64.
type numbers []int

func (n *numbers) String() string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(*n), " ", ","), "[]")
}

// Set implements flag.Value.
func (n *numbers) Set(text string) error {
	*n = nil
	for field := range strings.SplitSeq(text, ",") {
		i, err := strconv.Atoi(field)
		if err != nil || i < 2 || i > most {
			return fmt.Errorf("write numbers from 2 to %d, with commas between them", most)
		}
		*n = append(*n, i)
	}
	return nil
}

// table prints a line for each way to cut and each number of parts.
func table(out *bufio.Writer, name string, parts []int, layers string, inputs []string) error {
	g, err := read(inputs)
	if err != nil {
		return err
	}
	all := []stage{{"sums", 12, g.links}, {"ranks", 12, g.turned()}}
	if layers != "" {
		layer, err := g.layers(layers)
		if err != nil {
			return err
		}
		all = append(all, stage{"a round", 8, g.round(layer)})
	}
	fmt.Fprintln(out, "graph\tmoves\tcut_by\tparts\trecords\tmodel\tbetween_parts\tmodel\tMB\tmodel\tfullest_part")
	for _, s := range all {
		for _, by := range ways {
			m := g.model(by, s)
			for _, k := range parts {
				n, x := g.count(by, k, s), m(k)
				fmt.Fprintf(out, "%s\t%s\t%s\t%d\t%d\t%.0f\t%d\t%.0f\t%.3g\t%.3g\t%.2f\n", name, s.name, by, k, n.records(),
					x.own+x.between, n.between, x.between, float64(n.bytes(s))/1e6, x.bytes(k, s)/1e6, n.fullest)
			}
		}
	}
	return nil
}
