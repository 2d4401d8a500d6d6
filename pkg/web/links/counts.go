package links

// Count names one of the counts.
type Count uint8

// The counts of documents. Each document is counted in Documents and in exactly one of Pages to TooLarge.
const (
	Documents   Count = iota // all documents
	Pages                    // HTML whose links were read
	Redirects                // responses that redirect to another page
	NotHTML                  // responses without HTML
	Errors                   // HTTP errors
	Revisits                 // the content is in an earlier record
	DNS                      // DNS look-ups
	NoURL                    // the URL is a name like urn:…; or it is no page, and its URL is missing or no base of links
	BadURL                   // pages and redirects whose URL is missing, too long, invalid, or one like view-source:…
	Broken                   // the HTTP head cannot be read
	NotResponse              // metadata of records that are not responses
	BadMetadata              // metadata that cannot be read
	TooLarge                 // pages that need more memory than a page may take

	NoWebPages // pages with a URL that is not of the web, like ftp:, to which no links are written

	Flat  // pages of which no tree could be built: some of their links may be wrong
	Cut   // pages with more text or blocks than are read: with Options.Main their further links are left out
	Whole // pages whose links only a tree finds: with Options.Main all of these links are written

	// The counts of links.
	Links      // links that were written
	NoWeb      // links to mailto:, javascript: and the like
	Invalid    // links that no browser could follow
	TooLong    // links longer than urls.MaxLength
	Unfollowed // links marked nofollow, dropped or not
	ToIndex    // links below Options.Site to Options.Index
	ToFolder   // links below Options.Site to the URL of a folder
	ToQuery    // links below Options.Site with a query
	Outside    // links outside of the main content, with Options.Main

	Rows // lines: links, and pages without links
	counts
)

var countNames = [counts]string{
	"documents", "pages", "redirects", "not_html", "http_errors", "revisits", "dns", "no_url", "pages_without_url", "broken",
	"not_response", "bad_metadata", "too_large", "pages_no_web", "pages_flat", "pages_cut", "pages_whole",
	"links", "links_no_web", "links_invalid", "links_too_long",
	"links_nofollow", "links_to_index", "links_to_folder", "links_to_query", "links_outside", "rows_out",
}

func (c Count) String() string { return countNames[c] }

// Counts are all counts of an extraction.
type Counts [counts]int64

// Add adds other counts.
func (c *Counts) Add(o *Counts) {
	for i, n := range o {
		c[i] += n
	}
}

// Each calls f for each count.
func (c *Counts) Each(f func(what Count, n int64)) {
	for i, n := range c {
		f(Count(i), n)
	}
}
