// Package docs reads the documents of a crawl: web archives (WARC, ARC, WAT), or a folder of files. Every tool that
// looks at pages stands on it.
//
// An input is one or more volumes: each archive is one, a folder is one. Open looks at all volumes without reading them, so that
// a missing one is named before hours of work. Read reads one volume in batches, several at the same time. It hands on the
// results of batches in the order of the input, so that they do not depend on the number of workers.
//
// A Document says what the server answered and where it stands: its volume, and either its file or its record, which has
// the offset, the date and all header fields, also the digest. Documents have no number here. Ids are made from the
// URLs by pkg/dict, so that urls.txt is the only numbering of a crawl. Documents with the same URL, like a page that
// was captured twice, are all given, in the order of the input; they are one page because they get one id.
//
// The memory is bounded for any input: plan.go says how it is divided. What cannot be read is left out and counted by its reason
// in a Tally. The package knows no command line: a tool passes the words that tell a user what to do (Advice).
//
//	docs.go     what a crawl is: input, options, volumes, documents; Open, Read
//	found.go    what was read of a volume, and what was left out
//	plan.go     how the memory is divided, and which records are too large
//	archive.go  archives: looking at them, their records as documents
//	copies.go   archives that have the same bytes
//	folder.go   a folder: its files are read in batches
//	walk.go     the files of a folder and their URLs, by their paths or by a table
//	file.go     a file as a document: packed or not, with HTTP headers or not
//	sameurl.go  files to which the table gives the URL of an earlier one
//	list.go     lists of archives and tables of URLs, line by line
//	lines.go    lines of documents, made by several workers
//	held.go     lines that were made of a batch and wait until it is their turn
package docs
