package dict

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// table is the result of a Build, or of its twin.
type result struct {
	links []int32
	words []string
	stats Stats
}

func (r *result) WriteBlock(block []int32) error {
	r.links = append(r.links, block...)
	return nil
}

func (r *result) word(id int32, s []byte) error {
	if int(id) != len(r.words) {
		return fmt.Errorf("id %d after %d strings", id, len(r.words))
	}
	r.words = append(r.words, string(s))
	return nil
}

func build(text string, opt Options) (*result, error) {
	r := &result{}
	if opt.FS == nil {
		opt.FS = vfs.OS
	}
	opt.Threads = max(1, opt.Threads)
	var err error
	r.stats, err = Build([]io.Reader{strings.NewReader(text)}, opt, Output{Links: r, Words: r.word})
	return r, err
}

// slow numbers strings by a map and a sort.
func slow(text string, columns int, order Order, existing []string, alone ...bool) *result {
	r := &result{words: slices.Clone(existing)}
	ids := map[string]int32{}
	for i, s := range existing {
		ids[s] = int32(i)
	}
	var fresh []string
	var records [][]string
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		if len(fields) < columns && (len(fields) > 1 || !slices.Contains(alone, true)) {
			continue
		}
		fields = fields[:min(columns, len(fields))]
		if slices.ContainsFunc(fields, unfitForSlow) {
			continue
		}
		if len(fields) == columns {
			records = append(records, fields)
		}
		for _, f := range fields {
			if _, ok := ids[f]; !ok {
				ids[f] = -1
				fresh = append(fresh, f)
			}
		}
	}
	key := func(s string) string {
		if order.Key == nil {
			return s
		}
		return string(order.Key(nil, []byte(s)))
	}
	sort.Slice(fresh, func(i, j int) bool { return key(fresh[i]) < key(fresh[j]) })
	for _, s := range fresh {
		ids[s] = int32(len(r.words))
		r.words = append(r.words, s)
	}
	for _, fields := range records {
		for _, f := range fields {
			r.links = append(r.links, ids[f])
		}
	}
	return r
}

func unfitForSlow(s string) bool {
	return s == "" || len(s) > slowField || !utf8.ValidString(s) ||
		strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// slowField is the longest field in these tests.
const slowField = 200

func (r *result) compare(t interface{ Fatalf(string, ...any) }, want *result) {
	if !slices.Equal(r.words, want.words) {
		t.Fatalf("dictionary\n%q, want\n%q", r.words, want.words)
	}
	if !slices.Equal(r.links, want.links) {
		t.Fatalf("links %v, want %v", r.links, want.links)
	}
}

var orders = map[string]Order{"bytes": {}, "urls": URLs(), "hosts": hostOrder()}

// TestBuild: the twin, with memory for a few strings, so that there are many batches and levels of merging.
func TestBuild(t *testing.T) {
	levels := 0
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{"ab", "a./:", "\x00a\t\r", "aä~,)! "}).Draw(t, "alphabet")
		word := rapid.OneOf(
			rapid.StringOfN(rapid.SampledFrom([]rune(alphabet)), 0, 12, -1),
			rapid.Custom(func(t *rapid.T) string {
				return fmt.Sprintf("%s://h%d.example.org:8%d/%s",
					rapid.SampledFrom([]string{"http", "https", "x"}).Draw(t, "scheme"),
					rapid.IntRange(0, 9).Draw(t, "host"), rapid.IntRange(0, 1).Draw(t, "port"),
					strings.Repeat("p", rapid.IntRange(0, 99).Draw(t, "path")))
			}))
		columns := rapid.IntRange(1, 3).Draw(t, "columns")
		var text strings.Builder
		var fields []string
		for range rapid.IntRange(0, 400).Draw(t, "lines") {
			before := fields
			fields = rapid.SliceOfN(word, columns, columns+1).Draw(t, "fields")
			if before != nil && rapid.IntRange(0, 3).Draw(t, "new source") > 0 {
				fields[0] = before[0]
			}
			text.WriteString(strings.Join(fields, "\t") + "\n")
			for rapid.IntRange(0, 9).Draw(t, "alone") == 0 {
				text.WriteString(word.Draw(t, "string") + "\n")
			}
		}
		name := rapid.SampledFrom([]string{"bytes", "urls", "hosts"}).Draw(t, "order")
		opt := Options{Columns: columns, Order: orders[name], field: slowField, Alone: rapid.Bool().Draw(t, "alone counts"),
			Room: work.Room{Memory: int64(rapid.IntRange(0, 20_000).Draw(t, "memory"))}}
		opt.Threads = rapid.IntRange(1, 4).Draw(t, "threads")
		if name == "hosts" {
			if strings.ContainsAny(text.String(), "/") { // no host has one
				opt.Order = Order{}
			}
		}
		want := slow(text.String(), columns, opt.Order, nil, opt.Alone)
		if rapid.Bool().Draw(t, "canonical") {
			opt.Canonical = func(dst, s []byte) ([]byte, error) { return append(dst, bytes.ToUpper(s)...), nil }
			want = slow(strings.ToUpper(text.String()), columns, opt.Order, nil, opt.Alone)
		}
		got, err := build(text.String(), opt)
		if err != nil {
			t.Fatal(err)
		}
		got.compare(t, want)
		levels = max(levels, got.stats.Levels)
	})
	t.Logf("up to %d levels", levels)
}

