package warc

import (
	"bytes"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// members reads the members of a gzip body. What follows the last one does not count, as in a browser, unless it begins like a
// member but for one byte, or is cut off there: then a part is missing.
type members struct {
	z   *gzip.Reader
	src *bytes.Reader
}

func (m *members) reset(src *bytes.Reader) error {
	if m.src = src; m.z == nil {
		m.z = new(gzip.Reader)
	}
	return m.next()
}

func (m *members) next() error {
	there := m.src.Len() > 0
	err := m.z.Reset(m.src)
	if err == io.EOF && there { // in a name in its head
		err = io.ErrUnexpectedEOF
	}
	m.z.Multistream(false)
	return err
}

// Read implements io.Reader.
func (m *members) Read(p []byte) (int, error) {
	n, err := m.z.Read(p)
	if err != io.EOF || n > 0 {
		return n, err
	}
	var head [3]byte
	k, _ := m.src.ReadAt(head[:], m.src.Size()-int64(m.src.Len()))
	alike := 0
	for i, b := range head[:k] {
		if b == gzipMagic[i] {
			alike++
		}
	}
	switch {
	case alike == len(gzipMagic):
		return 0, m.next()
	case alike > 0 && alike >= k-1:
		return 0, io.ErrUnexpectedEOF
	}
	return 0, io.EOF
}

// brotliBody reads a brotli body. Its library does not tell the end of a stream from that of a body that was cut off. So one byte
// more is given to it behind the body: only a whole stream refuses it.
type brotliBody struct {
	z   *brotli.Reader
	end onceMore
}

func (b *brotliBody) reset(src *bytes.Reader) {
	b.end = onceMore{src: src}
	b.z = brotli.NewReader(&b.end) // Reset would keep the byte
}

// Read implements io.Reader.
func (b *brotliBody) Read(p []byte) (int, error) {
	n, err := b.z.Read(p)
	switch {
	case err != nil && err.Error() == "brotli: excessive input":
		return n, io.EOF
	case b.end.done:
		return 0, io.ErrUnexpectedEOF // and what was made of the byte is dropped
	}
	return n, err
}

// onceMore gives what src has, and one byte more.
type onceMore struct {
	src  *bytes.Reader
	done bool
}

func (o *onceMore) Read(p []byte) (int, error) {
	n, err := o.src.Read(p)
	if n == 0 && len(p) > 0 && !o.done {
		o.done, p[0] = true, 0
		return 1, nil
	}
	return n, err
}
