package report

import (
	"fmt"
	"slices"
	"strings"

	"webmill/pkg/tuple"
)

// crawlSection says what was crawled and how big it is.
var crawlSection = Section{"crawl", "What was crawled", buildCrawl}

// extracted is what extract-links says of a crawl.
type extracted struct {
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
	if err := c.sizes(f); err != nil {
		return nil, err
	}
	for _, add := range []func(*Folder) error{c.archive, c.incomplete, c.hosts} {
		if err := add(f); err != nil {
			return nil, err
		}
	}
	if c.Facts == nil && c.Blocks == nil {
		return nil, nil
	}
	return c, nil
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
		c.Lead = counted(pages, "page")
	}
	if f.has("links.t2") {
		links, err := f.records("links.t2")
		if err != nil {
			return err
		}
		c.Facts = append(c.Facts, Fact{count(links), "links, each counted once"})
		c.Lead = strings.TrimPrefix(c.Lead+" and "+counted(links, "link"), " and ")
		if pages > 0 {
			c.Facts = append(c.Facts, Fact{fmt.Sprintf("%.1f", share(links, pages)), "links per page"})
		}
	}
	if f.has("hosts.txt") {
		_, hosts, err := f.lines("hosts.txt", nil, true)
		if err != nil {
			return err
		}
		c.Facts = append(c.Facts, Fact{count(hosts), "hosts"})
		if c.Lead != "" {
			c.Lead += " of " + counted(hosts, "host")
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
	c.Facts = append([]Fact{{count(x.Pages), "documents parsed for links"}}, c.Facts...)
	c.Blocks = append(c.Blocks, Block{Text: x.text()}, Block{Table: x.table()})
	return nil
}

func (x *extracted) text() string {
	stored := ""
	if x.Bytes > 0 {
		stored = ", " + size(x.Bytes) + " as stored"
	}
	kind := "The crawl is a folder of HTML files" + stored + ". It has "
	if x.Records > 0 {
		kind = "The crawl is a set of archives" + stored + ". It has " + counted(x.Records, "record") + ", among them "
	}
	return fmt.Sprintf("%s%s. Of these %s parsed; they hold %s to the web.", kind, counted(x.Documents, "document"),
		counted(x.Pages, "page")+map[bool]string{true: " was", false: " were"}[x.Pages == 1], counted(x.Links, "link"))
}

// figure is a row of the table: a number and what it counts.
type figure struct {
	name string
	n    int64
}

// table counts each record, each document and each link once, by what became of it.
func (x *extracted) table() *Table {
	t := &Table{Caption: "What the crawl holds, and what became of the links in it", Columns: append(words("what"), numbers("number")...)}
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
		{"DNS look-ups", x.Names}, {"without a usable URL", x.NoURL}, {"without a readable HTTP head", x.Broken},
		{"metadata of records that are not responses", x.NoAnswer}, {"metadata that cannot be read", x.BadMeta}, {"too large", x.TooLarge}}, "others")
	add(figure{"links in the pages", x.Links + x.NoWeb + x.Invalid}, []figure{{"written", x.Links},
		{"not to the web, like mailto:", x.NoWeb}, {"not valid URLs", x.Invalid}}, "others")
	t.Rows = append(t.Rows, cells("links marked nofollow", count(x.NoFollow)))
	return t
}

// incomplete adds what is missing in the crawl, as the tools reported it.
func (c *Content) incomplete(f *Folder) error {
	for _, name := range f.glob("*.json") {
		var s struct{ Incomplete string }
		if !statistics.MatchString(name) {
			continue
		}
		if ok, err := f.object(name, &s); err != nil {
			return err
		} else if ok && s.Incomplete != "" {
			c.Blocks = append(c.Blocks, Block{Text: "Incomplete: " + visible(s.Incomplete, 400) + "."})
		}
	}
	if !f.has("crawl.tsv") {
		return nil
	}
	missing, first := int64(0), ""
	err := f.eachLine("crawl.tsv", func(line string) {
		if name, ok := strings.CutPrefix(line, "missing\t\t\t"); ok {
			if missing++; missing == 1 {
				first = name
			}
		}
	})
	if missing > 0 {
		c.Blocks = append(c.Blocks, Block{Text: fmt.Sprintf("Incomplete: %s of the list %s missing, the first: %s.",
			counted(missing, "archive"), map[bool]string{true: "is", false: "are"}[missing == 1], visible(first, 200))})
	}
	return err
}

const topHosts = 10

// hosts is a table of the hosts with most pages. The ids of pages are in the order of their hosts, so one host at a time is
// counted; in another order nothing is said.
func (c *Content) hosts(f *Folder) error {
	if !f.has("hosts.txt", "page-host.t2") {
		return nil
	}
	best := newTop(topHosts, func(a, b hostCount) bool { return a.pages > b.pages || a.pages == b.pages && a.id < b.id })
	var at hostCount
	var all int64
	ordered := true
	err := f.each("page-host.t2", tuple.ID, func(_, host int32) {
		if host != at.id {
			ordered = ordered && host > at.id
			best.add(at)
			at = hostCount{id: host}
		}
		at.pages++
		all++
	})
	best.add(at)
	if err != nil || !ordered || all == 0 {
		return err
	}
	whole, err := f.pages()
	if err != nil {
		return err
	}
	whole = max(whole, all)
	list := slices.DeleteFunc(best.list, func(h hostCount) bool { return h.pages == 0 })
	ids := make([]int32, len(list))
	for i, h := range list {
		ids[i] = h.id
	}
	slices.Sort(ids)
	names, _, err := f.lines("hosts.txt", ids, false)
	if err != nil {
		return err
	}
	t := &Table{Caption: "The hosts with the most known pages", Columns: append(words("host"), numbers("pages", "share of all pages")...)}
	for _, h := range list {
		s := share(h.pages, whole)
		t.Rows = append(t.Rows, []Cell{{Text: visible(names[h.id], 120)}, {Text: count(h.pages)}, {Text: percent(s), Bar: share(h.pages, list[0].pages)}})
	}
	c.Blocks = append(c.Blocks, Block{Table: t})
	if whole > all {
		c.Blocks = append(c.Blocks, Block{Text: "Not counted for any host: " + counted(whole-all, "page") + " without a host, like those of file: URLs."})
	}
	return nil
}

type hostCount struct {
	id    int32
	pages int64
}
