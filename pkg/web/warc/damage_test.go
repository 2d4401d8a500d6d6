package warc

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

func numbered(n int) (list []string) {
	for i := range n {
		list = append(list, record(fmt.Sprintf("WARC-Type: resource\r\nWARC-Target-URI: http://a.test/%d", i),
			strings.Repeat(fmt.Sprintln("text", i*i), 20+i%9)))
	}
	return list
}

// TestLengthBeyondLimit: a stated length above the limit does not hide the records that follow. If the record really is so
// long, all of it is skipped, even if it stores an archive.
func TestLengthBeyondLimit(t *testing.T) {
	good := numbered(40)
	wrong := strings.Replace(record("WARC-Type: resource", "hello"), ": 5", ": 90000000", 1)
	archive := all(slices.Repeat(good, 30))
	message := "HTTP/1.1 200 OK\r\nContent-Type: application/warc\r\n\r\n" + archive
	line := "http://a.test/ 1.2.3.4 20260102030405 text/plain %d\nhello\n"
	text := strings.Repeat("a line\n\n", 20_000)
	for _, c := range []struct {
		name, text string
		records    int
		why        Reason
	}{
		{"wrong", good[0] + wrong + all(good), 41, BadLength},
		{"wrong, of ARC", fmt.Sprintf(line, 5) + fmt.Sprintf(line, 90_000_000) + strings.Repeat(fmt.Sprintf(line, 5), 40), 41,
			BadLength},
		{"wrong, at the end", good[0] + wrong, 1, TooLarge},
		{"true", good[0] + record("WARC-Type: resource", text) + all(good), 41, TooLarge},
		{"an archive in it", good[0] + record("WARC-Type: resource", archive) + all(good), 41, TooLarge},
		{"a message with an archive", good[0] + record("WARC-Type: response", message) + all(good), 41, TooLarge},
	} {
		for _, pack := range []func(string) string{func(s string) string { return s }, gz, bz} {
			got, stats := mustList(t, pack(c.text), Options{Threads: 2, MaxRecord: 100 << 10})
			if len(got) != c.records || stats.Skips[c.why] != 1 || stats.Skips.Total() != 1 {
				t.Errorf("%s: %d records, not %d; %+v", c.name, len(got), c.records, stats)
			}
		}
	}
}

// TestMissingBytes: missing bytes in a member cost only the record of that member.
func TestMissingBytes(t *testing.T) {
	records := numbered(12)
	for name, pack := range map[string]func(string) string{"gzip": gz, "bzip2": bz,
		"zstd": func(s string) string { return zst(s) }} {
		packed := pack(records[5])
		for at := 1; at < len(packed)-8; at += 1 + len(packed)/30 {
			for _, broken := range []string{packed[:at] + packed[at+8:], packed[:at] + "\xff" + packed[at+1:],
				packed[:at] + "12345678" + packed[at:]} {
				input := join(records[:5], pack) + broken + join(records[6:], pack)
				if got, stats := mustList(t, input, Options{Threads: 1}); len(got) < 11 ||
					stats.Skips.Total() == 0 && len(got) < 12 {
					t.Errorf("%s, at %d, %q: %d records, %+v", name, at, broken, len(got), stats)
				}
			}
		}
	}
}

// TestDamagedBlock: a changed bit in the head of a bzip2 block costs the record of that block alone, also if the wrong text is
// as long as the right one and only begins in its middle.
func TestDamagedBlock(t *testing.T) {
	records := numbered(4)
	whole, _ := mustList(t, join(records, bz), Options{})
	from := len(join(records[:2], bz))
	for bit := 8 * 10; bit < 8*22; bit++ {
		archive := []byte(join(records, bz))
		archive[from+bit/8] ^= 0x80 >> (bit % 8)
		got, stats := mustList(t, string(archive), Options{})
		if len(got) != 3 || !slices.Equal(got[:2], whole[:2]) || got[2] != whole[3] || stats.Skips.Total() != 1 {
			t.Errorf("bit %d: %q\n%+v", bit, got, stats)
		}
	}
}

