package navigation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestTrail: trails of one to three links are navigation, though most of their targets have trails of another length.
func TestTrail(t *testing.T) {
	s := site{"/": "<p>top</p>"}
	trail := func(to ...string) (text string) {
		for _, to := range to {
			text += "<a href=" + to + ">up</a> "
		}
		return "<div class=trail>" + text + "</div>"
	}
	for i := range 5 {
		a := fmt.Sprintf("/a%d", i)
		s[a] = trail("/")
		for k := range 5 {
			b := fmt.Sprintf("%s/b%d", a, k)
			s[b] = trail("/", a)
			for m := range 4 {
				s[fmt.Sprintf("%s/c%d", b, m)] = trail("/", a, b)
			}
		}
	}
	found := s.labels(t)
	all(t, found, "navigation", "")
	if f := found["/a1 > /"]; f != "navigation: place 100/131 pages x3, target on 130" {
		t.Error(f)
	}
	for i := range 40 { // now no number of links is that of most pages
		s[fmt.Sprintf("/d%d", i)], s[fmt.Sprintf("/e%d", i)] = trail("/"), trail("/")
		s[fmt.Sprintf("/f%d", i)] = trail("/", "/a1")
	}
	if f := s.labels(t)["/a1 > /"]; f != "navigation: place 250/251 pages x1-4, target on 250" {
		t.Error(f)
	}
}

// TestList: a menu of a part of the pages is one if it hardly changes, and has five targets.
func TestList(t *testing.T) {
	for links, label := range map[int]string{4: "undecided", 5: "navigation"} {
		s := site{}
		for i := range 80 {
			menu := ""
			for k := range links + i%2 { // every other page has one link more, which differs
				to := fmt.Sprintf("/m%d", k)
				if k == links {
					to = fmt.Sprintf("/more%d", i)
				}
				menu += "<li><a href=" + to + ">m</a></li>"
			}
			if i < 20 {
				s[fmt.Sprintf("/%d", i)] = "<ul class=menu>" + menu + "</ul>"
			} else {
				s[fmt.Sprintf("/%d", i)] = "<p>text"
			}
		}
		found := s.labels(t)
		f := found["/2 > /m3"]
		if !strings.HasPrefix(f, label) || links == 5 && !strings.HasSuffix(f, " 20/80 pages list, target on 20") {
			t.Errorf("%d links: %s", links, f)
		}
		if f := found["/3 > /more3"]; !strings.HasPrefix(f, "undecided") {
			t.Errorf("%d links: %s", links, f)
		}
	}
}

// TestTypes: pages of one kind may link to one page each in their text. That is a menu if more pages do, or its targets.
func TestTypes(t *testing.T) {
	for _, c := range []struct {
		pages int
		to    string
		label string
	}{{12, "/any", "content"}, {12, "/1", "navigation"}, {16, "/any", "navigation"}} {
		s := site{"/any": "<p>a type that all have"}
		for i := range 19 {
			if s[fmt.Sprint("/", i)] = "<p>text"; i < c.pages {
				s[fmt.Sprint("/", i)] = "<div class=types><a href=" + c.to + ">type</a></div>"
			}
		}
		all(t, s.labels(t), c.label, "")
	}
}

// TestCited: two pages that cite each other are no menu if others at the place are none.
func TestCited(t *testing.T) {
	s := site{}
	for i := range 10 {
		s[fmt.Sprint("/", i)] = fmt.Sprintf("<table><td><a href=/%d>1</a><a href=/%d>2</a></table>", (i+1)%10, (i+5)%10)
	}
	for _, at := range []string{"/0", "/1"} {
		s[at] = "<table><td><a href=/0>1</a><a href=/1>2</a></table>"
	}
	labels := func() map[string]string { return labelled(t, Options{Mutual: true}, s, slices.Sorted(maps.Keys(s))) }
	if f := labels()["/0 > /1"]; f != "content: mutual 1/1 targets, J 1.00, but 2/10 groups" {
		t.Error(f)
	}
	delete(s, "/0")
	delete(s, "/1")
	for i := range 8 {
		s[fmt.Sprint("/", i+2)] = "<table><td><a href=/2>1</a><a href=/3>2</a></table>"
	}
	for link, f := range labels() {
		if !strings.Contains(f, "mutual") || strings.HasPrefix(f, "content") {
			t.Errorf("%s is %s", link, f)
		}
	}
}

// TestPlaceDigits: the hash of a place has 16 small hexadecimal digits.
func TestPlaceDigits(t *testing.T) {
	for c := range 256 {
		text := []byte("0123456789abcde" + string([]byte{byte(c)}))
		good := '0' <= c && c <= '9' || 'a' <= c && c <= 'f'
		if h, err := place(text); (err == nil) != good || good && h>>4 != 0x0123456789abcde {
			t.Errorf("%q: %x, %v", text, h, err)
		}
	}
}
