// Peers finds the content of pages by other programs, for scripts/content-quality.sh. It is a module of its own, so that what they
// need is not needed by webmill.
//
//	peers NAME DIR >documents.jsonl
//
// DIR is what train-content -pages wrote. The text of a page is that of the HTML that the program NAME keeps, with a blank or a line
// end wherever an element of its own line begins or ends. A page that a program cannot read has an empty text; how many there are is
// told.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	nurl "net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	readability "codeberg.org/readeck/go-readability/v2"
	goose "github.com/advancedlogic/GoOse"
	shiori "github.com/go-shiori/go-readability"
	distiller "github.com/markusmobius/go-domdistiller"
	"github.com/markusmobius/go-trafilatura"
	"github.com/rs/zerolog"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/net/html/charset"
)

// extract finds the content of a page.
type extract func(page *html.Node, url *nurl.URL) (string, error)

var programs = map[string]extract{
	"go-trafilatura":         trafilate(trafilatura.Options{ExcludeComments: true}),
	"go-trafilatura, recall": trafilate(trafilatura.Options{Focus: trafilatura.FavorRecall}),
	"go-readability": func(page *html.Node, url *nurl.URL) (string, error) {
		a, err := readability.FromDocument(page, url)
		return text(a.Node), err
	},
	"go-readability of 2024": func(page *html.Node, url *nurl.URL) (string, error) {
		a, err := shiori.FromDocument(page, url)
		return text(a.Node), err
	},
	"go-domdistiller": func(page *html.Node, url *nurl.URL) (string, error) {
		a, err := distiller.Apply(page, &distiller.Options{OriginalURL: url, SkipPagination: true})
		if err != nil {
			return "", err
		}
		return text(a.Node), nil
	},
	"GoOse": func(page *html.Node, url *nurl.URL) (string, error) {
		var whole strings.Builder // it parses the page itself
		if err := html.Render(&whole, page); err != nil {
			return "", err
		}
		a, err := goose.New().ExtractFromRawHTML(whole.String(), url.String())
		if err != nil {
			return "", err
		}
		return a.CleanedText, nil
	},
}

func trafilate(opt trafilatura.Options) extract {
	opt.EnableFallback = true
	return func(page *html.Node, url *nurl.URL) (string, error) {
		opt := opt
		opt.OriginalURL = url
		a, err := trafilatura.ExtractDocument(page, opt)
		if err != nil {
			return "", err
		}
		return text(a.ContentNode) + "\n" + text(a.CommentsNode), nil
	}
}

// parse reads a page. All programs get the same tree: some of them do not look for the charset.
func parse(page []byte) (*html.Node, error) {
	if utf8.Valid(page) {
		return html.Parse(bytes.NewReader(page))
	}
	r, err := charset.NewReader(bytes.NewReader(page), "text/html")
	if err != nil {
		return nil, err
	}
	return html.Parse(r)
}

// inline are elements that do not divide text.
var inline = []atom.Atom{atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Big, atom.Cite, atom.Code, atom.Data, atom.Del, atom.Dfn,
	atom.Em, atom.Font, atom.I, atom.Ins, atom.Kbd, atom.Label, atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span,
	atom.Strike, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.Tt, atom.U, atom.Var, atom.Wbr}

// text is the text of an element.
func text(n *html.Node) string {
	var b strings.Builder
	if n != nil {
		write(&b, n)
	}
	return b.String()
}

func write(b *strings.Builder, n *html.Node) {
	divides := n.Type == html.ElementNode && !slices.Contains(inline, n.DataAtom)
	switch {
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
	case n.DataAtom == atom.Script || n.DataAtom == atom.Style:
		return
	case divides:
		b.WriteByte('\n')
	}
	for c := range n.ChildNodes() {
		write(b, c)
	}
	if divides {
		b.WriteByte('\n')
	}
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("peers: ")
	zerolog.SetGlobalLevel(zerolog.Disabled)
	if len(os.Args) != 3 || programs[os.Args[1]] == nil {
		log.Fatal("usage: peers NAME DIR")
	}
	find, dir := programs[os.Args[1]], os.Args[2]
	table, err := os.ReadFile(filepath.Join(dir, "urls.tsv"))
	check(err)
	stdout := os.Stdout
	os.Stdout = os.Stderr // some programs print what they do
	log.SetOutput(io.Discard)
	w := bufio.NewWriter(stdout)
	out := json.NewEncoder(w)
	pages, failed := 0, 0
	for line := range strings.Lines(string(table)) {
		name, address, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		page, err := os.ReadFile(filepath.Join(dir, name))
		check(err)
		found, err := try(find, page, address)
		pages++
		if err != nil {
			failed++
		}
		check(out.Encode(struct {
			URL  string `json:"url"`
			Text string `json:"text"`
		}{address, found}))
	}
	check(w.Flush())
	fmt.Fprintf(os.Stderr, "peers: %s: an error on %d of %d pages\n", os.Args[1], failed, pages)
}

// try extracts the content of a page. A panic is an error.
func try(find extract, page []byte, address string) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			text, err = "", fmt.Errorf("%v", r)
		}
	}()
	url, err := nurl.Parse(address)
	if err != nil {
		return "", err
	}
	doc, err := parse(page)
	if err != nil {
		return "", err
	}
	return find(doc, url)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}
