package archive

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"webmill/pkg/web/warc"
)

// page is a page of some size: words of a small language, links and a frame that all pages share.
func page(rnd *rand.Rand, size int) []byte {
	words := make([]string, 4000)
	lexicon := rand.New(rand.NewPCG(7, 7))
	for i := range words {
		for range 2 + lexicon.IntN(4) {
			words[i] += string("bdfgklmnprst"[lexicon.IntN(12)]) + string("aeiou"[lexicon.IntN(5)])
		}
	}
	word := func() string { return words[int(float64(len(words))*rnd.Float64()*rnd.Float64()*rnd.Float64())] }
	text := []byte("<!DOCTYPE html><html><head><title>" + word() + "</title></head><body>\n")
	for len(text) < size {
		if rnd.IntN(3) == 0 {
			text = fmt.Appendf(text, "<li class=\"menu-item\"><a href=\"/%s/%s.html\">%s %s</a></li>\n", word(), word(), word(),
				word())
			continue
		}
		text = append(text, "<p>"...)
		for range 40 {
			text = append(append(text, word()...), ' ')
		}
		text = append(text, "</p>\n"...)
	}
	return text[:size]
}

// BenchmarkAppend packs responses of 30 KB of HTML; MB/s are of what is packed.
func BenchmarkAppend(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 1))
	pages := make([][]byte, 64)
	for i := range pages {
		pages[i] = page(rnd, 30000)
	}
	for _, level := range []int{1, 6} {
		b.Run(fmt.Sprint("level=", level), func(b *testing.B) {
			p := NewPacker(level)
			r := &Record{Type: "response", URL: "https://a.example/b", Date: noon, ID: NewID(),
				ContentType: "application/http; msgtype=response",
				Fields:      []Field{{"WARC-Payload-Digest", warc.Digest(pages[0])}},
				Block:       [][]byte{[]byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), nil}}
			var dst []byte
			var err error
			var in, out int
			b.ReportAllocs()
			b.SetBytes(30000)
			for i := 0; b.Loop(); i++ {
				r.Block[1] = pages[i%len(pages)]
				if dst, err = p.Append(dst[:0], r); err != nil {
					b.Fatal(err)
				}
				in, out = in+30000, out+len(dst)
			}
			b.ReportMetric(float64(in)/float64(out), "ratio")
		})
	}
}

func BenchmarkNewID(b *testing.B) {
	for b.Loop() {
		NewID()
	}
}
