package warc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
)

// zeros gives n zeros.
type zeros struct{ n int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.n == 0 {
		return 0, io.EOF
	}
	n := int(min(int64(len(p)), z.n))
	clear(p[:n])
	z.n -= int64(n)
	return n, nil
}

// member packs what r gives as one gzip member, through a pipe: it is never in memory as a whole.
func member(r io.Reader) io.Reader {
	out, in := io.Pipe()
	go func() {
		z, _ := gzip.NewWriterLevel(in, gzip.BestSpeed)
		_, err := io.Copy(z, r)
		in.CloseWithError(errors.Join(err, z.Close()))
	}()
	return out
}

// heapPeak samples the largest heap while f runs.
func heapPeak(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	runtime.GC()
	var peak atomic.Int64
	stop := make(chan struct{})
	go func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				peak.Store(max(peak.Load(), int64(m.HeapAlloc)))
			}
		}
	}()
	f()
	close(stop)
	return peak.Load()
}

// TestBomb: a member of zeros, a record larger than the limit, and zeros in place of records are passed over in bounded
// memory, and the records around them are read.
func TestBomb(t *testing.T) {
	const size = 400 << 20
	head := fmt.Sprintf("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: %d\r\n\r\n", size)
	first, last := gz(small()[0]), join(small()[1:], gz)
	opt := Options{Threads: 2, MaxRecord: 4 << 20}
	opt.cuts = cuts{section: 1 << 16, most: 1 << 18, whole: 1 << 20, text: 4 << 20}
	for name, c := range map[string]struct {
		input io.Reader
		why   Reason
	}{
		"zeros": {io.MultiReader(strings.NewReader(first), member(&zeros{size}), strings.NewReader(last)), Garbage},
		"record": {io.MultiReader(strings.NewReader(first), member(io.MultiReader(strings.NewReader(head), &zeros{size},
			strings.NewReader("\r\n\r\n"))), strings.NewReader(last)), TooLarge},
		"plain record": {io.MultiReader(strings.NewReader(small()[0]+head), &zeros{size},
			strings.NewReader("\r\n\r\n"+all(small()[1:]))), TooLarge},
		"plain zeros": {io.MultiReader(strings.NewReader(small()[0]), &zeros{size}, strings.NewReader("\n"+all(small()[1:]))),
			Garbage},
	} {
		var stats Stats
		var err error
		peak := heapPeak(func() { _, stats, err = listing(c.input, opt, false) })
		if err != nil || stats.Records != int64(len(small())) || stats.Skips[c.why] != 1 || stats.Skips.Total() != 1 {
			t.Errorf("%s: %+v, %v", name, stats, err)
		}
		if peak > 64<<20 {
			t.Errorf("%s: %d MiB of memory", name, peak>>20)
		}
	}
}

// TestEmptyMembers: a million of them are passed over, in memory that does not grow.
func TestEmptyMembers(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n /= 10
	}
	empty := []byte(gz(""))
	input := io.MultiReader(strings.NewReader(gz(small()[0])), &repeat{empty, nil, n}, strings.NewReader(gz(small()[1])))
	var stats Stats
	var err error
	peak := heapPeak(func() { _, stats, err = listing(input, Options{Threads: 2}, false) })
	if err != nil || stats.Records != 2 || stats.Skips.Total() != 0 {
		t.Errorf("%+v, %v", stats, err)
	}
	if peak > 64<<20 {
		t.Errorf("%d MiB of memory", peak>>20)
	}
}

// repeat gives the same bytes n times.
type repeat struct {
	what, rest []byte
	n          int
}

func (r *repeat) Read(p []byte) (got int, err error) {
	for got < len(p) {
		if len(r.rest) == 0 {
			if r.n == 0 {
				break
			}
			r.n--
			r.rest = r.what
		}
		k := copy(p[got:], r.rest)
		got, r.rest = got+k, r.rest[k:]
	}
	if got == 0 {
		return 0, io.EOF
	}
	return got, nil
}