// TestExisting: the strings of an older dictionary keep their ids, whatever their order, and new ones follow.
func TestExisting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.Custom(func(t *rapid.T) string { return fmt.Sprint("w", rapid.IntRange(0, 300).Draw(t, "word")) })
		old := rapid.SliceOfNDistinct(word, 0, 300, rapid.ID[string]).Draw(t, "existing")
		var text strings.Builder
		for range rapid.IntRange(0, 300).Draw(t, "lines") {
			text.WriteString(word.Draw(t, "a") + "\t" + word.Draw(t, "b") + "\n")
		}
		opt := Options{Columns: 2, field: 40, Room: work.Room{Threads: rapid.IntRange(1, 3).Draw(t, "threads")}}
		opt.Existing = &Existing{"old.txt", strings.NewReader(strings.Join(append(old, ""), "\n"))}
		got, err := build(text.String(), opt)
		if err != nil {
			t.Fatal(err)
		}
		got.compare(t, slow(text.String(), 2, Order{}, old))
	})
}

// TestExistingRefused: an older dictionary must be without fault.
func TestExistingRefused(t *testing.T) {
	var many strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&many, "word %d\n", i)
	}
	for text, want := range map[string]string{
		"a\nb\na\n":                            `old.txt: "a" stands at line 1 and at line 3`,
		many.String() + "word 7\n":             `old.txt: "word 7" stands at line 8 and at line 5001`,
		"a\n\nb\n":                             "old.txt: an empty field, at line 2",
		"a\nb\x00\n":                           "old.txt: a control byte in a field, at line 2",
		"a\nb\tc\n":                            "old.txt: a control byte in a field, at line 2",
		"\xff":                                 "old.txt: a field that is not UTF-8, at line 1",
		"a\n" + strings.Repeat("x", 500):       "old.txt: a field longer than 100 bytes, at line 2",
		"a\n" + strings.Repeat("x", 3*MaxLine): "old.txt: a line longer than 1 MiB, at line 2",
	} {
		opt := Options{Columns: 1, Existing: &Existing{"old.txt", strings.NewReader(text)}, field: 100}
		if _, err := build("a\n", opt); err == nil || err.Error() != want {
			t.Errorf("%.20q: %v, want %s", text, err, want)
		}
	}
}

// sample is a crawl of some thousand links.
func sample(lines int) string {
	var text strings.Builder
	for i := range lines {
		src, dst := (i-i/10%10)/7, i*7919%(lines/3+1)
		fmt.Fprintf(&text, "http://host%d.example.org/page/%d.html\thttps://host%d.example.org/page/%d.html\tkind\n",
			src/50, src, dst/50, dst)
	}
	return text.String()
}

