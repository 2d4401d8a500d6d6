package robots

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"
)

// twin matches a pattern as it is defined, by trying all that a * can be. The path has no escapes, or read takes those of the
// pattern as they are.
func twin(value, path []byte, read func([]byte) (byte, int)) bool {
	switch {
	case len(value) == 0:
		return true
	case string(value) == "$":
		return len(path) == 0
	case value[0] == '*':
		return twin(value[1:], path, read) || len(path) > 0 && twin(value, path[1:], read)
	case len(path) == 0:
		return false
	}
	c, n := read(value)
	return c == path[0] && twin(value[n:], path[1:], read)
}

// decoded is octet, by other means.
func decoded(text []byte) (byte, int) {
	const digits = "0123456789ABCDEF"
	if len(text) >= 3 && text[0] == '%' {
		high := bytes.IndexByte([]byte(digits), bytes.ToUpper(text[1:2])[0])
		low := bytes.IndexByte([]byte(digits), bytes.ToUpper(text[2:3])[0])
		if high >= 0 && low >= 0 {
			return byte(16*high + low), 3
		}
	}
	return text[0], 1
}

func decodedPath(path []byte) (octets []byte) {
	for len(path) > 0 {
		c, n := decoded(path)
		octets, path = append(octets, c), path[n:]
	}
	return octets
}

func matchTwice(t *testing.T, value, path []byte) {
	t.Helper()
	pattern, _, exact := appendPattern(nil, value, true, false)
	got, want := matches(pattern, exact, appendOctets(nil, path)), twin(value, decodedPath(path), decoded)
	if got != want {
		t.Fatalf("%q matches %q: %v, not %v", value, path, got, want)
	}
	pattern, weight, exact := appendPattern(nil, value, true, true)
	text := spelledText(value)
	as := func(text []byte) (byte, int) { return text[0], 1 }
	if got, want := matches(pattern, exact, path), twin(text, path, as); got != want || int(weight) != len(text) {
		t.Fatalf("%q matches %q for Google: %v, not %v; weight %d", value, path, got, want, weight)
	}
}

// spelledText is the pattern that Google's parser makes of one.
func spelledText(value []byte) []byte {
	value = regexp.MustCompile(`%[0-9a-fA-F]{2}`).ReplaceAllFunc(value, bytes.ToUpper)
	var text []byte
	for _, c := range value {
		if c < 0x80 {
			text = append(text, c)
		} else {
			text = fmt.Appendf(text, "%%%02X", c)
		}
	}
	return text
}

// TestTwin: the matcher agrees with one that tries everything.
func TestTwin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	parts := []string{"/", "a", "b", "*", "$", "%2A", "%", "%61", "%2f", "\xc3"}
	some := func(n int) (text []byte) {
		for range rnd.IntN(n) {
			text = append(text, parts[rnd.IntN(len(parts))]...)
		}
		return text
	}
	for range 20000 {
		matchTwice(t, some(8), some(10))
	}
}

// FuzzAllowed: the same for any pattern and path, as long as the twin can do it.
func FuzzAllowed(f *testing.F) {
	for _, seed := range [][2]string{
		{"/fish*.php$", "/fish/a.php"}, {"*a*b$", "/ab%61b"}, {"/%2A$", "/*"}, {"**$$", "/$"}, {"", ""},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, value, path []byte) {
		if bytes.Count(value, []byte("*")) > 4 || len(value) > 60 || len(path) > 60 {
			return
		}
		matchTwice(t, value, path)
	})
}

// FuzzParse: any file is read, within its limits, and /robots.txt is allowed.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		simple, "\xef\xbb\xbfuser-agent a\rdisallow /*a$\r\n", "%", ":",
		"user-agent: *\nallow: /index.html\ncrawl-delay: 1.5\nsitemap: x",
	} {
		f.Add([]byte(seed), []byte("/a/%62?c"))
	}
	f.Fuzz(func(t *testing.T, text, path []byte) {
		before := bytes.Clone(text)
		for _, r := range []*Rules{Parse(text, "foobot"), ParseGoogle(text, "foobot"), ParseFirst(text, "foobot")} {
			r.Allowed(path)
			if !r.Allowed([]byte(robotsPath)) || r.Delay() < 0 || r.Delay() > maxDelay || len(r.Sitemaps()) > maxSitemaps ||
				r.Bytes() > 200+ruleBytes*len(text)+2*stringHead*len(text) {
				t.Errorf("delay %v, %d sitemaps, %d bytes", r.Delay(), len(r.Sitemaps()), r.Bytes())
			}
		}
		if !bytes.Equal(text, before) {
			t.Error("the file was changed")
		}
	})
}

func BenchmarkAllowed(b *testing.B) {
	r := Parse([]byte(simple), "other")
	path := []byte("/people/staff/oswald.html?lang=de")
	for b.Loop() {
		r.Allowed(path)
	}
}

// BenchmarkWorst judges the path that costs most by the largest file of hostile rules.
func BenchmarkWorst(b *testing.B) {
	line := "allow:/*ab\n"
	r := Parse(append([]byte("user-agent:*\n"), bytes.Repeat([]byte(line), maxText/len(line))...), "a")
	path := append([]byte("/"), bytes.Repeat([]byte("a"), 4095)...)
	for b.Loop() {
		r.Allowed(path)
	}
}
