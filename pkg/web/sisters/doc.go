// Package sisters says what is relevant on the pages of a crawl: it compares each page with its sister pages, on data larger than
// memory. The measures are those of package units.
//
// # Method
//
//  1. take   each page comes as a line, in the order of the input: its units and the keys by which it is found (Worker, Job.Add).
//     The lines go to a temporary file. Of pages with one URL the first counts
//  2. find   by links: the keys of the links are joined with those of the pages, once for each step of depth. By folder, host or
//     template: pages with one key are sisters
//  3. count  for ntpc by folder, host or template: each page gives its words once to its group, as records (key, word, page),
//     which are sorted; a word is on as many pages as it has records. A folder costs its words, not its pairs of pages. By
//     links each page has a list of its words, 8 bytes for each different one, in a second file
//  4. score  the lines are read again, and workers compute the relevance of the units: with the counts of 3, or by links from
//     the lists of the sister pages. For lev they read the sister pages from the file
//
// The results are those of the measures page by page (TestByPages).
//
// Keys are 96 bits of a hash of a URL or a word, chosen anew in each run: among a thousand million strings two have one key
// with a chance of 1 in 10^11. Words of lists are known by 64 bits, since only those of two pages are compared: with a thousand
// million pairs of pages of a thousand words each, one count is wrong with a chance of 1 in 18,000.
//
// # Memory
//
// The memory of the room, and for each worker a page and a sister page. Temporary files hold the lines, and for each different
// word of each page 32 bytes, twice for the sort; by links they hold the lists instead.
//
//	options.go  Options: which pages are sisters, and what is computed
//	take.go     Worker, Job: pages to lines
//	find.go     the sister pages by links
//	groups.go   those of a folder, a host, a template
//	count.go    the words that they have in common, by groups
//	lists.go    the same by links
//	score.go    the relevance of the units of all pages
package sisters
