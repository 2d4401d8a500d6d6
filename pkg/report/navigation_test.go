package report

import (
	"fmt"
	"strings"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

func navigationOf(t *testing.T, f files) *Content {
	t.Helper()
	folder := Open(vfs.OS, f.write(t))
	if err := folder.list(); err != nil {
		t.Fatal(err)
	}
	c, err := buildNavigation(folder)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestNavigation: shares of links, pages that win and lose.
func TestNavigation(t *testing.T) {
	bits := func(x float32) int32 { return tuple.F32Bits(x) }
	f := files{
		navLinksFile: text(`{"links":8,"links_navigation":4,"links_outsider":2,"links_content":1,"links_undecided":1}`),
		"ranks.t2":   raw(0, bits(0.5), 1, bits(0.25), 2, bits(0.25)), withoutTau: text("0.5"),
		withoutMenus: raw(0, bits(0.25), 1, bits(0.25), 2, bits(0.5)),
	}
	c := navigationOf(t, f)
	var all []string
	for _, b := range c.Blocks {
		all = append(all, b.Text)
		if b.Table != nil {
			for _, row := range b.Table.Rows {
				for _, cell := range row {
					all = append(all, cell.Text)
				}
			}
		}
	}
	got := strings.Join(all, "|")
	for _, want := range []string{
		"|2|" + percent(0.25) + "|content", "menus is 0.500:",
		"|page 0|" + percent(0.5) + "|" + percent(0.25) + "|0.50",
		"|page 2|" + percent(0.25) + "|" + percent(0.5) + "|2.00",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if c.Facts[0].Number != percent(0.75) || strings.Contains(got, "page 1|") {
		t.Errorf("%v %s", c.Facts, got)
	}
}

// TestUndecided: the head of the report says if most links are undecided.
func TestUndecided(t *testing.T) {
	for links, want := range map[string]string{
		`{"links":100,"links_undecided":89,"links_content":11}`: percent(0.89) + " of the links are undecided: ",
		`{"links":100,"links_undecided":50,"links_content":50}`: "",
	} {
		said := navigationOf(t, files{navLinksFile: text(links)}).Findings
		if want == "" && len(said) > 0 || want != "" && (len(said) != 1 || !strings.HasPrefix(said[0].Text, want)) {
			t.Errorf("%s: %v", links, said)
		}
	}
}

// TestMenus: the tree of the largest host is drawn to its 60th page, level by level, and what is left out is counted.
func TestMenus(t *testing.T) {
	lines := []string{"a.test: 3 pages crawled, 3 in the tree of menus", "/", "  /a", "  /b", "",
		"b.test: 500 pages crawled, 302 in the tree of menus, 198 that no menu reaches, " +
			"7 more in the tree but not crawled; 1 of the tree are deeper than this", "/  Home page"}
	for i := range 4 {
		lines = append(lines, fmt.Sprintf("  /%d", i))
		for k := range 100 - 50*(i%2) {
			lines = append(lines, fmt.Sprintf("    /%d/%d  Title", i, k))
		}
		lines = append(lines, "      /deep")
	}
	lines = append(lines, "no menu reaches", "  /none")
	c := navigationOf(t, files{menusFile: text(lines...)})
	figure := c.Blocks[0].Figure
	var got []string
	for _, r := range figure.Tree.Rows {
		got = append(got, strings.Repeat(" ", r.Depth)+r.Label)
	}
	if len(got) != 60+4 || got[0] != "Home page · /" || got[2] != "  Title · /0/0" || got[57] != "  … 46 more" ||
		got[58] != " /1" || got[59] != "  … 51 more" || got[63] != "  … 51 more" {
		t.Errorf("%d rows\n%s", len(got), strings.Join(got, "\n"))
	}
	want := "The menus of b.test, the host with most fetched pages, reach 302 of its 500 pages, and 7 pages that were not fetched."
	if !strings.HasPrefix(figure.Finding, want) {
		t.Errorf("%s", figure.Finding)
	}
	for _, bad := range []string{"", "x", "a.test: many pages crawled\n/\n  /a",
		"a.test: 3 pages crawled\n      /a\n    /b\n", ": 3 pages crawled"} {
		if c := navigationOf(t, files{menusFile: []byte(bad)}); c != nil && len(c.Blocks) > 1 {
			t.Errorf("%q: %v", bad, c)
		}
	}
	deep := "a.test: 3 pages crawled\n"
	for i := range 3000 {
		deep += strings.Repeat("  ", i) + "/\n"
	}
	if c := navigationOf(t, files{menusFile: []byte(deep)}); len(c.Blocks[0].Figure.Tree.Rows) != mostDrawn+1 {
		t.Errorf("%v", c.Blocks[0].Figure.Tree.Rows)
	}
}
