package urls

import (
	"bytes"
	"strings"
	"testing"
)

func TestHosts(t *testing.T) {
	for _, c := range []struct{ url, host, reversed, domain, private string }{
		{"http://www.example.com/a", "www.example.com", "com.example.www", "example.com", "example.com"},
		{"https://u:p@a.b.example.co.uk:81/", "a.b.example.co.uk", "uk.co.example.b.a", "example.co.uk", "example.co.uk"},
		{"http://me.github.io/", "me.github.io", "io.github.me", "github.io", "me.github.io"},
		{"http://a.me.github.io/", "a.me.github.io", "io.github.me.a", "github.io", "me.github.io"},
		{"http://localhost/", "localhost", "localhost", "localhost", "localhost"},
		{"http://10.0.0.1:81/", "10.0.0.1", "10.0.0.1", "10.0.0.1", "10.0.0.1"},
		{"http://[1::2]/", "[1::2]", "[1::2]", "[1::2]", "[1::2]"},
		{"http://co.uk/", "co.uk", "uk.co", "co.uk", "co.uk"},
		{"http://www.example.com./", "www.example.com.", ".com.example.www", "example.com.", "example.com."},
		{"http://a.b.example/", "a.b.example", "example.b.a", "b.example", "b.example"},
		{"mailto:a@example.com", "", "", "", ""},
	} {
		host := Host([]byte(c.url))
		if string(host) != c.host {
			t.Errorf("%s: host %q", c.url, host)
		}
		if got := ReverseHost(nil, host); string(got) != c.reversed {
			t.Errorf("%s: reversed %q", c.url, got)
		}
		if got := Domain(host, false); string(got) != c.domain {
			t.Errorf("%s: domain %q", c.url, got)
		}
		if got := Domain(host, true); string(got) != c.private {
			t.Errorf("%s: with private suffixes %q", c.url, got)
		}
	}
}

// TestDomainPSL: the suite of the public suffix list. A null there is a host that has no registrable domain: Domain gives
// the host itself.
func TestDomainPSL(t *testing.T) {
	run := 0
	for _, line := range strings.Split(string(suite(t, "psl/test_psl.txt")), "\n") {
		arguments, ok := strings.CutPrefix(strings.TrimSpace(line), "checkPublicSuffix(")
		if !ok {
			continue
		}
		name, want, _ := strings.Cut(strings.TrimSuffix(arguments, ");"), ", ")
		if name == "null" {
			continue
		}
		host, err := appendDomain(nil, []byte(strings.Trim(name, "'")))
		if err != nil {
			t.Fatal(name, err)
		}
		registrable := host
		if want != "null" {
			if registrable, err = appendDomain(nil, []byte(strings.Trim(want, "'"))); err != nil {
				t.Fatal(want, err)
			}
		}
		run++
		if got := Domain(host, true); !bytes.Equal(got, registrable) {
			t.Errorf("%s: got %q, want %q", name, got, registrable)
		}
	}
	t.Logf("%d hosts", run)
}
