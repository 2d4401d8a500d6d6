package stream

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/dsnet/compress/bzip2"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// packed compresses a text in each of the three ways.
func packed(t testing.TB, text string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for kind, open := range map[string]func(io.Writer) (io.WriteCloser, error){
		"gzip":  func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		"zstd":  func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
		"bzip2": func(w io.Writer) (io.WriteCloser, error) { return bzip2.NewWriter(w, nil) },
	} {
		var b bytes.Buffer
		w, err := open(&b)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		all[kind] = b.Bytes()
	}
	return all
}

func unpack(t testing.TB, content []byte) (text string, warning string, err error) {
	t.Helper()
	in, err := OpenBytes(vfs.OS, put(t, "in", content), nil)
	if err != nil {
		return "", "", err
	}
	defer in.Close()
	b, err := io.ReadAll(in)
	return string(b), in.Warning(), err
}

var someText = func() string {
	var b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&b, "%d\t%d\n", i, i*7919%10007)
	}
	return b.String()
}()

// TestMembers: streams put one behind the other are read to the end.
func TestMembers(t *testing.T) {
	for kind, b := range packed(t, someText) {
		got, _, err := unpack(t, bytes.Repeat(b, 3))
		if err != nil || got != strings.Repeat(someText, 3) {
			t.Errorf("%s: %d bytes, %v", kind, len(got), err)
		}
	}
	for kind, b := range packed(t, "") {
		if got, _, err := unpack(t, append(bytes.Clone(b), packed(t, "x")[kind]...)); err != nil || got != "x" {
			t.Errorf("%s: empty, then x: %q, %v", kind, got, err)
		}
	}
}

// TestUnpackedLater: a packed file is unpacked when it is read: before, and behind its end, it has no decoder. All of
// its bytes count as read once.
func TestUnpackedLater(t *testing.T) {
	for kind, b := range packed(t, someText) {
		in, err := OpenBytes(vfs.OS, put(t, "in", b), nil)
		if err != nil {
			t.Fatal(err)
		}
		p := in.closer.(*postponed)
		if p.plain != nil || in.Done() != 0 || in.Decoder() == 0 {
			t.Errorf("%s, before the first byte: unpacks: %v, %d bytes read, takes %d", kind, p.plain != nil,
				in.Done(), in.Decoder())
		}
		text, err := io.ReadAll(in)
		if err != nil || string(text) != someText || in.Done() != int64(len(b)) {
			t.Errorf("%s: %v, %d bytes of text, %d of %d read", kind, err, len(text), in.Done(), len(b))
		}
		if _, err := in.Read(make([]byte, 1)); err != io.EOF || p.plain != nil {
			t.Errorf("%s, behind the end: %v, unpacks: %v", kind, err, p.plain != nil)
		}
		if err := in.Close(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestLaterWindow: a frame whose window is larger than what the first one said is refused, not unpacked.
func TestLaterWindow(t *testing.T) {
	frame := func(window int) []byte {
		var b bytes.Buffer
		w, err := zstd.NewWriter(&b, zstd.WithWindowSize(window))
		if err != nil {
			t.Fatal(err)
		}
		w.Write(make([]byte, 2<<20))
		w.Write([]byte("x"))
		w.Close()
		return b.Bytes()
	}
	small, large := frame(1<<20), frame(64<<20)
	for _, c := range []struct {
		b  []byte
		ok bool
	}{{append(bytes.Clone(small), frame(8<<20)...), true}, {append(bytes.Clone(small), large...), false},
		{append(bytes.Clone(large), large...), true}} {
		text, _, err := unpack(t, c.b)
		if (err == nil) != c.ok || c.ok && len(text) != 4<<20+2 {
			t.Errorf("%d bytes, %v", len(text), err)
		}
	}
}

// TestSingleSegment: a frame that is one segment, as zstd packs a file, says its size in the place of a window.
func TestSingleSegment(t *testing.T) {
	frame := func(size int) []byte {
		w, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true))
		if err != nil {
			t.Fatal(err)
		}
		return w.EncodeAll(make([]byte, size), nil)
	}
	if text, _, err := unpack(t, frame(20<<20)); err != nil || len(text) != 20<<20 {
		t.Errorf("20 MiB: %d bytes, %v", len(text), err)
	}
	if _, _, err := unpack(t, frame(maxWindow+1)); err == nil || !strings.Contains(err.Error(), "larger window") {
		t.Errorf("more than webmill unpacks: %v", err)
	}
}

// TestCut: a compressed stream that is cut off anywhere is an error, once its kind can be recognised.
func TestCut(t *testing.T) {
	for kind, b := range packed(t, someText[:2000]) {
		for n := 10; n < len(b); n++ {
			in, err := decompress(kind, bytes.NewReader(b[:n]), n%2 == 0, true, func(string) {})
			if err == nil {
				_, err = io.Copy(io.Discard, in)
				in.Close()
			}
			if err == nil || !strings.Contains(err.Error(), kind) || errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("%s cut at %d of %d bytes: %v", kind, n, len(b), err)
			}
		}
	}
}

