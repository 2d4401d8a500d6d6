package stream

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// maxWindow bounds the memory of a zstd reader; archives packed with --long=27 need this much.
const maxWindow = 128 << 20

// compression names the format that the first bytes of a stream show, or "".
func compression(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte{0x1f, 0x8b, 8}):
		return "gzip"
	case bytes.HasPrefix(head, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		return "zstd"
	case len(head) >= 4 && head[0]&0xf0 == 0x50 && bytes.Equal(head[1:4], []byte{0x2a, 0x4d, 0x18}):
		return "zstd" // a skippable frame
	case len(head) >= 10 && bytes.HasPrefix(head, []byte("BZh")) && head[3] >= '1' && head[3] <= '9' &&
		(bytes.Equal(head[4:10], []byte("1AY&SY")) || bytes.Equal(head[4:10], []byte{0x17, 0x72, 0x45, 0x38, 0x50, 0x90})):
		return "bzip2"
	}
	return ""
}

// Windows of zstd streams whose first frame does not say one have at most usualWindow, which is that of zstd -19. A
// further frame may not have a larger window than the first one, unless it is usual.
const usualWindow = 8 << 20

// window returns the window of the first frame of a zstd stream.
func window(head []byte) int64 {
	var h zstd.Header
	if h.Decode(head) != nil || h.Skippable {
		return usualWindow
	}
	need := h.WindowSize
	if h.SingleSegment {
		need = h.FrameContentSize
	}
	return int64(min(max(need, usualWindow), maxWindow))
}

// pooledBytes is about what a decoder of the usual window takes.
const pooledBytes = usualWindow*9/8 + 2<<20

// decoderBytes is about what unpacking a stream takes, by its first bytes.
func decoderBytes(kind string, head []byte) int64 {
	switch kind {
	case "gzip":
		return 1 << 20
	case "bzip2":
		return int64(head[3]-'0') * (1300 << 10) // a block, its permutation and what the reader leaves behind as it grows
	}
	return window(head)*9/8 + 2<<20
}

// decompress reads all members or frames of a stream, to its end. file says that r is a file: reading it never hangs. works lets
// it work ahead of its reader, on another core if there is one. What is odd but no reason to stop goes to warn.
func decompress(kind string, r io.Reader, file, works bool, warn func(string)) (io.ReadCloser, error) {
	var plain io.Reader
	switch kind {
	case "gzip":
		from := bufio.NewReader(r)
		z, err := gzip.NewReader(from)
		if err != nil {
			return nil, broken(kind, err)
		}
		z.Multistream(false)
		plain = &members{z, from}
	case "bzip2":
		from := &tail{r: r}
		z, err := bzip2.NewReader(from, nil)
		if err != nil {
			return nil, broken(kind, err)
		}
		plain = &garbage{z, from, warn}
	default:
		return unzstd(r, file)
	}
	plain = &decompressor{kind, plain}
	if !works {
		return io.NopCloser(plain), nil
	}
	return newAhead(plain), nil
}

// idle is the zstd decoder that the last file gave back, for the next one: a new one would take memory before the collector has
// taken that of the old one.
var idle atomic.Pointer[zstd.Decoder]

// takeIdle is a decoder of the usual window.
func takeIdle() *zstd.Decoder {
	if z := idle.Swap(nil); z != nil {
		return z
	}
	z, _ := zstd.NewReader(nil, zstd.WithDecoderMaxWindow(usualWindow), zstd.WithDecoderLowmem(true))
	return z // there is no error: the options are valid
}

// pooled makes its decoder idle when it is closed. Reset waits until the decoder reads no more.
type pooled struct {
	io.Reader
	z *zstd.Decoder
}

func (p pooled) Close() error {
	err := p.z.Reset(nil)
	idle.Store(p.z)
	return err
}

// unzstd reads zstd frames; the decoder works ahead by itself.
func unzstd(r io.Reader, file bool) (io.ReadCloser, error) {
	head := make([]byte, zstd.HeaderMaxSize)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head = head[:n]
	r = io.MultiReader(bytes.NewReader(head), r)
	if file && window(head) == usualWindow {
		z := takeIdle()
		if err := z.Reset(r); err != nil {
			return nil, broken("zstd", err)
		}
		return pooled{&decompressor{"zstd", z}, z}, nil
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(uint64(window(head))), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, broken("zstd", err)
	}
	return zstdReader{&decompressor{"zstd", z}, z, file}, nil
}

