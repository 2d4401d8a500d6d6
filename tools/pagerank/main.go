// Pagerank ranks the pages of a graph by their links.
package main

import "webmill/pkg/cli"

var command = cli.Command{
	Name:     "pagerank",
	Synopsis: "PageRank of graphs with more links than memory",
	Purpose:  cli.Ranks,
	Usage:    []string{"[FILE]"},
	Manual: `
Each page divides its rank among its links. The rank of a page is d times what the pages that link to it give,
and 1-d times the chance that a surfer begins again there: the same for all pages, or by the weights of
-personal. A page without links (dangling) is treated as linking to every page, with the same weights. Ranks sum to 1.

The usual command takes links that extsort has sorted by target:

  pagerank -o ranks.t2 links-by-dst.t2

The output is a rank for each page, as float32; to Parquet, and with -f64, as float64. The pages are the ids that occur, or with
-pages N all below N. -scale gives ranks another sum, greatest value or mean.

A link that is repeated counts repeatedly, -u counts it once; -noself leaves out links of a page to itself.

Input is read once, from a pipe if need be, into a compact form, which is swept until the residual is at most
-tol: one more step would then change the ranks by less than twice that, in sum. If -tol is not met after -max-sweeps, the
result is written and the status is 3.

-dangling says what pages without links do: spread (as above), lost (their share is lost: the ranks are those
of spread, but sum to less than 1; -scale sum=X and pages count what is lost), or remove (they are taken
out, then those that have no links left, and so on; their rank is 0, and -scale pages does not count them).

Rare:

-known FILE -share P ranks what a crawl has fetched so far. FILE has pairs (id, position), sorted by id. The first
share P of its pages, by position, is fetched: only their links count, all of them, and these pages and those
that they link to are rated. The input is that of the whole crawl.

The vector has a number for every page with links. It is a float64 where -S has room. Else it is a float32, and -tol is at
least 1e-7. If -S is too small for that too, the vector is on disk and solved by the power method. -vector can fix the choice,
and -stats tells which it was. The result depends on -S only through this choice, never on -j.

-method gs, Gauss–Seidel, takes about half the sweeps of the power method on crawls. -init begins with earlier ranks. -variant
basic, improved, accelerated or unico are older formulas, for comparison; they take one core, and -tol is then for the mean
change.`,
	In:     "links, pairs (src, dst), sorted by 2,1",
	Out:    "pairs (id, rank) of the rated pages, sorted by id",
	Memory: "to read: 2.5 bytes · pages. To solve: 8 bytes · pages with links; float32 4, disk 1, power 16; -personal 4 more, and 4 for each page of its file. The links take the rest of -S, and files in -T",
	Passes: "one over the input, one over the compact form for each sweep, and two more; on disk each sweep also moves 40 bytes · pages",
	Examples: []cli.Example{
		{Does: "the 20 best pages",
			Line: "pagerank links-by-dst.t2 | extsort -w 2 -k 2r,1 | tuples -w 2 -head 20 -columns id,rank:f32 -to text"},
		{Does: "for a notebook, with what was done",
			Line: "pagerank -tol 1e-6 -stats pagerank.json -o ranks.parquet links-by-dst.t2"},
	},
	Partial: "the ranks have not converged",
	Groups:  cli.Memory | cli.Threads | cli.Tuples,
	MaxArgs: 1,
	Setup:   setup,
}

func main() { cli.Main(command) }
