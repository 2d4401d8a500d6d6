package madewebs

import (
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// linksPerPage is how many links a page of a Numbered web has; page 0 has others.
const linksPerPage = 60

// firstLinks is how many links page 0 has at most.
const firstLinks = 100

// Numbered is a web of pages 0 to n-1 on one host with any name. Page 0 is /, page i is /p<i>.html. Page 0 links to the first 100
// pages behind it. Page i links to pages 2i+1 and 2i+2, so that all can be reached, and to others, more often to those with small
// numbers. There is no robots.txt.
type Numbered struct {
	pages, bytes int
}

// Flat is a web of one host with that many pages of that many bytes each. A page is longer if its links need more.
func Flat(pages, bytes int) *Numbered { return &Numbered{pages, bytes} }

// Big is a web of 1,001 pages of n bytes each, like 242,000.
func Big(n int) *Numbered { return Flat(1001, n) }

// Seed is page 0. The web answers to any other host too.
func (f *Numbered) Seed() string { return "http://flat.example/" }

// ServeHTTP implements http.Handler.
func (f *Numbered) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, ok := f.page(r.URL.Path)
	if !ok || r.URL.RawQuery != "" {
		sendMissing(w)
		return
	}
	send(w, http.StatusOK, typeHTML, func(dst []byte) []byte { return f.appendPage(dst, n) })
}

// page is the number of the page at a path.
func (f *Numbered) page(path string) (n int, ok bool) {
	if path == "/" {
		return 0, true
	}
	s, ok := strings.CutPrefix(path, "/p")
	if !ok {
		return 0, false
	}
	if s, ok = strings.CutSuffix(s, ".html"); !ok {
		return 0, false
	}
	n, ok = number(s)
	return n, ok && 0 < n && n < f.pages
}

func (f *Numbered) appendPage(dst []byte, n int) []byte {
	dst = appendHead(dst, "Page", n)
	var path [32]byte
	for to := range f.links(n) {
		dst = appendLink(dst, appendNumbered(path[:0], to), to)
	}
	return appendFiller(dst, n, f.bytes)
}

func appendNumbered(dst []byte, n int) []byte {
	if n == 0 {
		return append(dst, '/')
	}
	dst = append(dst, "/p"...)
	dst = strconv.AppendInt(dst, int64(n), 10)
	return append(dst, ".html"...)
}

// links are the numbers of the pages that page n links to.
func (f *Numbered) links(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		if n == 0 {
			for to := 1; to <= firstLinks && to < f.pages; to++ {
				if !yield(to) {
					return
				}
			}
			return
		}
		d := diceOf(n, f.pages)
		for i := range linksPerPage {
			to := (2*n + 1 + i) % f.pages
			if i >= 2 {
				to = d.few(f.pages)
			}
			if !yield(to) {
				return
			}
		}
	}
}

// Reachable are the URLs that a crawl from the seed must request, on the host of the seed.
func (f *Numbered) Reachable(seed string) iter.Seq[string] {
	root := rootOf(seed)
	return func(yield func(string) bool) {
		for n := range f.pages {
			if !yield(root + string(appendNumbered(nil, n))) {
				return
			}
		}
	}
}

// rootOf is the scheme and the host of a URL, like http://a.example.
func rootOf(url string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host
}
