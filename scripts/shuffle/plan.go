package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/tuple"
)

// The time of a job. One machine takes the time in docs/performance.md, in proportion to the size. A worker is such a machine, of
// two cores. It computes its share, by the engine if parts need each other; then it reads and writes; then it sends and gets. It
// never does two of these at once. The start of a pipeline takes seconds, whatever the size.

// cluster is what the user says about a cluster.
type cluster struct {
	workers                            numbers
	net, disk                          float64 // GB a second
	start, engine, step, sums          float64
	iterations, rounds, archive, texts float64
}

func (c *cluster) flags() {
	c.workers = numbers{16, 64}
	flag.Var(&c.workers, "workers", "with -plan: clusters of so many `WORKERS`")
	number := func(to *float64, name string, value float64, usage string) {
		flag.Float64Var(to, name, value, "with -plan: "+usage)
	}
	number(&c.net, "net", 1.25, "a worker sends so many `GB` a second, and gets as many")
	number(&c.disk, "disk", 0.5, "the disk of a worker reads or writes so many `GB` a second")
	number(&c.start, "start", 30, "a pipeline without data takes `SECONDS`")
	number(&c.engine, "engine", 7, "a sort by the engine takes `N` times the CPU time of extsort")
	number(&c.step, "step", 50, "in a step of ranks or layers a worker takes `N` million links a second")
	number(&c.sums, "sums", 0.2, "in a step of ranks `N` records move for each link")
	number(&c.iterations, "iterations", 7, "`N` steps make the ranks")
	number(&c.rounds, "rounds", 50, "`N` rounds find the layers")
	number(&c.archive, "archive", 1, "an archive has so many `GB`")
	number(&c.texts, "text", 0.27, "the text of an archive has `N` times the bytes of the archive")
}

func (c *cluster) check() error {
	if min(c.net, c.disk, c.engine, c.step, c.archive, c.texts) > 0 && min(c.start, c.sums, c.iterations, c.rounds) >= 0 {
		return nil
	}
	return errors.New("-start, -sums, -iterations and -rounds must be at least 0, all other numbers above 0")
}

// job is a job on many items, which are bytes or links.
type job struct {
	name        string
	items       float64
	alone       float64 // seconds for an item on one machine
	worker      float64 // seconds that a worker computes for an item
	pipelines   float64
	disk, moved float64 // bytes for an item
	unit        string  // of sizes
	inUnit      float64 // items
}

const giga = 1e9

// archives are the jobs on 90,000 archives: each archive is a task for the small tools.
func (c *cluster) archives() []job {
	const (
		links = 256.0 / 57 / 608e6 // seconds for a byte of gzip
		words = 62 / 1.74e9        // seconds for a byte of text
	)
	size := c.archive * giga
	return []job{
		{"reading and linking, 90,000 archives", 90_000 * size, links, links, 1, 1, 0, "archives", size},
		{"terms and weights, 90,000 archives", 90_000 * size * c.texts, words, words, 1, 1, 0, "archives", size * c.texts},
	}
}

// graph are the jobs on a graph; id is how many bytes an id has.
func (c *cluster) graph(pages, links, id float64) []job {
	const (
		sort   = 30.7 / 11.6e9 // a byte
		ids    = 18.5 / 100e6
		ranks  = 22 * 60 / 9.4e9
		layers = 104 / 1.45e9
		line   = 167 // bytes of a link as two URLs
	)
	name := fmt.Sprintf(", %.4g M pages, %.4g G links", pages/1e6, links/giga)
	step, link, page := 1/(c.step*1e6), 2*id, pages/links
	sorts, read := sort*link, 2*link
	// A step reads links, and twice the degrees and ranks; it writes ranks. A round reads links, and reads and writes layers.
	rankStep, round := link+page*(2*(id+4)+3*(id+8)), link+page*2*(id+4)
	return []job{
		{"sorting" + name, links, sorts, c.engine * sorts, 1, read, link, "G links", giga},
		{"ids" + name, links, ids, c.engine * ids, 3, 3 * line, line + 3*link, "G links", giga},
		{"ranking" + name, links, ranks, c.engine*sorts + c.iterations*step, 2 + c.iterations, read + c.iterations*rankStep,
			link + c.iterations*c.sums*(id+8), "G links", giga},
		{"layers" + name, links, layers, c.engine*sorts + c.rounds*step, 2 + c.rounds, read + c.rounds*round,
			link + c.sums*(id+4), "G links", giga},
	}
}

// item is how many seconds a worker takes for an item.
func (c *cluster) item(j job) float64 { return j.worker + j.disk/(c.disk*giga) + j.moved/(c.net*giga) }

// seconds is the time of a job by n workers.
func (c *cluster) seconds(j job, n float64) float64 { return j.pipelines*c.start + j.items*c.item(j)/n }

// faster is the number of items from which on n workers are faster than one machine; +Inf: never.
func (c *cluster) faster(j job, n float64) float64 {
	if gain := j.alone - c.item(j)/n; gain > 0 {
		return j.pipelines * c.start / gain
	}
	return math.Inf(1)
}

// slower is the largest number of workers that are no faster than one machine; +Inf: any number.
func (c *cluster) slower(j job) float64 {
	if left := j.items*j.alone - j.pipelines*c.start; left > 0 {
		return math.Floor(j.items * c.item(j) / left)
	}
	return math.Inf(1)
}

// plan prints a table of all jobs.
func (c *cluster) plan(out io.Writer) {
	fmt.Fprintln(out, "work\tby\tminutes\tTB_moved\tis_faster")
	for _, j := range slices.Concat(c.archives(), c.graph(269e6, 9.4e9, 4), c.graph(3.5e9, 129e9, 8)) {
		than := "always"
		if most := c.slower(j); !math.IsInf(most, 1) {
			than = "than " + tuple.Counted(int(most), "worker")
		}
		fmt.Fprintf(out, "%s\tone machine\t%s\t\t%s\n", j.name, short(j.items*j.alone/60), than)
		for _, workers := range c.workers {
			from, n := "never", float64(workers)
			if least := c.faster(j, n); !math.IsInf(least, 1) {
				from = fmt.Sprintf("from %.2g %s on", least/j.inUnit, j.unit)
			}
			fmt.Fprintf(out, "%s\t%d workers\t%s\t%.2g\t%s\n", j.name, workers, short(c.seconds(j, n)/60),
				j.items*j.moved*(1-1/n)/1e12, from)
		}
	}
}

// short is a number with at least two digits.
func short(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
