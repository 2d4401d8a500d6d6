// Package linkgroups finds the groups of links that a page displays alike, and the place of each link.
//
// # Groups
//
// They are those of Mielke 2011. All links of one depth climb the tree of the page in step. As soon as some of them meet in an
// element, and lead to two pages at least, they are a group and climb no further. With Options.First, her first algorithm, also
// links to one page are a group. What meets nowhere is in no group. Links are the a elements that lead to a page.
//
// Links of one depth are in the order of the page, so those that meet in an element stand side by side: no table of elements is
// needed. A page costs its length and, for each link, its depth.
//
// # Places
//
// The place of a link is the path from below the body to the link: names of elements, each with its id and its class. The body
// has none of these, as many sites tell there what kind of page it is. Numbers of three digits or more in ids and classes do not
// count, since programs give them to pages, as in post-1234. Two links of one place are displayed alike, on any page of a site. A
// group has the place of the element in which its links meet. Places are hashes of 64 bits that never change.
//
// Three equivalences of links follow from the columns: v (one target), b (one target and one label), d (also one place). A label
// is what stands in the link, with its markup, as a hash; runs of blanks count as one.
//
// # The tree
//
// No tree is built. Package outline says which blocks are open; here are the other elements, in the blocks in which they began.
// What differs from a browser: an element that a page forgets to end ends with its block, and at most 128 elements that are no
// blocks are open at a time. Of a page whose links only a tree finds, links are matched by what they refer to.
//
// # Files
//
//	group.go  the two algorithms
//	open.go   the elements that are open, and nodes for those that hold links
//	anchor.go the links as their tags come: place and label
//	lines.go  Maker: the lines of a document
package linkgroups
