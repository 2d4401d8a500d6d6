package madewebs

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
)

// mostBody is how long a body may be, as it is received and when it is decoded.
const mostBody = 10 << 20

// bodies are tricks with the lengths of bodies.
func (h *HostileWeb) bodies() []trick {
	const text = "<p>some text</p>\n"
	return []trick{
		at("/body/drip", "a body byte by byte", "truncated", h.saysAndDrips(head(), text)).slow(),
		at("/body/stall", "a body that stops inside", "truncated", saysAndStalls(head("Content-Length: 1000")+text)).slow(),
		at("/body/endless", "a body without end", "truncated", saysForever(head(), text)),
		at("/body/endless-line", "a body of one tag without end", "truncated",
			saysForever(head()+"<a href=\"", "xxxxxxxxxxxxxxxx")),
		at("/body/length", "a Content-Length of 10^15, and a body without end", "truncated",
			saysForever(head("Content-Length: 1000000000000000"), text)),
		at("/body/length-lie", "a Content-Length of 10^15, and a short body", "truncated",
			says(head("Content-Length: 1000000000000000")+text)),
		at("/body/less", "a body of one byte less than the limit", "ok", sized(mostBody-1)),
		at("/body/limit", "a body that is as long as the limit", "ok", sized(mostBody)),
		at("/body/more", "a body of one byte more than the limit", "truncated", sized(mostBody+1)),
		at("/body/more-chunked", "the same in chunks", "truncated", stream(func(b *bufio.Writer) { writeSized(b, mostBody+1) })),
		at("/body/short", "fewer bytes than the Content-Length says", "truncated|cut",
			says(head("Content-Length: 1000")+goodPage)),
		at("/body/long", "more bytes than the Content-Length says", "ok",
			says(head("Content-Length: "+strconv.Itoa(len(goodPage)))+goodPage+strings.Repeat(text, 100))),
		at("/body/two", "two answers to one request", "ok", says(whole()+whole())),
		at("/body/empty", "a body of no byte", "ok", says(head("Content-Length: 0"))),
		at("/body/closes", "a body that ends with the connection", "ok", says(head("Connection: close")+goodPage)),
	}
}

// chunks are tricks with chunked bodies.
func (h *HostileWeb) chunks() []trick {
	open := head("Transfer-Encoding: chunked")
	const cut = "truncated|no-http"
	return []trick{
		at("/body/chunks", "a body in chunks of one byte", "ok", says(open+oneByOne("")+"0\r\n\r\n")),
		at("/body/chunks-endless", "chunks without end", "truncated", saysForever(open, "10\r\n<p>some text</p>\r\n")),
		at("/body/chunks-cut", "closes inside of a chunk", "truncated", says(open+"400\r\n"+goodPage)),
		at("/body/chunks-no-end", "closes before the last chunk", "truncated", says(open+oneByOne(""))),
		at("/body/chunks-size", "the size of a chunk is no number", cut, says(open+oneByOne("")+"zz\r\n"+goodPage)),
		at("/body/chunks-over", "the size of a chunk is larger than 64 bits", cut,
			says(open+oneByOne("")+"fffffffffffffffff\r\n"+goodPage)),
		at("/body/chunks-negative", "the size of a chunk is negative", cut, says(open+oneByOne("")+"-5\r\n"+goodPage)),
		at("/body/chunks-line", "the line of a size has no end", cut, saysForever(open+oneByOne(""), "0000000000000000")),
		at("/body/chunks-no-line", "no line behind a chunk", cut, says(open+oneByOne("")+"3\r\nabcdef\r\n0\r\n\r\n")),
		at("/body/chunks-extended", "a short extension with each size", "ok", says(open+oneByOne(";a=b")+"0\r\n\r\n")),
		at("/body/chunks-padded", "1 KB of extensions with each byte, without end", cut,
			saysForever(open, "1;"+strings.Repeat("x", 1000)+"\r\na\r\n")),
		at("/body/chunks-trailer", "fields behind the body", "ok", says(open+oneByOne("")+"0\r\nX-Checked: yes\r\n\r\n")),
		at("/body/chunks-trailers", "fields behind the body without end", "truncated|no-http|ok",
			saysForever(open+oneByOne("")+"0\r\n", "X-Field: some text\r\n")),
	}
}

// oneByOne is a page in chunks of one byte, each with an extension, without the last chunk.
func oneByOne(extension string) string {
	var b strings.Builder
	for i := range len(goodPage) {
		b.WriteString("1" + extension + "\r\n" + goodPage[i:i+1] + "\r\n")
	}
	return b.String()
}

// sized answers with a page of n bytes.
func sized(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = typeHTML
		w.Header().Set("Content-Length", strconv.Itoa(n))
		writeSized(w, n)
	}
}

func writeSized(w io.Writer, n int) {
	for n > 0 {
		k := min(n, len(filler()))
		if _, err := w.Write(filler()[:k]); err != nil {
			return
		}
		n -= k
	}
}

// bombBytes is the size of a bomb when it is decoded.
const bombBytes = 256 << 20

