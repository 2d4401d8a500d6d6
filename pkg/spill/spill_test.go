package spill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

func room(t testing.TB) work.Room { return work.Room{FS: vfs.OS, TempDir: t.TempDir()} }

// Texts that are written side by side, their pieces in memory and in the file, some given back while others are written, are read
// as they were written, by both readers.
func TestTexts(t *testing.T) {
	in := room(t)
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.IntRange(16, 64).Draw(t, "block")
		b := NewBlocks(in, make([]byte, rapid.IntRange(0, 500).Draw(t, "memory")), block)
		defer b.Close()
		writers := make([]*Writer, 3)
		want := make([][]byte, len(writers))
		for i := range writers {
			writers[i] = b.NewWriter()
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			i := rapid.IntRange(0, len(writers)-1).Draw(t, "writer")
			if rapid.Bool().Draw(t, "number") {
				want[i] = append(want[i], 1, 2, 3, 4)
				check(t, writers[i].Int32(0x04030201))
				continue
			}
			p := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "bytes")
			want[i] = append(want[i], p...)
			_, err := writers[i].Write(p)
			check(t, err)
		}
		for i, w := range writers {
			text, err := w.Finish()
			check(t, err)
			if text.Size() != int64(len(want[i])) {
				t.Fatalf("text %d has %d bytes, want %d", i, text.Size(), len(want[i]))
			}
			window := b.Window(text)
			check(t, window.More(len(want[i])))
			if !bytes.Equal(window.Buf, want[i]) {
				t.Fatalf("the window of text %d shows others", i)
			}
			if err := window.Full(len(want[i]) + 1); err != io.ErrUnexpectedEOF {
				t.Fatalf("behind the end: %v", err)
			}
			got, err := io.ReadAll(&Reader{Blocks: b, Text: text, Empty: true})
			check(t, err)
			if !bytes.Equal(got, want[i]) {
				t.Fatalf("text %d reads %q, want %q", i, got, want[i])
			}
		}
	})
}

func check(t *rapid.T, err error) {
	if err != nil {
		t.Fatal(err)
	}
}

// Ints read as they were put, at any place, whatever part of them is in memory.
func TestInts(t *testing.T) {
	in := room(t)
	rapid.Check(t, func(t *rapid.T) {
		s, err := NewInts(in, int64(rapid.SampledFrom([]int{0, 8, 4000, 1 << 20}).Draw(t, "memory")))
		check(t, err)
		defer s.Close()
		defer s.Close() // twice does no harm
		for range 2 {
			var want []int32
			for range rapid.IntRange(0, 5).Draw(t, "blocks") {
				block := make([]int32, rapid.IntRange(1, mostInts).Draw(t, "numbers"))
				for i := range block {
					block[i] = int32(len(want) + i)
				}
				want = append(want, block...)
				check(t, s.WriteBlock(block))
				want = append(want, -7)
				check(t, s.Put(-7))
			}
			var got []int32
			buf := make([]int32, 1000)
			for src := s.Source(); ; {
				n, err := src.ReadBlock(buf)
				if err == io.EOF {
					break
				}
				check(t, err)
				got = append(got, buf[:n]...)
			}
			if s.Len() != int64(len(want)) || !bytes.Equal(tuple.Bytes(got), tuple.Bytes(want)) {
				t.Fatalf("%d numbers, want %d, or others", s.Len(), len(want))
			}
			r := s.Reader()
			for at := 0; at < len(want); at += rapid.IntRange(1, 40_000).Draw(t, "step") {
				if v, err := r.Value(int64(at)); err != nil || v != want[at] {
					t.Fatalf("number %d is %d (%v), want %d", at, v, err, want[at])
				}
			}
			s.Reset()
		}
	})
}

