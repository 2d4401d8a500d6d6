package scope

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"webmill/pkg/urls"
)

// TestMainDomainV51: the worked examples of Bumüller 2019, and the trap of a label that is a top-level domain.
func TestMainDomainV51(t *testing.T) {
	for host, want := range map[string]string{
		"www.informatik.uni-freiburg.de": "uni-freiburg",
		"www.ojc.osaka-sandai.ac.jp":     "osaka-sandai",
		"twin-cities.umn.edu":            "umn",
		"www.ox.ac.uk":                   "ox",
		"www.uni-stuttgart.de":           "uni-stuttgart",
		"www.sydney.edu.au":              "",
		"127.0.0.1":                      "",
		"de":                             "",
		"abc.de":                         "",
	} {
		got, err := mainDomainOf([]byte(host))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", host, got, err, want)
		}
	}
}

// TestChecklistFiveChecks: the first rule that fails is named, whatever else is wrong.
func TestChecklistFiveChecks(t *testing.T) {
	s := Scope{Kind: Main, Endings: map[string]bool{"html": true, "jsp": true}, MaxDepth: 7, Traps: urls.DefaultTraps}
	if err := s.Seed([]byte("http://www.uni-x.de/"), ""); err != nil {
		t.Fatal(err)
	}
	if err := s.Deny.Add("www.uni-x.de/cgi-bin"); err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]Rule{
		"ftp://www.uni-x.de/a.pdf":                        Scheme,
		"http://www.other.de/a.pdf":                       Outer,
		"http://uni-x.example.org/a.html":                 None, // a label, not a suffix
		"http://my-uni-x.de/":                             Outer,
		"http://www.uni-x.de/cgi-bin/a.pdf":               Denied,
		"http://www.uni-x.de/cgi-binary":                  None,
		"http://www.uni-x.de/a.pdf":                       Type,
		"http://www.uni-x.de/a.HTML":                      None,
		"http://www.uni-x.de/people/max.muster":           Type, // the known loss
		"http://www.uni-x.de/people/max.muster/":          None,
		"http://www.uni-x.de/a.jsp?x=b.pdf":               None,
		"http://www.uni-x.de/" + strings.Repeat("a/", 21): "trap:segments",
	} {
		if got := s.Check([]byte(url), 7); got != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
	if got := s.Check([]byte("http://www.uni-x.de/"), 8); got != Deep {
		t.Errorf("depth 8: %q", got)
	}
}

