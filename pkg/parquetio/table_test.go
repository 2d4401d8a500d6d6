package parquetio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"pgregory.net/rapid"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// rows is a table in memory.
type rows struct {
	fields  []Field
	numbers []int32
	texts   [][]string
	packed  Compression
	room    work.Room
}

func (r *rows) write(w io.Writer, threads, step int) error {
	t, err := NewTableWriter(w, r.fields, nil, Encoders{Threads: threads, Compression: r.packed, Room: r.room})
	if err != nil {
		return err
	}
	width := len(t.groups.numbers)
	for from := 0; from < r.len(width); from += step {
		to := min(from+step, r.len(width))
		var texts []Strings
		for _, col := range r.texts {
			var s Strings
			for _, text := range col[from:to] {
				s.Append([]byte(text))
			}
			texts = append(texts, s)
		}
		if err := t.WriteRows(r.numbers[from*width:to*width], texts...); err != nil {
			t.Close()
			return err
		}
	}
	return t.Close()
}

func (r *rows) len(width int) int {
	if width > 0 {
		return len(r.numbers) / width
	}
	return len(r.texts[0])
}

// libraryTexts reads the text columns by the library's decoder.
func libraryTexts(t interface{ Fatal(...any) }, file []byte, fields []Field) [][]string {
	meta, err := rawFooter(file)
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]string
	cols, _ := columnsOf(fields)
	mem, _ := newCodec()
	for i, c := range cols {
		if !c.Text {
			continue
		}
		var all, entries []string
		for _, g := range meta.RowGroups {
			chunk := newChunk(bytes.NewReader(file), &memory{codec: mem}, &g.Columns[i].MetaData, false, words[int32])
			for chunk.rest > 0 {
				h, err := chunk.header()
				if err == nil {
					err = chunk.body(h)
				}
				plain, e := chunk.unpack(chunk.mem.packed, int(h.UncompressedPageSize))
				if err := errors.Join(err, e); err != nil {
					t.Fatal(err)
				}
				if h.Type == format.DictionaryPage {
					entries = nil
					for len(plain) > 0 {
						end := 4 + binary.LittleEndian.Uint32(plain)
						entries, plain = append(entries, string(plain[4:end])), plain[end:]
					}
					continue
				}
				if h.DataPageHeader.V.Encoding == format.RLEDictionary {
					places, err := (&rle.Encoding{BitWidth: int(plain[0])}).DecodeInt32(nil, plain[1:])
					if err != nil {
						t.Fatal(err)
					}
					for _, place := range places[:h.DataPageHeader.V.NumValues] {
						all = append(all, entries[place])
					}
					continue
				}
				flat, ends, err := new(delta.ByteArrayEncoding).DecodeByteArray(nil, plain, nil)
				if err != nil {
					t.Fatal(err)
				}
				for k := 1; k < len(ends); k++ {
					all = append(all, string(flat[ends[k-1]:ends[k]]))
				}
			}
		}
		texts = append(texts, all)
	}
	return texts
}

// rawFooter reads the footer without what makes sense for tuples only.
func rawFooter(file []byte) (*format.FileMetaData, error) {
	b, err := footerBytes(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	meta := new(format.FileMetaData)
	return meta, thrift.NewDecoder(compact.NewReaderFromBytes(b)).Decode(meta)
}

// TestTable: what is written comes back: the numbers from our reader, which leaves out text, the text from the library.
func TestTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r rows
		n := rapid.IntRange(0, 50).Draw(t, "rows")
		kinds := rapid.SliceOfN(rapid.IntRange(0, 3), 1, 6).Draw(t, "fields")
		var numbers []tuple.Column
		for i, kind := range kinds {
			name := fmt.Sprint("f", i)
			if len(numbers)+2 > tuple.MaxWidth {
				kind = 2 // there is only room for text
			}
			switch kind {
			case 0:
				r.fields = append(r.fields, Fields(tuple.IDs(name)...)...)
				numbers = append(numbers, tuple.IDs(name)...)
			case 1:
				r.fields = append(r.fields, Fields(tuple.F64Column(name)...)...)
				numbers = append(numbers, tuple.F64Column(name)...)
			default:
				r.fields = append(r.fields, Texts(name)...)
				r.texts = append(r.texts, rapid.SliceOfN(rapid.StringN(0, 9, -1), n, n).Draw(t, "text"))
			}
		}
		for range n * len(numbers) {
			r.numbers = append(r.numbers, rapid.Int32Range(0, 1<<30).Draw(t, "number"))
		}
		var b bytes.Buffer
		if err := r.write(&b, 1, rapid.IntRange(1, 20).Draw(t, "step")); err != nil {
			t.Fatal(err)
		}
		if got := libraryTexts(t, b.Bytes(), r.fields); !slices.EqualFunc(got, r.texts, slices.Equal) {
			t.Fatalf("text %q, want %q", got, r.texts)
		}
		got, _, err := readAs(b.Bytes(), numbers)
		switch {
		case len(numbers) == 0:
			if err == nil || !strings.Contains(err.Error(), "is text") {
				t.Fatalf("a table without numbers is read as tuples: %v", err)
			}
		case err != nil || !slices.Equal(got, r.numbers):
			t.Fatalf("numbers %v, want %v; %v", got, r.numbers, err)
		}
	})
}

// manyTexts is a table of several groups and pages, with very long strings among short ones.
func manyTexts() *rows {
	r := &rows{fields: slices.Concat(Fields(tuple.IDs("id")...), Texts("url", "empty"))}
	r.texts = make([][]string, 2)
	for i := range 400_000 {
		text := fmt.Sprintf("https://example.org/%d/page-%d.html?größe=%032d", i/100, i, i)
		if i%150_000 == 1000 {
			text = strings.Repeat("x", 3*pageText)
		}
		r.numbers = append(r.numbers, int32(i))
		r.texts[0], r.texts[1] = append(r.texts[0], text), append(r.texts[1], "")
	}
	return r
}

