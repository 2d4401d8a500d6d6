package report

import (
	"fmt"
	"strings"
)

// crawlSection says what was crawled and how big it is.
var crawlSection = Section{Name: "crawl", Title: "What was crawled", Build: buildCrawl}

// extracted is what extract-links says of a crawl.
type extracted struct {
	Tool      string
	Bytes     int64 `json:"bytes_in"`
	Records   int64
	Requests  int64 `json:"records_request"`
	Infos     int64 `json:"records_warcinfo"`
	Metadata  int64 `json:"records_metadata"`
	Documents int64
	Pages     int64
	Redirects int64
	NotHTML   int64 `json:"not_html"`
	Errors    int64 `json:"http_errors"`
	Revisits  int64
	Names     int64 `json:"dns"`
	NoURL     int64 `json:"no_url"`
	BadURL    int64 `json:"pages_without_url"`
	Broken    int64
	NoAnswer  int64 `json:"not_response"`
	BadMeta   int64 `json:"bad_metadata"`
	TooLarge  int64 `json:"too_large"`
	Links     int64
	NoFollow  int64 `json:"links_nofollow"`
	NoWeb     int64 `json:"links_no_web"`
	Invalid   int64 `json:"links_invalid"`
}

func buildCrawl(f *Folder) (*Content, error) {
	c := &Content{}
	return c, c.all(f, c.sizes, c.incomplete, c.archive)
}

// pages is the number of pages that are known: those with an id, fetched or not.
func (f *Folder) pages() (int64, error) {
	for _, name := range []string{"ranks.t2", "page-host.t2", "layers.t2"} {
		if f.has(name) {
			return f.records(name)
		}
	}
	return 0, nil
}

// sizes are the key figures.
func (c *Content) sizes(f *Folder) error {
	pages, err := f.pages()
	if err != nil {
		return err
	}
	if pages > 0 {
		c.Facts = append(c.Facts, Fact{count(pages), "pages known, fetched or not"})
		c.Lead = plural(pages, "page")
	}
	if f.has("links.t2") {
		links, err := f.records("links.t2")
		if err != nil {
			return err
		}
		c.Facts = append(c.Facts, Fact{count(links), "links, each counted once"})
		c.Lead = strings.TrimPrefix(c.Lead+" and "+plural(links, "link"), " and ")
		if pages > 0 {
			c.Facts = append(c.Facts, Fact{fmt.Sprintf("%.1f", share(links, pages)), "links per page"})
		}
	}
	if f.has("hosts.txt") {
		hosts, err := f.countLines("hosts.txt")
		if err != nil {
			return err
		}
		c.Facts = append(c.Facts, Fact{count(hosts), "hosts"})
		if c.Lead != "" {
			c.Lead += " of " + plural(hosts, "host")
		}
	}
	if c.Lead != "" {
		c.Lead += "."
	}
	return nil
}

// archive adds what the files of the crawl hold.
func (c *Content) archive(f *Folder) error {
	if !f.has("extract.json") {
		return nil
	}
	var x extracted
	if ok, err := f.object("extract.json", &x); !ok {
		return err
	}
	if x == (extracted{}) {
		delete(f.names, "extract.json")
		f.left = append(f.left, "extract.json: it has no figures")
		return nil
	}
	c.Facts = append([]Fact{{count(x.Pages), "documents parsed for links"}}, c.Facts...)
	if err := c.unparsed(f, &x); err != nil {
		return err
	}
	c.Blocks = append(c.Blocks, Block{Text: x.text()}, Block{Table: x.table()})
	return nil
}

// unparsed adds findings about documents that gave no links, and pages that cannot be among those that did.
func (c *Content) unparsed(f *Folder, x *extracted) error {
	if known, err := f.fetches(); known != nil || err != nil {
		return err // buildFetched says it exactly
	}
	pages, err := f.pages()
	if pages > x.Pages {
		c.finds(false,
			"At most %s of %s were parsed for links. The others were not fetched, or answered with a redirect, an error or no HTML.",
			count(x.Pages), plural(pages, "known page"))
	}
	if x.Errors > 0 {
		c.finds(true, "%s (%s) answered with an HTTP error, like 404.", plural(x.Errors, "document"),
			percent(share(x.Errors, x.Documents)))
	}
	if x.Redirects > 0 {
		c.finds(false, "%s (%s) %s.", plural(x.Redirects, "document"), percent(share(x.Redirects, x.Documents)),
			form(x.Redirects, "is a redirect", "are redirects"))
	}
	return err
}

