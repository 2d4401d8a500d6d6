// Package adj keeps a graph as packed lists of links, with weights or without, that several passes can sweep. For every page it
// has the sorted list of the pages at the other end of its links, as gaps, bit-packed with exceptions (PFOR). Programs that need
// more than one pass read their input once, from a pipe if need be, into a Graph and then sweep that.
//
// # Graph
//
// Lists are in the order of their pages and lie in chunks of about 16 Ki links (fewer where single lists are looked up).
// A chunk can be decoded by itself, so any number of goroutines can work on a graph, each on chunks of its own, and a
// table of 16 bytes a chunk tells where the list of a page is. A list that is much longer than a chunk goes on in the
// next ones. Chunks lie in segments of 512 KiB to 4 MiB: in memory as long as there is space, beyond that at the same place of a
// nameless temporary file. What is on disk is what would be in memory, so memory only decides where chunks come from.
// They do not stand on spill.Blocks: memory is given back segment by segment, while a graph is built and while it is read.
//
// # Size and speed
//
// A link takes 3.6 bits in cnr-2000, a crawl in the order of its URLs, and 17 in an R-MAT graph without any order
// (4.2 M pages, 65 M links), all structure included.
//
// # Files
//
//	graph.go   Graph, the table of its chunks, and the Reader that decodes them
//	lists.go   Lists: the lists of single pages
//	build.go   Builder: sorted links to a graph
//	chunk.go   Chunk: lists, and how they are encoded
//	weights.go the weights of links
//	pack.go    a column of numbers, bit-packed
//	store.go   segments of chunks, in memory first and then in a file
//	each.go    all chunks, by several goroutines
//	recode.go  Recoder: a graph to others, chunk by chunk
package adj
