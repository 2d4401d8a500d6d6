package urls

import (
	"encoding/json"
	"strconv"
	"testing"

	"webmill/pkg/realdata"
)

// suite is a file of the test suites.
func suite(t *testing.T, name string) []byte {
	t.Helper()
	return realdata.Read(t, "suites/"+name)
}

// A wptCase is one of the web platform tests of URLs.
type wptCase struct {
	Input, Href                  string
	Base                         *string
	Failure                      bool
	Protocol, Username, Password string
	Hostname, Port, Pathname     string
	Search, Hash                 string
}

func wptCases(t *testing.T) []wptCase {
	t.Helper()
	var raw []json.RawMessage
	if err := json.Unmarshal(suite(t, "url/wpt-urltestdata.json"), &raw); err != nil {
		t.Fatal(err)
	}
	var cases []wptCase
	for _, r := range raw {
		if r[0] != '{' {
			continue // a comment
		}
		var c wptCase
		if err := json.Unmarshal(r, &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	return cases
}

// TestResolverWPT: all cases without a base or with one of the web; where the standard gives a URL of another
// scheme, the Resolver says ErrScheme.
func TestResolverWPT(t *testing.T) {
	run := 0
	for _, c := range wptCases(t) {
		r := Resolver{Fragments: true, Exact: true}
		if c.Base != nil {
			if err := r.SetBase([]byte(*c.Base)); err != nil {
				continue
			}
		}
		run++
		got, err := r.Resolve(nil, []byte(c.Input))
		switch web := webScheme([]byte(c.Protocol)) != ""; {
		case web && string(got) != c.Href:
			t.Errorf("%q on %q: got %q, %v; want %q", c.Input, r.Base(), got, err, c.Href)
		case !web && err == nil:
			t.Errorf("%q on %q: got %q, want %q", c.Input, r.Base(), got, c.Href)
		}
	}
	t.Logf("%d cases", run)
}

// TestParseWPT: all cases, all parts.
func TestParseWPT(t *testing.T) {
	run := 0
	for _, c := range wptCases(t) {
		var base *URL
		if c.Base != nil {
			var err error
			if base, err = Parse(*c.Base, nil); err != nil {
				if !c.Failure {
					t.Errorf("base %q: %v", *c.Base, err)
				}
				run++
				continue
			}
		}
		run++
		u, err := Parse(c.Input, base)
		if c.Failure {
			if err == nil {
				t.Errorf("%q on %v: got %q, want an error", c.Input, base, u.Href())
			}
			continue
		}
		if err != nil {
			t.Errorf("%q on %v: %v, want %q", c.Input, base, err, c.Href)
			continue
		}
		port := ""
		if u.Port >= 0 {
			port = strconv.Itoa(u.Port)
		}
		got := wptCase{Input: c.Input, Base: c.Base, Href: u.Href(), Protocol: u.Scheme, Username: u.Username,
			Password: u.Password, Hostname: u.Host, Port: port, Pathname: u.Path, Search: u.Query, Hash: u.Fragment}
		if len(got.Search) == 1 {
			got.Search = "" // so is the attribute, but not the URL
		}
		if len(got.Hash) == 1 {
			got.Hash = ""
		}
		if got != c {
			t.Errorf("%q: got %+v, want %+v", c.Input, got, c)
		}
	}
	t.Logf("%d cases", run)
}

// TestDomainWPT: domains to ASCII.
func TestDomainWPT(t *testing.T) {
	var raw []json.RawMessage
	if err := json.Unmarshal(suite(t, "url/wpt-toascii.json"), &raw); err != nil {
		t.Fatal(err)
	}
	for _, r := range raw {
		if r[0] != '{' {
			continue
		}
		var c struct{ Input, Output string }
		if err := json.Unmarshal(r, &c); err != nil {
			t.Fatal(err)
		}
		got, err := appendHost(nil, []byte(c.Input), true)
		if string(got) != c.Output {
			t.Errorf("%+q: got %q, %v; want %q", c.Input, got, err, c.Output)
		}
	}
}
