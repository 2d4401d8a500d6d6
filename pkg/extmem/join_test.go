package extmem

import (
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// product is the join of two inputs that have one key only: all pairs, with the right side far beyond the memory allowed.
func product(sys vfs.FS, dir string, dst *table) error {
	var a, b rows
	for i := range int32(5) {
		a = append(a, []int32{7, i})
	}
	for i := range int32(20_000) {
		b = append(b, []int32{7, i})
	}
	a = append(a, []int32{9, 9})
	b = append(b, []int32{9, 1})
	join := Join{
		Left: a.input("A", 2, 100, 0), Right: b.input("B", 2, 100, 0), Fields: []Field{{0, 1}, {1, 1}},
		Room: work.Room{Memory: 4096, FS: sys, TempDir: dir},
	}
	return join.Run(dst)
}

func TestSpill(t *testing.T) {
	got := table{width: 2}
	sys := &fault.FS{FS: vfs.OS}
	if err := product(sys, t.TempDir(), &got); err != nil {
		t.Fatal(err)
	}
	if sys.OpenFiles() != 0 {
		t.Error("the temporary file was not closed")
	}
	if len(got.rows) != 100_001 {
		t.Fatalf("%d records", len(got.rows))
	}
	for i, r := range got.rows[:100_000] {
		if r[0] != int32(i/20_000) || r[1] != int32(i%20_000) {
			t.Fatalf("record %d is %v", i+1, r)
		}
	}
	if last := got.rows[100_000]; last[0] != 9 || last[1] != 1 {
		t.Fatalf("the last record is %v", last)
	}
}

// Each operation on the temporary file may fail; only closing it may go unnoticed, as nobody reads it any more.
func TestSpillFails(t *testing.T) {
	dir := t.TempDir()
	fault.Each(t, 10, 0, func(sys *fault.FS) error { return product(sys, dir, &table{width: 2}) })
}

func BenchmarkSemi(b *testing.B) {
	list := make([]int32, 4<<20)
	for i := range list {
		list[i] = int32(i / 8)
	}
	b.SetBytes(int64(8 * len(list)))
	side := func(name string) Input {
		return Input{Input: tuple.Input{Name: name, Source: tupletest.Blocks(list, 2<<20)}, Width: 2, Key: []int{0}}
	}
	for b.Loop() {
		if err := Semi(nothing{}, side("A"), side("B"), false); err != nil {
			b.Fatal(err)
		}
	}
}

type nothing struct{}

func (nothing) WriteBlock([]int32) error { return nil }

// cnr opens the crawl cnr-2000.
func cnr(t *testing.T) Input {
	in, err := stream.Open(vfs.OS, realdata.Path(t, "graphs/cnr-2000.edges.tsv.zst"), nil, stream.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return Input{Input: tuple.Input{Name: "cnr-2000", Source: in}, Width: in.Width(), Key: []int{0}}
}

// The figures are those that igraph gives for this graph.
func TestRealDegrees(t *testing.T) {
	var degrees table
	degrees.width = 4
	if err := GroupBy(&degrees, cnr(t), []Aggregate{{Op: Count}, {Min, 1}, {Max, 1}}); err != nil {
		t.Fatal(err)
	}
	links, largest := 0, int32(0)
	for _, r := range degrees.rows {
		links += int(r[1])
		largest = max(largest, r[1])
	}
	if n := len(degrees.rows); n != 325_557-78_056 || links != 3_216_152 || largest != 2716 {
		t.Errorf("%d pages with links, %d links, at most %d of a page", n, links, largest)
	}
}

// A stream joined with itself keeps what it has, and has nothing that it has not.
func TestRealSelfJoin(t *testing.T) {
	both := func() (a, b Input) {
		a, b = cnr(t), cnr(t)
		a.Key, b.Key = []int{0, 1}, []int{0, 1}
		return a, b
	}
	for anti, want := range map[bool]int{false: 3_216_152, true: 0} {
		got := table{width: 2}
		a, b := both()
		if err := Semi(&got, a, b, anti); err != nil || len(got.rows) != want {
			t.Errorf("anti %v: %d records, error %v", anti, len(got.rows), err)
		}
	}
}
