package parquetio

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple"
)

var ranks = slices.Concat(tuple.IDs("id"), tuple.F64Column("rank"))

// rankRecords are records (id, rank) of the ids 0, 1, 2 …
func rankRecords(scores ...float64) (recs []int32) {
	for id, x := range scores {
		recs = append(recs, int32(id), 0, 0)
		tuple.PutF64(recs[3*id+1:], x)
	}
	return recs
}

// readAs reads a file for a caller that needs some of its columns.
func readAs(b []byte, needed []tuple.Column) (recs []int32, cols []tuple.Column, err error) {
	r, err := NewReader(bytes.NewReader(b), int64(len(b)), needed)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	recs, err = readAll(r)
	return recs, r.Columns(), err
}

// forms are the same records with their scores as they are written, as f32 and as f64.
type forms struct {
	stored, narrow, wide []int32
	lost                 bool // a score has no f32
}

// add adds a number to each of them: of a score x, of other columns n.
func (f *forms) add(kind tuple.Kind, x float64, n int32) {
	y := float32(min(x, math.MaxFloat32))
	var d [2]int32
	switch kind {
	case tuple.F32:
		n = tuple.F32Bits(y)
		tuple.PutF64(d[:], float64(y))
	case tuple.F64:
		tuple.PutF64(d[:], x)
		f.stored, f.narrow, f.wide = append(f.stored, d[:]...), append(f.narrow, tuple.F32Bits(y)), append(f.wide, d[:]...)
		f.lost = f.lost || x > math.MaxFloat32 || y == 0 && x > 0
		return
	default:
		tuple.PutF64(d[:], float64(n))
	}
	f.stored, f.narrow, f.wide = append(f.stored, n), append(f.narrow, n), append(f.wide, d[:]...)
}

// TestScores: what is written as f32 or f64 can be read as both. As f64 it is the same, as f32 it is rounded.
func TestScores(t *testing.T) {
	score := rapid.OneOf(rapid.Float64Min(0), rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{
		0, math.SmallestNonzeroFloat64, 2.2250738585072011e-308, 1e-300, 7e-46, 7.1e-46, 1e-45, 1e-38, 1.0 / 3,
		1 << 53, math.MaxFloat32,
		math.Nextafter(math.MaxFloat32, math.Inf(1)), 1e300, math.MaxFloat64}))
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.Permutation([]tuple.Column{{Name: "id", Kind: tuple.ID}, {Name: "n", Kind: tuple.Int},
			{Name: "s", Kind: tuple.F32}, {Name: "d", Kind: tuple.F64}}).Draw(t, "columns")
		var cols, wide []tuple.Column
		for _, c := range names {
			wide = append(wide, tuple.F64Column(c.Name)...)
			cols = append(cols, c)
			if c.Kind == tuple.F64 {
				cols = append(cols, wide[len(wide)-1])
			}
		}
		var f forms
		lostAt := 0
		for record := range rapid.IntRange(0, 100).Draw(t, "records") {
			for _, c := range names {
				f.add(c.Kind, math.Abs(score.Draw(t, "score")), rapid.Int32Min(0).Draw(t, "number"))
			}
			if f.lost && lostAt == 0 {
				lostAt = record + 1
			}
		}
		var b bytes.Buffer
		w, _ := NewWriter(&b, Schema{Columns: cols}, Encoders{Threads: 1})
		if err := errors.Join(w.WriteBlock(f.stored), w.Close()); err != nil {
			t.Fatal(err)
		}
		got, gotCols, err := readAs(b.Bytes(), cols)
		if err != nil || !slices.Equal(got, f.stored) || !slices.Equal(gotCols, cols) {
			t.Fatalf("as they are: %v %v, want %v, %v", gotCols, got, f.stored, err)
		}
		if got, gotCols, err = readAs(b.Bytes(), wide); err != nil || !slices.Equal(got, f.wide) || !slices.Equal(gotCols, wide) {
			t.Fatalf("all as f64: %v %v, want %v, %v", gotCols, got, f.wide, err)
		}
		got, gotCols, err = read(b.Bytes())
		if len(gotCols) != 4 || !f.lost && (err != nil || !slices.Equal(got, f.narrow)) {
			t.Fatalf("as f32: %v %v, want %v, %v", gotCols, got, f.narrow, err)
		}
		if f.lost && (!errors.Is(err, tuple.ErrKind) || !strings.Contains(err.Error(), "column d: ") ||
			!strings.HasSuffix(err.Error(), fmt.Sprintf("at record %d", lostAt))) {
			t.Fatalf("as f32: %v, want an error at record %d", err, lostAt)
		}
	})
}

func TestScoresRefused(t *testing.T) {
	file := write(t, Schema{Columns: ranks}, 1, rankRecords(1, 2))
	if _, _, err := readAs(file, append(tuple.IDs("a", "b"), tuple.F64Column("c")...)); err == nil ||
		err.Error() != "records have 2 numbers, expected 3" {
		t.Errorf("3 numbers: %v", err)
	}
	if _, _, err := readAs(write(t, Schema{Columns: tuple.Ints("n")}, 1, []int32{0, -7}), tuple.F64Column("n")); err == nil ||
		!strings.Contains(err.Error(), "a score must be a finite number ≥ 0, this is -7, at record 2") {
		t.Errorf("a negative number: %v", err)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1)} {
		w, _ := NewWriter(io.Discard, Schema{Columns: ranks}, Encoders{Threads: 1})
		if err := w.WriteBlock(rankRecords(1, x)); !errors.Is(err, tuple.ErrKind) {
			t.Errorf("%v was written: %v", x, err)
		}
	}
}