// TestSameBytes: neither memory nor threads nor the way the input comes change the result.
func TestSameBytes(t *testing.T) {
	text := sample(20_000)
	want := slow(text, 2, URLs(), nil)
	for _, memory := range []int64{1 << 10, 1 << 20, 1 << 28} {
		for _, threads := range []int{1, 2, 5} {
			r := &result{}
			opt := Options{Columns: 2, Order: URLs(), field: 200, Room: work.Room{Memory: memory, Threads: threads, FS: vfs.OS}}
			half := len(text) / 2
			srcs := []io.Reader{iotest.OneByteReader(strings.NewReader(text[:half])),
				iotest.HalfReader(strings.NewReader(text[half:]))}
			if !strings.HasSuffix(text[:half], "\n") { // a source ends its line
				srcs = []io.Reader{io.MultiReader(srcs...)}
			}
			var err error
			if r.stats, err = Build(srcs, opt, Output{Links: r, Words: r.word}); err != nil {
				t.Fatal(err)
			}
			r.compare(t, want)
			if memory == 1<<10 && (r.stats.Batches < 10 || r.stats.Levels < 2) {
				t.Errorf("only %d batches and %d levels", r.stats.Batches, r.stats.Levels)
			}
			if memory == 1<<28 && r.stats.Spilled > 0 {
				t.Errorf("%d bytes spilled where all fits", r.stats.Spilled)
			}
		}
	}
}

// TestHostile: lines that no dictionary can hold are counted by reason, and the others taken.
func TestHostile(t *testing.T) {
	million := strings.Repeat("http://a/\thttp://b/\t", 1_000_000)
	lines := []string{
		"a\tb", "a", "", "a\t", "\tb", "a\x00\tb", "a\tb\x1b[31m", "a\t\xff\xfe", "c\td\t\x00\xff", "e\tf\r",
		"a\t" + strings.Repeat("x", MaxField), "a\t" + strings.Repeat("y", MaxField+1), million, "\x00",
		strings.Repeat("z", 5*MaxLine) + "\tb",
		"a\tb\t" + strings.Repeat("k", MaxLine-4), "a\tb\t" + strings.Repeat("k", MaxLine-3), "a\tb",
	}
	for _, last := range []string{"", "\n"} {
		got, err := build(strings.Join(lines, "\n")+last, Options{Columns: 2, Room: work.Room{Memory: 1 << 20, Threads: 2}})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]int64{FewColumns: 3, emptyField: 2, control: 2, notUTF8: 1, longField(MaxField): 1, longLine: 3}
		if !maps.Equal(got.stats.Skipped, want) {
			t.Errorf("skipped %v, want %v", got.stats.Skipped, want)
		}
		if words := []string{"a", "b", "c", "d", "e", "f", strings.Repeat("x", MaxField)}; !slices.Equal(got.words, words) {
			t.Errorf("dictionary %.20q", got.words)
		}
		if links := []int32{0, 1, 2, 3, 4, 5, 0, 6, 0, 1, 0, 1}; !slices.Equal(got.links, links) {
			t.Errorf("links %v", got.links)
		}
	}
}

// TestControl: wherever the byte stands.
func TestControl(t *testing.T) {
	for c := range 256 {
		for n := range 20 {
			for at := range n {
				s := bytes.Repeat([]byte{"~ \xff"[n%3]}, n)
				s[at] = byte(c)
				if got, want := hasControl(s), c < ' ' || c == 0x7f; got != want {
					t.Fatalf("%q: %v", s, got)
				}
			}
		}
	}
}

