package main

// manual is the middle of what -h prints.
const manual = `
Each page divides its rank among its links. The rank of a page is the sum of two parts: d (-d) times what the pages that link
to it give, and 1-d times the chance that a surfer begins again there. This chance is the same for all pages, or follows
the weights of -personal. A page without links (dangling) is treated as if it linked to every page, with the same weights.
Ranks sum to 1.

The usual command takes links that extsort has sorted by target:

  pagerank -o ranks.t2 links-by-dst.t2

The output is a rank for each page, as float32, or as float64 with -f64 and in Parquet. The pages are the ids that occur, or
with -pages N all ids below N. -scale gives ranks another sum, greatest value or mean.

A repeated link counts repeatedly, or once with -u. -noself leaves out links of a page to itself.

With -weights a link has a third column, its weight, and a page divides its rank in proportion to the weights of its links. A
weight of 0 is no link, but its pages exist. A repeated link has the sum of its weights, with -u the greatest. -inside W with
-host-of multiplies the weight of links inside a host, which is 1 without -weights. Weights are kept as float32.

The input, which may be a pipe, is read once into a compact form. Sweeps over this form go on until the residual is at most
-tol: |v - R·y| / |y|, where R·y = v is what is solved. One more step would then change the ranks by less than twice that, in
sum. If -tol is not met after -max-sweeps, the result is written and the exit status is 3.

-dangling says what pages without links do:

  spread  they link to every page, as above
  lost    what they have is lost: the ranks are those of spread, but sum to less than 1; -scale sum=X and -scale pages
          count what is lost
  remove  they are taken out, then those that have no links left, and so on; their rank is 0, and -scale pages does not
          count them

Rarely needed:

-known FILE -share P ranks what a crawl has fetched so far. FILE has pairs (id, position), sorted by id. The pages with
the first positions, a share P of all in FILE, rounded down, but at least one page, count as fetched. All of their links count,
and no others. They and the pages that they link to are rated. The input is that of the whole crawl.

The vector has a number for every page with links: a float64 if -S has room, else a float32, and then -tol is at least
1e-7. If -S is too small for that too, the vector is on disk, and the power method solves it. -vector can fix the choice, and
-stats tells which it was. The result depends on -S only through this choice, never on -j.

-method gs, Gauss–Seidel, takes about half the sweeps of -method power on crawls. -init begins with earlier ranks. -variant
basic, improved, accelerated or unico are older formulas, for comparison; they take one core, and -tol is then for the mean
change.`
