// Package coverage finds how much of a sample of URLs a crawl has (Bumüller 2019, 5.1): which URLs are missing, why, and how the
// share grows with the depth of the crawl.
//
// # Method
//
// A crawl is a source of facts, of which each is about a URL: it was stored, it was tried in vain, it was found. Facts and the
// URLs of the samples become lines that begin with what is compared, the host and the masked URL. The lines are sorted, so that
// the facts about a URL come before the URLs of the samples that ask for it.
//
//  1. sieve   the hashes of all URLs of the samples, and of their hosts, set bits; a fact whose bits are not set is about no URL
//     of a sample and is dropped at once, which nearly all are
//  2. sort    what is left: a few more facts than needed, since hashes may be equal, which the comparison of lines then finds
//  3. judge   one pass over the sorted lines says of each URL of a sample whether it is there, and if not, why
//  4. follow  URLs that led elsewhere go through steps 1 to 3 again as what they led to, ten times at most
//
// Results are sorted once more, into the order of the samples.
//
// # Passes and memory
//
// The samples are read once. The facts are read once, and once more for each redirect in a row. Memory is that of the room,
// whatever the samples and the crawl have: a 16th for the sieve, the rest for the sorts, which put the remainder into temporary
// files. Each sample also takes 8 KiB for the depths of its URLs.
//
// # Files
//
//	mask.go    the mask
//	sample.go  lists of URLs
//	facts.go   Fact, and the lines that are made of facts
//	judge.go   what the sorted lines say of a URL
//	run.go     Of: the steps in their order
//	folder.go  Folder: the facts of a folder of fetch; levels.go the table of its levels
//	table.go   the tables of samples and of depths
package coverage

import "webmill/pkg/work"

// Sort sorts the lines that source adds, which have no ends, by their bytes, and hands them to each.
type Sort func(room work.Room, source func(add func(line []byte) error) error, each func(line []byte) error) error

// Options say how samples are compared with a crawl.
type Options struct {
	Exact bool // canonical URLs are compared as they are, without the mask
	Sort  Sort
	Room  work.Room
}

// Causes of misses. Others are the outcome of the last try, as fetch names it, and Rejected with the name of a rule.
const (
	Waiting    = "waiting"        // it was found, and is not fetched yet
	Unreached  = "host-unreached" // no page of its host was stored
	NeverFound = "never-found"    // no page that was fetched links to it
	Unknown    = "unknown"        // the crawl does not tell which URLs were found
	Rejected   = "rejected:"      // by a rule of the crawl
	redirect   = "redirect"       // it leads nowhere, or in a circle
)

// Result is what is known of a URL of a sample. It is valid during the call that gives it.
type Result struct {
	Sample int // from 0
	URL    []byte
	Found  bool
	Depth  int    // of the page that was found; NoDepth: not known
	Cause  []byte // of a miss
}

// NoDepth is a depth that is not known.
const NoDepth = -1

// mostDepth bounds depths: pages that are deeper count as this deep.
const mostDepth = 1023

// Score is the coverage of a sample.
type Score struct {
	Name         string
	URLs, Missed int64
	Again        int64            // URLs that came before in the sample, and do not count
	Depths       []int64          // URLs that were found, by depth
	Causes       map[string]int64 // of misses
}

// Report is what was found.
type Report struct {
	Samples []Score
	Pages   int64 // of the crawl
	Deepest int   // depth of these
}
