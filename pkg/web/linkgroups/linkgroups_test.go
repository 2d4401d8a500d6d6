package linkgroups

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"webmill/pkg/web/page"
)

const base = "http://s.test/dir/page"

// row is a line, divided.
type row struct{ target, position, group, up, groupPlace, place, label string }

func rowsOf(t interface{ Fatalf(string, ...any) }, opt Options, body string) (rows []row) {
	m := New(opt)
	lines := m.Append(nil, &page.Document{URL: []byte(base), ContentType: []byte("text/html; charset=utf-8"), Body: []byte(body)})
	for line := range strings.Lines(string(lines)) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != len(Columns) || f[0] != base {
			t.Fatalf("%q", line)
		}
		rows = append(rows, row{f[1], f[2], f[3], f[4], f[5], f[6], f[7]})
	}
	return rows
}

// groupsOf writes the groups as {1 2 3}1 {4 5}2: positions, and how far they climb.
func groupsOf(rows []row) string {
	groups, up := map[string][]string{}, map[string]string{}
	var order []string
	for _, r := range rows {
		if r.group == "" {
			continue
		}
		if groups[r.group] == nil {
			order = append(order, r.group)
		}
		groups[r.group], up[r.group] = append(groups[r.group], r.position), r.up
	}
	var list []string
	for i, g := range order {
		if g != strconv.Itoa(i+1) {
			return "not in the order of their first links"
		}
		list = append(list, "{"+strings.Join(groups[g], " ")+"}"+up[g])
	}
	return strings.Join(list, " ")
}

