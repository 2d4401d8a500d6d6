package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"pgregory.net/rapid"

	"webmill/pkg/partition"
	"webmill/pkg/tuple"
)

// TestPartition: any folder has the records of its input, in order if it is cut by range, each in the part that the manifest
// says, and each part in order.
func TestPartition(t *testing.T) {
	dir := t.TempDir()
	for seed := range 25 { // more cost seconds: each part is written to the disk
		c := cuts.Example(seed)
		width, by := c.width, c.by
		in := filepath.Join(dir, fmt.Sprintf("in.t%d", width))
		if err := os.WriteFile(in, tuple.Bytes(slices.Clone(c.values)), 0o666); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "parts"+c.form)
		args := []string{"-partition", fmt.Sprint(c.parts), "-cut-by", fmt.Sprint(by + 1), "-o", out, in}
		if c.hash {
			args = append([]string{"-hash"}, args...)
		}
		run(t, 0, args...)
		want := sorted(c.values, width, by)
		m := manifest(t, out)
		var all []int32
		for i := range m.Count {
			part := lines(t, run(t, 0, "-to", "text", filepath.Join(out, m.Name(i))))
			for rec := range slices.Chunk(part, width) {
				if m.Part(rec[by]) != i {
					t.Fatalf("%v is in part %d, not %d", rec, i, m.Part(rec[by]))
				}
			}
			if !slices.Equal(part, sorted(part, width, by)) {
				t.Fatalf("part %d is not in order: %v", i, part)
			}
			all = append(all, part...)
		}
		if c.hash {
			all = sorted(all, width, by)
		}
		if !slices.Equal(all, want) {
			t.Fatalf("%v, want %v", all, want)
		}
		if got := run(t, 0, "-sum", out); got != run(t, 0, "-sum", in) {
			t.Fatalf("the folder has the sum %s", got)
		}
		run(t, 2, "-from", "csv", "-sum", out) // no folder here has parts of this form
	}
}

// aCut is a stream and how it is cut.
type aCut struct {
	width, by, parts int
	values           []int32
	form             string
	hash             bool
}

var cuts = rapid.Custom(func(t *rapid.T) aCut {
	c := aCut{width: rapid.IntRange(1, 3).Draw(t, "width"), parts: rapid.IntRange(1, 9).Draw(t, "parts")}
	c.by = rapid.IntRange(0, c.width-1).Draw(t, "by")
	c.values = rapid.SliceOfN(rapid.Int32Range(-3, 6), 0, 60).Draw(t, "values")
	c.values = c.values[:len(c.values)/c.width*c.width]
	c.form = rapid.SampledFrom([]string{fmt.Sprintf(".t%d", c.width), ".txt.gz", ".parquet"}).Draw(t, "form")
	c.hash = rapid.Bool().Draw(t, "hash")
	return c
})

func manifest(t *testing.T, dir string) *partition.Manifest {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, partition.ManifestName))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := partition.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sorted sorts records by a column, then by the others.
func sorted(values []int32, width, by int) []int32 {
	order := tuple.Columns(by).Whole(width)
	return slices.Concat(slices.SortedFunc(slices.Chunk(slices.Clone(values), width), order.Compare)...)
}

func lines(t *testing.T, text string) (values []int32) {
	t.Helper()
	for _, f := range strings.Fields(text) {
		var v int32
		if _, err := fmt.Sscan(f, &v); err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	return values
}

// TestPartitionKilled: a run that is killed at any moment leaves the old folder, the new one, or one without a manifest, which is
// refused; the next run makes the folder that an undisturbed run makes.
func TestPartitionKilled(t *testing.T) {
	tool, err := filepath.Abs("../../bin/tuples")
	if _, missing := os.Stat(tool); err != nil || missing != nil {
		t.Skip("bin/tuples is missing: make builds it")
	}
	var recs []int32
	for i := range int32(20_000) {
		recs = append(recs, i*7919%10_007, i)
	}
	in, dir := raw(t, "a.t2", recs), t.TempDir()
	out := filepath.Join(dir, "parts.t2")
	args := func(parts string) []string { return []string{"-partition", parts, "-o", out, in} }
	began := time.Now()
	run(t, 0, args("40")...)
	took := time.Since(began)
	whole, sum := run(t, 0, "-to", "raw", out), run(t, 0, "-sum", in)
	refused := 0
	for range 12 {
		cmd := exec.Command(tool, args("30")...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.Float64() * 1.2 * float64(took)))
		cmd.Process.Signal(syscall.SIGKILL)
		cmd.Wait()
		if _, err := os.Stat(filepath.Join(out, partition.ManifestName)); err != nil {
			refused++
			run(t, 1, "-sum", out)
		} else if got := run(t, 0, "-sum", out); got != sum {
			t.Fatalf("a killed run left the sum %s, not %s", got, sum)
		}
		run(t, 0, args("40")...)
		if entries, _ := os.ReadDir(out); len(entries) != 41 || run(t, 0, "-to", "raw", out) != whole {
			t.Fatalf("the next run made %d files, or other bytes", len(entries))
		}
	}
	t.Logf("%d of 12 folders had no manifest", refused)
}
