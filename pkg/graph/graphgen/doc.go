// Package graphgen makes synthetic graphs of any size as streams of links: random pairs, R-MAT, and web-like graphs.
//
// Everything is a function of the seed and of a place (a block of pairs, a region of pages), so that any block can be
// made by any worker at any time: blocks are made in parallel and written in order, and the bytes depend neither on the
// number of threads nor on the release of Go, whose random numbers are not used.
//
//	random.go  pairs without any structure; blocks made in parallel and written in order
//	rmat.go    R-MAT, the graph of Graph 500
//	web.go     Web: what it is made of, and its plan
//	region.go  the links of a region of pages
//	order.go   the same in order
//	shape.go   the sizes of hosts and the laws of degrees
//	rand.go    random numbers as functions of a place
package graphgen
