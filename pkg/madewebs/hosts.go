package madewebs

import (
	"fmt"
	"iter"
	"net/http"
	"strconv"
	"strings"
)

// HostWeb is a web of many hosts, h0.example, h1.example and so on. On each host, page 0 is /, page i is
// /d<i mod 7>/p<i>.html, or /private/p<i>.html. Of 100 pages 4 are missing, 5 redirect, and 3 are private. About one in ten has
// a print version at ?print=1. Links are spelled in several ways.
//
// Most hosts have a robots.txt that disallows /private/. On some hosts it also disallows all pages or print versions, has a
// Crawl-delay, or is behind a redirect. Some hosts have none.
type HostWeb struct {
	hosts, pages int
	// Bytes is how long pages are at least; 0: as long as their links make them.
	Bytes int
	// Delay is the Crawl-delay of the hosts that have one, in seconds as robots.txt states it; "" leaves it out.
	Delay string
}

// Hosts is a web of that many hosts, with about that many pages in all.
func Hosts(hosts, pages int) *HostWeb {
	return &HostWeb{hosts: max(1, hosts), pages: max(1, pages), Delay: "1"}
}

// Seed is a URL from which most of the web can be reached.
func (f *HostWeb) Seed() string { return "http://h0.example/" }

// URLs are all URLs of the web, whether they can be reached or not, without /robots.txt.
func (f *HostWeb) URLs() iter.Seq[string] {
	return func(yield func(string) bool) {
		for host := range f.hosts {
			for page := range f.Size(host) {
				for _, s := range []spot{{host, page, false}, {host, page, true}} {
					if f.there(s) && !yield(string(f.appendURL(nil, "http", s))) {
						return
					}
				}
			}
		}
	}
}

// Status is the status of the answer to a URL: 200, 404, or that of a redirect.
func (f *HostWeb) Status(url string) int {
	s, ok := f.parse(url)
	if !ok || !f.there(s) {
		return http.StatusNotFound
	}
	return statusOf(s)
}

func statusOf(s spot) int {
	switch kindOf(s) {
	case isGone:
		return http.StatusNotFound
	case isMoved:
		return []int{301, 302, 307, 308}[s.page%4]
	}
	return http.StatusOK
}

// ServeHTTP implements http.Handler.
func (f *HostWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host := hostNumber(r.Host, 'h')
	if host < 0 || host >= f.hosts {
		sendMissing(w)
		return
	}
	if r.URL.Path == "/robots.txt" || r.URL.Path == robotsMoved {
		f.serveRobots(w, r, host)
		return
	}
	s, ok := f.parsePath(host, r.URL.RequestURI())
	if !ok || !f.there(s) {
		sendMissing(w)
		return
	}
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	switch kindOf(s) {
	case isGone:
		sendMissing(w)
	case isMoved:
		to := f.moved(s)
		target := f.appendURL(nil, scheme, to)
		if to.host == s.host && s.page%2 == 0 {
			target = f.appendPath(nil, to)
		}
		w.Header().Set("Location", string(target))
		sendText(w, statusOf(s), typeHTML, "<!DOCTYPE html><title>Moved</title><p>The page has moved.\n")
	default:
		send(w, http.StatusOK, typeHTML, func(dst []byte) []byte { return f.appendPage(dst, scheme, s) })
	}
}

// robotsMoved is the path of robots.txt on hosts that redirect /robots.txt to it.
const robotsMoved = "/rules/robots.txt"

func (f *HostWeb) serveRobots(w http.ResponseWriter, r *http.Request, host int) {
	rules := rulesOf(host)
	switch {
	case rules.missing, r.URL.Path == robotsMoved && !rules.moved:
		sendMissing(w)
		return
	case rules.moved && r.URL.Path != robotsMoved:
		w.Header().Set("Location", robotsMoved)
		sendText(w, http.StatusFound, typeText, "")
		return
	}
	text := "# Host " + strconv.Itoa(host) + "\nUser-agent: otherbot\nDisallow: /\n\nUser-agent: *\n"
	switch {
	case rules.closed:
		text += "Disallow: /\n"
	case rules.print:
		text += "Disallow: /private/\nDisallow: /*?print\n"
	default:
		text += "Disallow: /private\nAllow: /private-not\n"
	}
	if rules.delay && f.Delay != "" {
		text += "Crawl-delay: " + f.Delay + "\n"
	}
	sendText(w, http.StatusOK, typeText, text)
}

