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
	Documents int64
	Pages     int64
	Redirects int64
	Other     int64
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
	for _, add := range []func(*Folder) error{c.archive, c.hosts} {
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
	for _, name := range []string{"page-host.t2", "ranks.t2", "layers.t2"} {
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

// archive tells what the files of the crawl held.
func (c *Content) archive(f *Folder) error {
	if !f.has("extract.json") {
		return nil
	}
	var x extracted
	if ok, err := f.object("extract.json", &x); !ok {
		return err
	}
	c.Facts = append([]Fact{{count(x.Pages), "pages fetched and parsed"}}, c.Facts...)
	t := &Table{Caption: "What the crawl holds, and what became of the links in it", Columns: append(words("what"), numbers("number")...)}
	for _, row := range []struct {
		name string
		n    int64
	}{
		{"records of the archive", x.Records}, {"documents", x.Documents}, {"pages parsed for links", x.Pages},
		{"redirects", x.Redirects}, {"documents that are not HTML", x.Other}, {"links written", x.Links},
		{"links marked nofollow", x.NoFollow}, {"links that do not lead to the web, like mailto:", x.NoWeb}, {"links that are no URLs", x.Invalid},
	} {
		t.Rows = append(t.Rows, cells(row.name, count(row.n)))
	}
	text := fmt.Sprintf("The crawl has %s, as it is stored, and %s. Of %s %s were parsed; they hold %s.",
		size(x.Bytes), counted(x.Records, "record"), counted(x.Documents, "document"), counted(x.Pages, "page"), counted(x.Links, "link"))
	if x.Records == 0 { // HTML files in a folder
		text = fmt.Sprintf("The crawl is a folder of %s; %s were parsed and hold %s.", size(x.Bytes), counted(x.Pages, "page"), counted(x.Links, "link"))
	}
	c.Blocks = append(c.Blocks, Block{Text: text}, Block{Table: t})
	return nil
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
	list := slices.DeleteFunc(best.sorted(), func(h hostCount) bool { return h.pages == 0 })
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
		s := share(h.pages, all)
		t.Rows = append(t.Rows, []Cell{{Text: visible(names[h.id], 120)}, {Text: count(h.pages)}, {Text: percent(s), Bar: share(h.pages, list[0].pages)}})
	}
	c.Blocks = append(c.Blocks, Block{Table: t})
	return nil
}

type hostCount struct {
	id    int32
	pages int64
}
