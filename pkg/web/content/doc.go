// Package content says which text of a page is its content, by the page alone.
//
// # Blocks
//
// A block is text that no element divides: that of a paragraph, a heading, an item of a list, a cell. Inline elements do not
// divide it; two br in a row do. What stands in noscript is part of the page if it is most of it: a browser shows what a script
// makes of such a page, and a crawler has no other text.
//
// # Model
//
// Each block has some 400 features, and its page 130 more: words and links of the block, the elements around it and the words
// in their classes, its place, its neighbours, the elements around it and those that are like them. A logistic regression and
// boosted trees make a probability of them, and the kind of the page, found by a regression of its own, moves it a little. The
// blocks are kept that together have the largest expected F1: no threshold does as well. The expected F1, corrected by what
// pages really had, is the confidence.
//
// scripts/train-content makes the model of pages whose content is known. It is a table of numbers with the names of their
// features (model.tsv.gz), so that what counts can be read.
//
// # Cost
//
// A page is read once. Memory: some 400 bytes a block, 88 an element; hostile pages are cut at MaxBlocks and MaxNodes.
//
// # Files
//
//	blocks.go    Page: blocks and the elements in which they stand
//	build.go     builder, which makes them of the tags of a page; read.go  Reader
//	features.go  Features: what is seen of a page before its blocks are described
//	ofblock.go   the features of a block: its text, its elements, its place, its neighbours
//	around.go    those of the elements around it, and of others like them
//	ofpage.go    the features of a page
//	row.go       a list of features, with or without their names
//	groups.go    words of classes, texts and addresses that mean the same; matcher.go  finds them
//	model.go     Model, which makes probabilities of features; forest.go  its trees
//	choose.go    which blocks to keep
//	extract.go   Extractor: all of that
package content
