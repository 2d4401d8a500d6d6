package urls

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Pieces of which references are made: all that means something, and some that does not.
var pieces = []string{
	"/", "/", "//", "\\", "?", "#", ":", "@", ".", "..", "../", "./", "%2e", "%2E/", "%", "%7e", "%zz", "&", "=", ";", ",", "'",
	"\"", "<", "^", "|", "{",
	"`", "[", "]", "[::1]", "[1:2::3.4.5.6]", "http:", "https:", "HTTP://", "https://", "ftp:", "file:", "C|", "mailto:", "x:",
	"a", "b", "A", "Z", "0", "80",
	"443", "0x1f", "1.2.3.4", "256", "example", ".com", "www.", "xn--", "xn--zca", "ä", "ß", "ẞ", "\u00ad", "。", "１", "\u200d",
	"\ufffd", "\xff", "\xc3", " ", "\t", "\n", "\r",
	"\x00", "\x1f", "\x7f", "-", "_", "~", "!", "$", "(", ")", "*", "+", ";jsessionid=", "?sid=0123456789abcdef&",
	"PHPSESSID=", "cfid=1&cftoken=2&",
}

func reference(t *rapid.T, name string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, name), "")
}

// checkResolve tests all that must hold for any base and reference, and returns the absolute URL.
func checkResolve(t interface{ Fatalf(string, ...any) }, base, ref string) string {
	exact := Resolver{Fragments: true, Exact: true}
	var plain Resolver
	var general *URL
	if base != "" {
		err := exact.SetBase([]byte(base))
		if again := plain.SetBase([]byte(base)); !errors.Is(again, err) && !errors.Is(again, ErrLong) {
			t.Fatalf("base %q: %v, %v", base, err, again)
		}
		if err == nil {
			general, err = Parse(base, nil)
			if err != nil {
				t.Fatalf("base %q: parsed: %v", base, err)
			}
		}
	}
	got, err := exact.Resolve(nil, []byte(ref))
	u, errGeneral := Parse(ref, general)
	switch {
	case errors.Is(err, ErrLong):
	case err == nil && (errGeneral != nil || u.Href() != string(got)):
		t.Fatalf("%q on %q: %q, parsed %+v, %v", ref, base, got, u, errGeneral)
	case err != nil && errGeneral == nil && webScheme([]byte(u.Scheme)) != "":
		t.Fatalf("%q on %q: %v, parsed %q", ref, base, err, u.Href())
	}
	b, err := plain.Resolve(nil, []byte(ref))
	if err != nil {
		return ""
	}
	for _, c := range b {
		if c <= ' ' || c >= 0x7f {
			t.Fatalf("%q on %q: %q", ref, base, b)
		}
	}
	if bytes.IndexByte(Authority(b), '@') >= 0 {
		t.Fatalf("%q on %q: %q has a user", ref, base, b)
	}
	if again, err := Canonical(nil, b); err != nil || !bytes.Equal(again, b) {
		t.Fatalf("%q on %q: %q, canonical %q, %v", ref, base, b, again, err)
	}
	if relative, _ := plain.Resolve(nil, b); !bytes.Equal(relative, b) {
		t.Fatalf("%q on %q: %q, resolved once more %q", ref, base, b, relative)
	}
	if key := AppendKey(nil, b); key[0] == noURL || !bytes.Equal(FromKey(nil, key), b) {
		t.Fatalf("%q: key %q", b, key)
	}
	AppendSURT(nil, b)
	DefaultTraps.Check(b)
	if stripped := StripSessions(nil, b); !bytes.Equal(stripped, canonical(stripped)) ||
		!bytes.Equal(stripped, StripSessions(nil, stripped)) {
		t.Fatalf("%q: stripped %q", b, stripped)
	}
	if host := Host(b); len(host) == 0 || !bytes.HasSuffix(host, Domain(host, true)) {
		t.Fatalf("%q: host %q", b, host)
	}
	return string(b)
}

func canonical(url []byte) []byte {
	c, err := Canonical(nil, url)
	if err != nil {
		return []byte(err.Error())
	}
	return c
}

func TestResolveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := rapid.OneOf(rapid.Just(""), rapid.Just("http://example.com/a/b?c#d"), rapid.Custom(func(t *rapid.T) string {
			return rapid.SampledFrom([]string{"http://", "https://u@h/", "file:///", "x:/", ""}).Draw(t,
				"scheme") + reference(t, "base")
		})).Draw(t, "base")
		checkResolve(t, base, reference(t, "reference"))
	})
}

// TestResolveKeepsHost: a relative reference without a host never leaves the host.
func TestResolveKeepsHost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ref := "a" + reference(t, "reference")
		if scheme, _ := cutScheme(appendWithoutBreaks(nil, []byte(ref))); scheme != nil {
			return
		}
		for _, lead := range []string{"", "/", "?", "#", "./", "../"} {
			got := checkResolve(t, "https://u@example.com:81/a/b?c", lead+ref)
			if !strings.HasPrefix(got, "https://example.com:81/") {
				t.Fatalf("%q: %q", lead+ref, got)
			}
		}
	})
}

func FuzzResolve(f *testing.F) {
	for i, piece := range pieces {
		f.Add("http://example.com/a/b?c", piece+"x"+pieces[len(pieces)-1-i])
		f.Add("", "http://"+piece+"x"+pieces[len(pieces)-1-i])
	}
	f.Add("file:///C:/x", "/../y")
	f.Fuzz(func(t *testing.T, base, ref string) { checkResolve(t, base, ref) })
}

// TestHostile: a megabyte of what makes parsers go back and forth. Work that grows with the square of the input would take
// minutes here.
func TestHostile(t *testing.T) {
	for _, c := range []struct{ name, head, unit string }{
		{"up", "http://example.com/", "../"},
		{"down and up", "http://example.com/", "a/../"},
		{"escaped dots", "http://example.com/", "%2e%2e/a/"},
		{"slashes", "http://example.com", "/"},
		{"backslashes", "http:", "\\"},
		{"users", "http://", "@"},
		{"colons", "http://", ":"},
		{"brackets", "http://[", "]["},
		{"labels", "http://a", ".a"},
		{"numbers", "http://1", ".1"},
		{"long number", "http://0x", "f"},
		{"Unicode", "http://", "ä"},
		{"distinct Unicode", "http://", "äöüßéèêëàâôûîïçñ"},
		{"escapes", "http://", "%25"},
		{"scheme", "", "a"},
		{"queries", "http://example.com/?", "&a=1"},
		{"sessions", "http://example.com/", ";jsessionid="},
		{"nested escapes", "http://example.com/?%", "25"},
		{"breaks", "http://example.com/", "\n"},
	} {
		for _, size := range []int{MaxLength - len(c.head), 1 << 20} {
			ref := c.head + strings.Repeat(c.unit, size/len(c.unit))
			b := []byte(ref)
			var r Resolver
			if err := r.SetBase([]byte("http://example.com/a/b/c")); err != nil {
				t.Fatal(err)
			}
			if got, err := r.Resolve(nil, b); len(got) > MaxLength || size > MaxLength && err == nil && c.name != "breaks" {
				t.Errorf("%s: %d bytes of URL, %v", c.name, len(got), err)
			}
			Parse(ref, nil)
			AppendSURT(nil, b)
			FromKey(nil, AppendKey(nil, b))
			StripSessions(nil, b)
			Traps{SameSegment: 3, SamePair: 3}.Check(b)
		}
	}
}
