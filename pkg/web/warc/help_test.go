package warc

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/zstd"
)

// small is a crawl of a few records, as text of WARC: one string a record.
func small() []string {
	page := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>WARC/1.0\n</a>"
	return []string{
		record("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields", "software: a test\r\n"),
		record("WARC-Type: request\r\nWARC-Target-URI: http://a.example/\r\nContent-Type: application/http;msgtype=request",
			"GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"),
		record("WARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n"+
			"Content-Type: application/http;msgtype=response", page),
		record("WARC-Type: metadata\r\nWARC-Target-URI: <http://a.example/>", ""),
		record("WARC-Type: resource\r\nWARC-Target-URI: http://a.example/x\r\nContent-Type: text/plain",
			"\r\n\r\nnot a WARC/1.0 record\r\n"),
		record("WARC-Type: revisit\r\nWARC-Target-URI: http://a.example/", "HTTP/1.1 304 Not Modified\r\n\r\n"),
	}
}

func record(fields, block string) string {
	return fmt.Sprintf("WARC/1.0\r\n%s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", fields, len(block), block)
}

func gz(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// stored is a gzip member without compression: what it holds can be seen in its bytes.
func stored(text string) string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func zst(text string, options ...zstd.EOption) string {
	w, err := zstd.NewWriter(nil, append(options, zstd.WithEncoderConcurrency(1))...)
	if err != nil {
		panic(err)
	}
	return string(w.EncodeAll([]byte(text), nil))
}

func bz(text string) string {
	var b bytes.Buffer
	w, _ := bzip2.NewWriter(&b, nil)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func join(records []string, pack func(string) string) string {
	var b []byte
	for _, r := range records {
		b = append(b, pack(r)...)
	}
	return string(b)
}

func all(records []string) string { return join(records, func(s string) string { return s }) }

// compressions are the same records in every form.
func compressions(records []string) map[string]string {
	text := all(records)
	dict := testDictionary()
	packed := func(s string) string { return zst(s, zstd.WithEncoderDict(dict)) }
	blocks := ""
	for rest := text; rest != ""; {
		n := min(len(rest), 100)
		blocks += gz(rest[:n])
		rest = rest[n:]
	}
	return map[string]string{
		"plain":             text,
		"gzip":              join(records, gz),
		"gzip, stored":      join(records, stored),
		"gzip, one":         gz(text),
		"gzip, blocks":      blocks,
		"gzip, empty ones":  gz("") + join(records, func(s string) string { return gz(s) + gz("") }),
		"zstd":              join(records, func(s string) string { return zst(s) }),
		"zstd, one":         zst(text),
		"zstd, dictionary":  skippable(string(dict)) + join(records, packed),
		"zstd, packed dict": skippable(zst(string(dict))) + join(records, packed),
		"bzip2":             bz(text),
	}
}

func skippable(s string) string {
	b := binary.LittleEndian.AppendUint32(nil, dictMagic)
	return string(binary.LittleEndian.AppendUint32(b, uint32(len(s)))) + s
}

// testDictionary is made from texts like those of small.
var testDictionary = sync.OnceValue(func() []byte {
	r := randomly(9)
	var contents [][]byte
	var history []byte
	for range 200 {
		words := ""
		for range 40 {
			words += fmt.Sprintf("%c%x ", 'a'+r.IntN(26), r.IntN(5000))
		}
		text := record("WARC-Type: response\r\nContent-Type: text/html", words)
		contents = append(contents, []byte(text))
		history = append(history, text[:100]...)
	}
	dict, err := zstd.BuildDict(zstd.BuildDictOptions{ID: 7, Contents: contents, History: history, Offsets: [3]int{1, 4, 8}})
	if err != nil {
		panic(err)
	}
	return dict
})

// asARC is the responses of a crawl as ARC.
func asARC(pack func(string) string, pages ...string) string {
	head := "1 0 webmill\nURL IP-address Archive-date Content-type Archive-length\n"
	b := pack(fmt.Sprintf("filedesc://x.arc 0.0.0.0 20260102030405 text/plain %d\n%s\n", len(head), head))
	for i, p := range pages {
		b += pack(fmt.Sprintf("http://a.example/the page %d 1.2.3.4 20260102030405 text/html %d\n%s\n", i, len(p), p))
	}
	return b
}

// listing is what a reader finds: a line a record, and the notes.
func listing(input io.Reader, opt Options, places bool) ([]string, Stats, error) {
	opt.Notes = true
	var all []string
	stats, err := Run(input, opt, func(records *Records) ([]string, error) {
		var lines []string
		for {
			r, err := records.Next()
			if err != nil {
				break
			}
			line := fmt.Sprintf("%s %s %s %d %08x", r.Type, r.Date, r.URL, len(r.Block), crc32.ChecksumIEEE(r.Block))
			if places {
				line = fmt.Sprintf("%d+%d %d %s", r.Offset, r.Inner, r.Length, line)
			}
			lines = append(lines, line)
		}
		for _, n := range records.Notes.List {
			if places {
				lines = append(lines, fmt.Sprintf("%d+%d %v %d", n.Offset, n.Inner, n.Why, n.Bytes))
			}
		}
		return lines, nil
	}, func(lines []string) error {
		all = append(all, lines...)
		return nil
	})
	return all, stats, err
}

func mustList(t *testing.T, input string, opt Options) ([]string, Stats) {
	t.Helper()
	lines, stats, err := listing(&dribble{rest: []byte(input), n: 1}, opt, false)
	if err != nil && !errors.Is(err, ErrNoArchive) {
		t.Fatal(err)
	}
	return lines, stats
}

// dribble reads in odd portions.
type dribble struct {
	rest []byte
	n    int
}

func (d *dribble) Read(p []byte) (int, error) {
	if len(d.rest) == 0 {
		return 0, io.EOF
	}
	d.n = d.n*7%1021 + 1
	n := copy(p[:min(len(p), d.n)], d.rest)
	d.rest = d.rest[n:]
	return n, nil
}

// randomly is a source of numbers of a test.
func randomly(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// sequence reads all in one goroutine, without sections of members; tiny cuts as often as it can.
var (
	sequence = cuts{section: 1, most: 1, whole: 16 << 20, text: 64 << 20}
	tiny     = cuts{section: 200, most: 3000, whole: 16 << 20, text: 64 << 20}
)
