// Package harmony tells which groups of links are navigation by the method of Mielke 2011, as it was published.
//
// # Method
//
// Two groups harmonise if their common targets stand in one order. A group is judged with the pages of its host to which it
// leads, its neighbours: one group of each is chosen, so that all of them and the group itself harmonise with one another. The
// links between the chosen groups are a graph. If it is a navigation graph, the group is a navigation, or an outsider if no
// chosen group leads to its page; if no choice gives such a graph, it is neither.
//
// A navigation graph has main nodes, to which all its nodes link. Without the edges between them each strongly connected
// component has one of them, and the rest of the component is a navigation graph or empty. The amended definition follows no
// edges back to main nodes; then several parts may have sub-items.
//
// # Search
//
// Choices are tried depth first, the last neighbour fastest. Groups that do not harmonise with the group at hand are left out,
// and so are groups of a page with the same targets; the others are sorted by the weights of harmony by target, by target and
// label, and by target, label and place. The number of choices is limited, and so is that of groups that are tried, since a
// search may find no choice for long. A group that such a limit ends is undecided.
//
// A neighbour that was not crawled leaves the group undecided, unless another neighbour has no group that harmonises. Pages of a
// site that lie outside the crawl are common; Options.Crawled leaves them out. Options.Rho is a least share of common targets:
// without it, nearly every page harmonises with every other one by some single link.
//
// # Files
//
//	pair.go     Pair: the harmony of two sequences
//	row.go      Row: the same of sequences that repeat nothing
//	graph.go    Graph: the test of navigation graphs, as published and amended
//	host.go     Host: the groups of one host
//	search.go   Search: one group after the other is judged
//	verdict.go  Verdict and its reasons
package harmony
