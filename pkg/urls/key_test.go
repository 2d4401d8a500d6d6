package urls

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestKeys(t *testing.T) {
	// In the order of their keys.
	table := []struct{ url, key string }{
		{"", "!"},
		{"!x", "!!x"},
		{"http://a b", "!http://a b"},
		{"http://a/ ", "!http://a/ "},
		{"http://x", "!http://x"},
		{"mailto:a@example.com", "!mailto:a@example.com"},
		{"http://10.0.0.1/", "10.0.0.1)/"},
		{"http://[1::2]:81/", "[1::2]):81/"},
		{"http://com/", "com)/"},
		{"http://example.com/", "com,example)/"},
		{"https://example.com/", "com,example)/ "},
		{"http://example.com/!", "com,example)/!"},
		{"http://example.com/a", "com,example)/a"},
		{"https://example.com/a", "com,example)/a "},
		{"http://example.com/a/b", "com,example)/a/b"},
		{"http://example.com/ab", "com,example)/ab"},
		{"http://example.com:81/", "com,example):81/"},
		{"https://u:p@example.com:81/a", "com,example)@u:p@:81/a "},
		{"http://www.example.com/", "com,example,www)/"},
		{"http://a.www.example.com/", "com,example,www,a)/"},
		{"http://example-two.com/", "com,example-two)/"},
		{"http://example2.com/", "com,example2)/"},
		{"http://a,b)~.com/", "com,a~lb~i~~)/"},
		{"http://1x.2x/", "2x,1x)/"},
	}
	for _, c := range table {
		key := AppendKey([]byte("before"), []byte(c.url))
		if string(key) != "before"+c.key {
			t.Errorf("%q: got %q, want %q", c.url, key[6:], c.key)
		}
		if back := FromKey([]byte("before"), key[6:]); string(back) != "before"+c.url {
			t.Errorf("%q: back to %q", c.url, back)
		}
	}
	var keys []string
	for _, c := range table[:21] {
		keys = append(keys, c.key)
	}
	if !slices.IsSorted(keys) {
		t.Errorf("not in order: %q", keys)
	}
}

// What is no key must not do harm.
func TestFromKeyOfOther(t *testing.T) {
	for _, key := range []string{"", ")", ",,", "a", "~)", "a)@", "a)@@", ") "} {
		FromKey(nil, []byte(key))
	}
}

// webURL draws canonical URLs with many common parts.
func webURL(t *rapid.T) string {
	host := rapid.StringMatching(`([a-c]{1,2}[-!)~_]?[a-c0-9]?\.){0,3}[a-c]{1,2}`).Draw(t, "host")
	rest := rapid.StringMatching(`(:[1-9]{1,2})?/[ab!/]{0,3}(\?[ab]?)?`).Draw(t, "rest")
	url := rapid.SampledFrom([]string{"http://", "https://"}).Draw(t, "scheme") + host + rest
	canonical, err := Canonical(nil, []byte(url))
	if err != nil {
		t.Fatal(url, err)
	}
	return string(canonical)
}

// keyParts is what the order of keys is about, taken apart in the slow way.
func keyParts(url string) (labels []string, rest string, https bool) {
	scheme, after, _ := strings.Cut(url, "://")
	i := strings.IndexAny(after, ":/")
	labels = strings.Split(after[:i], ".")
	slices.Reverse(labels)
	for i, label := range labels {
		var b strings.Builder
		for _, c := range []byte(label) { // only that escapes sort behind all other bytes is of interest
			if c <= ',' {
				b.WriteByte('~')
				c += '@'
			} else if c == '~' {
				b.WriteByte('~')
			}
			b.WriteByte(c)
		}
		labels[i] = b.String()
	}
	return labels, after[i:], scheme == "https"
}

func comparePages(a, b string) int {
	labelsA, restA, httpsA := keyParts(a)
	labelsB, restB, httpsB := keyParts(b)
	order := cmp.Or(slices.Compare(labelsA, labelsB), cmp.Compare(restA, restB))
	switch {
	case order != 0 || httpsA == httpsB:
		return order
	case httpsA:
		return 1
	}
	return -1
}

// TestKeyOrder: keys compare as the reversed labels, then the rest, then the scheme.
func TestKeyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := webURL(t), webURL(t)
		if got, want := bytes.Compare(AppendKey(nil, []byte(a)), AppendKey(nil, []byte(b))), comparePages(a, b); got != want {
			t.Fatalf("%q, %q: got %d, want %d", a, b, got, want)
		}
	})
}

// TestKeyNeighbours: sorted by key, the pages of each host, and the hosts of each domain, are neighbours.
func TestKeyNeighbours(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages := rapid.SliceOfN(rapid.Custom(webURL), 2, 40).Draw(t, "pages")
		slices.SortFunc(pages, func(a, b string) int {
			return bytes.Compare(AppendKey(nil, []byte(a)), AppendKey(nil, []byte(b)))
		})
		done := map[string]bool{} // domains of any depth that have ended
		var before []string
		for _, page := range pages {
			var open []string
			labels, _, _ := keyParts(page)
			for i := range labels {
				open = append(open, strings.Join(labels[:i+1], ","))
			}
			for _, domain := range before {
				done[domain] = done[domain] || !slices.Contains(open, domain)
			}
			for _, domain := range open {
				if done[domain] {
					t.Fatalf("%s is torn apart in %q", domain, pages)
				}
			}
			before = open
		}
	})
}

func FuzzKey(f *testing.F) {
	for _, s := range []string{"", "http://example.com/", "https://u@a,b:1/ ", "http://[::1]:2/", "http://@/", "http://:/", "x ",
		"!", "https://a)b~c/", "http://\x00/", "http://1.2:3/", "http://!.0/"} {
		f.Add([]byte(s), []byte("http://www.example.com/"))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		keyA, keyB := AppendKey(nil, a), AppendKey(nil, b)
		if back := FromKey(nil, keyA); !bytes.Equal(back, a) {
			t.Fatalf("%q: key %q, back %q", a, keyA, back)
		}
		if bytes.Equal(keyA, keyB) != bytes.Equal(a, b) {
			t.Fatalf("%q and %q: keys %q and %q", a, b, keyA, keyB)
		}
		if bytes.IndexByte(keyA, '\n') >= 0 && bytes.IndexByte(a, '\n') < 0 {
			t.Fatalf("%q: key %q has a line end", a, keyA)
		}
		FromKey(nil, a)
	})
}

func BenchmarkAppendKey(b *testing.B) {
	url := []byte("https://www.cs.uni-example.de/people/mueller/publications.html?year=2016")
	dst := make([]byte, 0, 1<<10)
	b.ReportAllocs()
	for b.Loop() {
		AppendKey(dst, url)
	}
}

func BenchmarkFromKey(b *testing.B) {
	key := AppendKey(nil, []byte("https://www.cs.uni-example.de/people/mueller/publications.html?year=2016"))
	dst := make([]byte, 0, 1<<10)
	b.ReportAllocs()
	for b.Loop() {
		FromKey(dst, key)
	}
}
