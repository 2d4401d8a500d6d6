package tools_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/web/warc"
)

// These tests damage archives. The records that the damage does not touch must be found.

// An archive is a file and the places of the records in it.
type archive struct {
	bytes   []byte
	records []extent
}

type extent struct {
	from, block, to int    // block: where the head ends, if it is not packed
	key             string // what is listed of it
}

// packers compress each record by itself.
var packers = map[string]func([]byte) []byte{
	"plain": bytes.Clone,
	"gzip": func(b []byte) []byte {
		var out bytes.Buffer
		z := gzip.NewWriter(&out)
		z.Write(b)
		z.Close()
		return out.Bytes()
	},
	"zstd": func(b []byte) []byte {
		z, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		return z.EncodeAll(b, nil)
	},
	"bzip2": func(b []byte) []byte {
		var out bytes.Buffer
		z, _ := bzip2.NewWriter(&out, nil)
		z.Write(b)
		z.Close()
		return out.Bytes()
	},
}

// damageForms are the forms of archives that TestDamagedArchives damages, with their compression.
var damageForms = []struct {
	name string
	arc  bool
	pack string
}{
	{"zstd", false, "zstd"}, {"bzip2", false, "bzip2"}, {"arc", true, "plain"}, {"arc in gzip", true, "gzip"},
	{"warc", false, "plain"}, {"gzip", false, "gzip"},
}

// makeArchive makes an archive of a dozen records, whose contents are text or noise.
func makeArchive(r *rand.Rand, arc bool, pack func([]byte) []byte) *archive {
	a := &archive{}
	most := []int{10, 400}[r.IntN(2)] // lines
	for i := range 12 {
		body := []byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
		for range r.IntN(most) {
			body = append(body, fmt.Sprintf("<a href=t%d.%x>a link</a>\r\n", i, r.IntN(1<<20))...)
			if r.IntN(40) == 0 {
				body = append(body, '\r', '\n')
			}
		}
		body = append(body, noise(r, r.IntN(3)*r.IntN(8*most))...)
		url := fmt.Sprintf("http://h%d.test/%x", i, r.Uint32())
		text := fmt.Appendf(nil,
			"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", url, len(body), body)
		if arc {
			text = fmt.Appendf(nil, "%s 1.2.3.4 20260102030405 text/html %d\n%s\n", url, len(body), body)
		}
		from := len(a.bytes)
		a.bytes = append(a.bytes, pack(text)...)
		a.records = append(a.records, extent{from, from + min(len(text)-len(body), len(a.bytes)-from), len(a.bytes),
			fmt.Sprintf("%s %08x", url, crc32.ChecksumIEEE(body))})
	}
	return a
}

// A change is what happened to an archive: length bytes at a place are others now.
type change struct {
	what       string
	at, length int
	by         []byte
}

func (c change) String() string { return fmt.Sprintf("%s, %d bytes at %d", c.what, c.length, c.at) }

func (c change) apply(b []byte) []byte {
	return bytes.Join([][]byte{b[:c.at], c.by, b[c.at+c.length:]}, nil)
}

// touches reports whether a record is not what it was: bytes of it are others, or some were put into it.
func (c change) touches(e extent) bool {
	return c.at < e.to && c.at+max(1, c.length) > e.from
}

// origin is the record that a byte of the changed archive comes from; -1 for one that was put there.
func (c change) origin(a *archive, at int) int {
	switch {
	case at >= c.at+len(c.by):
		at += c.length - len(c.by)
	case at >= c.at && len(c.by) != c.length:
		return -1
	}
	return sort.Search(len(a.records), func(i int) bool { return a.records[i].to > at })
}

