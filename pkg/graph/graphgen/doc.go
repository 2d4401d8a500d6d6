// Package graphgen makes synthetic graphs of any size as streams of links: random pairs, R-MAT, and web-like graphs.
//
// Everything is a function of the seed and of a place (a block of pairs, a region of pages), so that any block can be
// made by any worker at any time: blocks are made in parallel and written in order, and the bytes depend neither on the
// number of threads nor on the release of Go, whose random numbers are not used.
package graphgen
