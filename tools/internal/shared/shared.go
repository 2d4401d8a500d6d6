// Package shared declares the flags that several tools have and no group of cli holds. A flag that is declared here
// means the same in every tool; what else a tool says about it stands in its manual.
package shared

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
)

// Alone declares -alone.
func Alone(f *cli.Flags, p *bool) {
	f.BoolVar(p, "alone", false, "a page without links is a line of one string, its URL")
}

// BM25 declares -bm25-k and -bm25-b.
func BM25(f *cli.Flags, k, b *float64) {
	f.Float64Var(k, "bm25-k", 1.75, "a large count weighs up to `K` + 1 times as much as a count of 1")
	f.Float64Var(b, "bm25-b", 0.75, "how far long documents weigh less: `B` from 0, not at all, to 1, in full")
	f.Range(0, mostK, "bm25-k")
	f.Range(0, 1, "bm25-b")
}

const mostK = 1_000_000

// Damping declares -d of PageRank.
func Damping(f *cli.Flags, p *float64) {
	f.Lacks("is -d here", "damping", "alpha")
	f.Float64Var(p, "d", 0.85, "share of steps that follow a link, `D`")
	f.Share("d")
}

// Tolerance declares -tol of PageRank.
func Tolerance(f *cli.Flags, p *float64) {
	f.Float64Var(p, "tol", 1e-9, "stop when the residual is at most `TOL`")
	f.AtLeast(0, "tol")
}

// F64 declares -f64.
func F64(f *cli.Flags, p *bool) {
	f.BoolVar(p, "f64", false, "scores are float64: each takes a column more of a raw record, as *.t3 for *.t2")
}

// Key is what -k says in the tools that sort or join by columns.
const Key = "key columns, the most important first, `LIST` like 2,1"

// Scores is what -scores says.
const Scores = "`FILE` of scores (see above)"

// Strategy and Delay are the texts of flags that fetch and crawl-order share.
const (
	Strategy = "fetch the best page first, by the strategy `NAME` (see above)"
	Delay    = "a host rests `SECONDS` between two pages"
)

// Documents is what -documents says in the tools that show documents.
const Documents = "take what is shown of documents from `FILE` of documents, JSON lines or Parquet"

// Main is what -main says.
const Main = "only what is in the main content of pages, as main-content finds it"

// Method is what -method says.
const Method = "compute by the `METHOD` (see above)"

// Max is what -max says.
const Max = "skip what is larger than `SIZE`"

// NoSelf declares -noself.
func NoSelf(f *cli.Flags, p *bool) {
	f.BoolVar(p, "noself", false, "leave out links of a page to itself (self-links)")
}

// Once declares -u.
func Once(f *cli.Flags, p *bool) {
	f.BoolVar(p, "u", false, "keep one of equal records")
}

// PageFolder is what -page-folder says in the tools that read or write such a folder.
const PageFolder = "a folder `DIR` with a file for each page, named by its URL"

// MostPages is the most that -pages may be: all ids.
const MostPages = 1 << 31

// Pages declares -pages, without its limits. otherwise says what the pages are without it; none reports whether it is 0.
func Pages(f *cli.Flags, p *int64, value int64, otherwise string) (none func() bool) {
	f.Int64Var(p, "pages", value, "the pages are 0 … `N`-1, linked or not (default "+otherwise+")")
	return func() bool { return *p == 0 && f.Given("pages") }
}

// NoPages is the error of links where -pages 0 says that there are no pages.
func NoPages(links string) error {
	return fmt.Errorf("%s: has links, but -pages 0 says that there are no pages: is the dictionary empty?", links)
}

// RandomSeed declares -random-seed.
func RandomSeed(f *cli.Flags, p *uint64) {
	f.Uint64Var(p, "random-seed", 1, "random numbers follow from this `SEED`: equal seeds give equal results")
}

// OtherGraph warns if most of the ids that a file has with something are none of the pages: it may be of other links.
func OtherGraph(env *cli.Env, name, something string, strays, all, pages int64) {
	if strays > all/2 && pages > 0 {
		env.Warnf("%s: of %s with %s %s: are they ids of the same links?", name, tuple.Counted(all, "id"), something,
			tuple.Counted(strays, "is no page", "are no pages"))
	}
}

// Reachable declares -reachable.
func Reachable(f *cli.Flags, p *bool) {
	f.BoolVar(p, "reachable", false,
		"take only the pages that can be reached from the first one, or from the seeds if there are any")
}