// TestFlippedCompression: damage is found, or does not matter.
func TestFlippedCompression(t *testing.T) {
	text := someText[:500]
	for kind, b := range packed(t, text) {
		for i := range b {
			bad := bytes.Clone(b)
			bad[i] ^= 0x11
			in, err := decompress(kind, bytes.NewReader(bad), true, true, func(string) {})
			if err != nil {
				continue
			}
			got, err := io.ReadAll(in)
			in.Close()
			if err == nil && string(got) != text {
				t.Errorf("%s with a damaged byte %d: other text, no error", kind, i)
			}
		}
	}
}

func TestTrailingGarbage(t *testing.T) {
	all := packed(t, someText)
	got, warning, err := unpack(t, append(all["bzip2"], make([]byte, 512)...))
	if err != nil || got != someText || !strings.Contains(warning, "trailing zeros") {
		t.Errorf("bzip2: %d bytes, warning %q, %v", len(got), warning, err)
	}
	for _, trail := range []string{"ab", "\x00x", "x\x00", "x\x00\x00\x00", "B\x00", "\x00\x00x", "garbage garbage"} {
		got, warning, err := unpack(t, append(bytes.Clone(all["bzip2"]), trail...))
		if err == nil || warning != "" || !strings.Contains(err.Error(), "neither another stream nor padding") {
			t.Errorf("bzip2 and %q: %d bytes, warning %q, %v", trail, len(got), warning, err)
		}
	}
	second := append(bytes.Clone(all["bzip2"]), all["bzip2"]...)
	second[len(all["bzip2"])] ^= 1
	for kind, text := range map[string][]byte{"gzip": append(all["gzip"], "garbage garbage"...), "bzip2": second} {
		if _, _, err := unpack(t, text); err == nil {
			t.Errorf("%s: no error", kind)
		}
	}
}

// TestEmptyMembers: a million members without content take linear time and no memory.
func TestEmptyMembers(t *testing.T) {
	const members = 1_000_000
	one := packed(t, "")["gzip"]
	began := time.Now()
	in, err := decompress("gzip", io.MultiReader(&repeated{one, members}, bytes.NewReader(packed(t, "x")["gzip"])), false, true,
		func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := io.ReadAll(in)
	runtime.ReadMemStats(&after)
	if err != nil || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
	if d := time.Since(began); d > 20*time.Second {
		t.Errorf("took %v", d)
	}
	if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 16<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
}

// repeated gives b left times.
type repeated struct {
	b    []byte
	left int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for ; r.left > 0 && len(p)-n >= len(r.b); r.left-- {
		n += copy(p[n:], r.b)
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestBomb: what unpacks to very much is a stream like any other.
func TestBomb(t *testing.T) {
	const size = 64 << 20
	for kind, b := range packed(t, strings.Repeat("\n", size)) {
		if kind == "bzip2" && testing.Short() {
			continue
		}
		in, err := decompress(kind, bytes.NewReader(b), false, true, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		n, err := io.Copy(io.Discard, in)
		runtime.ReadMemStats(&after)
		in.Close()
		if n != size || err != nil {
			t.Errorf("%s: %d bytes, %v", kind, n, err)
		}
		if grown := int64(after.HeapInuse) - int64(before.HeapInuse); grown > 48<<20 {
			t.Errorf("%s: the heap grew by %d bytes", kind, grown)
		}
	}
}

// TestClosedEarly: who stops reading in the middle leaves no goroutine that reads on.
func TestClosedEarly(t *testing.T) {
	noneLeft := fault.NoGoroutinesLeft(t)
	for kind, b := range packed(t, strings.Repeat(someText, 100)) {
		in, err := decompress(kind, bytes.NewReader(b), false, true, func(string) {})
		if err != nil {
			t.Fatal(err)
		}
		io.ReadFull(in, make([]byte, 10))
		in.Close()
	}
	noneLeft()
}
