// Package sitemap makes the tree of the menus of each host of a crawl. It takes links whose labels are known (package
// navigation).
//
// # The tree
//
// The root is the home page. Below a page are the pages of the host to which its menus lead, in the order of its links, but only
// those that no menu reaches with fewer clicks from the root, or with as many from a page that comes earlier in the tree. So a
// page stands once, at its least number of clicks. A menu that all pages repeat belongs to the home page, and the menu of a
// section to the first page that shows it.
//
// The home page is that of Options.Home; or the page "/" of the host, if it was crawled (of http and https the one to which more
// menus lead, else https); or the first page of a folder (its path ends in a slash, or its name begins with "index."), the one in
// the fewest folders; or, if that is in more folders, or there is none, the crawled page to which most links of menus lead, of
// several the one with the shortest URL. If no menu of the home page leads to another page of the host, all its links count, as
// those of a page that only asks for the language, or that leads on. For that the links in its content must be in the input, and
// it must be the first page of a folder or that of Options.Home.
//
// Pages that menus lead to but that were not crawled are in the tree too, without pages below them. Crawled pages that no menu
// reaches are counted. A host without a crawled page has no tree. A URL that only leads on, by a redirect, is no page: it may be
// in the tree, but is counted nowhere.
//
// # Method
//
//  1. take   the lines become pairs of URLs, and these pairs of ids, in the order of URLs: those of a host are neighbours
//  2. links  the links of each page go into one array, those to other hosts are left out
//  3. tree   each host is searched breadth first. The queue is the tree: the pages below a page are neighbours there. It is
//     walked without a stack, and each page that is to be written gets its place
//  4. write  URLs and titles are sorted by these places
//
// Each further output repeats the last two, since options say which pages have places.
//
// # Memory
//
// That of the room: a half of it for the dictionary, then for the sort, and a quarter for what is known of pages and their
// links. What does not fit there goes to temporary files.
//
//	options.go  Options, Stats, Host, Page
//	take.go     the lines as pairs of URLs with marks
//	graph.go    what is known of hosts, pages and links
//	tree.go     the search of a host, and the places of its pages
//	write.go    Make; pages in the order of their places
package sitemap
