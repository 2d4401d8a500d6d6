package urls

import (
	"encoding/json"
	"os"
	"testing"
)

// suite opens a file of the test suites, which lie beside the repository.
func suite(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../../shared/data/suites/" + name)
	if err != nil {
		t.Skip("no test suite: ", err)
	}
	return text
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

// TestResolverWPT: all cases without a base or with one of the web; where the standard gives an address of another
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
