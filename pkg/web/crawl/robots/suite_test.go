package robots

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

// expectation is what a suite of tests says of a URL.
type expectation struct {
	text, url, agent, outcome string
}

// parts are the fields and the strings of a file of the suite.
var parts = regexp.MustCompile(`(?m)#.*$|"(?:\\.|[^"\\])*"|[A-Za-z_]+`)

func expectations(t *testing.T, file string) (list []expectation) {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var e expectation
	field := ""
	for _, part := range parts.FindAllString(string(content), -1) {
		switch part[0] {
		case '#':
		case '"':
			text, err := strconv.Unquote(part)
			if err != nil {
				t.Fatalf("%s: %s: %v", file, part, err)
			}
			switch field {
			case "robotstxt":
				e.text += text
			case "testurl":
				e.url += text
			case "useragent":
				e.agent += text
			}
		default:
			switch field = part; part {
			case "robotstxt":
				e = expectation{}
			case "testurl":
				e.url, e.agent = "", ""
			case "ALLOWED", "DISALLOWED":
				e.outcome = part
				list = append(list, e)
			}
		}
	}
	return list
}

// differences are the expectations of the suite that RFC 9309, 2.2.2, contradicts, by the pattern and the URL: octets outside of
// ASCII are compared escaped, and escapes of unreserved octets decoded. The suite takes the URL as it is spelled.
var differences = map[[2]string]string{
	{"/foo/bar/\u30c4", "http://foo.bar/foo/bar/\u30c4"}:    "DISALLOWED", // a raw path for a raw pattern
	{"/foo/bar/%E3%83%84", "http://foo.bar/foo/bar/\u30c4"}: "DISALLOWED", // and for an escaped one
	{"/foo/bar/%62%61%7A", "http://foo.bar/foo/bar/baz"}:    "DISALLOWED", // escapes of letters
}

// TestGoogleSuite: google/robotstxt-spec-test. The path of a URL is as it is there. ParseGoogle fulfils all of it, and Parse all
// but the differences.
func TestGoogleSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(realdata.Path(t, "suites/robots"), "*.textproto"))
	if err != nil {
		t.Fatal(err)
	}
	texts, all, different := map[string]bool{}, 0, 0
	for _, file := range files {
		last := ""
		for i, e := range expectations(t, file) {
			if i == 0 || e.text != last {
				texts[file+strconv.Itoa(i)], last = true, e.text
			}
			all++
			_, path, _ := strings.Cut(strings.TrimPrefix(e.url, "http://"), "/")
			check := func(name string, parse func([]byte, string) *Rules, want bool) {
				if got := parse([]byte(e.text), e.agent).Allowed([]byte("/" + path)); got != want {
					t.Errorf("%s, %s: %q says of %s to %q: allowed: %v", name, filepath.Base(file), e.text, e.url, e.agent, got)
				}
			}
			want := e.outcome == "ALLOWED"
			check("Google", ParseGoogle, want)
			_, pattern, _ := strings.Cut(e.text, "\nAllow: ")
			if differences[[2]string{strings.TrimSpace(pattern), e.url}] == e.outcome {
				different++
				want = !want
			}
			check("RFC", Parse, want)
		}
	}
	if len(texts) != 55 || all != 146 || different != 3 {
		t.Errorf("%d files, %d expectations, %d of them against the RFC", len(texts), all, different)
	}
}
