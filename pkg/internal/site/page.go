package site

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"

	"golang.org/x/text/encoding"
)

// A link is what a browser would follow or load: how, and the absolute URL in canonical form.
type link struct{ kind, target string }

// A page is one URL of the crawl and its answer.
type page struct {
	url      string
	status   int
	location string
	mime     string            // text/html if empty
	label    string            // the charset that the server tells
	encoding encoding.Encoding // of the body; UTF-8 if nil
	title    string
	lang     int
	topic    *topic
	host     *host
	base     string // what references are relative to
	body     strings.Builder
	links    []link
	nofollow int
	transfer string // chunked or gzip
	tongue   string // a language that is neither German nor English

	from, to, linksFrom, linksTo int // the content between menu and footer, in body and links
}

// language is the code of the page's language.
func (p *page) language() string {
	if p.tongue != "" {
		return p.tongue
	}
	return languages[p.lang]
}

// isHTML reports whether the answer is a page with links.
func (p *page) isHTML() bool { return p.mime == "" || p.mime == "application/xhtml+xml" }

// file adds an answer that is no page.
func (s *site) file(h *host, path, mime, body string) {
	p := s.add(h, path, "", de, nil)
	p.mime, p.label = mime, ""
	p.write(body)
}

func (p *page) write(parts ...string) {
	for _, s := range parts {
		p.body.WriteString(s)
	}
}

// text writes words that may have special characters.
func (p *page) text(s string) { p.body.WriteString(html.EscapeString(s)) }

// paragraph writes words between tags.
func (p *page) paragraph(s string) { p.write("<p>", html.EscapeString(s), "</p>\n") }

// note takes down a link and gives back a reference to it that is correct in an attribute.
func (p *page) note(kind, target string) string {
	p.links = append(p.links, link{kind, target})
	return html.EscapeString(relative(p.base, target))
}

// a writes a link.
func (p *page) a(target, text string) {
	p.write(`<a href="`, p.note("a", target), `">`, html.EscapeString(text), "</a>")
}

// anchor writes a link with other attributes, its reference spelled by the caller.
func (p *page) anchor(target, tag string) {
	p.links = append(p.links, link{"a", target})
	p.write(tag)
}

// split cuts a URL into scheme with host, and path with query.
func split(url string) (site, path string) {
	i := strings.Index(url, "://") + 3
	j := strings.IndexByte(url[i:], '/')
	return url[:i+j], url[i+j:]
}

// relative is the shortest natural reference from one URL to another.
func relative(from, to string) string {
	siteFrom, pathFrom := split(from)
	siteTo, pathTo := split(to)
	if siteFrom != siteTo {
		return to
	}
	pathFrom, _, _ = strings.Cut(pathFrom, "?")
	folder := pathFrom[:strings.LastIndexByte(pathFrom, '/')+1]
	if rest, ok := strings.CutPrefix(pathTo, folder); ok && rest != "" && !strings.HasPrefix(rest, "?") &&
		!strings.HasPrefix(rest, "/") {
		return rest
	}
	up := folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
	if len(folder) > 1 {
		if rest, ok := strings.CutPrefix(pathTo, up); ok && up != "/" && rest != "" && !strings.HasPrefix(rest, "?") {
			return "../" + rest
		}
	}
	return pathTo
}

// A site holds what has been made so far.
type site struct {
	random *rand.Rand
	hosts  map[string]*host
	people []*person
	pages  []*page
	byURL  map[string]*page
	said   map[string]bool // sentences of the page that is being written

	recaptured []string // URLs that are fetched once more and are unchanged
	duplicates [][2]string
	near       [][2]string
	profiles   [][2]string // name, URL
}

// add makes the page of a URL, to be written by the caller.
func (s *site) add(h *host, path, title string, lang int, t *topic) *page {
	p := &page{url: h.url + path, status: 200, title: title, lang: lang, topic: t, host: h, label: "utf-8"}
	p.base = p.url
	if s.byURL[p.url] != nil {
		panic("two pages of " + p.url) // a mistake of the maker
	}
	s.pages = append(s.pages, p)
	s.byURL[p.url] = p
	s.said = map[string]bool{}
	return p
}

// redirect makes a URL that leads to another.
func (s *site) redirect(h *host, path string, status int, target string) {
	p := s.add(h, path, "", de, nil)
	p.status, p.location = status, target
	p.links = []link{{"location", target}}
	p.write(fmt.Sprintf("<html><head><title>%d Moved</title></head><body><a href=\"%s\">here</a></body></html>\n", status,
		html.EscapeString(target)))
}

// pick chooses one of a list.
func pick[T any](s *site, list []T) T { return list[s.random.IntN(len(list))] }

// prose makes sentences about a topic, or about none. On a page none is said twice.
func (s *site) prose(t *topic, lang, n int) string {
	var out []string
	for len(out) < n {
		sentence := pick(s, sentences[lang])
		switch {
		case t == nil:
			sentence = pick(s, greetings[lang])
		case s.random.IntN(4) == 0:
			sentence = pick(s, t.facts[lang])
		}
		if t != nil {
			sentence = s.fill(sentence, t, lang)
		}
		if !s.said[sentence] {
			s.said[sentence] = true
			out = append(out, sentence)
		}
	}
	return strings.Join(out, " ")
}

// fill puts words into a sentence.
func (s *site) fill(sentence string, t *topic, lang int) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(sentence, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		slot, after, _ := strings.Cut(rest, "}")
		switch slot {
		case "t":
			b.WriteString(pick(s, t.things[lang]))
		case "T":
			b.WriteString(capital(pick(s, t.things[lang])))
		case "k":
			b.WriteString(pick(s, t.kinds[lang]))
		case "K":
			b.WriteString(capital(pick(s, t.kinds[lang])))
		case "n":
			b.WriteString(fmt.Sprint(3 + s.random.IntN(60)))
		}
		sentence = after
	}
}

func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
