package sitemap

import (
	"io"

	"webmill/pkg/work"
)

// Input is what is known of a crawl.
type Input struct {
	// Links has lines of one URL, a page; of two, source and target of a link of a menu; or of these and a label: a link of
	// content if that is "content" or "undecided", else of a menu. The lines of a page stand together.
	Links Lines
	// Pages has lines of pages that were crawled, a URL and perhaps, each behind a TAB, a title and the status of the answer. A
	// status that is no success only says so of its page. Its Reader may be nil.
	Pages Lines
}

// Lines are an input of lines, whose errors have its name.
type Lines struct {
	Name string
	io.Reader
}

// Options say which trees are made, and what is written.
type Options struct {
	Home     string // the home page of its host
	Host     string // if not empty, only this host is written; Largest: the one with most crawled pages
	MaxDepth int    // pages below are not written; 0: there is no limit
	Beyond   bool   // pages that no menu reaches are written too, behind the tree
	Tree     bool   // pages that were not crawled are written, and those that answered with a redirect or an error
	work.Room
}

// Largest is the Options.Host that stands for the one with most crawled pages; of several it is the first.
const Largest = "largest"

// Stats are counts.
type Stats struct {
	Lines   int64            // of links, taken
	Skipped map[string]int64 // lines left out, by reason
	Again   int64            // pages that came again: what they link to then does not count
	Lost    int64            // of these, with links that the first time has not, or in another order
	Apart   int64            // of these, with none of the links that the first time has
	Plain   int64            // links without labels
	Alone   int64            // lines of a page without links
	URLs    int64            // all, of pages and of targets of links
	Linking int64            // pages that have lines in Input.Links
	Titles  Titles
	Menu    int64 // links of menus to other pages of the host
	Outside int64 // links to other hosts
	Hosts   int64 // with a tree
	NoPage  int64 // hosts without a crawled page
	Crawled int64 // pages of hosts with a tree
	Reached int64 // of these, in the trees
	Missing int64 // pages in the trees that were not crawled
	Deeper  int64 // of all in the trees, below MaxDepth
	Chained int64 // of all in the trees, in trees of which most levels have one page
	Other   int64 // hosts that are not written
	Spilled int64 // bytes of temporary files
}

// Titles are counts of the lines of Input.Pages.
type Titles struct {
	Lines int64
	URLs  int64 // titles that are URLs
	Bare  int64 // lines of a URL alone
	Known int64 // pages that have lines in Input.Links too
	New   int64 // pages that have none
}

// Host is a host with its tree.
type Host struct {
	Name    []byte
	Home    []byte // the URL of its home page
	Crawled int64  // pages
	Reached int64  // of these, in the tree
	Missing int64  // pages of the tree that were not crawled
	Deeper  int64  // pages of the tree below MaxDepth
	Depth   int    // clicks to the deepest page
	Bytes   int64  // of the URLs that are written
}

// Beyond is how many crawled pages no menu reaches.
func (h *Host) Beyond() int64 { return h.Crawled - h.Reached }

// Page is a page of a host.
type Page struct {
	URL, Title []byte // a Title is UTF-8; it may be empty
	Depth      int    // clicks from the home page; -1 if no menu reaches it
	Crawled    bool
}

// Writer takes the trees: each host, then its pages, each before those below it, and at last those that no menu reaches. What it
// gets is valid for the time of the call.
type Writer interface {
	Host(h *Host) error
	Page(p *Page) error
}
