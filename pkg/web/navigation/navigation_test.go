package navigation

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// site is the bodies of pages by their paths.
type site map[string]string

// labelled is the label of each link, and its reason: "/b > /x" is content.
func labelled(t testing.TB, opt Options, pages site, order []string) map[string]string {
	c := newCrawl(t, opt)
	for _, path := range order {
		c.add(t, "http://s.example"+path, []byte("<html><body>"+pages[path]+"</body></html>"))
	}
	found := map[string]string{}
	err := c.job.Each(func(l *Link) error {
		if l.Target != nil {
			name := func(url []byte) string { return strings.TrimPrefix(string(url), "http://s.example") }
			key := name(l.Source) + " > " + name(l.Target)
			if old, ok := found[key]; ok && old[:3] != l.Label.String()[:3] {
				key += " again"
			}
			found[key] = l.Label.String() + ": " + string(l.AppendReason(nil))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var both = Options{Place: true, Mutual: true}

func (s site) labels(t testing.TB) map[string]string {
	return labelled(t, both, s, slices.Sorted(maps.Keys(s)))
}

// want checks labels: "navigation: / > /b, / > /c".
func want(t *testing.T, found map[string]string, wanted ...string) {
	t.Helper()
	n := 0
	for _, w := range wanted {
		label, list, _ := strings.Cut(w, ": ")
		for link := range strings.SplitSeq(list, ", ") {
			n++
			if !strings.HasPrefix(found[link], label+":") {
				t.Errorf("%s is %q, not %s", link, found[link], label)
			}
		}
	}
	if n != len(found) {
		t.Errorf("%d links, not %d: %v", len(found), n, found)
	}
}

func list(links ...string) string {
	text := "<ul>"
	for _, to := range links {
		text += fmt.Sprintf("<li><a href='%s'>to %s</a></li>", to, to)
	}
	return text + "</ul>"
}

const outside = "http://t.example/"

func TestMenuS1(t *testing.T) {
	nav := list("/", "/b", "/c")
	s := site{"/": nav + "<p>See <a href=/x>X</a> and <a href=" + outside + ">T</a>.</p>", "/b": nav + "<p><a href=/x>X</a></p>",
		"/c": nav + "<p><a href=" + outside + ">T</a> <a href=/x>X</a></p>", "/x": nav + "<p>no links</p>"}
	want(t, s.labels(t), "navigation: / > /, / > /b, / > /c, /b > /, /b > /b, /b > /c, /c > /, /c > /b, /c > /c",
		"outsider: /x > /, /x > /b, /x > /c", "content: / > /x, / > "+outside+", /b > /x, /c > /x, /c > "+outside)
}

// TestTargetWithoutLinksS2: one target of the menu has no links. The rule is tolerant.
func TestTargetWithoutLinksS2(t *testing.T) {
	nav := list("/", "/b", "/c", "/i")
	want(t, site{"/": nav, "/b": nav, "/c": nav, "/i": ""}.labels(t),
		"navigation: / > /, / > /b, / > /c, / > /i, /b > /, /b > /b, /b > /c, /b > /i, /c > /, /c > /b, /c > /c, /c > /i")
}

func TestSubmenuS3(t *testing.T) {
	open := "<ul><li><a href=/>H</a></li><li><a href=/s>S</a>" + list("/s1", "/s2") +
		"</li><li><a href=/c>C</a></li></ul>"
	shut := "<ul><li><a href=/>H</a></li><li><a href=/s>S</a></li><li><a href=/c>C</a></li></ul>"
	found := site{"/": shut, "/c": shut, "/s": open, "/s1": open, "/s2": open}.labels(t)
	want(t, found, "navigation: / > /, / > /s, / > /c, /c > /, /c > /s, /c > /c, /s > /, /s > /s, /s > /c, "+
		"/s1 > /s1, /s1 > /s2, /s2 > /s1, /s2 > /s2",
		"outsider: /s1 > /, /s1 > /s, /s1 > /c, /s2 > /, /s2 > /s, /s2 > /c, /s > /s1, /s > /s2")
}

func TestOpenMenuS4(t *testing.T) {
	shut, open := list("/", "/s", "/c"), list("/", "/s", "/s1", "/s2", "/c")
	found := site{"/": shut, "/c": shut, "/s": open, "/s1": open, "/s2": open}.labels(t)
	for link, label := range found {
		if !strings.HasPrefix(label, "navigation") && !strings.HasPrefix(label, "outsider") {
			t.Errorf("%s is %s", link, label)
		}
	}
}

// TestTwoArticlesS6: two articles that link to each other are no menu.
func TestTwoArticlesS6(t *testing.T) {
	found := site{"/p1": "<p><a href=/p2>2</a> <a href=" + outside + ">t</a></p>",
		"/p2": "<p><a href=/p1>1</a> <a href=" + outside + ">t</a></p>"}.labels(t)
	want(t, found, "content: /p1 > /p2, /p1 > "+outside+", /p2 > /p1, /p2 > "+outside)
}

func TestChainOfPagesS7(t *testing.T) {
	found := site{"/r": "<p><a href=/a>1</a> <a href=" + outside + ">t</a></p>", "/a": "<p><a href=/z>1</a> <a href=" + outside +
		">t</a></p>"}.labels(t)
	want(t, found, "content: /r > /a, /r > "+outside, "undecided: /a > /z, /a > "+outside)
}

// numbered makes a site of n pages, with links of body(i) behind a paragraph.
func numbered(n int, body func(i int) string) site {
	s := site{}
	for i := range n {
		s[fmt.Sprintf("/%02d", i)] = body(i)
	}
	return s
}

func link(i, n int) string { return fmt.Sprintf("<a href=/%02d>%d</a>", (i+n)%n, i) }

func all(t *testing.T, found map[string]string, label, reason string) {
	t.Helper()
	for link, f := range found {
		if !strings.HasPrefix(f, label+": ") || !strings.Contains(f, reason) {
			t.Errorf("%s is %s", link, f)
		}
	}
	if len(found) == 0 {
		t.Error("no links")
	}
}

// TestChain: links to the next and the previous page are navigation by their place.
func TestChain(t *testing.T) {
	s := numbered(20, func(i int) string { return "<div class=chain>" + link(i-1, 20) + link(i+1, 20) + "</div>" })
	all(t, s.labels(t), "navigation", "place 20/20 pages x2, target has it")
	s = numbered(20, func(i int) string { return "<p class=up>" + link(0, 20) + "</p>" })
	delete(s, "/00")
	s["/00"] = "<p>the top</p>"
	all(t, s.labels(t), "navigation", "place 19/20 pages x1, target on 19")
}

// TestFew: a host of 7 pages has no places that tell.
func TestFew(t *testing.T) {
	for n, label := range map[int]string{7: "content", 8: "navigation"} {
		all(t, numbered(n, func(i int) string { return "<p class=next>" + link(i+1, n) + "</p>" }).labels(t), label, "")
	}
}

// TestLanguages: bars of languages, which differ from page to page, are navigation by each other.
func TestLanguages(t *testing.T) {
	s := site{}
	for i := range 10 {
		for k, at := range []string{"/de/", "/en/", "/fr/", "/it/"}[:2+i%3] {
			bar := "<p class=langs>"
			for m, to := range []string{"/de/", "/en/", "/fr/", "/it/"}[:2+i%3] {
				if m != k || i%2 == 0 { // without the current one, or with it
					bar += fmt.Sprintf("<a href=%s%d>%d</a>", to, i, m)
				}
			}
			s[fmt.Sprint(at, i)] = bar
		}
	}
	found := s.labels(t)
	for link, f := range found {
		if i := int(link[len(link)-1] - '0'); i%2 == 0 && !strings.HasPrefix(f, "navigation: mutual") {
			t.Errorf("%s is %s", link, f)
		}
	}
}

// TestWithoutCurrent: a menu without the current page is alike with that of the others, if it has enough entries.
func TestWithoutCurrent(t *testing.T) {
	s := numbered(7, func(i int) (text string) {
		for k := range 7 {
			if k != i {
				text += "<li>" + link(k, 7)
			}
		}
		return "<ul>" + text + "</ul>"
	})
	all(t, s.labels(t), "navigation", "mutual 6/6 targets, J 0.71")
}

// TestBodyClass: what the body says of a page does not matter.
func TestBodyClass(t *testing.T) {
	s := numbered(7, func(i int) string {
		return fmt.Sprintf("<body class=page-%d id=b%d>", i, i) + list("/00", "/01", "/02")
	})
	for link, f := range s.labels(t) {
		if !strings.Contains(f, "mutual") || strings.HasPrefix(f, "content") {
			t.Errorf("%s is %s", link, f)
		}
	}
}

// TestSlots: an author, of whom there are many and who has no such place, is content. Teasers are, too.
func TestSlots(t *testing.T) {
	s := numbered(100, func(i int) string { return fmt.Sprintf("<p class=author><a href=/by/%d>who</a></p>", i) })
	all(t, s.labels(t), "content", "no group")
	dice := rand.New(rand.NewPCG(1, 2))
	s = numbered(100, func(int) (text string) {
		for range 5 {
			text += "<div class=teaser>" + link(dice.IntN(100), 100) + "<p>about it</div>"
		}
		return text
	})
	n := 0
	for _, f := range s.labels(t) {
		if strings.HasPrefix(f, "navigation") {
			n++
		}
	}
	if n > 0 {
		t.Errorf("%d teasers are navigation", n)
	}
}

// TestUndecided: nobody knows what is on pages that were not crawled. Links in no group are content.
func TestUndecided(t *testing.T) {
	found := site{"/a": list("/x", "/y") + "<div><div><a href=/z>z</a>"}.labels(t)
	want(t, found, "undecided: /a > /x, /a > /y", "content: /a > /z")
}

// TestMethods: each rule can speak alone.
func TestMethods(t *testing.T) {
	s := numbered(10, func(i int) string { return "<p class=next>" + link(i+1, 10) + "</p>" + list("/00", "/01", "/02") })
	order := slices.Sorted(maps.Keys(s))
	place, mutual := labelled(t, Options{Place: true}, s, order), labelled(t, Options{Mutual: true}, s, order)
	if f := place["/05 > /06"]; f != "navigation: place 10/10 pages x1, target has it" {
		t.Error(f)
	}
	if f := mutual["/05 > /06"]; f != "content: no group" {
		t.Error(f)
	}
	if f := place["/05 > /01"]; f != "navigation: place 10/10 pages x3, target on 10" {
		t.Error(f)
	}
	if f := mutual["/05 > /01"]; f != "outsider: mutual 3/3 targets, J 1.00" {
		t.Error(f)
	}
}

// TestTwin: the labels are those of slow code, whatever the order of the pages.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		pages := rapid.IntRange(1, 14).Draw(rt, "pages")
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		var lines []string
		for p := range pages {
			lines = append(lines, madeLines(dice, p, pages))
		}
		want := slow(lines)
		for range 2 {
			got, job := fast(t, lines)
			if !maps.Equal(got, want) {
				for k, v := range want {
					if got[k] != v {
						rt.Fatalf("%s\nlink %s: got %s, want %s", strings.Join(lines, ""), k, got[k], v)
					}
				}
				rt.Fatalf("%d links, not %d", len(got), len(want))
			}
			job.Close()
			dice.Shuffle(len(lines), func(i, k int) { lines[i], lines[k] = lines[k], lines[i] })
		}
	})
}

// madeLines makes the lines of a page: some menus, mostly like those of other pages.
func madeLines(dice *rand.Rand, p, pages int) string {
	var b bytes.Buffer
	position, group := 0, 0
	for place := range 4 {
		if dice.IntN(5) == 0 {
			continue
		}
		group++
		for i := range 1 + place {
			to := i
			if place == 3 || dice.IntN(6) == 0 {
				to = dice.IntN(pages + 2)
			}
			target := fmt.Sprintf("http://s.test/%d", to)
			if dice.IntN(12) == 0 {
				target = "http://t.test/"
			}
			position++
			fmt.Fprintf(&b, "http://s.test/%d\t%s\t%d\t", p, target, position)
			if place == 0 { // a link in no group
				fmt.Fprintf(&b, "\t\t\t%016x\t\n", place+1)
			} else {
				fmt.Fprintf(&b, "%d\t1\t%016x\t%016x\t\n", group, place+10, place+1)
			}
		}
		if place == 0 {
			group--
		}
	}
	if position == 0 {
		fmt.Fprintf(&b, "http://s.test/%d\t\t\t\t\t\t\t\n", p)
	}
	return b.String()
}

func fast(t testing.TB, lines []string) (map[string]string, *Job) { return fastBy(t, both, lines) }

func fastBy(t testing.TB, opt Options, lines []string) (map[string]string, *Job) {
	opt.Room = room()
	opt.Memory = 1 << 20
	job, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range lines {
		for line := range strings.Lines(text) {
			if err := job.Add([]byte(line)); err != nil {
				t.Fatal(err)
			}
		}
	}
	found, n := map[string]string{}, map[string]int{}
	err = job.Each(func(l *Link) error {
		if l.leadsOn {
			found[fmt.Sprintf("%s > %s", l.Source, l.Target)] = fmt.Sprintf("%s: %s", l.Label, l.AppendReason(nil))
		} else if l.Target != nil {
			n[string(l.Source)]++
			found[fmt.Sprintf("%s %d", l.Source, n[string(l.Source)])] = fmt.Sprintf("%s: %s", l.Label, l.AppendReason(nil))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found, job
}
