package tuple

import (
	"testing"

	"pgregory.net/rapid"
)

// TestSkipTo: the cursor stands where a search from the start of all records would stand.
func TestSkipTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var records Slice
		for id := int32(0); id < 40; id++ {
			for range rapid.IntRange(0, 2).Draw(t, "records") {
				records = append(records, id, int32(len(records)))
			}
		}
		all := records
		c := NewGroupCursor(Input{Name: "in", Source: &records}, 2)
		for at, id := 0, int64(0); id < 50; id += rapid.Int64Range(0, 9).Draw(t, "step") + 1 {
			for at < len(all) && int64(all[at]) < id {
				at += 2
			}
			want := at < len(all) && int64(all[at]) == id
			if got := c.SkipTo(id); got != want || c.Taken != int64(at/2) || c.Err() != nil {
				t.Fatalf("%d: %v after %d records, not %v after %d: %v", id, got, c.Taken, want, at/2, c.Err())
			}
			if rec := c.Take(id); (rec != nil) != want || want && rec[1] != all[at+1] {
				t.Fatalf("%d: %v", id, rec)
			} else if want {
				at += 2
			}
		}
	})
}
