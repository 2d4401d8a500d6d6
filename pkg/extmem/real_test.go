package extmem

import (
	"testing"

	"webmill/pkg/realdata"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// cnr opens the crawl cnr-2000.
func cnr(t *testing.T) Input {
	in, err := stream.Open(vfs.OS, realdata.Path(t, "graphs/cnr-2000.edges.tsv.zst"), nil, stream.Spec{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	return Input{Name: "cnr-2000", Source: in, Width: in.Width(), Key: []int{0}}
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
