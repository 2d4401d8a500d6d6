package madewebs

import (
	"net/http"
	"strconv"
	"sync"

	"webmill/pkg/hashes"
)

// dice are random numbers that are the same in each run.
type dice uint64

// diceOf makes the dice of a thing. The numbers name the thing; the dice depend on nothing else.
func diceOf(name ...int) dice {
	d := uint64(len(name))
	for _, n := range name {
		d = hashes.Mix(d + uint64(n)*hashes.Golden)
	}
	return dice(d)
}

func (d *dice) next() uint64 {
	*d += hashes.Golden
	return hashes.Mix(uint64(*d))
}

// unit is a number from 0 up to 1.
func (d *dice) unit() float64 { return float64(d.next()>>11) / (1 << 53) }

// below is a number from 0 up to n-1, all equally often.
func (d *dice) below(n int) int { return int(d.unit() * float64(n)) }

// few is a number from 0 up to n-1, small ones more often: n·u² for a u that is equally often any number from 0 to 1.
func (d *dice) few(n int) int {
	u := d.unit()
	return int(u * u * float64(n))
}

// The text of pages is made once: paragraphs of blockBytes each. Some of them in a row are whole HTML.
const (
	blockBytes = 128
	blocks     = 2048
)

var filler = sync.OnceValue(func() []byte {
	const syllables = "babebibodadedidofafefifokakekikolalelilomamemimonaneninorareriro"
	d := diceOf(0)
	text := make([]byte, 0, blocks*blockBytes)
	for n := range blocks {
		end := (n+1)*blockBytes - len("</b></p>\n")
		text = append(text, "<p><b>"[:3+3*(n%2)]...)
		for len(text) < end {
			for range 1 + d.few(5) {
				i := 2 * d.below(len(syllables)/2)
				text = append(text, syllables[i:i+2]...)
			}
			if len(text)+16 < end && d.below(16) == 0 {
				text = append(text, " &amp;"...)
			}
			text = append(text, ' ')
		}
		text = append(text[:end], "</b></p>\n"[4*(1-n%2):]...)
		for len(text)%blockBytes != 0 {
			text = append(text, ' ')
		}
	}
	return text
})

const pageEnd = "</body></html>\n"

// appendFiller appends paragraphs, blanks and the end of the page, so that dst is size bytes long. The number of the page decides
// with which paragraph they begin. A page that is long already gets only its end.
func appendFiller(dst []byte, number, size int) []byte {
	text, block := filler(), int(diceOf(number)%blocks)
	for left := (size - len(dst) - len(pageEnd)) / blockBytes; left > 0; {
		n := min(left, blocks-block)
		dst = append(dst, text[block*blockBytes:(block+n)*blockBytes]...)
		left -= n
		block = 0
	}
	for len(dst) < size-len(pageEnd) {
		dst = append(dst, ' ')
	}
	return append(dst, pageEnd...)
}

// appendHead appends the beginning of a page. A script and a comment in it have links that a crawler must not follow.
func appendHead(dst []byte, title string, number int) []byte {
	dst = append(dst, "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>"...)
	dst = append(dst, title...)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(number), 10)
	return append(dst, "</title><script>var a=\"<a href=\\\"/in-a-script.html\\\">\";function f(x){return x<3&&x>1}</script></head>"+
		"<body>\n<!-- <a href=\"/in-a-comment.html\"> -->\n"...)
}

// appendLink appends a link, in a paragraph of its own.
func appendLink(dst []byte, target []byte, number int) []byte {
	dst = append(dst, "<p><a class=\"l\" href=\""...)
	dst = append(dst, target...)
	dst = append(dst, "\" title=\"x &gt; y\">page "...)
	dst = strconv.AppendInt(dst, int64(number), 10)
	return append(dst, "</a></p>\n"...)
}

// pageBuffers are buffers in which pages are made.
var pageBuffers = sync.Pool{New: func() any { return new([]byte) }}

// send answers with the page that appendPage appends to an empty buffer.
func send(w http.ResponseWriter, status int, mime []string, appendPage func(dst []byte) []byte) {
	b := pageBuffers.Get().(*[]byte)
	defer pageBuffers.Put(b)
	*b = appendPage((*b)[:0])
	h := w.Header()
	h["Content-Type"] = mime
	h["Content-Length"] = []string{strconv.Itoa(len(*b))}
	w.WriteHeader(status)
	w.Write(*b)
}

// sendText answers with a short text.
func sendText(w http.ResponseWriter, status int, mime []string, text string) {
	send(w, status, mime, func(dst []byte) []byte { return append(dst, text...) })
}

// sendMissing answers that there is no such page. The answer holds no links.
func sendMissing(w http.ResponseWriter) {
	sendText(w, http.StatusNotFound, typeHTML, "<!DOCTYPE html><title>Not Found</title><p>There is no such page.\n")
}

// The types of answers, as net/http keeps them.
var (
	typeHTML = []string{"text/html; charset=utf-8"}
	typeText = []string{"text/plain; charset=utf-8"}
)

// number reads a number as strconv writes it. ok is false for others, like 007 and +7.
func number(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 15 || s[0] == '0' && len(s) > 1 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = 10*n + int(s[i]-'0')
	}
	return n, true
}