// TestBlocksFaults fails every operation: no error may be lost, whether blocks go past the page cache or not.
func TestBlocksFaults(t *testing.T) {
	for _, cached := range []int64{0, 4096, 1 << 40} {
		fault.Each(t, 4, 0, func(sys *fault.FS) error {
			b := NewBlocks(work.Room{FS: sys, TempDir: t.TempDir()}, nil, 4096)
			b.Cached = cached
			defer b.Close()
			block := make([]byte, 4096)
			for range 3 {
				p, err := b.Keep(block)
				if err == nil {
					_, err = b.Read(p, 0, block)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// A file that cannot be made, or is cut while it is in use, is an error that says so.
func TestFileErrors(t *testing.T) {
	f := NewFile(work.Room{FS: vfs.OS, TempDir: t.TempDir() + "/missing"})
	if _, err := f.Write([]byte("x")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	f = NewFile(room(t))
	defer f.Close()
	if _, err := f.Write([]byte("some")); err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadAt(make([]byte, 5), 0); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("too short: %v", err)
	}
	sys, _ := fault.ErrorAt(vfs.OS, 1)
	f = NewFile(work.Room{FS: sys, TempDir: t.TempDir()})
	if _, err := f.Write([]byte("x")); !errors.Is(err, fault.Injected) ||
		err.Error() != "temporary file: "+fault.Injected.Error() {
		t.Errorf("a write that fails: %v", err)
	}
}

// Pieces that are kept as copies, and blocks that are filled where they lie, are read as they were, whatever is given
// back between them, with and without goroutines that write.
func TestBlocksAreTheirPieces(t *testing.T) {
	in := room(t)
	type kept struct {
		Piece
		want    []byte
		swapped bool
	}
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.IntRange(8, 64).Draw(t, "block")
		b := NewBlocks(in, make([]byte, rapid.IntRange(block, 500).Draw(t, "memory")), block)
		defer b.Close()
		stop := func() error { return nil }
		writers := rapid.Bool().Draw(t, "writers")
		if writers {
			stop = b.Writers(rapid.IntRange(1, 3).Draw(t, "n"))
		}
		var pieces []kept
		filling, filled := b.Get() // the block at hand
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			what := rapid.SliceOfN(rapid.Byte(), block, block).Draw(t, "bytes")
			switch rapid.IntRange(0, 3).Draw(t, "step") {
			case 0:
				what = what[:rapid.IntRange(0, block).Draw(t, "length")]
				p, err := b.Keep(what)
				check(t, err)
				pieces = append(pieces, kept{Piece: p, want: what})
			case 1:
				if filled {
					copy(b.memory[filling:], what)
					p, empty, err := b.Swap(filling)
					check(t, err)
					pieces, filling = append(pieces, kept{p, what, writers}), empty
				}
			case 2:
				if at, ok := b.Get(); ok {
					n := copy(b.memory[at:], what[:rapid.IntRange(1, block).Draw(t, "filled")])
					pieces = append(pieces, kept{Piece: b.Seal(at, n), want: what[:n]})
				}
			default:
				if len(pieces) > 0 {
					i := rapid.IntRange(0, len(pieces)-1).Draw(t, "piece")
					if p := pieces[i]; !p.swapped {
						b.GiveBack(p.Piece)
						pieces = slices.Delete(pieces, i, i+1)
					}
				}
			}
		}
		check(t, stop())
		for _, p := range pieces {
			got := make([]byte, p.Len())
			n, err := b.Read(p.Piece, 0, got)
			check(t, err)
			if n != len(p.want) || !bytes.Equal(got, p.want) || !p.Spilled() && !bytes.Equal(b.View(p.Piece), p.want) {
				t.Fatalf("%+v holds %q, want %q", p.Piece, got, p.want)
			}
		}
	})
}

// TestBytes: sequences that grow side by side read as they were added, at any place and by several goroutines. Ten fills take no
// more of the file than the largest of them.
func TestBytes(t *testing.T) {
	in := room(t)
	rapid.Check(t, func(t *rapid.T) {
		block := rapid.IntRange(8, 64).Draw(t, "block")
		b := NewBlocks(in, make([]byte, rapid.IntRange(2*block, 10*block).Draw(t, "memory")), block)
		defer b.Close()
		all := []Bytes{b.NewBytes(), b.NewBytes()}
		sizes := rapid.SliceOfN(rapid.IntRange(0, 900), 2, 2).Draw(t, "sizes")
		first := int64(0)
		for fill := range 10 {
			want := make([][]byte, len(all))
			for i := range all {
				for len(want[i]) < sizes[i] {
					n := min(rapid.IntRange(1, 200).Draw(t, "bytes"), sizes[i]-len(want[i]))
					p := bytes.Repeat([]byte{byte(fill*16 + len(want[i])%13)}, n)
					check(t, all[i].Add(p))
					want[i] = append(want[i], p...)
				}
			}
			for i := range all {
				if all[i].Len() != len(want[i]) {
					t.Fatalf("%d bytes, want %d", all[i].Len(), len(want[i]))
				}
				from := rapid.IntRange(0, len(want[i])).Draw(t, "from")
				check(t, par.Do(3, func(int) error {
					got := make([]byte, len(want[i])-from)
					if err := all[i].Read(got, from); err != nil || !bytes.Equal(got, want[i][from:]) {
						return fmt.Errorf("sequence %d from %d in fill %d: %v, or other bytes", i, from, fill, err)
					}
					return nil
				}))
				if err := all[i].Read(make([]byte, 1), len(want[i])); err != io.ErrUnexpectedEOF {
					t.Fatalf("behind the end: %v", err)
				}
			}
			if fill == 0 {
				first = b.Spilled()
			}
			for i := range all {
				all[i].Reset()
			}
		}
		if b.Spilled() > first {
			t.Fatalf("ten fills take %d bytes of the file, the first took %d", b.Spilled(), first)
		}
	})
}
