// Package content divides a page into blocks, and says by a model which of them are its main content, by the page alone.
//
// # Blocks
//
// A block is text that no element divides: that of a paragraph, a heading, an item of a list, a cell. Inline elements do not
// divide it; two br in a row do. What stands in noscript counts only if it is most of the text: then a script makes the rest of
// the page, and a crawler has no other text.
//
// # Model
//
// Each block has some 400 features, and its page 130 more: the words and links of the block, its place, its neighbours, the
// elements around it, the words in their classes, and other elements that are like them. A logistic regression of the features of
// the block and boosted trees of all features make a probability. The type of the page, which has a regression of its own, moves
// it. Kept are the blocks that together have the largest expected F1: a threshold for all pages does not do as well. The
// confidence is this F1, corrected by the F1 of pages with a known content.
//
// scripts/train-content makes the model of pages whose content is known. It is a table of numbers with the names of their
// features (model.tsv.gz), so that what counts can be read.
//
// # Cost
//
// A page is read once here. Package texts reads it again for its byline, and again for Markdown or HTML. Memory: some 400 bytes a
// block, 88 an element, 4 a word. Hostile pages are cut at MaxText, MaxBlocks and MaxNodes.
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
//	choose.go    which blocks are kept
//	extract.go   Extractor: all of that
package content
