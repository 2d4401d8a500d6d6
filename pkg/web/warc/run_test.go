package warc

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// TestCompressions: the same records come out of every compression, whatever the cuts.
func TestCompressions(t *testing.T) {
	records := small()
	want, _ := mustList(t, all(records), Options{Threads: 1})
	if len(want) != len(records) {
		t.Fatalf("%d records, not %d", len(want), len(records))
	}
	for name, input := range compressions(records) {
		for i, c := range []cuts{{}, sequence, tiny, {section: 50, most: 400, whole: 1 << 20, text: 150}} {
			got, stats := mustList(t, input, Options{Threads: 2, cuts: c})
			if !slices.Equal(got, want) || stats.Skips.Total() > 0 || stats.Records != int64(len(want)) {
				t.Errorf("%s, cuts %d: %+v\n%s\nnot\n%s", name, i, stats, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

func TestARC(t *testing.T) {
	pages := []string{"HTTP/1.0 200 OK\r\n\r\nhello", "", "HTTP/1.0 404 No\r\n\r\nhttp://a b\n"}
	plain := func(s string) string { return s }
	want, _ := mustList(t, asARC(plain, pages...), Options{})
	if len(want) != 4 || !strings.HasPrefix(want[1], "response 20260102030405 http://a.example/the page 0 24 ") {
		t.Errorf("%q", want)
	}
	for _, pack := range []func(string) string{plain, gz, stored, bz, func(s string) string { return zst(s) }} {
		for _, c := range []cuts{{}, sequence, tiny} {
			got, stats := mustList(t, asARC(pack, pages...), Options{cuts: c})
			if !slices.Equal(got, want) || stats.Skips.Total() > 0 {
				t.Errorf("%+v: %q, not %q", stats, got, want)
			}
		}
	}
}

// nested draws records; some hold WARC files, stored as they are: places that look like places to cut.
func nested(t *rapid.T, depth int) []string {
	n := rapid.IntRange(1, 8).Draw(t, "records")
	list := make([]string, n)
	for i := range list {
		body := strings.Repeat(rapid.StringMatching(`[a-z<> \r\n]{0,20}`).Draw(t, "text"), rapid.IntRange(0, 30).Draw(t, "times"))
		if depth > 0 && rapid.Bool().Draw(t, "nested") {
			body = packed(t, nested(t, depth-1))
		}
		list[i] = record(fmt.Sprintf("WARC-Type: response\r\nWARC-Target-URI: http://%d.example/", i), body)
	}
	return list
}

func packed(t *rapid.T, records []string) string {
	pack := rapid.SampledFrom([]func(string) string{gz, stored, stored}).Draw(t, "pack")
	return join(records, pack)
}

// TestRunIsSequence: whatever the cuts and the threads, what comes out is what one reader finds; also of damaged files.
func TestRunIsSequence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records := nested(t, 2)
		input := []byte(packed(t, records))
		form := rapid.SampledFrom([]string{"", "", "plain", "zstd", "zstd, dictionary", "gzip, blocks", "bzip2",
			"gzip, one"}).Draw(t, "compression")
		if form != "" {
			input = []byte(compressions(records)[form])
		}
		damaged := rapid.IntRange(0, 3).Draw(t, "flips")
		for range damaged {
			input[rapid.IntRange(0, len(input)-1).Draw(t, "at")] ^= byte(1 << rapid.IntRange(0, 7).Draw(t, "bit"))
		}
		limits := cuts{whole: 1 << 20, text: rapid.SampledFrom([]int{1 << 20, 1000}).Draw(t, "text")}
		with := func(section, most, threads int) ([]string, Stats) {
			opt := Options{Threads: threads, cuts: limits}
			opt.cuts.section, opt.cuts.most = section, most
			lines, stats, err := listing(&dribble{rest: slices.Clone(input), n: 5}, opt, true)
			if err != nil && !errors.Is(err, ErrNoArchive) && !errors.Is(err, errDictionary) {
				t.Fatal(err)
			}
			stats.Sections, stats.Redone = 0, 0
			slices.Sort(lines)
			return lines, stats
		}
		want, stats := with(1, 1, 1)
		// A record that spans members ends, by mistake, where one of them begins with a record that it stores.
		if damaged == 0 && form != "gzip, blocks" && len(want) != len(records) {
			t.Fatalf("%d records, not %d: %q", len(want), len(records), want)
		}
		for _, threads := range []int{1, 2, 4} {
			section := rapid.IntRange(1, 2000).Draw(t, "section")
			got, s := with(section, section+rapid.IntRange(100, 5000).Draw(t, "most"), threads)
			if !slices.Equal(got, want) || s != stats {
				t.Fatalf("%d threads, sections of %d: %+v\n%s\nnot %+v\n%s", threads, section, s, strings.Join(got, "\n"), stats,
					strings.Join(want, "\n"))
			}
		}
	})
}

// TestCuts: files of small members are cut into many sections, and no cut is wrong.
func TestCuts(t *testing.T) {
	records := slices.Repeat(small(), 30)
	forms := compressions(records)
	for _, name := range []string{"gzip", "gzip, stored", "gzip, empty ones", "zstd", "zstd, dictionary", "zstd, packed dict"} {
		got, stats := mustList(t, forms[name], Options{Threads: 2,
			cuts: cuts{section: 3000, most: 20_000, whole: 1 << 20, text: 1 << 20}})
		if len(got) != len(records) || stats.Redone > 0 || stats.Sections < int64(len(forms[name])/6000) {
			t.Errorf("%s: %d records, %+v of %d bytes", name, len(got), stats, len(forms[name]))
		}
	}
}

// TestTakenBack: members that store members make sections that are taken back.
func TestTakenBack(t *testing.T) {
	inner := join(slices.Repeat(small(), 20), stored)
	var input string
	for range 20 {
		input += stored(record("WARC-Type: resource\r\nWARC-Target-URI: http://a/b.warc.gz", inner)) + join(small(), gz)
	}
	for _, threads := range []int{1, 3} {
		got, stats := mustList(t, input, Options{Threads: threads,
			cuts: cuts{section: 3000, most: 1 << 17, whole: 1 << 20, text: 1 << 20}})
		if len(got) != 20*(1+len(small())) || stats.Redone == 0 || stats.Skips.Total() != 0 {
			t.Errorf("%d records, %+v", len(got), stats)
		}
	}
}

// TestPrefixes: of a file that is cut off anywhere, the records before the cut are read, and what is missing is counted.
func TestPrefixes(t *testing.T) {
	forms := compressions(small())
	forms["arc"] = asARC(func(s string) string { return s }, "HTTP/1.0 200 OK\r\n\r\nhello", "x")
	forms["arc, gzip"] = asARC(gz, "HTTP/1.0 200 OK\r\n\r\nhello", "x")
	for name, input := range forms {
		whole, _ := mustList(t, input, Options{Threads: 1})
		for n := range len(input) {
			for _, c := range []cuts{tiny, {}}[:1+n&1] {
				got, stats, err := listing(strings.NewReader(input[:n]), Options{Threads: 1, cuts: c}, false)
				if err != nil && !errors.Is(err, ErrNoArchive) {
					t.Fatalf("%s, %d bytes: %v", name, n, err)
				}
				if len(got) > len(whole) || !slices.Equal(got, whole[:len(got)]) {
					t.Fatalf("%s, %d bytes: %q", name, n, got)
				}
				if len(got) == len(whole) && stats.Skips.Total() == 0 && n < len(input)-24-len(gz(""))-8 {
					t.Errorf("%s, %d of %d bytes: nothing is missed", name, n, len(input))
				}
			}
		}
	}
}

// TestFlips: no flipped bit makes a reader hang or break down, and what it gives does not depend on the cuts.
func TestFlips(t *testing.T) {
	r := randomly(3)
	for name, input := range compressions(small()) {
		for range 300 {
			b := []byte(input)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
			want, _, err := listing(strings.NewReader(string(b)), Options{Threads: 1, cuts: sequence}, true)
			got, _, err2 := listing(strings.NewReader(string(b)), Options{Threads: 2, cuts: tiny}, true)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) || (err == nil) != (err2 == nil) {
				t.Fatalf("%s: %v %v\n%q\n%q\n%q", name, err, err2, b, got, want)
			}
		}
	}
}

// TestFailures: an error of the file, of the work or of the commit ends Run with that error.
func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	input := join(slices.Repeat(small(), 50), gz)
	count := func(records *Records) (int, error) {
		for n := 0; ; n++ {
			if _, err := records.Next(); err != nil {
				return n, nil
			}
		}
	}
	for _, threads := range []int{1, 4} {
		opt := Options{Threads: threads, cuts: tiny}
		for _, form := range []string{input, all(small())} {
			cut := io.MultiReader(strings.NewReader(form[:len(form)/2]), iotest.ErrReader(broken))
			if _, err := Run(cut, opt, count, func(int) error { return nil }); !errors.Is(err, broken) {
				t.Errorf("read: %v", err)
			}
		}
		if _, err := Run(strings.NewReader(input), opt, count, func(int) error { return broken }); err != broken {
			t.Errorf("commit: %v", err)
		}
		fail := func(records *Records) (int, error) { return 0, broken }
		if _, err := Run(strings.NewReader(input), opt, fail, func(int) error { return nil }); err != broken {
			t.Errorf("work: %v", err)
		}
		oops := func(records *Records) (int, error) { panic("oops") }
		if _, err := Run(strings.NewReader(input), opt, oops, func(int) error { return nil }); err == nil {
			t.Error("a panic is no error")
		}
		lazy := func(records *Records) (int, error) { return 0, nil }
		if stats, err := Run(strings.NewReader(input), opt, lazy, func(int) error { return nil }); err != nil ||
			stats.Records != 300 {
			t.Errorf("work that reads nothing: %+v, %v", stats, err)
		}
	}
}
