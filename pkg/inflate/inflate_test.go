package inflate

import (
	"bytes"
	"compress/flate"
	stdgzip "compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// packed is a gzip member made by the standard library.
func packed(data []byte, level int) []byte {
	var b bytes.Buffer
	w, err := stdgzip.NewWriterLevel(&b, level)
	if err != nil {
		panic(err) // the levels below are valid
	}
	w.Write(data)
	w.Close()
	return b.Bytes()
}

// samples are texts that make blocks of every kind.
func samples() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 100_000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	skewed := make([]byte, 200_000) // long codes
	for i := range skewed {
		skewed[i] = byte(min(r.ExpFloat64()*12, 255))
	}
	var page strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&page, "<li><a href=\"/page/%d.html\">%d &amp; %x</a>\n", i*i%977, i, r.Uint32()%4096)
	}
	return map[string][]byte{
		"empty": {}, "byte": {7}, "short": []byte("hello, hello, hello"), "noise": noise, "skewed": skewed,
		"page":  []byte(page.String()),
		"zeros": make([]byte, 300_000), "pairs": bytes.Repeat([]byte("ab"), 70_000),
		"sevens": bytes.Repeat([]byte("1234567"), 9_999),
	}
}

func TestMember(t *testing.T) {
	for name, data := range samples() {
		for level := stdgzip.HuffmanOnly; level <= stdgzip.BestCompression; level++ {
			member := packed(data, level)
			prefix := []byte("before")
			out, n, err := Member(prefix, append(bytes.Clone(member), "behind"...), len(data))
			if err != nil || n != len(member) || string(out) != "before"+string(data) {
				t.Errorf("%s, level %d: %d bytes of %d, %d of %d read, %v", name, level, len(out)-6,
					len(data), n, len(member), err)
			}
			if len(data) > 0 {
				if _, _, err := Member(nil, member, len(data)-1); err != ErrLarge {
					t.Errorf("%s, level %d, one byte less than there is: %v", name, level, err)
				}
			}
		}
	}
}

func TestHeaders(t *testing.T) {
	var b bytes.Buffer
	w := stdgzip.NewWriter(&b)
	w.Name, w.Comment, w.Extra = "name", "comment", []byte("extra")
	w.Write([]byte("data"))
	w.Close()
	member := b.Bytes()
	for i := range member {
		if _, _, err := Member(nil, member[:i], 100); err != ErrShort {
			t.Errorf("cut at %d: %v", i, err)
		}
	}
	out, n, err := Member(nil, member, 100)
	if string(out) != "data" || n != len(member) || err != nil {
		t.Errorf("%q, %d of %d, %v", out, n, len(member), err)
	}
	withCRC := append([]byte{0x1f, 0x8b, 8, hasCRC, 0, 0, 0, 0, 0, 255}, 0, 0)
	binary.LittleEndian.PutUint16(withCRC[10:], uint16(crc32.ChecksumIEEE(withCRC[:10])))
	withCRC = append(withCRC, packed([]byte("data"), 6)[10:]...)
	if out, _, err := Member(nil, withCRC, 100); string(out) != "data" || err != nil {
		t.Errorf("with a header checksum: %q, %v", out, err)
	}
	withCRC[10]++
	if _, _, err := Member(nil, withCRC, 100); err != ErrFormat {
		t.Errorf("with a wrong header checksum: %v", err)
	}
	for _, bad := range [][]byte{
		bytes.Repeat([]byte("x"), 30), {0x1f, 0x8b, 8, 0x80, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0},
		{0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 0, 3, 0},
	} {
		if _, _, err := Member(nil, bad, 100); err != ErrFormat {
			t.Errorf("% x: %v", bad, err)
		}
	}
}

// oracle decodes by another library; ok is whether it found no fault.
func oracle(member []byte) (out []byte, n int, ok bool) {
	r := bytes.NewReader(member)
	z, err := stdgzip.NewReader(r)
	if err != nil {
		return nil, 0, false
	}
	z.Multistream(false)
	out, err = io.ReadAll(z)
	return out, len(member) - r.Len(), err == nil
}