// TestTableRefuses: text that is not UTF-8, as a whole or string by string, and rows with missing columns.
func TestTableRefuses(t *testing.T) {
	for _, texts := range [][]string{{"a", "\xff"}, {"\xc3", "\xb6"}} {
		r := &rows{fields: slices.Concat(Fields(tuple.IDs("id")...), Texts("url")), numbers: []int32{1, 2},
			texts: [][]string{texts}}
		err := r.write(io.Discard, 1, 2)
		if err == nil || !strings.Contains(err.Error(), "is not UTF-8, at record") {
			t.Errorf("%q: %v", texts, err)
		}
	}
	w, _ := NewTableWriter(io.Discard, Texts("a", "b"), nil, Encoders{Threads: 1})
	if err := w.WriteRows(nil, Strings{Bytes: []byte("x"), Ends: []int32{1}}, Strings{}); err == nil {
		t.Error("a column of no strings beside one of one")
	}
	if err := w.Close(); err == nil {
		t.Error("a writer that failed is closed without an error")
	}
}

// TestTableWriteErrors: the disk may be full anywhere.
func TestTableWriteErrors(t *testing.T) {
	r := &rows{fields: slices.Concat(Fields(tuple.IDs("id")...), Texts("url")), numbers: []int32{1, 2},
		texts: [][]string{{"a", "b"}}}
	var whole bytes.Buffer
	if err := r.write(&whole, 1, 1); err != nil {
		t.Fatal(err)
	}
	for left := range whole.Len() {
		if err := r.write(&limited{left}, 1, 1); err == nil {
			t.Errorf("no error on a disk with room for %d of %d bytes", left, whole.Len())
		}
	}
}

// TestTableInFile: with little memory, rows wait in a temporary file, and each operation on it may fail, but for closing it.
func TestTableInFile(t *testing.T) {
	r := &rows{fields: slices.Concat(Fields(tuple.IDs("id")...), Texts("url"))}
	r.texts = append(r.texts, nil)
	for i := range 2 * leastBlock {
		r.numbers = append(r.numbers, int32(i*i))
		r.texts[0] = append(r.texts[0], fmt.Sprint("http://example.org/", i%1000))
	}
	var whole bytes.Buffer
	if err := r.write(&whole, 0, 1000); err != nil {
		t.Fatal(err)
	}
	fault.Each(t, 20, 0, func(sys *fault.FS) error {
		r.room = work.Room{Memory: 1, FS: sys}
		var b bytes.Buffer
		err := r.write(&b, 0, 1000)
		if err == nil && !bytes.Equal(b.Bytes(), whole.Bytes()) {
			t.Error("other bytes")
		}
		return err
	})
}

// TestGroupMemory: a group takes the memory that it was given, whatever its rows are.
func TestGroupMemory(t *testing.T) {
	for _, fields := range [][]Field{Fields(tuple.IDs("a", "b", "c", "d")...), Texts("a", "b", "c", "d"),
		slices.Concat(Fields(tuple.IDs("a", "b")...), Texts("c", "d"))} {
		how := Encoders{}.WithMemory(work.Room{Memory: WriterBytes(0) / 4})
		w, err := NewTableWriter(io.Discard, fields, nil, how)
		if err != nil {
			t.Fatal(err)
		}
		numbers, texts := make([]int32, 1000*len(w.groups.numbers)), make([]Strings, w.textColumns)
		for range 500 { // half a million
			for i := range texts {
				texts[i].Reset()
				for k := range 1000 {
					texts[i].Append([]byte(fmt.Sprint(k)))
				}
			}
			if err := w.WriteRows(numbers, texts...); err != nil {
				t.Fatal(err)
			}
		}
		if memory := int64(8 * len(w.fill.words)); memory+pagesMemory > WriterBytes(0)/4 {
			t.Errorf("%d KiB for %d columns", memory>>10, len(fields))
		}
		if w.fill.rows != 500_000 || w.fill.store.Spilled() == 0 {
			t.Errorf("%d rows in the group, %d bytes in the file", w.fill.rows, w.fill.store.Spilled())
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDuckDBReadsText: DuckDB finds the strings, their type and their bounds.
func TestDuckDBReadsText(t *testing.T) {
	dir := t.TempDir()
	r := manyTexts()
	var b bytes.Buffer
	if err := r.write(&b, 2, 10_000); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "t.parquet"), b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		`select count(*), sum(id)::varchar, sum(length(url))::varchar, max(empty), typeof(any_value(url)) from '$DIR/t.parquet'`: fmt.Sprintf(
			`[["400000","79999800000","%d","","VARCHAR"]]`, characters(r.texts[0])),
		`select url from '$DIR/t.parquet' where id = 123456`:                        `[["` + r.texts[0][123456] + `"]]`,
		`select id from '$DIR/t.parquet' where url = '` + r.texts[0][399_999] + `'`: `[[399999]]`,
	} {
		if got := duckdb(t, dir, sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
}

func characters(texts []string) (n int) {
	for _, s := range texts {
		n += len([]rune(s))
	}
	return n
}

func BenchmarkTable(b *testing.B) {
	r := manyTexts()
	size := 0
	for _, s := range r.texts[0] {
		size += len(s)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		if err := r.write(io.Discard, 1, 1000); err != nil {
			b.Fatal(err)
		}
	}
}
