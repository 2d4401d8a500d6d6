// Package report makes one self-contained HTML page of a folder of results: tables, curves and their text alternatives. A script
// of its own sorts the tables and saves them as CSV; all else works without it.
//
// A page is a list of sections. Each looks for the files it knows, and is left out where there are none; so a new one is a
// file with a Section and a line in sections. Files are read as streams, and what is kept of them is bounded: counts by
// logarithmic bins, the best few pages, a table of cells, tables of a limited number of rows.
//
// The page:
//
//	report.go       the sections, and how the page is made of them
//	page.go         what sections consist of: text, tables, figures
//	words.go        numbers and sizes in words
//	glossary.go     section: a line for each term
//	script.js       sorts tables and saves them
//
// The folder:
//
//	folder.go       its files: streams, lines, objects, Parquet
//	sheet.go        tables of text
//	agree.go        whether the files are of one crawl
//	origin.go       what was read, when, and by which version
//	files.go        sections: the files of the folder, what was left out
//	counts.go       what is kept of a stream: bins of one value or of two, the best few, sums by name
//
// Pages, hosts and their links:
//
//	ranking.go      pages by two scores, for the sections top and against
//	top.go          section: the best pages
//	against.go      section: K-Rank against PageRank
//	hosts.go        section: hosts, and the links between them
//	degrees.go      section: links from and to pages
//	fit.go          the slope of a distribution
//	layers.go       section: layers of the search
//	navigation.go   section: links of menus, ranks without them; menus.go  the tree of the menus of the largest host
//
// The crawl and the run:
//
//	crawl.go        section: what the archives hold, what is incomplete
//	log.go          the log of fetch: what is kept of it
//	logtables.go    section: what became of the URLs, by reason, depth, host and time
//	fetched.go      section: status codes, media types, languages
//	steps.go        section: the steps of the run
//	solver.go       section: the convergence of the solver
//
// The texts:
//
//	vocabulary.go   section: languages, lengths and frequencies of words
//	content.go      section: what is left of pages without menus
//	people.go       section: persons, their home pages, and the persons of each host
//	clusters.go     section: clusters of pages, as a map and by their words
//	mostrelevant.go section: the most relevant pages
//	ratings.go      section: how relevant all pages are; ratingquality.go  how good the ratings are, as a table and as curves
//
// The experiments of Kulvait 2007, which this package calls the thesis:
//
//	experiments.go  sections: agreement, stability, accumulation
//	strategies.go   section: orders of crawling compared
//	claims.go       section: its claims, judged
//	derive.go       the tables of experiments that follow from others, the judgements among them
//
// The sections are one package, since each needs most of what the first two groups have, and several share a reading: ranks, what
// was fetched, the log.
package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Section is one part of the page. Build returns nil or nothing in the content where the folder has nothing for it.
type Section struct {
	Name, Title string // the anchor and the heading
	Build       func(*Folder) (*Content, error)
	Fold        bool // folded: only who asks for it wants to see it
}

// sections are all, in the order of the page.
var sections = []Section{
	topSection,
	hostSection,
	degreeSection,
	layerSection,
	crawlSection,
	logSection,
	fetchedSection,
	wordSection,
	contentSection,
	navigationSection,
	peopleSection,
	clusterSection,
	relevantSection,
	relevanceSection,
	againstSection,
	fileSection,
	glossarySection,
	// What follows is folded.
	correlationSection,
	stabilitySection,
	accumulationSection,
	strategySection,
	claimSection,
	solverSection,
	stepSection,
	thesisFileSection,
	leftOutSection,
}

// Options are what the folder does not tell.
type Options struct {
	Title   string // of the page; "" for one with the name of the folder
	Version string // of the program; "" if it has none
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

// scriptJS holds no < and no &, so that the page is well-formed XML too.
//
//go:embed script.js
var scriptJS string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"style":  func() template.CSS { return template.CSS(styleCSS) },
	"script": func() template.HTML { return template.HTML("<script>" + scriptJS + "</script>") },
	"hash": func() string { // by which the policy of the page allows its script, and no other
		sum := sha256.Sum256([]byte(scriptJS))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	},
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
		if content != nil && (content.Facts != nil || content.Findings != nil || content.Blocks != nil) {
			parts = append(parts, part{s, content})
		}
	}
	if !slices.ContainsFunc(parts, func(p part) bool { return p.Name != leftOutSection.Name }) {
		return fmt.Errorf("%s: there is nothing to report: the folder has no results of webmill, like ranks.t2", f.Dir)
	}
	origin, err := f.origin(o.Version)
	if err != nil {
		return err
	}
	// The head of the page begins with the size of the crawl.
	head := slices.Clone(parts)
	slices.SortStableFunc(head, func(a, b part) int {
		return urgency(b.Name == crawlSection.Name) - urgency(a.Name == crawlSection.Name)
	})
	var findings []Finding
	for _, p := range head {
		findings = append(findings, p.Findings...)
	}
	slices.SortStableFunc(findings, func(a, b Finding) int { return urgency(b.Bad) - urgency(a.Bad) })
	number(parts)
	more := "" // the first section that is folded
	if i := slices.IndexFunc(parts, func(p part) bool { return p.Fold && p.Blocks != nil }); i >= 0 {
		more = parts[i].Name
	}
	return page.Execute(w, map[string]any{"Title": title(f.Dir, o), "Origin": origin, "Findings": findings, "Head": head,
		"Parts": parts, "More": more})
}

// urgency is 1 for what comes first.
func urgency(first bool) int {
	if first {
		return 1
	}
	return 0
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
