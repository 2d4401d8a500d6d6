package stream

import (
	"bytes"
	"fmt"
	"io"
	"strings"

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

// decompress reads all members or frames of a stream, to its end. It works ahead of its reader, on another core if there
// is one. What is odd but no reason to stop goes to warn.
func decompress(kind string, r io.Reader, warn func(string)) (io.ReadCloser, error) {
	switch kind {
	case "gzip":
		z, err := gzip.NewReader(r)
		if err != nil {
			return nil, broken(kind, err)
		}
		return newAhead(&decompressor{kind, z}), nil
	case "bzip2":
		z, err := bzip2.NewReader(r, nil)
		if err != nil {
			return nil, broken(kind, err)
		}
		return newAhead(&decompressor{kind, &garbage{z, warn}}), nil
	}
	z, err := zstd.NewReader(r, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, broken(kind, err)
	}
	return zstdReader{&decompressor{kind, z}, z}, nil // works ahead by itself
}

type zstdReader struct {
	io.Reader
	z *zstd.Decoder
}

// Close does not wait for the decoder's goroutines: one may hang in a read from a pipe where nothing comes.
func (z zstdReader) Close() error {
	go z.z.Close()
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

// garbage takes what follows the last bzip2 stream for the end, as bzip2 does: archives are padded with zeros. The magic
// of a stream is looked at only where one may begin, so that this error cannot come from inside of one.
type garbage struct {
	*bzip2.Reader
	warn func(string)
}

func (g *garbage) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if err != nil && g.OutputOffset > 0 && strings.Contains(err.Error(), "invalid stream magic") {
		g.warn("trailing garbage after the bzip2 stream is ignored")
		err = io.EOF
	}
	return n, err
}

func broken(kind string, err error) error {
	if err == io.ErrUnexpectedEOF || err == io.EOF {
		return fmt.Errorf("the %s stream is cut off", kind)
	}
	return fmt.Errorf("the %s stream is broken: %v", kind, err)
}

// compress returns a writer for the compression that a file name asks for, or nil.
func compress(name string, w io.Writer) (io.WriteCloser, error) {
	switch {
	case strings.HasSuffix(name, ".gz"):
		return gzip.NewWriter(w), nil
	case strings.HasSuffix(name, ".zst"):
		return zstd.NewWriter(w, zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(8<<20))
	}
	return nil, nil
}
