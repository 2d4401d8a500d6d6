package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// run calls the tool on files in a folder and returns what it prints.
func run(t testing.TB, code int, args ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "stdout")
	stdout, err := os.Create(out)
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	if got := cli.Run(command, args, nil, stdout, &stderr, vfs.OS); got != code {
		t.Fatalf("tuples %q ends with %d: %s", args, got, stderr.Bytes())
	}
	b, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func raw(t testing.TB, name string, recs []int32) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, tuple.Bytes(recs), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func text(recs []int32, width int) string {
	var b bytes.Buffer
	w := tuple.NewTextWriter(&b, tuple.Numbered(width))
	w.WriteBlock(recs)
	w.Flush()
	return b.String()
}

// TestParts: -head and -tail are slices of the input, from files and from what cannot be skipped.
func TestParts(t *testing.T) {
	recs := make([]int32, 3*20000)
	for i := range recs {
		recs[i] = int32(i)
	}
	whole := raw(t, "a.t3", recs)
	asText := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(asText, []byte(text(recs, 3)), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 5460, 5461, 5462, 19999, 20000, 20001} {
		k := 3 * min(n, 20000)
		for _, file := range []string{whole, asText} {
			if got := run(t, 0, "-to", "text", "-head", strconv.Itoa(n), file); got != text(recs[:k], 3) {
				t.Errorf("-head %d of %s is wrong", n, filepath.Ext(file))
			}
			if got := run(t, 0, "-to", "text", "-tail", strconv.Itoa(n), file); got != text(recs[len(recs)-k:], 3) {
				t.Errorf("-tail %d of %s is wrong", n, filepath.Ext(file))
			}
		}
	}
	if got := run(t, 0, "-to", "text", "-tail", "30000", whole, whole); got != text(recs[30000:], 3)+text(recs, 3) {
		t.Error("-tail of two files is wrong")
	}
}

// TestSampleIsUniform: each of 20 records is drawn about as often as any other (a chi-square test with a fixed seed).
func TestSampleIsUniform(t *testing.T) {
	const records, size, rounds = 20, 5, 4000
	drawn := [records]int{}
	for seed := range uint64(rounds) {
		env := &cli.Env{Budget: cli.Budget{Memory: 1 << 20}}
		j := &job{env: env, flags: &options{sample: size, seed: seed}, columns: tuple.Numbered(1)}
		recs := make([]int32, records)
		for i := range recs {
			recs[i] = int32(i)
		}
		src, err := j.draw((*tuple.Slice)(&recs))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]int32, records)
		n, _ := src.ReadBlock(got)
		if n != size || !slices.IsSorted(got[:n]) {
			t.Fatalf("drew %v", got[:n])
		}
		for _, v := range got[:n] {
			drawn[v]++
		}
	}
	chi, want := 0.0, float64(rounds*size/records)
	for _, n := range drawn {
		chi += (float64(n) - want) * (float64(n) - want) / want
	}
	if chi > 43.8 { // 19 degrees of freedom, p = 0.001
		t.Errorf("chi-square %.1f of %v", chi, drawn)
	}
}

// TestProjection: it agrees with picking the columns record by record, in blocks of any size.
func TestProjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		var cols []int
		for range rapid.IntRange(1, tuple.MaxWidth).Draw(t, "columns") {
			cols = append(cols, rapid.IntRange(0, width-1).Draw(t, "column"))
		}
		recs := rapid.SliceOfN(rapid.Int32(), 0, 50).Draw(t, "values")
		recs = recs[:len(recs)/width*width]
		var want, got []int32
		for rec := range slices.Chunk(recs, width) {
			for _, c := range cols {
				want = append(want, rec[c])
			}
		}
		all := tuple.Slice(slices.Clone(recs))
		src := tuple.Project(&all, width, cols)
		buf := make([]int32, len(cols)*rapid.IntRange(1, 10).Draw(t, "block"))
		for {
			n, err := src.ReadBlock(buf)
			got = append(got, buf[:n]...)
			if err == io.EOF {
				break
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("columns %v of %v: %v, want %v", cols, recs, got, want)
		}
	})
}

func TestExtremes(t *testing.T) {
	recs := []int32{math.MinInt32, -1, 0, 1, math.MaxInt32}
	file := raw(t, "a.t1", recs)
	run(t, 0, "-check", "unique", "-check", "range=-2147483648:2147483648", file)
	run(t, 4, "-check", "range=-2147483647:2147483648", file)
	run(t, 4, "-check", "range=-2147483648:2147483647", file)
	if got := run(t, 0, "-to", "text", file); got != "-2147483648\n-1\n0\n1\n2147483647\n" {
		t.Errorf("text %q", got)
	}
	for _, form := range []string{"text", "parquet", "raw"} {
		out := filepath.Join(t.TempDir(), "out")
		run(t, 0, "-to", form, "-o", out, file)
		if got := run(t, 0, "-from", form, "-w", "1", "-sum", out); got != run(t, 0, "-sum", file) {
			t.Errorf("%s: %s", form, got)
		}
	}
}
