// Package bfs numbers the pages of a web breadth first: their layers, their numbers, and the proof of a numbering.
//
// The links are directed and come as pairs (source, target). A component is what is reachable from its root and belongs
// to no component before it; a root is the lowest page that is left, so there is exactly one right answer. Layers count
// on over the components: a root is alone in the layer after the last one of the component before.
//
// Layers read the links once into a compact form and sweep it; Number and Verify only sort.
//
//	layers.go    Layers: the links, the components and their layers
//	walk.go      the walk from layer to layer where the sets of pages fit in memory; the lists of single pages
//	walkdisk.go  the same where they do not fit: sets of pages in a file
//	number.go    Number: the numbers of pages out of their layers, layer by layer
//	verify.go    Verify: the proof that a numbering is breadth first
//	plan.go      how each of them divides the memory
//	streams.go   what the algorithms share: sorts, seeds, links with values of their sources
package bfs