func noise(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// someBytes changes at most 8 bytes.
func someBytes(r *rand.Rand, a *archive) change {
	n := 1 + r.IntN(8)
	at := r.IntN(len(a.bytes) - n)
	switch r.IntN(5) {
	case 0:
		return change{"a bit", at, 1, []byte{a.bytes[at] ^ 1<<r.IntN(8)}}
	case 1:
		return change{"noise", at, n, noise(r, n)}
	case 2:
		return change{"zeros", at, n, make([]byte, n)}
	case 3:
		return change{"missing", at, n, nil}
	}
	return change{"inserted", at, 0, bytes.Clone(a.bytes[at : at+n])}
}

// largeDamages are the changes of up to 4000 bytes, by what they are called.
var largeDamages = []struct {
	name string
	make func(r *rand.Rand, a *archive, e extent) change
}{
	{"cut at the end", func(r *rand.Rand, a *archive, e extent) change {
		n := 1 + r.IntN(min(4000, e.to-e.from-1))
		return change{"cut at the end", e.to - n, n, nil}
	}},
	{"cut in the head", func(r *rand.Rand, a *archive, e extent) change {
		at := e.from + 1 + r.IntN(e.block-e.from-1)
		return change{"cut in the head", at, e.to - at, nil}
	}},
	{"zeroed", func(r *rand.Rand, a *archive, e extent) change {
		at := e.from + r.IntN(e.to-e.from)
		n := min(1+r.IntN(4000), len(a.bytes)-at)
		return change{"zeroed", at, n, make([]byte, n)}
	}},
	{"overwritten", func(r *rand.Rand, a *archive, e extent) change {
		at := max(e.from, 1) - r.IntN(2)
		n := min(100+r.IntN(4000), len(a.bytes)-at)
		return change{"overwritten", at, n, noise(r, n)}
	}},
	{"missing", func(r *rand.Rand, a *archive, e extent) change {
		at := e.from + r.IntN(e.to-e.from)
		return change{"missing", at, min(1+r.IntN(4000), len(a.bytes)-at), nil}
	}},
	{"missing in one", func(r *rand.Rand, a *archive, e extent) change {
		at := e.from + r.IntN(e.to-e.from)
		return change{"missing", at, min(1+r.IntN(4000), e.to-at), nil}
	}},
	{"inserted", func(r *rand.Rand, a *archive, e extent) change {
		return change{"inserted", e.from + r.IntN(e.to-e.from), 0, noise(r, 1+r.IntN(200))}
	}},
}

// A listing is what is found in an archive.
type listing struct {
	found  map[string]bool
	places []recordPlace
	skips  int64 // what was passed over
	err    error
}

type recordPlace struct {
	offset, length int64
	url            string
	block          string
}

// listed reads an archive.
func listed(t *testing.T, text []byte, threads int) *listing {
	l := &listing{found: map[string]bool{}}
	stats, err := warc.Run(bytes.NewReader(text), warc.Options{Threads: threads},
		func(run *warc.Records) (list []recordPlace, err error) {
			for {
				rec, err := run.Next()
				if err == io.EOF {
					return list, nil
				}
				if err != nil {
					return nil, err
				}
				list = append(list, recordPlace{rec.Offset, rec.Length, string(rec.URL), string(rec.Block)})
			}
		}, func(list []recordPlace) error {
			for _, p := range list {
				l.found[fmt.Sprintf("%s %08x", p.url, crc32.ChecksumIEEE([]byte(p.block)))] = true
			}
			l.places = append(l.places, list...)
			return nil
		})
	l.skips, l.err = stats.Skips.Total(), err
	if err != nil && !errors.Is(err, warc.ErrNoArchive) {
		t.Fatal(err)
	}
	return l
}

// invented says why a record cannot be one of the archive: it has bytes of two of them, or differs though nothing of it
// was changed.
func (p *recordPlace) invented(c change, a *archive, text []byte) string {
	first := c.origin(a, int(p.offset))
	end := int(p.offset + p.length)
	for end > int(p.offset) && (text[end-1] == '\r' || text[end-1] == '\n') {
		end-- // what ends a record may be that of the next one
	}
	for at := int(p.offset); at < end; at++ {
		if o := c.origin(a, at); o >= 0 && o != first {
			return fmt.Sprintf("bytes of record %d in that of %d", o, first)
		}
	}
	switch {
	case first < 0 || first >= len(a.records):
		return "a record of what was put there"
	case c.touches(a.records[first]):
		return ""
	case fmt.Sprintf("%s %08x", p.url, crc32.ChecksumIEEE([]byte(p.block))) != a.records[first].key:
		return fmt.Sprintf("another record than %d", first)
	}
	return ""
}

// hidden reports whether a plain archive cannot show where its records end, as the manual of warc says.
func (c change) hidden(a *archive, text []byte) bool {
	inHead := func(at int) bool {
		return slices.ContainsFunc(a.records, func(e extent) bool { return e.from < at && at < e.block })
	}
	start := slices.ContainsFunc(a.records, func(e extent) bool { return c.at-e.from == 0 || c.at-e.from == 1 })
	fits := slices.ContainsFunc(a.records, func(e extent) bool { return c.length == e.to-e.from })
	first, last := c.origin(a, c.at-1), c.origin(a, c.at+len(c.by))
	switch {
	case c.length == 0:
		return start // bytes between two records of ARC
	case len(c.by) > 0:
		return false
	case inHead(c.at) && inHead(c.at+c.length):
		return true // what is left of two heads makes one
	case inHead(c.at) && bytes.HasPrefix(text[c.at:], []byte("http://")) && text[c.at-1] == '/':
		return true // a URL with another one in it
	}
	return first != last || fits || start // what is left may be as long as it should be, or nearly
}

// check tells what is wrong with what is found in a changed archive: records lost, records invented, and nothing said.
func (l *listing) check(c change, a *archive, text []byte, inPlace bool) (faults []string) {
	rest := 0
	for i, e := range a.records {
		if !c.touches(e) && !l.found[e.key] {
			faults = append(faults, fmt.Sprintf("lost: record %d, at %d … %d", i, e.from, e.to))
		}
		if c.at > e.from || c.at+c.length < e.to {
			rest++
		}
	}
	if len(l.places) < rest && l.skips == 0 && l.err == nil {
		faults = append(faults, fmt.Sprintf("silent: %d records of %d", len(l.places), rest))
	}
	for _, p := range l.places {
		if inPlace {
			if what := p.invented(c, a, text); what != "" {
				faults = append(faults, fmt.Sprintf("invented: %s, at %d", what, p.offset))
			}
		} else if link := links.FindStringSubmatch(p.block); link != nil && !strings.HasPrefix(p.url, "http://h"+link[1]) {
			faults = append(faults, fmt.Sprintf("invented: links of %s for %s", link[1], p.url))
		}
	}
	return faults
}

var links = regexp.MustCompile(`<a href=t(\d+\.)`)

// TestDamagedArchives: whatever happens to some bytes of an archive, the records that they are not part of are found.
func TestDamagedArchives(t *testing.T) {
	for _, form := range damageForms {
		t.Run(form.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(*seed, 7))
			damageRounds(t, r, *rounds, form.arc, form.pack, someBytes)
		})
	}
}

