package stream

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// TestReadAgain: what a decoder still reads ahead when it is closed is not taken from the reader that begins again, neither after
// Suspend nor after the first look at a zstd file with a large window.
func TestReadAgain(t *testing.T) {
	var text bytes.Buffer
	for i := range 50_000 {
		fmt.Fprintln(&text, i*7919%1_000_003, i)
	}
	pack := map[string]func() []byte{
		"a.txt.gz": func() []byte {
			var b bytes.Buffer
			w := gzip.NewWriter(&b)
			w.Write(text.Bytes())
			w.Close()
			return b.Bytes()
		},
		"a.txt.zst": func() []byte { return frame(t, text.Bytes(), 1<<20) },
		"b.txt.zst": func() []byte { return frame(t, text.Bytes(), 32<<20) },
	}
	for name, content := range pack {
		name := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(name, content(), 0o600); err != nil {
			t.Fatal(err)
		}
		for range 15 {
			in, err := Open(vfs.OS, name, nil, Spec{})
			if err == nil {
				err = in.Suspend()
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []int32
			err = tuple.EachPair(in, func(a, b int32) error { got = append(got, a, b); return nil })
			if err != nil || len(got) != 100_000 || got[99_999] != 49_999 || in.Done() != in.Size() {
				t.Fatalf("%s: %d numbers, %d bytes of %d, %v", name, len(got), in.Done(), in.Size(), err)
			}
			in.Close()
		}
	}
}

// frame is text in one frame of zstd with a window.
func frame(t *testing.T, text []byte, window int) []byte {
	var b bytes.Buffer
	w, err := zstd.NewWriter(&b, zstd.WithWindowSize(window))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) { // in pieces, so that the writer does not know the size
		w.Write([]byte(line))
	}
	w.Close()
	return b.Bytes()
}
