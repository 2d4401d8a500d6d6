package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"webmill/pkg/urls"
)

// example is a page whose content is known.
type example struct {
	name, url string
	group     string // pages of a group are never divided between training and test
	judged    string // the type of the page, as people judged it; "" if that is not known
	html      []byte
	gold      string
	with      []string // strings of the content; gold is then not known
	without   []string // strings that are not of the content
	site      string   // its name, if the set has several pages of each site
}

// readSet reads the examples of a folder in one of the forms of the sets.
func readSet(dir string) ([]*example, error) {
	for _, form := range []struct {
		mark string
		read func(dir string) ([]*example, error)
	}{
		{"ground-truth", readWCXB}, {"ground-truth.json", readScrapinghub}, {"evaldata.json", readStrings}, {"gold", readMarked},
	} {
		if _, err := os.Stat(filepath.Join(dir, form.mark)); err == nil {
			all, err := form.read(dir)
			slices.SortFunc(all, func(a, b *example) int { return strings.Compare(a.name, b.name) })
			return all, err
		}
	}
	return nil, fmt.Errorf("%s: no set of pages in a form that is known", dir)
}

// domain is the group of a page by its URL.
func domain(url string) string { return string(urls.Domain(urls.Host([]byte(url)), true)) }

// readWCXB reads the form of WCXB: a JSON file a page.
func readWCXB(dir string) (all []*example, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "ground-truth", "*.json"))
	for _, file := range files {
		var in struct {
			URL      string
			Internal struct {
				Type struct{ Primary string } `json:"page_type"`
			} `json:"_internal"`
			Truth struct {
				Content string `json:"main_content"`
			} `json:"ground_truth"`
		}
		if err := readJSON(file, &in); err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		html, err := os.ReadFile(filepath.Join(dir, name+".html"))
		if err != nil {
			if html, err = os.ReadFile(filepath.Join(dir, "html", name+".html")); err != nil {
				return nil, err
			}
		}
		all = append(all, &example{name: name, url: in.URL, group: domain(in.URL), judged: in.Internal.Type.Primary, html: html,
			gold: in.Truth.Content})
	}
	return all, err
}

// readScrapinghub reads the form of the article extraction benchmark of Scrapinghub.
func readScrapinghub(dir string) (all []*example, err error) {
	var in map[string]struct {
		ArticleBody, URL string
	}
	if err := readJSON(filepath.Join(dir, "ground-truth.json"), &in); err != nil {
		return nil, err
	}
	for id, page := range in {
		html, err := os.ReadFile(filepath.Join(dir, "html", id+".html"))
		if err != nil {
			return nil, err
		}
		all = append(all, &example{name: id, url: page.URL, group: domain(page.URL), judged: "article", html: html,
			gold: page.ArticleBody})
	}
	return all, nil
}

// readStrings reads the form of trafilatura: strings that are content, and strings that are not.
func readStrings(dir string) (all []*example, err error) {
	var in map[string]struct {
		File          string
		With, Without []string
	}
	if err := readJSON(filepath.Join(dir, "evaldata.json"), &in); err != nil {
		return nil, err
	}
	for url, page := range in {
		html, err := os.ReadFile(filepath.Join(dir, "html", page.File))
		if err != nil {
			return nil, err
		}
		all = append(all, &example{name: page.File, url: url, group: domain(url), html: html, with: page.With,
			without: page.Without})
	}
	return all, nil
}

var (
	marks = regexp.MustCompile(`(?i)<[a-z/][^>]*>`)
	// archived is what a web archive writes before the URL of a page.
	archived = regexp.MustCompile(`^https?://[^/]+/web/[0-9]{14}/`)
	wrapper  = regexp.MustCompile(`(?s)^\s*<text [^>]*>`)
)

// readMarked reads the form of CleanEval, where the first line is the URL and the text has marks, and plain texts.
func readMarked(dir string) (all []*example, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "gold", "*.txt"))
	site := readSites(filepath.Join(dir, "sites.tsv"))
	for _, file := range files {
		gold, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		html, err := os.ReadFile(filepath.Join(dir, "html", name+".html"))
		if err != nil {
			return nil, err
		}
		e := &example{name: name, group: name, html: wrapper.ReplaceAll(html, nil)}
		text := strings.TrimSpace(string(bytes.ToValidUTF8(gold, []byte(" "))))
		if first, rest, _ := strings.Cut(text, "\n"); strings.HasPrefix(first, "URL: ") || strings.HasPrefix(first, "http") {
			e.url = strings.TrimSpace(strings.TrimPrefix(first, "URL: "))
			text = rest
		}
		if s, ok := site[name]; ok {
			e.group, e.site, e.url = s[0], s[0], archived.ReplaceAllString(s[1], "")
		}
		e.gold = marks.ReplaceAllString(text, " ")
		all = append(all, e)
	}
	return all, err
}

// readSites reads a table of pages: name, site, URL.
func readSites(file string) map[string][2]string {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	sites := map[string][2]string{}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(f) == 3 {
			sites[f[0]] = [2]string{f[1], f[2]}
		}
	}
	return sites
}

func readJSON(file string, to any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