type zstdReader struct {
	io.Reader
	z    *zstd.Decoder
	file bool
}

// Close does not wait for the goroutines of a decoder of a pipe: one may hang in a read where nothing comes.
func (z zstdReader) Close() error {
	if z.file {
		z.z.Close()
	} else {
		go z.z.Close()
	}
	return nil
}

// decompressor names the format in its errors, and never lets io.ErrUnexpectedEOF through: to those who read on,
// that would look like the regular end of a stream.
type decompressor struct {
	kind string
	io.Reader
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = broken(d.kind, err)
	}
	return n, err
}

// members reads one member of gzip after the other, so that what is no member is told from one that is cut off.
type members struct {
	member *gzip.Reader // no part of the type, because its WriteTo ends with the member
	from   *bufio.Reader
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.member.Read(p)
		if err != io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil
		}
		head, err := m.from.Peek(2)
		switch {
		case len(head) == 0 || err != nil && err != io.EOF:
			return 0, err
		case !bytes.HasPrefix([]byte{0x1f, 0x8b}, head):
			return 0, errors.New("the bytes after the end of a member are no other member: remove them")
		}
		if err := m.member.Reset(m.from); err == io.EOF { // in a name in its head
			return 0, io.ErrUnexpectedEOF
		} else if err != nil {
			return 0, err
		}
		m.member.Multistream(false)
	}
}

// garbage takes zeros that follow the last bzip2 stream for the end: archives are padded with them. Other bytes may be
// a stream whose first bytes are damaged. The magic of a stream is looked at only where one may begin, so that this
// error cannot come from inside of one.
type garbage struct {
	*bzip2.Reader
	from *tail
	warn func(string)
}

const magicBytes = 2 // with which a bzip2 stream begins; the reader has taken two bytes when it says that they are others

func (g *garbage) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if err != nil && g.OutputOffset > 0 && strings.Contains(err.Error(), "invalid stream magic") {
		if err = g.from.onlyZeros(g.InputOffset - magicBytes); err == nil {
			g.warn("trailing zeros after the bzip2 stream are ignored")
			err = io.EOF
		}
	}
	return n, err
}

// tail remembers the last bytes that were read, more than a decoder reads ahead.
type tail struct {
	r    io.Reader
	last []byte
	n    int64 // bytes read
}

func (t *tail) Read(p []byte) (int, error) {
	n, err := t.r.Read(p)
	t.n += int64(n)
	t.last = append(t.last, p[:n]...)
	if len(t.last) > 64<<10 {
		t.last = append(t.last[:0], t.last[len(t.last)-32<<10:]...)
	}
	return n, err
}

// onlyZeros returns an error if another byte than 0 follows from some place of the input on.
func (t *tail) onlyZeros(from int64) error {
	rest := t.last[max(0, int64(len(t.last))-(t.n-from)):]
	for {
		if len(bytes.Trim(rest, "\x00")) > 0 {
			return errors.New("the bytes after the end of a stream are neither another stream nor padding")
		}
		t.last = t.last[:0]
		if _, err := t.Read(make([]byte, 4096)); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		rest = t.last
	}
}

func broken(kind string, err error) error {
	if errors.Is(err, zstd.ErrWindowSizeExceeded) || errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		return fmt.Errorf("a frame of the zstd stream needs a larger window than the first one, or than %d MiB: unpack it first by zstd -d --long=31", maxWindow>>20)
	}
	if err == io.ErrUnexpectedEOF || err == io.EOF {
		return fmt.Errorf("the %s stream is cut off", kind)
	}
	if err == gzip.ErrHeader {
		return errors.New("the head of the gzip stream is damaged, or has a file name of more than 511 bytes: unpack it by gzip -d first")
	}
	return fmt.Errorf("the %s stream is broken: %v", kind, err)
}

// packer compresses one file after the other.
type packer interface {
	io.WriteCloser
	Reset(io.Writer)
}

// compress returns a writer for the compression that a file name asks for, or nil.
func compress(name string, w io.Writer) (packer, error) {
	switch compressor(name) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		// One goroutine and a small window: the encoder takes no more than the program has for small things.
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(1<<20),
			zstd.WithEncoderConcurrency(1),
			zstd.WithLowerEncoderMem(true))
	}
	return nil, nil
}
