package dict

import (
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestFinder: each string of a dictionary has the number of its line, all others have none.
func TestFinder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		urls := rapid.StringMatching(`https?://[ab]{1,2}\.[a-c]{1,2}/[a-d]{0,3}(x{900})?(y{900})?(z{900})?`)
		list := rapid.SliceOfDistinct(urls, rapid.ID[string]).Draw(t, "strings")
		order := URLs()
		slices.SortFunc(list, func(a, b string) int {
			return strings.Compare(string(order.Key(nil, []byte(a))), string(order.Key(nil, []byte(b))))
		})
		// Up to two runs more, as dict -existing adds them.
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, len(list)), 0, 2).Draw(t, "moved") {
			list = slices.Concat(list[n:], list[:n])
		}
		end := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "end")
		text := strings.Join(list, end)
		if len(list) > 0 && rapid.Bool().Draw(t, "last end") {
			text += end
		}
		f, err := NewFinder(section(text), order, rapid.Int64Range(0, 100).Draw(t, "memory"))
		if err != nil || f.Strings != int64(len(list)) {
			t.Fatalf("%v; %d strings, not %d", err, f.Strings, len(list))
		}
		s := f.Search()
		for _, i := range rapid.Permutation(list).Draw(t, "asked") {
			for _, asked := range []string{i, i + "0", "http://" + i[7:]} {
				id, ok, err := s.ID([]byte(asked))
				if want := slices.Index(list, asked); err != nil || ok != (want >= 0) || ok && int(id) != want {
					t.Fatalf("%q: %d %v %v, not %d", asked, id, ok, err, want)
				}
			}
		}
	})
}

func section(s string) *io.SectionReader {
	return io.NewSectionReader(strings.NewReader(s), 0, int64(len(s)))
}

// TestFinderRefuses: a file that is no dictionary would give wrong ids.
func TestFinderRefuses(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("http://b/\nhttp://a/\n", 40): "is not in the order that dict gives to a dictionary, at line 64",
		"http://b/\nhttp://b/\n":                     "is not in the order that dict gives to a dictionary, at line 2",
		strings.Repeat("x", 70000) + "\n":            "longer than 64 KiB, at line 1",
	} {
		if _, err := NewFinder(section(text), URLs(), 1<<20); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}
