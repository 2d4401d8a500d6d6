package madewebs

import (
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// wideLinks is how many links each page of a WideWeb has.
const wideLinks = 1000

// WideWeb is a web in which a crawl finds far more URLs than it fetches. Page i links to pages 1000i+1 to 1000i+1000, so that one
// link leads to each page. After k pages, in the order of their numbers, a crawl knows 1000k+1 URLs.
type WideWeb struct{ pages, hosts int }

// Wide is a web of n URLs on some hosts: page i is /i on the host w<i mod hosts>.example. A web of one host has any name.
func Wide(n, hosts int) *WideWeb { return &WideWeb{n, max(1, hosts)} }

// Seed is page 0.
func (f *WideWeb) Seed() string { return f.URL(0) }

// URL is the URL of page n.
func (f *WideWeb) URL(n int) string { return "http://" + string(f.appendURL(nil, n)) }

func (f *WideWeb) appendURL(dst []byte, n int) []byte {
	dst = append(dst, 'w')
	dst = strconv.AppendInt(dst, int64(n%f.hosts), 10)
	dst = append(dst, ".example/"...)
	return strconv.AppendInt(dst, int64(n), 10)
}

// Reachable are all URLs, with the scheme of the seed, if that is page 0; for another seed there are none.
func (f *WideWeb) Reachable(seed string) iter.Seq[string] {
	scheme, rest, _ := strings.Cut(seed, "://")
	return func(yield func(string) bool) {
		for n := range f.pages {
			if rest != string(f.appendURL(nil, 0)) || !yield(scheme+"://"+string(f.appendURL(nil, n))) {
				return
			}
		}
	}
}

// ServeHTTP implements http.Handler.
func (f *WideWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, ok := number(strings.TrimPrefix(r.URL.Path, "/"))
	if !ok || n >= f.pages || r.URL.RawQuery != "" || f.hosts > 1 && hostNumber(r.Host, 'w') != n%f.hosts {
		sendMissing(w)
		return
	}
	send(w, http.StatusOK, typeHTML, func(dst []byte) []byte { return f.appendPage(dst, n) })
}

func (f *WideWeb) appendPage(dst []byte, n int) []byte {
	dst = appendHead(dst, "Page", n)
	for to := wideLinks*n + 1; to <= wideLinks*(n+1) && to < f.pages; to++ {
		dst = append(dst, "<a href=\"/"...)
		if f.hosts == 1 {
			dst = strconv.AppendInt(dst, int64(to), 10)
		} else {
			dst = append(dst, '/')
			dst = f.appendURL(dst, to)
		}
		dst = append(dst, "\">x</a>\n"...)
	}
	return append(dst, pageEnd...)
}

// hostNumber is the number in a name like h12.example, or -1. Upper case and a port do not matter.
func hostNumber(host string, letter byte) int {
	host, _, _ = strings.Cut(host, ":")
	if len(host) == 0 || host[0]|0x20 != letter {
		return -1
	}
	label, rest, _ := strings.Cut(host[1:], ".")
	n, ok := number(label)
	if !ok || !strings.EqualFold(rest, "example") {
		return -1
	}
	return n
}