// TestHeads: heads and lengths that cannot be, and those that occur.
func TestHeads(t *testing.T) {
	good := small()[2]
	for _, c := range []struct {
		name, text string
		records    int
		why        Reason
	}{
		{"no length", good + "WARC/1.0\r\nWARC-Type: resource\r\n\r\nx\r\n\r\n" + good, 2, BadLength},
		{"negative", good + "WARC/1.0\r\nContent-Length: -1\r\n\r\nx\r\n\r\n" + good, 2, BadLength},
		{"huge", good + "WARC/1.0\r\nContent-Length: 99999999999999999999\r\n\r\nx\r\n\r\n" + good, 2, BadLength},
		{"no number", good + "WARC/1.0\r\nContent-Length: 1x\r\n\r\nx\r\n\r\n" + good, 2, BadLength},
		{"longer than the file", good + "WARC/1.0\r\nContent-Length: 5000\r\n\r\nx\r\n\r\n" + good, 2, CutOff},
		{"too long", good + "WARC/1.0\r\nContent-Length: 20\r\n\r\nx\r\n\r\n" + good + good, 3, BadLength},
		{"too short", good + "WARC/1.0\r\nContent-Length: 1\r\n\r\nxxxxx\r\n\r\n" + good, 3, none},
		{"too short, not ended", good + "WARC/1.0\r\nContent-Length: 1\r\n\r\nxxxxx\r\n" + good, 2, BadLength},
		{"trailer, one bit", good[:len(good)-1] + "\x0b" + good, 2, none},
		{"trailer, another bit", good[:len(good)-4] + "\x0c\n\r\n" + good, 2, none},
		{"one short", good + "WARC/1.0\r\nContent-Length: 4\r\n\r\nxxxxx\r\n\r\n" + good, 3, none},
		{"one long", good + "WARC/1.0\r\nContent-Length: 6\r\n\r\nxxxxx\r\n\r\n" + good, 3, none},
		{"bare lines", strings.ReplaceAll(good+good, "\r\n", "\n"), 2, none},
		{"no end", strings.TrimRight(good, "\r\n") + good, 2, none},
		{"one end", strings.TrimRight(good, "\r\n") + "\r\n" + good, 2, none},
		{"version", good + "WARC/2.0\r\nContent-Length: 1\r\n\r\nx\r\n\r\n" + good, 2, Garbage},
		{"old", strings.ReplaceAll(good+good, "WARC/1.0", "WARC/0.18"), 2, none},
		{"new", strings.ReplaceAll(good+good, "WARC/1.0", "WARC/1.1"), 2, none},
		{"endless line", good + "WARC/1.0\r\nX: " + strings.Repeat("x", MaxHead) + "\r\n\r\n" + good, 2, BadHead},
		{"endless head", good + "WARC/1.0\r\n" + strings.Repeat("X: y\r\n", MaxHead/6) + "\r\n\r\n" + good, 2, BadHead},
		{"many fields", good + "WARC/1.0\r\nContent-Length: 0\r\n" + strings.Repeat("X: y\r\n", 101) + "\r\n\r\n\r\n" + good, 2,
			BadHead},
		{"head in head", good + "WARC/1.0\r\nX: y\r\n" + good, 2, BadHead},
		{"empty lines", good + strings.Repeat("\n", 5000) + good, 2, none},
		{"folded", good + record("X: y\r\n z\r\n\tw\r\nWARC-Type:\r\n response", "x") + good, 3, none},
		{"mixed with ARC", good + "http://x/ 1.2.3.4 20260102030405 text/html 1\nx\n" + good, 3, none},
		{"garbage", "garbage\r\n" + good + "more of it\nand more\n" + good, 2, Garbage},
	} {
		for _, pack := range []func(string) string{func(s string) string { return s }, gz, bz} {
			got, stats := mustList(t, pack(c.text), Options{Threads: 1})
			if len(got) != c.records || (c.why == none) != (stats.Skips.Total() == 0) ||
				c.why != none && stats.Skips[c.why] == 0 {
				t.Errorf("%s: %+v, %q", c.name, stats, got)
			}
		}
	}
}

