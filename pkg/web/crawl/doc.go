// Package crawl fetches a part of the web into a folder that survives a kill: the engine of the tool fetch.
//
// A crawl is a folder in which archives, a journal and a log grow (store). Everything else that a crawl knows is made again from
// the journal and the log when the crawl goes on: which URLs there are, and which of them wait (package frontier). So only files
// that grow must survive a kill or a power failure.
//
// A URL goes this way:
//
//	take        the frontier gives the best URL of all hosts that are ready
//	robots.txt  of its server, from memory, or fetched first
//	exchange    package exchange, or an archive (replay)
//	read        codings, kind of document, links, the records for the archive; as many at a time as there are threads
//	commit      the records, the frame of the journal and the line of the log are written, in this order; the
//	            frontier is told of the links; the host rests
//
// One lock guards take and commit. Exchanges, and the reading of answers, go on without it.
//
// The words: an exchange is a request and its answer. A host is a name, like example.org. A server is what one robots.txt is for:
// an origin, which is scheme, host and port. A gate is an address, or a host without one, by which exchanges go. A page is an
// answer that is kept, or one that has not changed since an earlier crawl; its records are those of WARC.
//
//	crawl.go    Options, Crawl: begins, goes on, ends
//	plan.go     how the memory is divided
//	fetch.go    the way of a URL up to its answer
//	robots.go   robots.txt of servers
//	read.go     what an answer holds
//	sitemap.go  lists of URLs in XML
//	records.go  its records
//	commit.go   writes it down
//	gates.go    addresses that several hosts have
//	polite.go   how long a host rests
//	copies.go   pages that are known under another URL
//	outcome.go  what is tried again, and the words for why a run ended
//	score.go    scores that steer a focused crawl
//	control.go  what changes while a crawl is at work
//	captures.go the places of answers in archives
//	earlier.go  pages of earlier crawls that have not changed
//	due.go      which pages of earlier crawls are due
//	agree.go    whether the files of a folder are of one crawl
//	store.go    the files of the folder; journal.go the URLs that were found; recover.go what is left after a kill
//	found.go    the URLs that were found, for other programs
//	replay.go   answers from archives
//	temporary.go  a folder that is not there, for a crawl that does not go on
//	index.go    what is made at the end of a run: CDXJ, the table of rejections, one archive of all
package crawl
