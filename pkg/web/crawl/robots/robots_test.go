package robots

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// judge checks paths: those behind "+" are allowed, those behind "-" are not.
func judge(t *testing.T, r *Rules, paths ...string) {
	t.Helper()
	for _, p := range paths {
		if got := r.Allowed([]byte(p[1:])); got != (p[0] == '+') {
			t.Errorf("%s: allowed: %v", p[1:], got)
		}
	}
}

// simple is the example of RFC 9309, 5.1.
const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`

func TestRFCSimple(t *testing.T) {
	judge(t, Parse([]byte(simple), "other"), "-/a.gif", "+/a.gif?x", "-/example/", "+/example", "+/publications/",
		"+/publications/a.gif")
	judge(t, Parse([]byte(simple), "foobot"), "-/", "+/example/page.html", "+/example/allowed.gif", "-/example/other.gif")
	for _, bot := range []string{"barbot", "BazBot"} {
		judge(t, Parse([]byte(simple), bot), "-/example/page.html", "+/example/", "+/a.gif")
	}
	judge(t, Parse([]byte(simple), "quxbot"), "+/", "+/example/", "+/a.gif")
}

// TestRFCLongest is 5.2.
func TestRFCLongest(t *testing.T) {
	text := "User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n"
	judge(t, Parse([]byte(text), "foobot"), "+/example/page/", "+/example/page/x", "-/example/page/disallowed.gif")
}

// TestRFCMerged is 2.2.1: the groups of a crawler are one.
func TestRFCMerged(t *testing.T) {
	text := "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: OtherBot\ndisallow: /other\n\n" +
		"user-agent: ExampleBot/2.0 (x)\ndisallow: /baz\n"
	judge(t, Parse([]byte(text), "examplebot"), "-/foo", "-/bar", "-/baz", "+/other")
	judge(t, Parse([]byte(text), "example"), "+/foo", "+/baz") // a product token is no beginning of one
}

// TestRFCEncoded is the table of 2.2.2: the pattern, the path of the URL, and that they match.
func TestRFCEncoded(t *testing.T) {
	for _, c := range [][2]string{
		{"/foo/bar?baz=quz", "/foo/bar?baz=quz"},
		{"/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"},
		{"/foo/bar/\u30c4", "/foo/bar/%E3%83%84"},
		{"/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84"},
		{"/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"},
		{"/foo/bar/%62%61%7A", "/foo/bar/baz"},
		{"/path/file-with-a-%2A.html", "/path/file-with-a-*.html"}, // of 2.2.3
		{"/path/foo-%24", "/path/foo-$"},
		{"/100%", "/100%25"},
		{"/a%2", "/a%252"},
	} {
		judge(t, Parse([]byte("user-agent: *\ndisallow: "+c[0]), "bot"), "-"+c[1], "-"+c[0], "+/")
		octets := decodedPath([]byte(c[1]))
		judge(t, Parse([]byte("user-agent: *\ndisallow: "+c[0]), "bot"), "+"+string(octets[:len(octets)-1]))
	}
}

// TestGoogle: escapes as Google's parser takes them. A path is what the caller makes of it.
func TestGoogle(t *testing.T) {
	for _, c := range []struct {
		pattern string
		paths   []string
	}{
		{"/\u30c4", []string{"-/%E3%83%84", "+/\u30c4", "+/%e3%83%84"}},
		{"/%e3%83%84", []string{"-/%E3%83%84", "+/%e3%83%84"}},
		{"/%62az", []string{"+/baz", "-/%62az"}},
		{"/%7ea", []string{"+/~a", "-/%7Ea"}},
		{"/%2A$", []string{"+/*", "-/%2A", "+/%2Ax"}},
		{"/a%2", []string{"-/a%2", "-/a%2F", "-/a%252", "+/a%"}},
	} {
		judge(t, ParseGoogle([]byte("user-agent: *\ndisallow: "+c.pattern), "bot"), c.paths...)
	}
	// The length is that of the escaped pattern.
	judge(t, ParseGoogle([]byte("user-agent: *\ndisallow: /%C3%BC\nallow: /\u00fc"), "bot"), "+/%C3%BC")
	judge(t, ParseGoogle([]byte("user-agent: *\ndisallow: /%7Eab\nallow: /****"), "bot"), "-/%7Eab")
}

// TestRFCSpecial is 2.2.3.
func TestRFCSpecial(t *testing.T) {
	judge(t, Parse([]byte("user-agent: *\ndisallow: /\nallow: /this/path/exactly$ # comment"), "bot"),
		"+/this/path/exactly", "-/this/path/exactly/", "-/this/path/exactl")
	judge(t, Parse([]byte("user-agent: *\ndisallow: /\nallow: /this/*/exactly"), "bot"),
		"+/this/path/exactly", "+/this//exactly?x", "-/this/exactly")
	judge(t, Parse([]byte("user-agent: *\ndisallow: /$x\ndisallow: /%2Ax\ndisallow: /y%24"), "bot"),
		"-/$x", "-/$xy", "+/ax", "-/*x", "-/%2ax", "-/y$", "-/y%24z", "+/y")
}

// TestNames: names of crawlers, and when a group ends.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"user-agent: a\ndisallow: /":                                        "-/",
		"user-agent: A\ndisallow: /":                                        "-/",
		"user-agent: a/1.0 *\ndisallow: /":                                  "-/",
		"user-agent: ab\ndisallow: /":                                       "+/",
		"user-agent: *\ndisallow: /\nuser-agent: a":                         "+/",
		"user-agent: * \ndisallow: /":                                       "-/",
		"user-agent: * x\ndisallow: /":                                      "-/",
		"user-agent: *x\ndisallow: /":                                       "+/",
		"user-agent: b\nuser-agent: *\ndisallow: /":                         "-/",
		"user-agent: a\n\n\nsitemap: x\nfoo: x\nuser-agent: b\ndisallow: /": "-/",
		"user-agent: a\ndisallow:\nuser-agent: b\ndisallow: /":              "+/",
		"user-agent: a\ncrawl-delay: 1\nuser-agent: b\ndisallow: /":         "-/",
		"disallow: /\nuser-agent: a":                                        "+/",
		"user-agent:\ndisallow: /":                                          "+/",
	} {
		r := Parse([]byte(text), "a")
		if got := r.Allowed([]byte("/")); got != (want == "+/") {
			t.Errorf("%q: allowed: %v", text, got)
		}
	}
}

// TestMistakes: what is often written wrong.
func TestMistakes(t *testing.T) {
	for _, text := range []string{
		"useragent: a\ndisallow: /", "user agent: a\ndisallow: /", "user-agent a\ndisallow /", "user-agent\ta\ndisallow\t/",
		"USER-AGENT : a\n\t disalow: /", "user-agent: a\ndissallow: /", "user-agent: a\ndissalow: /",
		"user-agent: a\ndiasllow: /",
		"user-agent: a\ndisallaw : /", "\xef\xbb\xbfuser-agent: a\ndisallow: /", "\xefuser-agent: a\ndisallow: /",
	} {
		if Parse([]byte(text), "a").Allowed([]byte("/x")) {
			t.Errorf("%q allows", text)
		}
	}
	for _, text := range []string{
		"user-agent: a\ndisallow / x", "user-agent: a\ndeny: /", "user-agent: a\ndisallow: x",
		"user-agent: a\ndisallow: http://x/",
		"user-agent: a\ndisallow: $", "<p>user-agent: a</p>\n<p>disallow: /</p>",
	} {
		if !Parse([]byte(text), "a").Allowed([]byte("/x")) {
			t.Errorf("%q denies", text)
		}
	}
}

// TestIndexPage: an Allow of index.html allows its folder.
func TestIndexPage(t *testing.T) {
	judge(t, Parse([]byte("user-agent: *\ndisallow: /\nallow: /a/index.html\nallow: /b/index.htm\n"), "a"),
		"+/a/", "+/a/index.html", "-/a/index.htm", "-/a/b", "-/b/")
	judge(t, Parse([]byte("user-agent: *\ndisallow: /a/index.html"), "a"), "+/a/", "-/a/index.html")
}

func TestLongestAndTies(t *testing.T) {
	for _, c := range []struct{ rules, path string }{
		{"allow: /p\ndisallow: /", "+/page"},
		{"disallow: /folder\nallow: /folder", "+/folder/page"},
		{"allow: /page\ndisallow: /*.htm", "-/page.htm"},
		{"allow: /a%3Ab\ndisallow: /a:b", "+/a:b"}, // as long
		{"disallow: /\u00fc*\nallow: /%C3%BC", "-/%C3%BC"},
		{"allow: /\u00fc\ndisallow: /****", "+/%C3%BC"}, // 7 and 5 octets
		{"allow: /$\ndisallow: /", "+/"},
		{"disallow: /***x\nallow: /a/x", "-/a/x"},
	} {
		t.Run(c.rules, func(t *testing.T) { judge(t, Parse([]byte("user-agent: *\n"+c.rules), "a"), c.path) })
	}
}

// TestRule: the number of the line that decides.
func TestRule(t *testing.T) {
	r := Parse([]byte("# text\r\n\r\nuser-agent: *\rdisallow: /a\n\nallow: /a/b\n"), "a")
	for path, want := range map[string]string{"/a": "4 false", "/a/b": "6 true", "/": "0 true", "/robots.txt": "0 true"} {
		line, allowed := r.Rule([]byte(path))
		if got := fmt.Sprint(line, allowed); got != want {
			t.Errorf("%s: %s, not %s", path, got, want)
		}
	}
}

func TestAllAndNone(t *testing.T) {
	judge(t, AllowAll, "+/", "+", "+/a?b", "+/robots.txt")
	judge(t, DenyAll, "-/", "-", "-/a?b", "+/robots.txt", "-/robots.txt?x", "-/a/robots.txt")
	judge(t, Parse([]byte("user-agent: *\ndisallow: /"), "a"), "-", "+/robots.txt")
	judge(t, Parse(nil, "a"), "+/")
	judge(t, ParseFirst(nil, "a"), "+/")
}

func TestDelay(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"10": 10 * time.Second, "0.5": time.Second / 2, ".25": time.Second / 4, "1.5s": 3 * time.Second / 2,
		"0": 0, "-1": 0, "x": 0,
		"": 0, "1e9": time.Second, "NaN": 0, "86400": 24 * time.Hour, "86400.5": 24 * time.Hour, "2 # seconds": 2 * time.Second,
		strings.Repeat("9", 5000): 24 * time.Hour, "0." + strings.Repeat("3", 50): 333333333,
	} {
		if got := Parse([]byte("user-agent: *\ncrawl-delay: "+value), "a").Delay(); got != want {
			t.Errorf("%.20q: %v, not %v", value, got, want)
		}
	}
	text := "crawl-delay: 1\nuser-agent: *\ncrawl-delay: 2\nuser-agent: a\ncrawl-delay: 3\nuser-agent: b\ndisallow: /\n" +
		"user-agent: a\ncrawl-delay: 1\nuser-agent: c\ndisallow:\n"
	for bot, want := range map[string]time.Duration{"a": 3 * time.Second, "b": 0, "c": 0, "d": 3 * time.Second} {
		if got := Parse([]byte(text), bot).Delay(); got != want {
			t.Errorf("%s: %v", bot, got)
		}
	}
	if d := ParseFirst([]byte("user-agent: *\ncrawl-delay: 3\ndisallow: /"), "a").Delay(); d != 0 {
		t.Error(d)
	}
}

func TestSitemaps(t *testing.T) {
	var text strings.Builder
	var want []string
	for i := range 1200 {
		fmt.Fprintf(&text, "sitemap: https://x.example/%d.xml # %d\n", i, i)
		want = append(want, fmt.Sprintf("https://x.example/%d.xml", i))
	}
	for _, r := range []*Rules{Parse([]byte(text.String()), "a"), ParseFirst([]byte(text.String()), "a")} {
		if !slices.Equal(r.Sitemaps(), want[:1000]) {
			t.Errorf("%d sitemaps", len(r.Sitemaps()))
		}
	}
	r := Parse([]byte("Sitemap:\nSite-Map : /a\nuser-agent: b\nsitemap /b"), "a")
	if got := r.Sitemaps(); !slices.Equal(got, []string{"/a", "/b"}) {
		t.Error(got)
	}
	if len(AllowAll.Sitemaps()) > 0 {
		t.Error("a list of a file became that of all")
	}
}

// TestLimits: lines and files that are too long are cut, and a line that the end of the file cuts is left out.
func TestLimits(t *testing.T) {
	long := strings.Repeat("a", 20000)
	r := Parse([]byte("user-agent: *\ndisallow: /"+long+"\ndisallow: /z\n"), "a")
	judge(t, r, "-/z", "-/"+long[:maxLine-len("disallow: /")], "+/"+long[:maxLine-len("disallow: /")-1])

	head := "user-agent: *\n"
	fill := strings.Repeat("#", maxText-len(head)-len("\ndisallow: /a")) + "\ndisallow: /a"
	judge(t, Parse([]byte(head+fill+"\ndisallow: /b\n"), "a"), "-/a", "+/b")
	judge(t, Parse([]byte(head+fill+"\rdisallow: /b\n"), "a"), "-/a", "+/b")
	judge(t, Parse([]byte(head+fill), "a"), "-/a", "+/b")
	judge(t, Parse([]byte(head+fill+"bc\n"), "a"), "+/a", "+/abc")
	judge(t, Parse([]byte(strings.Repeat("x", 2*maxText)), "a"), "+/")
}

// TestBytes: what the rules hold does not grow beyond a few times the file, and rules for others are not held.
func TestBytes(t *testing.T) {
	long := "allow: /" + strings.Repeat("a", 1000) + "\n"
	for _, line := range []string{"allow:*\n", "allow:/*a*a*a*a\n", "sitemap:x\n", long} {
		text := bytes.Repeat([]byte(line), maxText/len(line))
		for _, name := range []string{"*", "b"} {
			r := Parse(append([]byte("user-agent: "+name+"\n"), text...), "a")
			if n := r.Bytes(); n > 5*maxText || name == "b" && n > 30000 {
				t.Errorf("%.20q for %s: %d bytes", line, name, n)
			}
		}
	}
}

// TestFast: wildcards cost no more than a look at the path for each of them.
func TestFast(t *testing.T) {
	path := []byte("/" + strings.Repeat("a", 4095))
	for _, value := range []string{
		"/" + strings.Repeat("*a", 8000) + "$", "/" + strings.Repeat("a*", 8000) + "b", "/*" + strings.Repeat("a", 16000),
		"/*" + strings.Repeat("a", 2000) + "b*", strings.Repeat("*", 16000) + "b",
	} {
		r := Parse([]byte("user-agent: *\ndisallow: "+value), "a")
		best := time.Hour
		for range 3 {
			begun := time.Now()
			r.Allowed(path)
			best = min(best, time.Since(begun))
		}
		if best > 50*time.Millisecond {
			t.Errorf("%.10s: %v", value, best)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	r := Parse([]byte(simple), "other")
	for _, path := range []string{"/publications/a.html", "/%7Ea/%C3%BC?q=%20", ""} {
		path := []byte(path)
		if n := testing.AllocsPerRun(100, func() { r.Allowed(path) }); n > 0 {
			t.Errorf("%s: %v allocations", path, n)
		}
	}
}

// TestFirst is the reading of the thesis (Bumüller 2019, 3.1.2.1), by the rules of RobotFileParser.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		text  string
		paths []string
	}{
		{"User-agent: *\nDisallow: /a\nAllow: /a/b", []string{"-/a/b", "-/ab", "+/b"}}, // the first rule, not the longest
		{"User-agent: *\nAllow: /a/b\nDisallow: /a", []string{"+/a/b", "-/a/c"}},
		{"User-agent: *\nDisallow:\nDisallow: /", []string{"+/"}}, // an empty rule allows
		{"User-agent: *\nDisallow: /\nDisallow:", []string{"-/"}},
		{"User-agent: *\nDisallow: *", []string{"-/", "-/a"}},
		{"User-agent: *\nDisallow: /*.gif$", []string{"+/a.gif", "-/*.gif$"}}, // no wildcards
		{"User-agent: *\nDisallow: /%7ea/%c3%bc", []string{"-/~a/%C3%BC", "+/~a"}},
		{"User-agent: Scientist\nDisallow: /a\n\nUser-agent: ScientistFinder\nDisallow: /b", []string{"-/a", "+/b"}},
		{"User-agent: ScientistFinderBot\nDisallow: /a", []string{"+/a"}},                           // not the other way round
		{"User-agent: *\nDisallow: /a\n\nUser-agent: finder\nDisallow: /b", []string{"+/a", "-/b"}}, // * is last
		{"User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b", []string{"-/a", "+/b"}},      // the first * only
		{"User-agent: *\nDisallow: /a\n\nUser-agent: finder\nUser-agent: *\nDisallow: /b", []string{"-/a", "+/b"}},
		{"User-agent: finder\nUser-agent: *\nDisallow: /a\n\nUser-agent: tist\nDisallow: /b", []string{"+/a", "-/b"}},
		{"User-agent: finder\n\nDisallow: /a", []string{"+/a"}},                              // an empty line ends the group
		{"User-agent: finder\n \nDisallow: /a", []string{"-/a"}},                             // it is not empty
		{"User-agent: finder\n#\nDisallow: /a", []string{"-/a"}},                             // nor is this
		{"User-agent: finder\r\nDisallow: /a\r\n", []string{"-/a"}},                          // CRLF is one end
		{"User-agent: *\nDisallow: /a\nUser-agent: x\nDisallow: /b", []string{"-/a", "+/b"}}, // no empty line is needed
		{"User-agent: x\nCrawl-delay: 3\nUser-agent: *\nDisallow: /b", []string{"-/b"}},
		{"Disallow: /", []string{"+/"}},
		{"User-agent: *\nDisalow: /\nDisallow /", []string{"+/"}}, // no mistakes
		{"User-agent:\nDisallow: /", []string{"-/"}},              // the empty name is a part of ours
		{"User-agent: *\nDisallow: /", []string{"+/robots.txt", "-/"}},
	} {
		t.Run(c.text, func(t *testing.T) { judge(t, ParseFirst([]byte(c.text), "ScientistFinder"), c.paths...) })
	}
}
