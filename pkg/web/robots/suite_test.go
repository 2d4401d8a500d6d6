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

// contradictions are the expectations of the suite that RFC 9309, 2.2.2, contradicts: octets outside of ASCII are compared
// escaped, and escapes of unreserved octets decoded. The suite takes the URL as it is spelled.
var contradictions = map[string]string{
	"http://foo.bar/foo/bar/\u30c4": "DISALLOWED",
	"http://foo.bar/foo/bar/baz":    "DISALLOWED",
}

// TestGoogleSuite: google/robotstxt-spec-test. The path of a URL is as it is there.
func TestGoogleSuite(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(realdata.Path(t, "suites/robots"), "*.textproto"))
	if err != nil {
		t.Fatal(err)
	}
	texts, all, contradicted := map[string]bool{}, 0, 0
	for _, file := range files {
		last := ""
		for i, e := range expectations(t, file) {
			if i == 0 || e.text != last {
				texts[file+strconv.Itoa(i)], last = true, e.text
			}
			all++
			_, path, _ := strings.Cut(strings.TrimPrefix(e.url, "http://"), "/")
			want := e.outcome == "ALLOWED"
			if contradictions[e.url] == e.outcome {
				contradicted++
				want = !want
			}
			if got := Parse([]byte(e.text), e.agent).Allowed([]byte("/" + path)); got != want {
				t.Errorf("%s: %q says of %s to %q: allowed: %v", filepath.Base(file), e.text, e.url, e.agent, got)
			}
		}
	}
	if len(texts) != 55 || all != 146 || contradicted != 3 {
		t.Errorf("%d files, %d expectations, %d of them against the RFC", len(texts), all, contradicted)
	}
}
