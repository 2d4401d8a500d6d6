package stream

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// mixed is a file of DuckDB with the numbers src, rank (with a NaN), dst, low (with a negative one), far (beyond 32
// bits), gap (with a NULL), huge (beyond a float32), n1, n2 and n3, and url, ok, day, at, price, list and pair, which
// are no numbers.
var mixed = filepath.Join("testdata", "mixed.parquet")

// TestColumnsNotChosen: the kinds and values of columns that are not chosen do not matter.
func TestColumnsNotChosen(t *testing.T) {
	links := []int32{0, 0, 1, 2, 2, 4}
	turned := []int32{0, 0, 2, 1, 4, 2}
	names, _ := tuple.ParseColumns("dst,src")
	for _, c := range []struct {
		spec Spec
		want []int32
	}{{Spec{Columns: tuple.IDs("src", "dst")}, links}, {Spec{Named: names}, turned}} {
		recs, _, err := readFile(t, vfs.OS, mixed, c.spec)
		if err != nil || !slices.Equal(recs, c.want) {
			t.Errorf("%v: %v, %v", c.spec, recs, err)
		}
	}
	recs, cols, err := readFile(t, vfs.OS, mixed, Spec{Used: []string{"src", "dst"}})
	if err != nil || len(recs) != 3*10 || len(cols) != 10 {
		t.Fatalf("%d values, %d columns, %v", len(recs), len(cols), err)
	}
	for i := range 3 {
		if recs[10*i] != links[2*i] || recs[10*i+2] != links[2*i+1] {
			t.Errorf("record %d is %v", i, recs[10*i:][:10])
		}
	}
	if recs, _, err := readFile(t, vfs.OS, mixed, Spec{Used: []string{}}); err != nil || len(recs) != 3*10 {
		t.Errorf("counted: %d values, %v", len(recs), err)
	}
	for want, spec := range map[string]Spec{
		"this is NaN, at record 2": {Used: []string{"rank"}},
		`column "day" is DATE, and tuples hold only integers of 32 bits and scores: choose from src, rank,`:                                                                        {Used: []string{"day", "src"}},
		"has columns that tuples cannot hold (url: text, ok: BOOLEAN, day: DATE,":                                                                                                  {},
		"has 10 columns, records have at most 8: choose from src, rank, dst, low, far, gap, huge, n1, n2, n3, like tuples -cols src,rank":                                          {LeaveText: true},
		"(url: text, ok: BOOLEAN, day: DATE, at: TIMESTAMP(isAdjustedToUTC=false,unit=MICROS), price: DECIMAL(9,2), list: nested, pair: nested) before column 3: choose from src,": {Used: []string{"3", "src"}},
		"does not fit":     {Used: []string{"far"}},
		"has a NULL":       {Used: []string{"gap"}},
		"beyond a float32": {Used: []string{"huge"}},
	} {
		if _, _, err := readFile(t, vfs.OS, mixed, spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