// TestLargeDamages: where up to 4000 bytes of a plain archive are cut, missing, zeros or too many, no other record is lost,
// none gets the bytes of another one, and what is missing is said.
func TestLargeDamages(t *testing.T) {
	for _, arc := range []bool{false, true} {
		for _, d := range largeDamages {
			t.Run(fmt.Sprintf("arc=%v/%s", arc, d.name), func(t *testing.T) {
				r := rand.New(rand.NewPCG(*seed, 8))
				damageRounds(t, r, *rounds, arc, "plain", func(r *rand.Rand,
					a *archive) change {
					return d.make(r, a, a.records[r.IntN(len(a.records))])
				})
			})
		}
	}
}

// TestDamagedStart: whatever happens to the first member of a packed archive, the others are found.
func TestDamagedStart(t *testing.T) {
	for _, arc := range []bool{false, true} {
		for _, pack := range []string{"gzip", "zstd", "bzip2"} {
			for _, d := range largeDamages {
				t.Run(fmt.Sprintf("%s/arc=%v/%s", pack, arc, d.name), func(t *testing.T) {
					r := rand.New(rand.NewPCG(*seed, 9))
					damageRounds(t, r, max(3, *rounds/10), arc, pack, func(r *rand.Rand, a *archive) change {
						e := a.records[0]
						c := d.make(r, a, e)
						c.length = min(c.length, e.to-c.at)
						if len(c.by) > c.length && c.length > 0 {
							c.by = c.by[:c.length]
						}
						return c
					})
				})
			}
		}
	}
}

func damageRounds(t *testing.T, r *rand.Rand, rounds int, arc bool, pack string, make func(*rand.Rand, *archive) change) {
	whole, faulty, hidden := 0, 0, 0
	for round := range rounds {
		a := makeArchive(r, arc, packers[pack])
		c := make(r, a)
		text := c.apply(a.bytes)
		l := listed(t, text, 1+round%2)
		faults := l.check(c, a, text, pack == "plain")
		if pack == "plain" && len(faults) > 0 && c.hidden(a, text) {
			hidden++
			continue
		}
		for _, f := range faults {
			t.Errorf("round %d, seed %d: %v: %s", round, *seed, c, f)
		}
		if len(faults) > 0 {
			faulty++
		}
		if len(l.places) == len(a.records) {
			whole++
		}
	}
	t.Logf("%d archives of %d records damaged, in %d of them all records are still found; %d faulty, %d hidden", rounds,
		12, whole, faulty, hidden)
}