// TestFlippedScores is TestFlipped for doubles, read as they are and rounded: either way the checksum is compared.
func TestFlippedScores(t *testing.T) {
	var scores []float64
	for i := range 40 {
		scores = append(scores, 1/float64(i+3))
	}
	file := write(t, Schema{Columns: ranks, Order: tuple.Columns(0)}, 1, rankRecords(scores...))
	for _, needed := range [][]tuple.Column{ranks, nil} {
		want, _, err := readAs(file, needed)
		if err != nil {
			t.Fatal(err)
		}
		for i := range file {
			for _, mask := range []byte{0x01, 0x80, 0xff} {
				bad := bytes.Clone(file)
				bad[i] ^= mask
				if got, _, err := readAs(bad, needed); err == nil && !slices.Equal(got, want) {
					t.Errorf("byte %d ^ %#x: other records and no error", i, mask)
				}
			}
		}
	}
}

// TestDuckDBReadsDoubles: an f64 is one DOUBLE column with bounds, and the columns by which a file is sorted are counted
// as they are there.
func TestDuckDBReadsDoubles(t *testing.T) {
	dir := t.TempDir()
	cols := slices.Concat(tuple.F64Column("rank"), tuple.IDs("id"))
	n := groupValues/3 + 12345
	recs := make([]int32, 0, 3*n)
	for i := range n {
		recs = append(recs, 0, 0, int32(i))
		tuple.PutF64(recs[3*i:], 1/float64(i+3))
	}
	tuple.PutF64(recs, 1e-300)
	file := write(t, Schema{Columns: cols, Order: tuple.Columns(2)}, 2, recs)
	if err := os.WriteFile(filepath.Join(dir, "ranks.parquet"), file, 0o666); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]string{
		`select count(*), typeof(any_value(rank)), typeof(any_value(id)), min(rank), max(rank) from '$DIR/ranks.parquet'`:                              fmt.Sprintf(`[["%d","DOUBLE","INTEGER",1e-300,0.25]]`, n),
		`select count(*) from '$DIR/ranks.parquet' where id > 0 and rank <> 1 / (id + 3)::double`:                                                      `[["0"]]`,
		`select id from '$DIR/ranks.parquet' where rank = 1 / 1000003::double`:                                                                         `[[1000000]]`,
		`select id from '$DIR/ranks.parquet' where rank < 1e-299`:                                                                                      `[[0]]`,
		`select stats_min_value, stats_max_value, path_in_schema from parquet_metadata('$DIR/ranks.parquet') where row_group_id = 0 and column_id = 0`: `[["1e-300","0.25","rank"]]`,
	} {
		if got := duckdb(t, dir, sql); got != want {
			t.Errorf("%s: %s, want %s", sql, got, want)
		}
	}
	duckdb(t, dir, `copy (from '$DIR/ranks.parquet') to '$DIR/again.parquet' (format parquet)`)
	again, err := os.ReadFile(filepath.Join(dir, "again.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := readAs(again, cols); err != nil || !slices.Equal(got, recs) {
		t.Errorf("written by DuckDB again: %d values, %v", len(got), err)
	}
}

// TestSorting: the order of a file is stated as far as it is one of its columns.
func TestSorting(t *testing.T) {
	cols := slices.Concat(tuple.F64Column("rank"), tuple.IDs("id"), tuple.Ints("n"))
	for order, want := range map[string]string{"3": "[{1 false false}]", "4r,3": "[{2 true false} {1 false false}]",
		"3,1": "[{1 false false}]", "2": "[]"} {
		o, _ := tuple.ParseOrder(order, len(cols))
		file := write(t, Schema{Columns: cols, Order: o}, 1, make([]int32, 4))
		meta, _, err := readFooter(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(meta.RowGroups[0].SortingColumns); got != want {
			t.Errorf("by %s: %s, want %s", order, got, want)
		}
	}
}

func BenchmarkScores(b *testing.B) {
	ids := random(2<<20, 1<<30)
	for _, score := range [][]tuple.Column{{{Name: "s", Kind: tuple.F32}}, tuple.F64Column("s")} {
		cols := slices.Concat(tuple.IDs("id"), score)
		var recs []int32
		for i, v := range ids {
			x := 1 / (3 + float64(v))
			if len(cols) == 2 {
				recs = append(recs, int32(i), tuple.F32Bits(float32(x)))
			} else {
				recs = append(recs, int32(i), 0, 0)
				tuple.PutF64(recs[3*i+1:], x)
			}
		}
		kind := score[0].Kind.String()
		b.Run(kind+"/write", func(b *testing.B) {
			b.SetBytes(int64(4 * len(recs)))
			for b.Loop() {
				w, _ := NewWriter(io.Discard, Schema{Columns: cols}, Encoders{Threads: 1})
				if err := errors.Join(w.WriteBlock(recs), w.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
		file := write(b, Schema{Columns: cols}, 2, recs)
		for name, needed := range map[string][]tuple.Column{"read": cols, "round": nil} {
			b.Run(kind+"/"+name, func(b *testing.B) {
				b.SetBytes(int64(4 * len(recs)))
				buf := make([]int32, tuple.BlockBytes/4)
				for b.Loop() {
					r, err := NewReader(bytes.NewReader(file), int64(len(file)), needed)
					for err == nil {
						_, err = r.ReadBlock(buf[:len(buf)/len(r.Columns())*len(r.Columns())])
					}
					if err != io.EOF {
						b.Fatal(err)
					}
					r.Close()
				}
			})
		}
	}
}
