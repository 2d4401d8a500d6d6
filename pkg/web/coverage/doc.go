// Package coverage finds how much of a sample of URLs a crawl has (Bumüller 2019, 5.1): which URLs are missing, why, and how the
// share grows with the depth of the crawl.
//
// # Method
//
// A crawl is a source of facts. Each fact is about a URL: it was stored, it was tried in vain, it was found; or about the links
// to a host that were not followed. Facts and the URLs of the samples become lines that begin with the host and the masked URL,
// which are compared. The lines are sorted, so that the facts about a URL come before the URLs of the samples that ask for it.
//
//  1. sieve   the hashes of all URLs of the samples, and of their hosts, set bits. If the bit of a fact is not set, the fact is
//     about no URL of a sample and is dropped at once. Nearly all facts are.
//  2. sort    the facts that are left, with the URLs of the samples. Some facts are not needed, since different URLs may have the
//     same bit; the comparison of lines finds that.
//  3. judge   one pass over the sorted lines says of each URL of a sample whether it is there, and if not, why.
//  4. follow  a URL that redirects goes through steps 1 to 3 again as its target, ten times at most.
//
// Results are sorted once more, into the order of the samples.
//
// # Passes and memory
//
// The samples are read once. The facts are read once, and once more for each redirect in a row. Memory is that of the room,
// whatever the size of the samples and the crawl: a 16th for the sieve, the rest for the sorts. What does not fit goes to
// temporary files. Each sample also takes 8 KiB for the depths of its URLs.
//
// # Files
//
//	mask.go    the mask
//	sample.go  lists of URLs
//	facts.go   Fact, and the lines of facts
//	judge.go   what the sorted lines say of a URL
//	compare.go Of: the steps in their order
//	folder.go  Folder: the facts of a folder of fetch; levels.go the table of its levels
//	table.go   the tables of samples and of depths
package coverage

import (
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/frontier"
	"webmill/pkg/work"
)

// Options say how samples are compared with a crawl.
type Options struct {
	Exact bool // canonical URLs are compared as they are, without the mask
	Sort  crawl.Sort
	Room  work.Room
}

// The causes of misses. A cause may also be the outcome of the last try, as fetch names it.
const (
	Waiting    = "waiting"        // it was found, and is not fetched yet
	Unreached  = "host-unreached" // no page of its host was stored
	NeverFound = "never-found"    // no page that was fetched links to it
	Unknown    = "unknown"        // the crawl does not tell which URLs were found
	Rejected   = "rejected:"      // a rule rejected the links to it; the name of the rule follows
)

// Result is what is known of a URL of a sample. It is valid during the call that gives it.
type Result struct {
	Sample int // the number of the sample, from 0
	URL    []byte
	Found  bool
	Depth  int    // of the page that was found; NoDepth: not known
	Cause  []byte // of a miss; empty: it was found
}

// NoDepth is a depth that is not known.
const NoDepth = -1

// mostDepth bounds depths: pages that are deeper count as this deep.
const mostDepth = frontier.MaxDepth

// Score is the coverage of a sample.
type Score struct {
	Name         string
	URLs, Missed int64
	Again        int64            // repeated URLs, which do not count
	Depths       []int64          // URLs that were found, by depth
	Causes       map[string]int64 // misses, by cause
}

// Report is the coverage of all samples.
type Report struct {
	Samples []Score
	Pages   int64 // of the crawl
	Deepest int   // the depth of the deepest page
}