// The bombs are bombBytes of zeros, packed; gzipTwice is gzipBomb, packed again.
var (
	gzipBomb = sync.OnceValue(func() string {
		sum := crc32.NewIEEE()
		for range bombBytes >> 20 {
			io.WriteString(sum, megabyte)
		}
		ends := binary.LittleEndian.AppendUint32(nil, sum.Sum32())
		return "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff" + bomb(func(w io.Writer) flusher {
			z, err := flate.NewWriter(w, flate.BestSpeed)
			if err != nil {
				panic(err) // the level is a good one
			}
			return z
		}) + string(binary.LittleEndian.AppendUint32(ends, bombBytes))
	})
	gzipTwice  = sync.OnceValue(func() string { return gzipped(gzipBomb()) })
	brotliBomb = sync.OnceValue(func() string { return bomb(func(w io.Writer) flusher { return brotli.NewWriterLevel(w, 2) }) })
	zstdBomb   = sync.OnceValue(func() string {
		// A frame with a window of 128 KiB, and of blocks that repeat one byte 128 Ki times.
		const block = "\x02\x00\x10\x00"
		blocks := bombBytes>>17 - 1
		return "\x28\xb5\x2f\xfd\x00\x38" + strings.Repeat(block, blocks) + "\x03" + block[1:]
	})
)

type flusher interface {
	io.WriteCloser
	Flush() error
}

// megabyte is 1 MiB of zeros.
var megabyte = strings.Repeat("\x00", 1<<20)

// bomb packs bombBytes of zeros without packing them all: the second megabyte is packed like all that follow, and ends with a
// whole byte, so it is repeated.
func bomb(open func(io.Writer) flusher) string {
	var b bytes.Buffer
	w := open(&b)
	var ends [2]int
	for i := range ends {
		io.WriteString(w, megabyte)
		w.Flush()
		ends[i] = b.Len()
	}
	w.Close()
	text := b.String()
	return text[:ends[1]] + strings.Repeat(text[ends[0]:ends[1]], bombBytes>>20-2) + text[ends[1]:]
}

// packed is a text, packed.
func packed(open func(io.Writer) io.WriteCloser, text string) string {
	var b bytes.Buffer
	w := open(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func gzipped(text string) string {
	return packed(func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }, text)
}

// codingCase is a trick with a body that is coded.
func codingCase(name, what, outcome, coding string, body func() string) trick {
	return at("/coding/"+name, what, outcome, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", coding)
		sendText(w, 200, typeHTML, body())
	})
}

// codings are tricks with codings of bodies.
func (h *HostileWeb) codings() []trick {
	const damaged = "coding|truncated|ok"
	is := func(text string) func() string { return func() string { return text } }
	z := gzipped(goodPage)
	br := packed(func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) }, goodPage)
	n := len(goodPage)                                                                                   // below 256
	zstd := "\x28\xb5\x2f\xfd\x20" + string([]byte{byte(n), byte(n<<3 | 1), byte(n >> 5), 0}) + goodPage // one block, not packed
	return []trick{
		codingCase("gzip", "a page by gzip", "ok", "gzip", is(z)),
		codingCase("x-gzip", "the old name of gzip, in capitals", "ok", "X-GZIP", is(z)),
		codingCase("br", "a page by brotli", "ok", "br", is(br)),
		codingCase("zstd", "a page by zstd", "ok", "zstd", is(zstd)),
		codingCase("identity", "a page that is not coded, but said to be", "ok", "identity", is(goodPage)),
		codingCase("gzip-cut", "gzip that is cut off", damaged, "gzip", is(z[:len(z)-20])),
		codingCase("gzip-sum", "gzip whose checksum is wrong", damaged, "gzip", is(z[:len(z)-8]+"\x00\x00\x00\x00"+z[len(z)-4:])),
		codingCase("gzip-behind", "gzip with other bytes behind", "ok|coding", "gzip", is(z+goodPage)),
		codingCase("gzip-two", "two members of gzip", "ok", "gzip", is(z+z)),
		codingCase("gzip-members", "100,000 empty members of gzip", "ok|truncated|coding", "gzip",
			is(strings.Repeat(gzipped(""), 100_000)+z)),
		codingCase("gzip-none", "no gzip, but said to be", "ok|coding", "gzip", is(goodPage)),
		codingCase("gzip-empty", "no byte, but said to be gzip", "ok|coding", "gzip", is("")),
		codingCase("br-cut", "brotli that is cut off", damaged, "br", is(br[:len(br)/2])),
		codingCase("br-random", "random bytes as brotli", damaged, "br", is(randomBytes(2000))),
		codingCase("zstd-cut", "zstd that is cut off", damaged, "zstd", is(zstd[:len(zstd)/2])),
		codingCase("zstd-window", "zstd with a window of 2 GiB", damaged, "zstd",
			is("\x28\xb5\x2f\xfd\x00\xa8\x03\x00\x10\x00")),
		codingCase("twice", "gzip in gzip, said once", "ok", "gzip", is(gzipped(z))),
		codingCase("two", "gzip in gzip, said twice", "ok|coding", "gzip, gzip", is(gzipped(z))),
		codingCase("five", "five codings", "ok|coding", "gzip, gzip, gzip, gzip, gzip",
			is(gzipped(gzipped(gzipped(gzipped(z)))))),
		codingCase("unknown", "a coding that nobody knows", "ok|coding", "x-secret", is(goodPage)),
		codingCase("bomb-gzip", "256 MiB by gzip", "truncated", "gzip", gzipBomb),
		codingCase("bomb-br", "256 MiB by brotli", "truncated", "br", brotliBomb),
		codingCase("bomb-zstd", "256 MiB by zstd", "truncated", "zstd", zstdBomb),
		codingCase("bomb-two", "256 MiB by gzip in gzip", "truncated|coding", "gzip, gzip", gzipTwice),
	}
}
