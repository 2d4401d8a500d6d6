package urls

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
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
		{"ftp://u@ftp.example.com:2121/a", "ftp.example.com", "com.example.ftp", "example.com", "example.com"},
		{"gopher://example.com", "example.com", "com.example", "example.com", "example.com"},
		{"file:///a//b", "", "", "", ""},
		{"data:text/plain,http://a.example/", "", "", "", ""},
		{"a//b", "", "", "", ""},
		{"1://b/", "", "", "", ""},
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

// A suffixList is the public suffix list, read and applied in the slow and obvious way.
type suffixList struct{ icann, private map[string]bool }

func readSuffixList(t *testing.T) suffixList {
	t.Helper()
	r, err := zstd.NewReader(bytes.NewReader(suite(t, "psl/public_suffix_list.dat.zst")))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	list := suffixList{map[string]bool{}, map[string]bool{}}
	section := list.icann
	for lines := bufio.NewScanner(r); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		switch {
		case strings.Contains(line, "===BEGIN PRIVATE"):
			section = list.private
		case line == "" || strings.HasPrefix(line, "//"):
		default:
			ascii, err := appendDomain(nil, []byte(line))
			if err != nil {
				t.Fatal(line, err)
			}
			section[string(ascii)] = true
		}
	}
	return list
}

// domain follows the description of the list: the longest matching rule, but exceptions before all; then a label more.
func (l suffixList) domain(host string, private bool) string {
	has := func(rule string) bool { return l.icann[rule] || private && l.private[rule] }
	labels := strings.Split(host, ".")
	suffix := 1
	for n := 1; n <= len(labels); n++ {
		tail := labels[len(labels)-n:]
		wildcard := "*." + strings.Join(tail[1:], ".")
		if has("!" + strings.Join(tail, ".")) {
			suffix = n - 1
			break
		}
		if has(strings.Join(tail, ".")) || has(wildcard) {
			suffix = n
		}
	}
	if suffix >= len(labels) {
		return host
	}
	return strings.Join(labels[len(labels)-suffix-1:], ".")
}

// TestDomainList: hosts below every rule of the list, with both sections and with one. The list of the test data and the
// one built into the library are of different days: a few hosts differ.
func TestDomainList(t *testing.T) {
	list := readSuffixList(t)
	hosts, differ := 0, 0
	for _, section := range []map[string]bool{list.icann, list.private} {
		for rule := range section {
			rule = strings.TrimPrefix(strings.Replace(rule, "*", "wild", 1), "!")
			for _, host := range []string{rule, "a." + rule, "b.a." + rule} {
				for _, private := range []bool{false, true} {
					hosts++
					if got, want := string(Domain([]byte(host), private)), list.domain(host, private); got != want {
						differ++
						t.Logf("%s, private %v: got %s, want %s", host, private, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d hosts, %d differ", hosts, differ)
	if differ > hosts/100 {
		t.Error("more than the age of the list explains")
	}
}

func BenchmarkDomain(b *testing.B) {
	host := []byte("www.cs.uni-example.de")
	b.ReportAllocs()
	for b.Loop() {
		Domain(host, false)
	}
}

func TestAfterHost(t *testing.T) {
	for url, want := range map[string]string{
		"http://a.example/": "/", "https://u:p@a.example:81/b/c?d=/e": "/b/c?d=/e", "http://a.example": "",
		"mailto:a/b": "", "": "",
	} {
		if got := AfterHost([]byte(url)); string(got) != want {
			t.Errorf("%s: %q, want %q", url, got, want)
		}
	}
}
