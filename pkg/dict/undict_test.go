package dict

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// rowLines collects rows: each record and its strings as one line.
type rowLines struct {
	width int
	lines []string
}

func (r *rowLines) WriteRows(block []int32, texts ...parquetio.Strings) error {
	for i := range len(block) / r.width {
		line := fmt.Sprint(block[i*r.width : (i+1)*r.width])
		for _, t := range texts {
			line += " " + string(t.At(i))
		}
		r.lines = append(r.lines, line)
	}
	return nil
}

// undictWith runs an Undict on a dictionary in memory; its parts hold n bytes.
func undictWith(words []string, recs []int32, width int, columns []int, room work.Room, partBytes int) ([]string, error) {
	text := strings.Join(append(slices.Clone(words), ""), "\n")
	got := &rowLines{width: width}
	u := &Undict{
		Name: "words.txt", Input: "in", Width: width, Columns: columns, partBytes: partBytes,
		Open: func() (io.Reader, error) { return strings.NewReader(text), nil },
		Room: room,
	}
	err := u.Run(tupletest.Blocks(slices.Clone(recs), 7*width), got)
	return got.lines, err
}

// TestUndict: each id gets its string, in the order of the input, whether the dictionary is streamed, loaded or in parts.
func TestUndict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "strings")
		words := rapid.SliceOfN(rapid.StringOfN(rapid.RuneFrom([]rune("abc")), 1, 20, -1), n, n).Draw(t, "words")
		width := rapid.IntRange(1, 3).Draw(t, "width")
		columns := rapid.SliceOfN(rapid.IntRange(0, width-1), 1, 7).Draw(t, "columns")
		recs := rapid.SliceOfN(rapid.Int32Range(0, int32(len(words)-1)), 0, 600).Draw(t, "ids")
		recs = recs[:len(recs)/width*width]
		if width == 1 {
			slices.Sort(recs[:rapid.IntRange(0, len(recs)).Draw(t, "sorted")])
		}
		var want []string
		for rec := range slices.Chunk(recs, width) {
			line := fmt.Sprint(rec)
			for _, c := range columns {
				line += " " + words[rec[c]]
			}
			want = append(want, line)
		}
		part := rapid.SampledFrom([]int{64, 300, 1 << 20}).Draw(t, "bytes of a part")
		room := work.Room{FS: vfs.OS, Memory: rapid.Int64Range(0, 32<<20).Draw(t, "memory")}
		got, err := undictWith(words, recs, width, columns, room, part)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q, want %q; %v", got, want, err)
		}
	})
}

// TestUndictUnknown: an id that the dictionary does not have is named with its record.
func TestUndictUnknown(t *testing.T) {
	words := []string{"a", "b", "c"}
	for _, c := range []struct {
		recs []int32
		want string
	}{
		{[]int32{0, 3}, "in: words.txt has no string for the id 3: it has 3 in all (is it the dictionary of other tuples?), at record 2"},
		{[]int32{2, 1, 3}, "in: words.txt has no string for the id 3: it has 3 in all (is it the dictionary of other tuples?), at record 3"},
		{[]int32{-1}, "in: words.txt has no string for the id -1: it has 3 in all, at record 1"},
		{[]int32{1, 2, 2, -7}, "in: words.txt has no string for the id -7: it has 3 in all, at record 4"},
	} {
		for _, part := range []int{10, 1000} {
			_, err := undictWith(words, c.recs, 1, []int{0}, work.Room{FS: vfs.OS}, part)
			if err == nil || err.Error() != c.want {
				t.Errorf("%v: %v, want %s", c.recs, err, c.want)
			}
		}
	}
	_, err := undictWith(nil, []int32{0}, 1, []int{0}, work.Room{FS: vfs.OS}, 10)
	if err == nil || !strings.Contains(err.Error(), "it has 0") {
		t.Errorf("an empty dictionary: %v", err)
	}
}

// TestUndictFaults: each operation on the temporary file may fail, but for closing it.
func TestUndictFaults(t *testing.T) {
	var words []string
	var recs []int32
	for i := range int32(1000) {
		words = append(words, strings.Repeat("x", 99))
		recs = append(recs, i*7%1000)
	}
	fault.Each(t, 20, 0, func(sys *fault.FS) error {
		_, err := undictWith(words, recs, 1, []int{0}, work.Room{FS: sys}, 20_000)
		return err
	})
}

// TestThereAndBack: strings that were numbered come back.
func TestThereAndBack(t *testing.T) {
	text := sample(5000)
	there, err := build(text, Options{Columns: 2, Order: URLs(), field: 100, Room: work.Room{Memory: 1 << 12, Threads: 2}})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := undictWith(there.words, there.links, 2, []int{0, 1}, work.Room{FS: vfs.OS}, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	var back strings.Builder
	for i, line := range lines {
		fields := strings.Fields(strings.TrimPrefix(line, fmt.Sprint(there.links[2*i:2*i+2])))
		back.WriteString(strings.Join(fields, "\t") + "\tkind\n")
	}
	if back.String() != text {
		t.Error("the links are not what they were")
	}
}

// heap is the memory of the heap that is in use.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// rowHeap is the heap when the first rows come.
type rowHeap struct{ heap int64 }

func (r *rowHeap) WriteRows([]int32, ...parquetio.Strings) error {
	if r.heap == 0 {
		r.heap = heap()
	}
	return nil
}

// TestUndictForgets: what is known of the temporary file does not grow with the strings in it.
func TestUndictForgets(t *testing.T) {
	text := strings.Repeat(strings.Repeat("x", 20_000)+"\n", 60)
	ids := make([]int32, 20_000)
	for i := range ids {
		ids[i] = int32(i * 7 % 60)
	}
	before, rows := heap(), &rowHeap{}
	u := &Undict{
		Name: "words.txt", Input: "in", Width: 1, Columns: []int{0}, partBytes: 100_000,
		Open: func() (io.Reader, error) { return strings.NewReader(text), nil },
		Room: work.Room{FS: vfs.OS},
	}
	if err := u.Run(tupletest.Blocks(ids, 1000), rows); err != nil {
		t.Fatal(err)
	}
	if grown := rows.heap - before; grown > 512<<10 {
		t.Errorf("%d KiB of the heap while %d MiB of strings are in the file", grown>>10, len(ids)*20_000>>20)
	}
	runtime.KeepAlive(text)
}