func TestKinds(t *testing.T) {
	const seed = "http://www.a.co.uk/x/y?z/"
	for kind, want := range map[Kind]string{
		Host:   "http://www.a.co.uk/q https://www.a.co.uk/",
		Domain: "http://www.a.co.uk/q https://www.a.co.uk/ http://b.a.co.uk/",
		Main:   "http://www.a.co.uk/q https://www.a.co.uk/ http://b.a.co.uk/ http://a.com/",
		Prefix: "http://www.a.co.uk/x/",
		List:   seed,
		All:    "http://www.a.co.uk/q https://www.a.co.uk/ http://b.a.co.uk/ http://a.com/ http://www.a.co.uk/x/ http://c.co.uk/",
	} {
		s := Scope{Kind: kind}
		if err := s.Seed([]byte(seed), ""); err != nil {
			t.Fatal(err)
		}
		var got []string
		all := "http://www.a.co.uk/q https://www.a.co.uk/ http://b.a.co.uk/ http://a.com/ http://www.a.co.uk/x/ http://c.co.uk/ " + seed
		for _, url := range strings.Fields(all) {
			if s.Check([]byte(url), 0) == None {
				got = append(got, url)
			}
		}
		for _, url := range strings.Fields(want) {
			if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+url+" ") {
				t.Errorf("%s: %s is not in %v", kind, url, got)
			}
		}
		if kind == Prefix && len(got) != 2 || kind == List && len(got) != 1 || kind == Domain && len(got) != 5 {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

// TestAddresses: the lists of Nitsche 2003, with numbers.
func TestAddresses(t *testing.T) {
	var s Scope
	s.Kind = Allowed
	for _, p := range []string{"http://131.159.*.*/", "*.tum.example"} {
		if err := s.Allow.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Deny.Read(strings.NewReader("# denied\n\nhttp://131.159.72.20\nhttp://131.159.0.51/images\nhttp://131.159.12.\nhttp://131.159.9.9/~\n"), 1<<20); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		url, address string
		want         Rule
	}{
		{"http://x.example/", "131.159.72.200", None},
		{"http://x.example/", "131.159.72.20", Number},
		{"http://x.example/images/a", "131.159.0.51", Number},
		{"http://x.example/imagesque", "131.159.0.51", None},
		{"http://x.example/", "131.159.12.7", Number},
		{"http://x.example/~bob", "131.159.9.9", Number},
		{"http://x.example/", "131.160.0.1", Number},
		{"http://a.tum.example/", "10.0.0.1", None},
		{"http://atum.example/", "10.0.0.1", Number},
	} {
		if got := s.Check([]byte(c.url), 0); got != None {
			t.Errorf("%s: %q before its address is known", c.url, got)
		}
		if got := s.CheckAddress([]byte(c.url), both(c.address)); got != c.want {
			t.Errorf("%s at %s: %q, want %q", c.url, c.address, got, c.want)
		}
	}
	if got := s.CheckAddress([]byte("http://x.example/"), nil); got != Number {
		t.Errorf("without an address: %q", got)
	}
	bads := strings.Split("ftp://x/ * a*b.example  http:// .a.example a..example a.example/. a.example#x", " ")
	for _, bad := range append(bads, "http://a.example/ # bad", "http://a.example/\tbad",
		"http://a.example/*", "a.example,b.example", "http:/a.example/", "http://a.example (old)") {
		if s.Deny.Add(bad) == nil {
			t.Errorf("%q is a pattern", bad)
		}
	}
}

// TestLongPattern: a line that is too long to be a pattern is named by its number.
func TestLongPattern(t *testing.T) {
	var p Patterns
	err := p.Read(strings.NewReader("a.test\n"+strings.Repeat("b", 70_000)+"\n"), 1<<20)
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("%v", err)
	}
}

// TestManyPatterns: a list that is too long for the memory is refused; in a long one each URL is found at once.
func TestManyPatterns(t *testing.T) {
	var p Patterns
	for i := range 20_000 {
		if err := p.Add(fmt.Sprintf("*.h%d.example/x", i)); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	for i := range 20_000 {
		if !p.Match(fmt.Appendf(nil, "http://a.h%d.example/x/%d", i, i)) || p.Match(fmt.Appendf(nil, "http://h%d.example/y", i)) {
			t.Fatal(i)
		}
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("40,000 URLs took %v", took)
	}
	if err := p.Read(strings.NewReader("a.example"), p.Bytes()+100); err == nil || !strings.Contains(err.Error(), "-S") {
		t.Errorf("too many patterns: %v", err)
	}
}

// both are the addresses of a host that has one of each kind.
func both(address string) []netip.Addr {
	return []netip.Addr{netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr(address)}
}

// TestPatternSpelling: whatever the spelling of a pattern or a URL, what a server takes for the same page is the same.
func TestPatternSpelling(t *testing.T) {
	for _, c := range []struct{ pattern, match, others string }{
		{"bad.example", "http://bad.example/ https://bad.example./x http://bad.example:8/", "http://a.bad.example/"},
		{"*.Bad.example.", "http://bad.example/ http://a.bad.example./x", "http://notbad.example/"},
		{"a.example/priv", "http://a.example/%70riv/x http://a.example/p%72iv", "http://a.example/priv%2F http://a.example/PRIV"},
		{"a.example/%70riv", "http://a.example/priv/x http://a.example/%70%72iv?q", "http://a.example/private"},
		{"a.example/müll", "http://a.example/m%C3%BCll/x", "http://a.example/m%C3%BC"},
		{"a.example/%7Ebob", "http://a.example/~bob/ http://a.example/%7Ebob", "http://a.example/~bobby"},
		{"a.example/x/../b c", "http://a.example/b%20c", "http://a.example/x/"},
		{"a.example:8080/x", "http://a.example:8080/x/y http://u@a.example.:8080/x", "http://a.example/x http://a.example:8/x"},
		{"https://a.example:443/x", "http://a.example/x https://a.example:8443/x", "http://a.example/y"},
		{"a.example/x?a=1", "http://a.example/x?a=1&b=2", "http://a.example/x?a=12 http://a.example/x"},
		{"a.example/x", "http://a.example/x?a=1", "http://a.example/x&a http://a.example/x.html"},
		{"a.example?x", "http://a.example/?x", "http://a.example/ http://a.example/x"},
		{"127.0.0.1:81", "http://127.0.0.1:81/", "http://127.0.0.1/"},
		{"[::1]", "http://[::1]:80/", "http://[::2]/"},
	} {
		var p Patterns
		if err := p.Add(c.pattern); err != nil {
			t.Errorf("%s: %v", c.pattern, err)
		}
		for _, url := range strings.Fields(c.match) {
			if !p.Match([]byte(url)) {
				t.Errorf("%s does not match %s", c.pattern, url)
			}
		}
		for _, url := range strings.Fields(c.others) {
			if p.Match([]byte(url)) {
				t.Errorf("%s matches %s", c.pattern, url)
			}
		}
	}
}

// TestHostByNumberV11 is the list of Nitsche 2003, 4.3.2.3.1: a host is allowed by its number, then denied by it.
func TestHostByNumberV11(t *testing.T) {
	s := Scope{Kind: Allowed}
	for _, n := range []string{"100", "101", "102", "103"} {
		if err := s.Allow.Add("http://100.100." + n + ".*/"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Deny.Add("http://100.100.101.25/"); err != nil {
		t.Fatal(err)
	}
	const url = "http://www.test2.com/index.html"
	for address, want := range map[string]Rule{
		"100.100.101.25": Number, "100.100.101.26": None, "100.100.103.1": None, "100.100.104.1": Number,
	} {
		if got := s.CheckAddress([]byte(url), both(address)); got != want {
			t.Errorf("%s at %s: %q, not %q", url, address, got, want)
		}
	}
}

// TestIdle: patterns that match no URL are counted; a URL matches all patterns that fit.
func TestIdle(t *testing.T) {
	var p Patterns
	for _, text := range []string{"a.example/x", "a.example", "*.example", "b.example", "10.0.*.*"} {
		if err := p.Add(text); err != nil {
			t.Fatal(err)
		}
	}
	p.Match([]byte("http://a.example/x/y"))
	if idle, all, first := p.Idle(); idle != 2 || all != 5 || first != "b.example" {
		t.Errorf("%d of %d are idle, first %s", idle, all, first)
	}
	p.MatchAddress([]byte("http://c.test/"), netip.MustParseAddr("10.0.3.4"))
	if idle, _, _ := p.Idle(); idle != 1 {
		t.Errorf("%d are idle", idle)
	}
}