func (f *HostWeb) appendPage(dst []byte, scheme string, s spot) []byte {
	dst = appendHead(dst, fmt.Sprintf("Host %d, page", s.host), s.page)
	if s.print {
		dst = append(dst, "<p>To be printed.\n"...)
	}
	var target [64]byte
	spelling := s.page
	for to := range f.links(s) {
		spelling++
		dst = appendLink(dst, f.appendSpelled(target[:0], scheme, s, to, spelling), to.page)
	}
	return appendFiller(dst, s.host<<20+s.page, f.Bytes)
}

// appendSpelled appends a link in one of several spellings of the same URL.
func (f *HostWeb) appendSpelled(dst []byte, scheme string, from, to spot, spelling int) []byte {
	other := from.host != to.host
	switch {
	case spelling%16 == 0:
		dst = append(dst, strings.ToUpper(scheme)...)
		dst = append(dst, "://H"...)
		dst = strconv.AppendInt(dst, int64(to.host), 10)
		return f.appendPath(append(dst, ".Example"...), to)
	case other && spelling%4 == 0:
		dst = append(dst, "//h"...)
		dst = strconv.AppendInt(dst, int64(to.host), 10)
		dst = f.appendPath(append(dst, ".example"...), to)
	case other:
		dst = f.appendURL(dst, scheme, to)
	case spelling%4 == 0:
		dst = f.appendPath(append(dst, "/x/.."...), to)
	default:
		dst = f.appendPath(dst, to)
	}
	if spelling%8 == 3 {
		dst = append(dst, "#part"...)
	}
	return dst
}

func (f *HostWeb) appendURL(dst []byte, scheme string, s spot) []byte {
	dst = append(dst, scheme...)
	dst = append(dst, "://h"...)
	dst = strconv.AppendInt(dst, int64(s.host), 10)
	return f.appendPath(append(dst, ".example"...), s)
}

func (f *HostWeb) appendPath(dst []byte, s spot) []byte {
	dst = append(dst, '/')
	if s.page > 0 {
		if kindOf(s) == isPrivate {
			dst = append(dst, "private"...)
		} else {
			dst = append(dst, 'd')
			dst = strconv.AppendInt(dst, int64(s.page%7), 10)
		}
		dst = append(dst, "/p"...)
		dst = strconv.AppendInt(dst, int64(s.page), 10)
		dst = append(dst, ".html"...)
	}
	if s.print {
		dst = append(dst, "?print=1"...)
	}
	return dst
}

// parse finds the spot of a canonical URL.
func (f *HostWeb) parse(url string) (spot, bool) {
	_, rest, _ := strings.Cut(url, "://")
	host, path, _ := strings.Cut(rest, "/")
	return f.parsePath(hostNumber(host, 'h'), "/"+path)
}

// parsePath finds the spot at a path with its query. ok is false for a path that appendPath does not write.
func (f *HostWeb) parsePath(host int, path string) (s spot, ok bool) {
	rest, printed := strings.CutSuffix(path, "?print=1")
	s = spot{host: host, print: printed}
	if rest != "/" {
		name := strings.TrimPrefix(rest[strings.LastIndexByte(rest, '/')+1:], "p")
		if s.page, ok = number(strings.TrimSuffix(name, ".html")); !ok {
			return s, false
		}
	}
	var want [64]byte
	return s, string(f.appendPath(want[:0], s)) == path
}

func schemeOf(url string) string {
	scheme, _, _ := strings.Cut(url, "://")
	return scheme
}