// TestCanonical: strings are numbered by the form they are brought to; lines without it are left out.
func TestCanonical(t *testing.T) {
	opt := Options{Columns: 2, Order: URLs(), Canonical: urls.Canonical}
	got,
		err := build("HTTP://Example.com\thttp://example.com:80/#top\nhttp://example.com/\tmailto:a\nhttp://example.com/\thttp://a.org/ b\n", opt)
	if err != nil {
		t.Fatal(err)
	}
	if words := []string{"http://example.com/", "http://a.org/%20b"}; !slices.Equal(got.words, words) ||
		got.stats.Skipped[noForm] != 1 {
		t.Errorf("%q, skipped %v", got.words, got.stats.Skipped)
	}
	if !slices.Equal(got.links, []int32{0, 0, 0, 1}) {
		t.Errorf("links %v", got.links)
	}
	upper := func(dst, s []byte) ([]byte, error) { return append(dst, bytes.ToUpper(s)...), nil }
	text := sample(9000)
	if got, err = build(text, Options{Columns: 2, Canonical: upper, field: 100, Room: work.Room{Memory: 1 << 10}}); err != nil {
		t.Fatal(err)
	}
	got.compare(t, slow(strings.ToUpper(text), 2, Order{}, nil))
}

// TestFaults: each operation on the temporary file may fail; only closing it may go unnoticed, as nobody reads it any more.
func TestFaults(t *testing.T) {
	text := sample(3000)
	for i := 0; ; i++ {
		var n atomic.Int64
		var failed atomic.Value
		sys := &fault.FS{FS: vfs.OS, Check: func(op string, _ int) error {
			if n.Add(1)-1 != int64(i) {
				return nil
			}
			failed.Store(op)
			return fault.Injected
		}}
		opt := Options{Columns: 2, field: 100, Room: work.Room{Memory: 1 << 10, Threads: 2, FS: sys, TempDir: t.TempDir()}}
		opt.Existing = &Existing{"old.txt", strings.NewReader("a\nb\nc\n")}
		_, err := build(text, opt)
		op := failed.Load()
		switch {
		case op == nil && err == nil:
			if i < 50 {
				t.Fatalf("only %d operations", i)
			}
			return
		case op != "close" && !errors.Is(err, fault.Injected):
			t.Fatalf("operation %d, %v: error %v", i, op, err)
		case sys.OpenFiles() != 0:
			t.Fatalf("operation %d, %v: a file was left open", i, op)
		}
	}
}

// TestOutputFails: an error of who takes the result ends the work.
func TestOutputFails(t *testing.T) {
	full := errors.New("full")
	text := sample(3000)
	for _, out := range []Output{
		{Words: func(id int32, _ []byte) error { return map[bool]error{true: full}[id == 700] }},
		{Links: sink(func(block []int32) error { return full })},
	} {
		opt := Options{Columns: 2, field: 100, Room: work.Room{Memory: 1 << 10, Threads: 2, FS: vfs.OS}}
		if _, err := Build([]io.Reader{strings.NewReader(text)}, opt, out); err != full {
			t.Errorf("%v", err)
		}
	}
	opt := Options{Columns: 2, field: 100, Room: work.Room{Memory: 1 << 10, Threads: 2, FS: vfs.OS}}
	broken := io.MultiReader(strings.NewReader(text), iotest.ErrReader(full))
	if _, err := Build([]io.Reader{broken}, opt, Output{}); err != full {
		t.Errorf("a source that fails: %v", err)
	}
}

type sink func([]int32) error

func (s sink) WriteBlock(block []int32) error { return s(block) }

