package madewebs

import (
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// topics is how many topics a TopicWeb has: as many pages are of each.
const topics = 12

// topicLinks is how many links a page of a TopicWeb has besides those to its children.
const topicLinks = 8

// TopicWeb is a web in which pages of a topic link to each other, to measure focused crawling. Page n is /n on the host
// t<h>.example, and is of the topic n mod 12. It links to pages 2n+1 and 2n+2, so that all can be reached, and to eight others:
// in half of the cases to one of its own topic, else to any page. Page 0 is a directory, with links to five pages of each topic.
type TopicWeb struct{ pages, hosts int }

// Topics is a web of n pages on some hosts.
func Topics(n, hosts int) *TopicWeb { return &TopicWeb{n, max(1, hosts)} }

// Seed is page 0, which is not relevant.
func (f *TopicWeb) Seed() string { return f.URL(0) }

// URL is the URL of page n.
func (f *TopicWeb) URL(n int) string { return string(f.appendURL([]byte("http:"), n)) }

func (f *TopicWeb) appendURL(dst []byte, n int) []byte {
	dst = strconv.AppendInt(append(dst, "//t"...), int64(f.host(n)), 10)
	return strconv.AppendInt(append(dst, ".example/"...), int64(n), 10)
}

func (f *TopicWeb) host(n int) int { return n / topics % f.hosts }

// Relevant reports whether a URL is a page of the topic that is sought: one page of twelve is.
func (f *TopicWeb) Relevant(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	n, ok := f.page(u.Path)
	return ok && n%topics == topics-1
}

// page is the number of the page at a path.
func (f *TopicWeb) page(path string) (n int, ok bool) {
	n, ok = number(strings.TrimPrefix(path, "/"))
	return n, ok && n < f.pages
}

// Reachable are all URLs; from another seed than page 0 there are none.
func (f *TopicWeb) Reachable(seed string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n := range f.pages {
			if seed != f.Seed() || !yield(f.URL(n)) {
				return
			}
		}
	}
}

// ServeHTTP implements http.Handler.
func (f *TopicWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n, ok := f.page(r.URL.Path)
	if !ok || r.URL.RawQuery != "" || hostNumber(r.Host, 't') != f.host(n) {
		sendMissing(w)
		return
	}
	send(w, http.StatusOK, typeHTML, func(dst []byte) []byte {
		dst = appendHead(dst, "Topic", n%topics)
		for to := range f.links(n) {
			dst = append(f.appendURL(append(dst, "<a href=\""...), to), "\">x</a>\n"...)
		}
		return append(dst, pageEnd...)
	})
}

// links are the numbers of the pages that page n links to.
func (f *TopicWeb) links(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		d := diceOf(5, n)
		links := 2 + topicLinks
		if n == 0 {
			links = 2 + 5*topics
		}
		for i := range links {
			to := 2*n + 1 + i
			if i >= 2 {
				to = d.below(f.pages)
				switch topic := to % topics; {
				case n == 0:
					to += i%topics - topic
				case d.below(2) == 0:
					to += n%topics - topic
				}
			}
			if to < f.pages && !yield(to) {
				return
			}
		}
	}
}