func (x *extracted) text() string {
	stored := ""
	if x.Bytes > 0 {
		stored = ", " + size(x.Bytes) + " as stored"
	}
	kind := "The crawl is a folder of HTML files" + stored + ". It has "
	if x.Records > 0 {
		kind = "The crawl is a set of archives" + stored + ". It has " + plural(x.Records, "record") + ", among them "
	}
	return fmt.Sprintf("%s%s. Of these %s parsed; they hold %s to the web.", kind, plural(x.Documents, "document"),
		verb(x.Pages, "page was", "pages were"), plural(x.Links, "link"))
}

// figure is a row of the table: a number and what it counts.
type figure struct {
	name string
	n    int64
}

// table counts each record, each document and each link once, by what became of it.
func (x *extracted) table() *Table {
	t := &Table{Fixed: true, Caption: "What the crawl holds, and what became of the links in it",
		Columns: append(words("what"), numbers("number")...)}
	add := func(whole figure, parts []figure, rest string) {
		left := whole.n
		t.Rows = append(t.Rows, cells(whole.name, count(whole.n)))
		for _, p := range parts {
			left -= p.n
		}
		for _, p := range append(parts, figure{rest, left}) {
			if p.n > 0 {
				t.Rows = append(t.Rows, cells("\u2003"+p.name, count(p.n)))
			}
		}
	}
	if x.Records > 0 {
		add(figure{"records of the archives", x.Records}, []figure{{"documents", x.Documents}, {"requests", x.Requests},
			{"about the crawl (warcinfo)", x.Infos}, {"metadata", x.Metadata}}, "others")
	}
	add(figure{"documents", x.Documents}, []figure{{"pages parsed for links", x.Pages}, {"redirects", x.Redirects},
		{"not HTML", x.NotHTML}, {"HTTP errors, like 404", x.Errors}, {"the same as before (revisits)", x.Revisits},
		{"DNS look-ups", x.Names}, {"without a usable URL", x.NoURL + x.BadURL}, {"without a readable HTTP head", x.Broken},
		{"metadata of records that are not responses", x.NoAnswer}, {"metadata that cannot be read", x.BadMeta},
		{"too large", x.TooLarge}}, "others")
	add(figure{"links in the pages", x.Links + x.NoWeb + x.Invalid}, []figure{{"written", x.Links},
		{"not to the web, like mailto:", x.NoWeb}, {"not valid URLs", x.Invalid}}, "others")
	t.Rows = append(t.Rows, cells("links marked nofollow", count(x.NoFollow)))
	return t
}

// ofChain replaces flags by the variables of the chain, as scripts/step.sh does.
var ofChain = strings.NewReplacer("(raise -S)", "(raise MEMORY)", "(raise -max)", "(raise -max in EXTRACT)",
	": use -headers", ": use EXTRACT=-headers")

// incomplete adds what is missing in the crawl, as the tools reported it.
func (c *Content) incomplete(f *Folder) error {
	for _, name := range f.glob("*.json") {
		var s struct{ Incomplete string }
		if !holdsFigures(name) {
			continue
		}
		if ok, err := f.object(name, &s); err != nil {
			return err
		} else if ok && s.Incomplete != "" {
			why := s.Incomplete
			if f.has("times.tsv") { // of a chain
				why = ofChain.Replace(why)
			}
			c.finds(true, "Incomplete: %s.", visible(why, 400))
		}
	}
	if !f.has("crawl.tsv") {
		return nil
	}
	missing, first := int64(0), ""
	err := f.eachText("crawl.tsv", func(line string) error {
		if name, ok := strings.CutPrefix(line, "missing\t\t\t"); ok {
			if missing++; missing == 1 {
				first = name
			}
		}
		return nil
	})
	if missing > 0 {
		c.finds(true, "Incomplete: %s of the list %s missing, the first: %s.",
			plural(missing, "archive"), form(missing, "is", "are"), visible(first, 200))
	}
	return err
}