// TestPageHosts: each page with a host is paired with its host's place among all hosts.
func TestPageHosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hosts []string
		var pages []string
		for i := range rapid.IntRange(0, 200).Draw(t, "pages") {
			if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
				pages = append(pages, fmt.Sprint("mailto:", i))
				continue
			}
			host := fmt.Sprintf("h%d.org", rapid.IntRange(0, 60).Draw(t, "host"))
			pages = append(pages, fmt.Sprintf("https://u@%s:81/%d", host, i))
			hosts = append(hosts, host)
		}
		slices.Sort(hosts)
		hosts = slices.Compact(hosts)
		var want []int32
		for i, p := range pages {
			if h := string(urls.Host([]byte(p))); h != "" {
				want = append(want, int32(i), int32(slices.Index(hosts, h)))
			}
		}
		got := &result{}
		h, err := NewPageHosts(Options{field: 40, Room: work.Room{Threads: 2, FS: vfs.OS}}, got, got.word)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range pages {
			if err := h.Add(int32(i), []byte(p)); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Close(nil); err != nil {
			t.Fatal(err)
		}
		got.compare(t, &result{links: want, words: hosts})
	})
	broken := errors.New("broken")
	h, _ := NewPageHosts(Options{field: 40, Room: work.Room{Threads: 1, FS: vfs.OS}}, nil, nil)
	if err := h.Close(broken); err != broken {
		t.Errorf("%v", err)
	}
}

// FuzzBuild: whatever the bytes, the result is that of the twin, in as little memory as there can be.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("a\tb\nc\nb\ta\n"), uint8(2), false)
	f.Add([]byte("a\n\nb\r\nc\x00\n\xff"), uint8(1), true)
	f.Add([]byte("http://a.org/\thttp://b.a.org/\t\x00\nhttp://a.org/\t\n"), uint8(3), true)
	f.Fuzz(func(t *testing.T, text []byte, columns uint8, byURL bool) {
		opt := Options{Columns: 1 + int(columns%3), field: slowField, Alone: columns > 100, Room: work.Room{Threads: 2}}
		if byURL {
			opt.Order = URLs()
		}
		got, err := build(string(text), opt)
		if err != nil {
			t.Fatal(err)
		}
		got.compare(t, slow(string(text), opt.Columns, opt.Order, nil, opt.Alone))
	})
}

// FuzzOrders: no key is longer than most says, and every string comes back.
func FuzzOrders(f *testing.F) {
	for _, s := range []string{"http://www.example.com/a?b", "https://u:p@x.org:81/", "http://~!,.a/", "mailto:a", "",
		"http://10.0.0.1/", "http://[::1]/", "http:////", "https://a"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		for name, o := range map[string]Order{"urls": URLs(), "hosts": hostOrder()} {
			if name == "hosts" && bytes.ContainsAny(s, "/@") {
				continue // no host has these
			}
			key := o.Key(nil, s)
			if got := o.String(nil, key); !bytes.Equal(got, s) && !bytes.ContainsAny(s, "\n") {
				t.Errorf("%s: %q comes back as %q", name, s, got)
			}
			if most := o.most(s); len(key) > most || most > 2*len(s)+maxSlack {
				t.Errorf("%s: %q has a key of %d bytes, most says %d", name, s, len(key), most)
			}
		}
	})
}

// TestLongStrings: the longest fields in the least memory, among short ones.
func TestLongStrings(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		for c := range 3 {
			s := fmt.Sprint(i*7%60, c)
			if i%3 > 0 {
				s += strings.Repeat(",", MaxField-len(s))
			}
			text.WriteString(s + []string{"\t", "\t", "\n"}[c])
		}
	}
	for _, order := range orders {
		got, err := build(text.String(), Options{Columns: 3, Order: order})
		if err != nil || len(got.links) != 180 || len(got.words) != 180 {
			t.Errorf("%d ids, %d strings, %v", len(got.links), len(got.words), err)
		}
		for i, id := range got.links {
			if s := fmt.Sprint(i/3*7%60, i%3); strings.TrimRight(got.words[id], ",") != s {
				t.Fatalf("field %d is %.20q", i, got.words[id])
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	text := sample(1 << 20)
	for _, memory := range []int64{8 << 20, 1 << 30} {
		b.Run(fmt.Sprintf("%dMiB", memory>>20), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				opt := Options{Columns: 2, Order: URLs(), Room: work.Room{Memory: memory, Threads: 1, FS: vfs.OS}}
				links := sink(func([]int32) error { return nil })
				if _, err := Build([]io.Reader{strings.NewReader(text)}, opt, Output{Links: links}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
