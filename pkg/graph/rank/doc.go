// Package rank computes PageRank, K-Rank, their variants and HITS of graphs with more links than memory.
//
// # The equation
//
// W[i,j] = m(j→i)/c_j, where m is how often page j links to page i and c_j is the number of all its links. A page without
// links (dangling) counts as one that links to every page, in proportion to v, the places where a surfer begins again
// (all pages alike, unless told otherwise). With d the share of steps that follow a link, the rank z is the solution of
//
//	z = d·(W + v·oᵀ/|v|)·z + (1-d)·v/|v|,   Σz = 1,   o_i = 1 where c_i = 0
//
// and it is z = y/|y| for the solution y of the sparse system (Kulvait 2007, 5.1 and 7.3.1)
//
//	R·y = v,   R = I - d·W,   or   y_i = v_i + d·Σ_{j→i} x_j   with x_j = y_j/c_j
//
// # What is swept
//
// A dangling page gives nothing to others in this system. So only the rows of pages with links are swept (the core), and
// the rank of the others follows from the result in one last pass. x is the only array that is read at random: one number
// for each page of the core, 8 bytes or 4. Everything else streams: the rows are adj.Graphs of numbers in the core, with c_i
// and the links of a page to itself noted beside each row.
//
// The norm needs no pass of its own: the columns of W sum to 1 where c > 0, so after a last step y = v + d·W·x, whatever
// x is, |y| = |v| + d·Σ c_j·x_j.
//
// # The same bits everywhere
//
// Some processors make x*y + z one operation, which rounds once, and a compiler for them may. A conversion forbids it: so sums of
// products are written float64(x*y) + z, and ranks have the same bits on each processor.
//
// # The files
//
// Read links.go, system.go and sweep.go in this order first: how the pages and links come in, what is made of them, and how it is
// swept. disk.go does the same where x is not in memory; all others are beside that way.
//
//	solver.go    what a solver is, in memory or on disk; options, precisions
//	links.go     the links, read once: which count, and the pages they tell of
//	system.go    the system in memory: what is made before the sweeps, and the ranks after them
//	vector.go    x, and its sums over lists of links
//	gather.go    the inner loops: the sum of x over one list
//	weighted.go  links with weights
//	memory.go    what of the memory the pages may take
//	sweep.go     the kernel: Gauss–Seidel and the power method over a system in memory
//	power.go     the power method for a part of the pages: what disk.go and tools/beam share
//	disk.go      the power method where not even a float32 for each page fits in memory
//	prune.go     K-Rank: the best links of each page
//	scores.go    what links are scored by
//	derive.go    other links made of these: without dangling pages
//	weights.go   weights of pages, as those of a personal PageRank; which of their ids are pages
//	hosts.go     the host of each page; weights by hosts
//	variants.go  the variants of UNICO, for comparison
//
// HITS is apart from PageRank, but reads its links in the same way:
//
//	hits.go         the sweeps: authorities and hubs
//	hitsbase.go     options; the base set
//	hitsleast.go    pages that are left out of it, because they are not similar enough to the question
//	hitsnumbers.go  the numbers of targets and sources, and what is known of them by number
//	hitsgraphs.go   the two graphs, by target and by source
//	hitsfilter.go   which links are in them, also by hosts
//	hitsshare.go    what links weigh by hosts and similarity
package rank
