// Package report makes one self-contained HTML page of a folder of results: tables, curves and their text alternatives,
// without a script and without anything from elsewhere.
//
// A page is a list of sections. Each looks for the files it knows, and is left out where there are none; so a new one is a
// file with a Section and a line in sections. Files are read as streams, and what is kept of them is bounded: counts by
// logarithmic bins, the best few pages, a table of cells, tables of a limited number of rows.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"strings"
)

// Section is one part of the page. Build returns nil where the folder has nothing for it.
type Section struct {
	Name, Title string // the anchor and the heading
	Build       func(*Folder) (*Content, error)
}

// sections are all, in the order of the page.
var sections = []Section{
	crawlSection,
	degreeSection,
	layerSection,
	topSection,
	againstSection,
	correlationSection,
	stabilitySection,
	accumulationSection,
	strategySection,
	claimSection,
	solverSection,
	stepSection,
	fileSection,
	leftOutSection,
}

// Content is what a section says: a part of the lead and of the key figures at the head of the page, and its own blocks.
type Content struct {
	Lead   string
	Facts  []Fact
	Blocks []Block
}

// Fact is a key figure.
type Fact struct{ Number, Label string }

// Block is one of the things that sections are made of: the one that is set.
type Block struct {
	Text   string
	Code   string
	Table  *Table
	Figure *Figure
}

// Options are what the folder does not tell.
type Options struct {
	Title string // of the page; "" for one with the name of the folder
}

// part is a section that has been built.
type part struct {
	Section
	*Content
}

//go:embed page.html
var pageHTML string

//go:embed style.css
var styleCSS string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style": func() template.CSS { return template.CSS(styleCSS) },
}).Parse(pageHTML))

// Write makes the page of a folder.
func Write(w io.Writer, f *Folder, o Options) error {
	if err := f.list(); err != nil {
		return err
	}
	if err := f.agree(); err != nil {
		return err
	}
	var parts []part
	for _, s := range sections {
		content, err := s.Build(f)
		if err != nil {
			return err
		}
		if content != nil {
			parts = append(parts, part{s, content})
		}
	}
	if len(parts) == 0 {
		return fmt.Errorf("%s: there is nothing to report: no result that webmill makes, like ranks.t2, is in the folder", f.Dir)
	}
	number(parts)
	return page.Execute(w, map[string]any{"Title": title(f.Dir, o), "Parts": parts})
}

// number gives each figure an id of its own.
func number(parts []part) {
	for _, p := range parts {
		n := 0
		for _, b := range p.Blocks {
			if b.Figure != nil {
				n++
				b.Figure.ID = fmt.Sprintf("%s-%d", p.Name, n)
			}
		}
	}
}

func title(dir string, o Options) string {
	name := strings.Trim(filepath.Base(dir), "./")
	switch {
	case o.Title != "":
		return visible(o.Title, 200)
	case name != "":
		return "Crawl report: " + visible(name, 200)
	}
	return "Crawl report"
}