// TestDamagedHead: a damaged or cut head of an ARC record costs this record, not the one before it.
func TestDamagedHead(t *testing.T) {
	plain := func(s string) string { return s }
	for name, pack := range map[string]func(string) string{"plain": plain, "gzip": gz, "bzip2": bz} {
		list := []string{}
		for i := range 4 {
			list = append(list, pack(fmt.Sprintf("http://a.test/%d 1.2.3.4 20260102030405 text/plain 6\nhello%d\n", i, i)))
		}
		before, broken, after := strings.Join(list[:2], ""), []byte(list[2]), list[3]
		for at := range min(len(broken), 40) {
			b := bytes.Clone(broken)
			b[at] ^= 0x10
			if got, stats := mustList(t, before+string(b)+after, Options{Threads: 1}); len(got) < 3 {
				t.Errorf("%s, at %d: %q, %+v", name, at, got, stats)
			}
			if got, stats := mustList(t, before+string(broken[:at]), Options{Threads: 1}); len(got) < 2 {
				t.Errorf("%s, cut at %d: %q, %+v", name, at, got, stats)
			}
		}
	}
}

// TestShortLengths: a record whose stated length is too short is read whole if the next record shows where it ends.
func TestShortLengths(t *testing.T) {
	text := ""
	for range 4 {
		text += strings.Replace(record("WARC-Type: resource", "a page of some words, and 17 bytes"), ": 34", ": 17", 1)
	}
	got, stats := mustList(t, text, Options{Threads: 1})
	if len(got) != 4 || stats.Recovered != 4 || stats.Skips.Total() != 0 || !strings.Contains(got[2], " 34 ") {
		t.Errorf("%+v %q", stats, got)
	}
}

// TestWideWindow: a frame whose window is too large is reported as such, and the frames after it are read.
func TestWideWindow(t *testing.T) {
	var wide bytes.Buffer
	z, _ := zstd.NewWriter(&wide, zstd.WithWindowSize(256<<20), zstd.WithEncoderConcurrency(1))
	for range 30 {
		fmt.Fprint(z, small()[0])
		z.Flush() // so that the length is not known in the head
	}
	z.Close()
	records := small()
	got, stats := mustList(t, zst(records[0])+wide.String()+zst(records[1]), Options{Threads: 1})
	if len(got) != 2 || stats.Skips[TooWide] != 1 || stats.Skips.Total() != 1 {
		t.Errorf("%+v %q", stats, got)
	}
}

// TestManyNotes: any number of notes is divided among sections, and none is lost.
func TestManyNotes(t *testing.T) {
	const n = 100_000
	for _, pack := range []func(string) string{func(s string) string { return s }, gz} {
		var most, sum int
		_, err := Run(strings.NewReader(pack(strings.Repeat("WARC/1.0\r\n", n))), Options{Threads: 2, Notes: true},
			func(records *Records) (int, error) {
				records.Next()
				return len(records.Notes.List), nil
			}, func(notes int) error {
				most, sum = max(most, notes), sum+notes
				return nil
			})
		if err != nil || most > mostNotes || sum != n {
			t.Errorf("%d notes, at most %d in a section, %v", sum, most, err)
		}
	}
}

// TestDamagedFirstFrame: a zstd file whose first bytes are damaged is known by the frames behind them, however little
// memory there is.
func TestDamagedFirstFrame(t *testing.T) {
	large := record("WARC-Type: resource", strings.Repeat("a page\n", 200_000))
	input := []byte(zst(numbered(1)[0]) + zst(large) + zst(large) + zst(large))
	input[1] ^= 1
	for _, share := range []int64{0, 4 << 20} {
		if got, stats := mustList(t, string(input), Options{Threads: 1, Share: share}); len(got) != 3 ||
			stats.Skips.Total() != 1 {
			t.Errorf("share %d: %d records, %+v", share, len(got), stats)
		}
	}
}
