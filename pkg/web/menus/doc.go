// Package menus leaves the menus of pages out of their text: the links that package navigation calls navigation or outsider.
//
// Labels are the lines of nav-links. A page finds its labels by its URL and the targets of its links, in order. So labels of a
// whole crawl serve a part of it, and what was labelled may be in another order. A page whose links have no labels is an error:
// the labels are of another crawl. If a page comes several times with the same links, a link is part of a menu if it always is.
//
// What stands in the links of a menu becomes blanks: texts, and images. All else stays in its place, so that whatever
// reads pages also reads these. Text without letters and digits goes with the links, if it stands between two of them, or in a
// block that has nothing else: the bars and arrows of a menu. An element that is left empty shows nothing. A link without an end
// tag reaches to the end of its block.
//
// Memory: 4 bytes a link and 20 a page, which go to a temporary file beyond what Labels may keep; they are sorted once.
//
//	labels.go  Labels: the lines of nav-links, found by page
//	match.go   where the links of a page are among those of its URL
//	cut.go     Cutter: pages without their menus
package menus
