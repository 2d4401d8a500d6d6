package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/report/plot"
)

// What is drawn and kept of the tree of a host.
const (
	mostDrawn = 60  // pages
	mostDeep  = 200 // levels
)

// branch is a page of a tree.
type branch struct {
	label string
	up    *branch
	depth int
	below int64 // pages, at any depth
	drawn []*branch
}

// menuTree is the tree of a host: of each level the first pages.
type menuTree struct {
	treeHead
	levels [][]*branch
	path   []*branch // by level, the last page; nil: it is not kept
	all    int64     // pages in the tree
}

// treeHead is what the line of counts of a host says.
type treeHead struct {
	host    string
	pages   int64 // fetched
	reached int64 // of these, in the tree
	missing int64 // in the tree, not fetched
}

// menus draws the tree of the host with most pages.
func (c *Content) menus(f *Folder) error {
	if !f.has(menusFile) {
		return nil
	}
	var best, t *menuTree
	head := true // a line of counts comes
	err := f.eachText(menusFile, func(line string) error {
		switch {
		case line == "":
			head = true
		case head:
			head, t = false, nil
			if h, ok := menuHead(line); ok && (best == nil || h.pages > best.pages) {
				t = &menuTree{treeHead: h}
				best = t
			}
		case line == "no menu reaches":
			t = nil
		case t != nil:
			t.add(line)
		}
		return nil
	})
	if err != nil || best == nil || best.all < 2 || best.levels == nil {
		return err
	}
	rows := best.rows()
	name := visible(best.host, 80)
	title := "The menus of " + name
	missing := ""
	if best.missing > 0 {
		missing = fmt.Sprintf(", and %s not fetched", verb(best.missing, "page that was", "pages that were"))
	}
	figure := &Figure{
		Title: title,
		Finding: fmt.Sprintf("The menus of %s, the host with most fetched pages, reach %s of its %s%s. A page stands below the first one "+
			"whose menu leads to it with the fewest clicks from the home page.", name, count(best.reached), plural(best.pages, "page"),
			missing),
		Tree: &plot.Tree{Title: title, Rows: rows},
		Data: &Table{Caption: title, Columns: append(numbers("clicks"), Column{Name: "page", Wide: true}), Fixed: true},
	}
	for _, r := range rows {
		figure.Data.Rows = append(figure.Data.Rows, cells(count(int64(r.Depth)), r.Label))
	}
	return c.add(figure, nil)
}

// menuHead reads a line of counts, like "s.example: 12 pages crawled, 9 in the tree of menus, …".
func menuHead(line string) (h treeHead, ok bool) {
	at := strings.Index(line, ": ")
	if at <= 0 {
		return h, false
	}
	h.host = line[:at]
	counts, _, _ := strings.Cut(line[at+2:], ";")
	for part := range strings.SplitSeq(counts, ", ") {
		number, what, _ := strings.Cut(part, " ")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n < 0 {
			return h, false
		}
		switch what {
		case "page crawled", "pages crawled":
			h.pages, ok = n, true
		case "in the tree of menus":
			h.reached = n
		case "more in the tree but not crawled":
			h.missing = n
		}
	}
	return h, ok
}

// add takes the line of a page: two blanks for each level, path, two blanks, title.
func (t *menuTree) add(line string) {
	text := strings.TrimLeft(line, " ")
	depth := (len(line) - len(text)) / 2
	t.all++
	if depth > len(t.path) || depth >= mostDeep {
		return
	}
	t.path = t.path[:depth]
	for _, up := range t.path {
		if up != nil {
			up.below++
		}
	}
	if depth == len(t.levels) {
		t.levels = append(t.levels, nil)
	}
	var b *branch
	if len(t.levels[depth]) < mostDrawn && (depth == 0 || t.path[depth-1] != nil) {
		path, title, _ := strings.Cut(text, "  ")
		if title == "(not crawled)" {
			title = "(not fetched)"
		}
		b = &branch{label: visible(path, 80), depth: depth}
		if title != "" {
			b.label = visible(title, 80) + " · " + b.label
		}
		if depth > 0 {
			b.up = t.path[depth-1]
		}
		t.levels[depth] = append(t.levels[depth], b)
	}
	t.path = append(t.path, b)
}

// rows are the lines of the drawing: the first pages, level by level, and how many others there are below each.
func (t *menuTree) rows() (rows []plot.Row) {
	n := 0
	for _, level := range t.levels {
		for _, b := range level {
			if n++; n > mostDrawn {
				break
			}
			if b.up != nil {
				b.up.drawn = append(b.up.drawn, b)
			}
		}
	}
	var stack []*branch
	for _, b := range slices.Backward(t.levels[0]) {
		stack = append(stack, b)
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b.below < 0 { // it stands for others
			rows = append(rows, plot.Row{Depth: b.depth, Label: fmt.Sprintf("… %s more", count(-b.below)), Faint: true})
			continue
		}
		rows = append(rows, plot.Row{Depth: b.depth, Label: b.label})
		more := b.below
		for _, d := range b.drawn {
			more -= 1 + d.below
		}
		if more > 0 {
			stack = append(stack, &branch{depth: b.depth + 1, below: -more})
		}
		for _, d := range slices.Backward(b.drawn) {
			stack = append(stack, d)
		}
	}
	return rows
}