// treeGroups groups links of a tree, given by the children of its nodes, which are named by their numbers.
func treeGroups(first bool, children map[int][]int, target map[int]string) string {
	nodes, links, name := []node{}, []member{}, []int{}
	var walk func(n int, up, depth int32)
	walk = func(n int, up, depth int32) {
		if to, ok := target[n]; ok {
			links, name = append(links, member{node: up, target: refHash(to)}), append(name, n)
			return
		}
		at := int32(len(nodes))
		nodes = append(nodes, node{up: max(up, 0), depth: depth, place: uint64(n)})
		for _, c := range children[n] {
			walk(c, at, depth+1)
		}
	}
	walk(0, -1, 0)
	(&grouper{first: first}).group(nodes, links)
	found := map[string][]int{}
	for i, l := range links {
		if l.group > 0 {
			key := fmt.Sprintf("F(%d,%d)", l.up, nodes[l.meets].place)
			found[key] = append(found[key], name[i])
		}
	}
	var list []string
	for key, members := range found {
		list = append(list, key+fmt.Sprint(members))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func refHash(s string) uint64 { return uint64(refOf([]byte(s)))<<32 | uint64(len(s)) }

// TestGroupsOfFigure9T1 is figure 9 of the thesis.
func TestGroupsOfFigure9T1(t *testing.T) {
	children := map[int][]int{0: {1, 6, 7, 10, 11, 12, 13}, 1: {2, 4, 5}, 2: {3}, 7: {8}, 8: {9}, 13: {14, 15}}
	target := map[int]string{}
	for _, n := range []int{3, 4, 5, 6, 9, 10, 11, 12, 14, 15} {
		target[n] = strconv.Itoa(n)
	}
	want := "F(1,0)[6 10 11 12] F(1,1)[4 5] F(1,13)[14 15] F(3,0)[3 9]"
	for _, first := range []bool{true, false} {
		if got := treeGroups(first, children, target); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestGroupsOfFigure15T2 is the page of figure 15.
func TestGroupsOfFigure15T2(t *testing.T) {
	children := map[int][]int{0: {1, 11}, 11: {12, 16, 28, 40}, 12: {13, 15}, 16: {17}, 17: {18, 20, 22, 24, 27}, 40: {41},
		41: {42, 69, 79}, 42: {43, 44, 45, 66}, 66: {67}, 67: {68}, 69: {70, 71, 72, 73, 74, 75, 76}, 76: {77, 78}, 79: {85},
		85: {86},
		86: {87}}
	target := map[int]string{13: "same", 15: "same"}
	for _, n := range []int{18, 20, 22, 24, 27, 68, 77, 78, 87} {
		target[n] = strconv.Itoa(n)
	}
	for n := 46; n <= 64; n += 2 {
		children[45] = append(children[45], n)
		children[n], target[n+1] = []int{n + 1}, strconv.Itoa(n+1)
	}
	want := "F(1,17)[18 20 22 24 27] F(1,76)[77 78] F(2,45)[47 49 51 53 55 57 59 61 63 65] F(4,41)[68 87]"
	if got := treeGroups(true, children, target); got != "F(1,12)[13 15] "+want {
		t.Errorf("first: %s", got)
	}
	if got := treeGroups(false, children, target); got != want {
		t.Errorf("second: %s", got)
	}
}

// TestPages has T3, T4 and T5 and pages with broken markup.
func TestPages(t *testing.T) {
	teasers := ""
	for k := 1; k <= 4; k++ {
		teasers += fmt.Sprintf("<div><a href=T%d><img></a><a href=T%d>text</a></div>", k, k)
	}
	for _, c := range []struct{ name, in, first, second string }{
		{"T3", "<ul><li><a href=1>1</a></li><li><a href=2>2</a><a href=3>3</a></li><li><a href=4>4</a></li></ul>", "", "{1 4}2 {2 3}1"},
		{"T4", "<div>" + teasers + "</div>", "{1 2}1 {3 4}1 {5 6}1 {7 8}1", "{1 2 3 4 5 6 7 8}2"},
		{"T5", "<a href=1>1</a><p><a href=2>2</a>", "", ""},
		{"one page, other fragments", "<p><a href=1#a>1</a> <a href=1#b>1</a>", "{1 2}1", ""},
		{"no end tags", "<ul><li><a href=1>1<li><a href=2>2<li><a href=3>3</ul>", "", "{1 2 3}2"},
		{"spans", "<p><span><a href=1>1</a></span> <a href=2>2</a> <span><a href=3>3</a></span>", "", "{1 3}2"},
		{"bold over blocks", "<b><div><a href=1>1</a></b><a href=2>2</a></div>", "", ""},
		{"span over blocks", "<span><div><a href=1>1</a></span><a href=2>2</a></div>", "", "{1 2}1"},
		{"span not ended", "<div><span><a href=1>1</a></div><div><span><a href=2>2</a></div>", "", "{1 2}3"},
		{"no web", "<p><a href=mailto:x>m</a><a href=1>1</a><a href=tel:1>2</a><a name=x>n</a>", "", ""},
		{"link to itself", "<p><a href=''>here</a><a href=1>1</a>", "", "{1 2}1"},
		{"areas are in no group", "<p><area href=1><area href=2>", "", ""},
		{"table", "<table><tr><td><a href=1>1</a><td><a href=2>2</a></table>", "", "{1 2}2"},
		{"form in a table", "<table><form><tr><td><a href=1>1</a><td><a href=2>2</a></form></table>", "", "{1 2}2"},
	} {
		if c.first == "" {
			c.first = c.second
		}
		for i, want := range []string{c.second, c.first} {
			if got := groupsOf(rowsOf(t, Options{First: i == 1}, c.in)); got != want {
				t.Errorf("%s, %d: got %s, want %s", c.name, 2-i, got, want)
			}
		}
	}
}

// TestPlaces has T6, T7 and T8: which links are b- and d-equivalent. All are v-equivalent if their targets are equal.
func TestPlaces(t *testing.T) {
	in := "<html xmlns=x><body class=home><div id=navigation><ul><li id=institut_start>"
	for _, c := range []struct {
		name, a, b         string
		target, label, pos bool
	}{
		{"T6", in + "<a href=/de/>Startseite</a>", "<body id=other class=news><h1>x</h1><div class='' id='navigation'>" +
			"<ul><li>y<li id=institut_start><a href=/de/>Startseite</a>", true, true, true},
		{"T7 v", "<li><a href=/x>X</a>", "<li><a href=/x>Y</a>", true, false, true},
		{"T7 v, b", "<li><a href=/x>X</a>", "<li class=on><a href=/x>X</a>", true, true, false},
		{"T7 none", "<li><a href=/x>X</a>", "<li><a href=/y>X</a>", false, true, true},
		{"T8", "<A href='http://www.w3.org/' charset=x>W3C Web site</A>", "<a href='http://www.w3.org/'><img src=w3c.png></a>",
			true, false, true},
		{"other image", "<a href=/><img src=a></a>", "<a href=/><img src=b></a>", true, false, true},
		{"blanks", "<p class='a  b'><a href=/>a b</a>", "<p class=' a b'><a href=/> a\n\tb </a>", true, false, true},
		{"markup", "<a href=/>a</a>", "<a href=/><b>a</b></a>", true, false, true},
		{"numbers", "<div id=post-1234 class='post-1234 col-12'><a href=/>a</a>", "<div id=post-999 class='post-999 col-12'>" +
			"<a href=/>a</a>", true, true, true},
		{"columns", "<div class=col-12><a href=/>a</a>", "<div class=col-3><a href=/>a</a>", true, true, false},
		{"class of the link", "<a href=/>a</a>", "<a class=on href=/>a</a>", true, true, false},
	} {
		a, b := rowsOf(t, Options{}, c.a)[0], rowsOf(t, Options{}, c.b)[0]
		if (a.target == b.target) != c.target || (a.label == b.label) != c.label || (a.place == b.place) != c.pos {
			t.Errorf("%s:\n%v\n%v", c.name, a, b)
		}
	}
}

// TestAlone: a page without links has a line, and a redirect is one without a position.
func TestAlone(t *testing.T) {
	m := New(Options{})
	got := m.Append(nil, &page.Document{URL: []byte(base), ContentType: []byte("text/html"), Body: []byte("<p>none")})
	got = m.Append(got, &page.Document{URL: []byte(base), Status: 301, Location: []byte("/x")})
	gone := []byte("<a href=1>")
	got = m.Append(got, &page.Document{URL: []byte(base), Status: 404, ContentType: []byte("text/html"), Body: gone})
	got = m.Append(got, &page.Document{URL: []byte(base), ContentType: []byte("text/html"), Refresh: []byte("0; url=/x")})
	if m.Leading != 1 || !bytes.HasSuffix(got, []byte(base+"\thttp://s.test/x\t\t\t\t\t\t\n")) {
		t.Errorf("a page that its head refreshes: %q", got)
	}
	got = got[:bytes.LastIndex(got, []byte(base))]
	if want := base + "\t\t\t\t\t\t\t\n" + base + "\thttp://s.test/x\t\t\t\t\t\t\n"; string(got) != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestLeadsOn: which pages only lead on to another one.
func TestLeadsOn(t *testing.T) {
	const refresh = "<title>" +
		"Moved to a title of many words, which do not count, as no one reads them there: the title is not in it</title>" +
		"<meta http-equiv=refresh content='0; url=/new'>"
	to := func(url string) string { return "Redirecting to <a href=" + url + ">the page</a>." }
	for _, c := range []struct {
		name, body string
		leads      bool
	}{
		{"nothing else", refresh, true},
		{"a link to the same page", refresh + "<ul><li>" + to("/new#there") + "<li>" + to("http://s.test/new"), true},
		{"a script", refresh + "<script>location.replace('" + strings.Repeat("x", 300) + "')</script>", true},
		{"a link to another page", refresh + to("/other"), false},
		{"a link to itself", refresh + to(base), false},
		{"text", refresh + "<p>" + strings.Repeat("some words ", 30), false},
		{"an image, as of a row of slides", refresh + "<img src=1.png>", false},
		{"a drawing", refresh + "<svg></svg>", false},
		{"loads itself again", "<meta http-equiv=refresh content='60; url=page'>", false},
		{"no page", "<meta http-equiv=refresh content='0; url=mailto:x'>", false},
		{"no refresh", to("/new"), false},
	} {
		m := New(Options{})
		lines := string(m.Append(nil, &page.Document{URL: []byte(base), ContentType: []byte("text/html"), Body: []byte(c.body)}))
		leads := strings.HasPrefix(lines, base+"\thttp://s.test/new\t\t\t\t\t\t\n")
		all := strings.Count(lines, "\thttp://s.test/new\t\t\t\t\t\t\n") == strings.Count(lines, "\n")
		if leads != c.leads || leads && !all || m.Leading != int64(min(1, strings.Count(lines, base+"\thttp://s.test/new\t\t"))) {
			t.Errorf("%s: %q, %d", c.name, lines, m.Leading)
		}
	}
}

// byTree is the twin: definition 6 and its extension, word by word, on the tree of a parser.
func byTree(t interface{ Fatal(...any) }, first bool, body string) string {
	root, err := html.Parse(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var links []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "a" && href(n) != "" {
			links = append(links, n)
		}
	}
	parent := func(n *html.Node, i int) *html.Node {
		for ; i > 0 && n != nil; i-- {
			n = n.Parent
		}
		return n
	}
	depth := func(n *html.Node) (d int) {
		for ; n.Parent != nil; n = n.Parent {
			d++
		}
		return d
	}
	group, up := map[*html.Node]*html.Node{}, map[*html.Node]int{}
	for i := 1; i < 100; i++ {
		met := map[*html.Node][]*html.Node{}
		for _, l := range links {
			if p := parent(l, i); group[l] == nil && p != nil {
				met[p] = append(met[p], l)
			}
		}
		for _, list := range met {
			byDepth := map[int][]*html.Node{}
			for _, l := range list {
				byDepth[depth(l)] = append(byDepth[depth(l)], l)
			}
			for _, free := range byDepth {
				targets := map[string]bool{}
				for _, l := range free {
					targets[href(l)] = true
				}
				if len(free) > 1 && (first || len(targets) > 1) {
					for _, l := range free {
						group[l], up[l] = free[0], i
					}
				}
			}
		}
	}
	return written(links, group, up)
}

// written writes groups, each known by its first link.
func written(links []*html.Node, group map[*html.Node]*html.Node, up map[*html.Node]int) string {
	numbers := map[*html.Node]int{}
	var rows []row
	for i, l := range links {
		r := row{position: strconv.Itoa(i + 1)}
		if g := group[l]; g != nil {
			if numbers[g] == 0 {
				numbers[g] = len(numbers) + 1
			}
			r.group, r.up = strconv.Itoa(numbers[g]), strconv.Itoa(up[l])
		}
		rows = append(rows, r)
	}
	return groupsOf(rows)
}

func href(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "href" {
			return a.Val
		}
	}
	return ""
}

// TestTwin: on pages whose elements are well nested, the groups are those of the tree.
func TestTwin(t *testing.T) {
	inline := []string{"span", "b", "em", "label"}
	rapid.Check(t, func(t *rapid.T) {
		left := rapid.IntRange(1, 60).Draw(t, "size")
		var inside func(depth int, phrasing bool) string
		inside = func(depth int, phrasing bool) (s string) {
			for range rapid.IntRange(1, 4).Draw(t, "children") {
				if left--; left < 0 {
					return s
				}
				switch k := rapid.IntRange(0, 5).Draw(t, "kind"); {
				case k < 2 || depth > 6:
					s += fmt.Sprintf("<a href=%d>x</a> ", rapid.IntRange(1, 5).Draw(t, "to"))
				case k < 4 || phrasing:
					tag := rapid.SampledFrom(inline).Draw(t, "inline")
					s += "<" + tag + ">" + inside(depth+1, true) + "</" + tag + ">"
				case k == 4:
					s += "<ul><li>" + inside(depth+1, false) + "</li><li>" + inside(depth+1, false) + "</ul>"
				default:
					tag := rapid.SampledFrom([]string{"div", "p", "section"}).Draw(t, "block")
					s += "<" + tag + ">" + inside(depth+1, tag == "p") + "</" + tag + ">"
				}
			}
			return s
		}
		body := inside(0, false)
		for _, first := range []bool{true, false} {
			if got, want := groupsOf(rowsOf(t, Options{First: first}, body)), byTree(t, first, body); got != want {
				t.Fatalf("first %v: %s\ngot  %s\nwant %s", first, body, got, want)
			}
		}
	})
}

// FuzzMaker: any page gives whole lines, whose links are in groups of at least two; each place is read within the memory.
func FuzzMaker(f *testing.F) {
	for _, s := range []string{"<b><div><a href=1>1</b><a href=2>", "<table><form><td><a href=1>", "<svg><a href=1><p><a href=2>",
		"<frameset><frame src=1><a href=2></frameset>", "<base href=//x/><map><area href=1></map>",
		"<select><option><a href=1>"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, first := range []bool{true, false} {
			count, up := map[string]int{}, map[string]string{}
			for _, r := range rowsOf(t, Options{First: first}, string(body)) {
				if r.group != "" {
					if count[r.group]++; up[r.group] != "" && up[r.group] != r.up || r.place == "" || r.groupPlace == "" {
						t.Fatalf("%q: %v", body, r)
					}
					up[r.group] = r.up
				}
			}
			for g, n := range count {
				if n < 2 {
					t.Fatalf("%q: group %s has %d links", body, g, n)
				}
			}
		}
	})
}

// TestHostile: pages that are deep, or have very many links, take linear time, and no more than they may.
func TestHostile(t *testing.T) {
	const n = 50_000
	for name, body := range map[string]string{
		"deep":        strings.Repeat("<div><b>", n) + "<a href=1>x</a><a href=2>y</a>",
		"inline":      strings.Repeat("<span>", n) + strings.Repeat("<a href=1>x</a>", n) + strings.Repeat("</span>", n),
		"one target":  strings.Repeat("<div>", 500) + strings.Repeat("<i><a href=1>x</a></i>", n),
		"two targets": "<div>" + strings.Repeat("<div>", 500) + strings.Repeat("<a href=1>x</a>", n),
		"ends":        strings.Repeat("<div><b>", 500) + strings.Repeat("<a href=1></a></b></span>", n),
		"form":        strings.Repeat("<form><div></form>", n) + "<a href=1>x</a>",
		"many":        strings.Repeat("<p><a href=1>x</a><a href=2></a>", n),
	} {
		if rows := rowsOf(t, Options{}, body); len(rows) == 0 {
			t.Errorf("%s: no links", name)
		}
	}
	m := New(Options{})
	m.Allow(page.Allowance{Share: 100_000, Most: 200_000, Turn: func() bool { return true }})
	body := []byte(strings.Repeat("<a href=1>x</a>", n))
	if got := m.Append(nil, &page.Document{URL: []byte(base), ContentType: []byte("text/html"), Body: body}); len(got) > 0 {
		t.Errorf("%d bytes of lines of a page that is too large", len(got))
	}
}

func BenchmarkMaker(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var body []byte
	body = append(body, "<html><head><title>x</title></head><body class=page>"...)
	for i := range 300 {
		body = fmt.Appendf(body, "<div class='item c%d'><p>%s<a href='/page/%d.html'>to <b>there</b></a>%s</p></div>\n", i%7,
			bytes.Repeat([]byte("some words "), 10), r.IntN(1000), bytes.Repeat([]byte("and words "), 10))
	}
	d := &page.Document{URL: []byte(base), ContentType: []byte("text/html; charset=utf-8"), Body: body}
	m := New(Options{})
	var out []byte
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		out = m.Append(out[:0], d)
	}
}
