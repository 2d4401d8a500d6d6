// Package units divides a page into the units of Miloi 2005, and says how relevant each one is, by its sister pages. A unit that
// the sister pages have too, like a menu, says nothing of its page.
//
// # Units
//
// A unit is an element of one of the tags body, table, tbody, td, tr, div, p, form, h1, h2 and h3 (HTML5 has more). What other
// elements hold belongs to the unit around them. The text between two units is a text node, and a unit too. The text of a unit is
// all text in it, also that of the units inside, with one blank at each tag and each comment, so Hel<b>lo</b> is two words.
//
// The text of a page is kept once: the text of each unit is a part of it, whole words from one place to another. So a page
// takes memory as its length, however deep its units are nested, and the words of all units are counted in one pass.
//
// Package outline follows which elements are open, and says what differs from the HTML standard.
//
// # Relevance
//
// Two measures are of the thesis, with its formulas corrected (Options.Printed computes what it prints):
//
//	ntpc  the share of the words of the unit that a sister page does not have, in the mean over the sister pages
//	lev   the edit distance to the nearest unit of a sister page, divided by the length of the longer of the two, in the mean
//	      over the sister pages
//
// A page without sister pages is relevant as a whole. A unit without text has no relevance (Unscored).
//
// # Files
//
//	tree.go       Page, the units of a page
//	tags.go       the lists of tags
//	build.go      Builder, which makes the tree of the tags of a page
//	read.go       Reader, which makes a Page of a document
//	code.go       a Page as a line of text
//	processor.go  Processor, what all measures have in common
//	ntpc.go       the words of a unit on other pages
//	lev.go        the nearest unit of another page
//	decide.go     which units are relevant by it, without computing how much
//	emit.go       what is relevant, as text and as HTML
//	index.go      how similar two pages are
//	grades.go     what many such figures say
//	scope.go      which pages are sisters
package units