// check compares with the oracle. (The reserved flags, which it ignores, make a member no member.)
func check(t *testing.T, member []byte) {
	t.Helper()
	out, n, err := Member(nil, member, 1<<20)
	if errors.Is(err, ErrLarge) || len(member) > 3 && member[3]&reserved != 0 {
		return
	}
	want, wantN, ok := oracle(member)
	if ok != (err == nil) {
		t.Fatalf("%v, but the oracle says %v: % x", err, ok, member[:min(len(member), 200)])
	}
	if ok && (!bytes.Equal(out, want) || n != wantN) {
		t.Fatalf("%d bytes from %d, the oracle %d from %d: % x", len(out), n, len(want), wantN, member[:min(len(member), 200)])
	}
}

func TestDamaged(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, data := range samples() {
		data = data[:min(len(data), 3000)]
		for _, level := range []int{0, 1, 6, 9, stdgzip.HuffmanOnly} {
			member := packed(data, level)
			for range 300 {
				bad := bytes.Clone(member)
				for range 1 + r.IntN(3) {
					bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
				}
				if r.IntN(3) == 0 {
					bad = bad[:r.IntN(len(bad))]
				}
				check(t, bad)
			}
			_ = name
		}
	}
}

func TestCut(t *testing.T) {
	for name, data := range samples() {
		member := packed(data[:min(len(data), 2000)], 6)
		for i := range member {
			if _, _, err := Member(nil, member[:i], 1<<20); err != ErrShort {
				t.Errorf("%s cut at %d of %d: %v", name, i, len(member), err)
			}
		}
	}
}

// A stated length is compared, not believed, and a bomb ends at the limit.
func TestBomb(t *testing.T) {
	member := packed(make([]byte, 64<<20), 9)
	out, _, err := Member(nil, member, 1<<20)
	if err != ErrLarge || cap(out) > 4<<20 {
		t.Errorf("%v, with %d bytes", err, cap(out))
	}
	binary.LittleEndian.PutUint32(member[len(member)-4:], 1)
	if _, _, err := Member(nil, member, 1<<30); err != ErrFormat {
		t.Errorf("with a wrong length: %v", err)
	}
}

func FuzzMember(f *testing.F) {
	for _, data := range samples() {
		for _, level := range []int{0, 1, 9, stdgzip.HuffmanOnly} {
			f.Add(packed(data[:min(len(data), 500)], level))
		}
	}
	f.Fuzz(func(t *testing.T, member []byte) { check(t, member) })
}

// Blocks of fuzzed bytes behind a valid header reach further into the decoder.
func FuzzBlocks(f *testing.F) {
	for _, data := range samples() {
		f.Add(packed(data[:min(len(data), 500)], 9)[10:])
	}
	head := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255}
	f.Fuzz(func(t *testing.T, blocks []byte) {
		out, _, err := Member(nil, append(bytes.Clone(head), blocks...), 1<<20)
		if err == ErrLarge {
			return
		}
		want, flateErr := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(blocks)), 2<<20))
		if n := min(len(want), len(out)); !bytes.Equal(want[:n], out[:n]) {
			t.Fatalf("%d bytes are not what the oracle has", n)
		}
		if flateErr == nil && !bytes.Equal(want, out) {
			t.Fatalf("%d bytes and %v, the oracle %d", len(out), err, len(want))
		}
	})
}

func BenchmarkMember(b *testing.B) {
	page := samples()["page"]
	member := packed(page, 6)
	b.Run("here", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		var out []byte
		for b.Loop() {
			var err error
			if out, _, err = Member(out[:0], member, 1<<20); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("klauspost", func(b *testing.B) {
		b.SetBytes(int64(len(page)))
		r := bytes.NewReader(member)
		z, err := gzip.NewReader(r)
		for b.Loop() && err == nil {
			r.Reset(member)
			if err = z.Reset(r); err == nil {
				_, err = io.Copy(io.Discard, z)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	})
}

// TestStoredInPart: of a stored block that is longer than the limit or cut off, the part that is there is decoded.
func TestStoredInPart(t *testing.T) {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression)
	w.Write(bytes.Repeat([]byte("0123456789"), 1000))
	w.Close()
	for _, c := range []struct{ have, most, want int }{{b.Len(), 4096, 4096}, {4096, 4096, 4000}, {4096, 1 << 20, 4000}} {
		out, _, err := Member(nil, b.Bytes()[:c.have], c.most)
		if err == nil || len(out) < c.want {
			t.Errorf("of %d bytes, at most %d: %d and %v", c.have, c.most, len(out), err)
		}
	}
}
