package report

import (
	"fmt"
	"slices"

	"webmill/pkg/tuple"
)

// navigationSection says which links are of menus, what pages are worth without these, and draws the menus of a host.
var navigationSection = Section{Name: "navigation", Title: "Navigation", Build: buildNavigation}

const (
	navLinksFile = "nav-links.json"
	withoutMenus = "content-ranks.t2"
	withoutTau   = "content-tau.txt"
	menusFile    = "sitemap.txt"
	topMoved     = 10 // pages that win or lose most
)

func buildNavigation(f *Folder) (*Content, error) {
	c := &Content{}
	return c, c.all(f, c.labels, c.moved, c.menus)
}

// labels says how many links have which label.
func (c *Content) labels(f *Folder) error {
	if !f.has(navLinksFile) {
		return nil
	}
	var n struct {
		Links      int64
		Navigation int64 `json:"links_navigation"`
		Outsider   int64 `json:"links_outsider"`
		Content    int64 `json:"links_content"`
		Undecided  int64 `json:"links_undecided"`
	}
	ok, err := f.object(navLinksFile, &n)
	if !ok || err != nil || n.Links <= 0 {
		return err
	}
	menus := share(n.Navigation+n.Outsider, n.Links)
	c.Facts = append(c.Facts, Fact{percent(menus), "of the links are navigation"})
	if open := share(n.Undecided, n.Links); open > 0.5 {
		c.finds(false, "%s of the links are undecided: the pages that would tell were not fetched. More pages of the same hosts help.",
			percent(open))
	}
	t := &Table{Caption: "Links by what they are",
		Columns: slices.Concat(words("label", "what it is"), numbers("links", "share"))}
	for _, row := range []struct {
		label, what string
		links       int64
	}{
		{"navigation", "part of a menu, a breadcrumb, a footer, a chain of pages", n.Navigation},
		{"outsider", "the same, but no such menu leads to its page", n.Outsider},
		{"content", "neither: an author set it", n.Content},
		{"undecided", "the pages that would tell were not fetched", n.Undecided},
	} {
		s := share(row.links, n.Links)
		t.Rows = append(t.Rows, []Cell{{Text: row.label}, {Text: row.what}, {Text: count(row.links)}, {Text: percent(s), Bar: s}})
	}
	c.tables(t)
	return nil
}

// move is what a page has of all rank, with menus and without.
type move struct {
	id          int32
	with, after float64
}

// moved says how far the ranks without menus are from those with them, and which pages win and lose most.
func (c *Content) moved(f *Folder) error {
	if !f.has("ranks.t2", withoutMenus) {
		return nil
	}
	text := "In ranks without menus the links of menus weigh nothing, or little (BETA): other pages come first."
	if f.has(withoutTau) {
		x, why, err := f.tau(withoutTau)
		if err != nil {
			return err
		}
		text += why
		if why == "" {
			text += fmt.Sprintf(" Kendall's tau of PageRank with and without menus is %.3f: 1 is the same order, 0 unrelated, "+
				"-1 the reverse.", x)
		}
	}
	won := newTop(topMoved, func(a, b move) bool { return a.after-a.with > b.after-b.with })
	lost := newTop(topMoved, func(a, b move) bool { return a.with-a.after > b.with-b.after })
	if err := f.moves(func(m move) {
		switch {
		case m.after > m.with:
			won.add(m)
		case m.after < m.with:
			lost.add(m)
		}
	}); err != nil {
		return err
	}
	var ids []int32
	for _, m := range slices.Concat(won.list, lost.list) {
		ids = append(ids, m.id)
	}
	if ids == nil {
		return nil
	}
	urls, err := f.urls(ids)
	if err != nil {
		return err
	}
	c.Blocks = append(c.Blocks, Block{Text: text})
	a := about{urls: urls}
	for _, t := range []struct {
		what string
		list []move
	}{{"lose", lost.list}, {"win", won.list}} {
		table := &Table{Caption: "Pages that " + t.what + " most PageRank without menus",
			Columns: slices.Concat([]Column{{Name: "page", Wide: true}}, numbers("share with menus", "without", "factor"))}
		for _, m := range t.list {
			table.Rows = append(table.Rows, []Cell{a.page(m.id), {Text: percent(m.with)}, {Text: percent(m.after)},
				{Text: fmt.Sprintf("%.2f", m.after/max(m.with, 1e-30))}})
		}
		c.tables(table)
	}
	return nil
}

// moves goes through the pages that have both ranks.
func (f *Folder) moves(do func(m move)) error {
	in, err := f.open("ranks.t2", tuple.F32)
	if err != nil {
		return err
	}
	defer in.Close()
	r := tuple.NewReader(in, 2)
	rec := r.Next()
	err = f.each(withoutMenus, tuple.F32, func(id, value int32) error {
		for rec != nil && rec[0] < id {
			rec = r.Next()
		}
		if rec != nil && rec[0] == id {
			do(move{id, float64(tuple.F32Value(rec[1])), float64(tuple.F32Value(value))})
		}
		return nil
	})
	if err == nil {
		err = r.Err()
	}
	return err
}