// TestDamage: a damaged member costs its record, or of several the last one before the damage.
func TestDamage(t *testing.T) {
	records := small()
	for name, pack := range map[string]func(string) string{"gzip": gz, "zstd": func(s string) string { return zst(s) }} {
		bad := []byte(pack(records[2]))
		bad[len(bad)-2] ^= 1
		input := pack(records[0]) + string(bad) + pack(records[3])
		got, stats := mustList(t, input, Options{Threads: 1})
		if len(got) != 2 || stats.Skips[Damaged] != 1 || stats.Skips.Total() != 1 {
			t.Errorf("%s: %+v %q", name, stats, got)
		}
	}
	// A flipped bit in a member that stores others does not make records of them.
	holder := []byte(stored(record("WARC-Type: resource", join(records, gz)+"text")))
	holder[len(holder)-20] ^= 1
	if got, stats := mustList(t, gz(records[0])+string(holder)+gz(records[1]), Options{Threads: 1}); len(got) != 2 ||
		stats.Skips[Damaged] != 1 {
		t.Errorf("%+v %q", stats, got)
	}
	cut := gz(records[0])
	input := gz(records[1]) + cut[:len(cut)/2] + gz(records[2]) + "zeros" + string(bytes.Repeat([]byte{0}, 99)) + gz(records[3])
	got, stats := mustList(t, input, Options{Threads: 1})
	if len(got) != 3 || stats.Skips[Damaged] != 1 || stats.Skips[Garbage] != 1 {
		t.Errorf("%+v %q", stats, got)
	}
}

// TestNoArchive: what holds nothing like a record is refused; nothing at all is a valid file.
func TestNoArchive(t *testing.T) {
	for _, input := range []string{"hello\n", gz("hello"), bz("hello"), zst("hello"), strings.Repeat("x", 100_000)} {
		if _, _, err := listing(strings.NewReader(input), Options{}, false); err != ErrNoArchive {
			t.Errorf("%.20q: %v", input, err)
		}
	}
	for _, input := range []string{"", gz(""), bz(""), zst(""), "\r\n\r\n"} {
		if lines, _, err := listing(strings.NewReader(input), Options{}, false); err != nil || len(lines) > 0 {
			t.Errorf("%.20q: %v %q", input, err, lines)
		}
	}
}

// TestRepeated: what makes a careless reader look at the same bytes again and again. It ends soon, or not at all.
func TestRepeated(t *testing.T) {
	good := small()[2]
	for _, what := range []string{
		"WARC/1.0\r\n", "WARC/1.0\r\nX: ", "WARC/1.0\r\nContent-Length: 60000000\r\n\r\n",
		"WARC/1.0\r\nContent-Length: 9000\r\n\r\n",
		"http://a\n", "http://a 1.2.3.4 20260101000000 t ", "http://a 1.2.3.4 20260101000000 t 60000000\n", "\r\n", "HTTP/1.1\n",
	} {
		text := good + strings.Repeat(what, (2<<20)/len(what)) + "\n\n" + good
		if got, stats := mustList(t, text, Options{Threads: 1}); len(got) == 0 {
			t.Errorf("%q: %+v", what, stats)
		}
	}
	for _, what := range []string{"\x1f\x8b\x08", "\x1f\x8b\x08\x08\x00\x00\x00\x00\x00\x00", gz(good)[:30], gz("x")} {
		text := gz(good) + strings.Repeat(what, (2<<20)/len(what)) + gz(good)
		if got, stats := mustList(t, text, Options{Threads: 2}); len(got) == 0 {
			t.Errorf("%q: %+v", what, stats)
		}
	}
	for _, what := range []string{"(\xb5/\xfd", "(\xb5/\xfd\x00\x58\x01\x00\x00", "P*M\x18\x00\x00\x00\x00"} {
		text := zst(good) + strings.Repeat(what, (2<<20)/len(what)) + zst(good)
		if got, stats := mustList(t, text, Options{Threads: 2}); len(got) == 0 {
			t.Errorf("%q: %+v", what, stats)
		}
	}
	folds := "HTTP/1.1 200 OK\r\nA: b\r\n" + strings.Repeat(" c\r\n", 1<<20) + "\r\n"
	if h, err := one(t, "WARC-Type: response\r\nContent-Type: application/http", folds, Options{}).HTTP(); err != nil ||
		h.Status != 200 {
		t.Error(err)
	}
}
