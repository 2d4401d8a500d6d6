package jobs

import "testing"

// TestHostGraph: the links between hosts are those of the small tools on the bundled crawl, each with its count.
func TestHostGraph(t *testing.T) {
	dir := bundled(t)
	sameHostGraph(t, dir)
}

// sameHostGraph compares the links between hosts of links.t2 with those of the small tools.
func sameHostGraph(t testing.TB, dir string) {
	t.Helper()
	run(t, dir, "host-graph", "-host-of", "page-host.t2", "-parts", "4", "-o", "hosts.t3", "links.t2")
	tool(t, dir, "extsort", "-o", "by-src.t2", "links.t2")
	tool(t, dir, "tuplejoin", "-fields", "1.2,2.2", "-o", "half.t2", "by-src.t2", "page-host.t2")
	tool(t, dir, "extsort", "-o", "by-dst.t2", "half.t2")
	tool(t, dir, "tuplejoin", "-fields", "1.2,2.2", "-o", "folded.t2", "by-dst.t2", "page-host.t2")
	tool(t, dir, "extsort", "-o", "sorted.t2", "folded.t2")
	tool(t, dir, "tuplejoin", "-group", "1,2", "-agg", "count", "-o", "want-hosts.t3", "sorted.t2")
	same(t, dir, "hosts.t3", "want-hosts.t3")
}

// TestTerms: the documents of each term are counted as by the small tools, also if records are repeated.
func TestTerms(t *testing.T) {
	sameTerms(t, links(t))
}

// sameTerms takes pages as documents and the targets of their links as terms, and compares the counts with those of the small
// tools.
func sameTerms(t testing.TB, dir string) {
	t.Helper()
	tool(t, dir, "tuples", "-cols", "1,2,1", "-o", "counts.t3", "links.t2")
	run(t, dir, "terms", "-parts", "4", "-o", "terms.t2", "counts.t3")
	tool(t, dir, "tuples", "-cols", "2,1", "-o", "turned.t2", "links.t2")
	tool(t, dir, "extsort", "-u", "-o", "sorted.t2", "turned.t2")
	tool(t, dir, "tuplejoin", "-group", "1", "-agg", "count", "-o", "want-terms.t2", "sorted.t2")
	same(t, dir, "terms.t2", "want-terms.t2")
}
