package document

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

// TestFinder: each document that is wanted is found, by its id or the number of its line, and of two the first; other lines are
// counted; what is not there is missing.
func TestFinder(t *testing.T) {
	var text strings.Builder
	long := strings.Repeat("x", 1000)
	for i := range 5000 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&text, "{\"title\":\"line %d\",\"text\":\"%s\"}\n", i, long)
		case 1:
			fmt.Fprintf(&text, "{\"id\":%d,\"title\":\"line %d\"}\n", 100_000+i, i)
		case 2:
			text.WriteString("no document\n")
		case 3:
			text.WriteString("\n")
		}
	}
	text.WriteString("{\"id\":20,\"title\":\"again\"}\n")
	for _, threads := range []int{1, 3} {
		var seen atomic.Int64
		f := &Finder{Threads: threads, See: func(int64, *Document) { seen.Add(1) }}
		var want []string
		for i := range 5000 {
			if i%4 == 1 || i%20 == 0 {
				f.Want(int32(i + i%4*100_000))
				want = append(want, fmt.Sprintf("line %d", i))
			}
		}
		got := make([]string, len(want))
		f.Take = func(place int, d *Document) error {
			got[place] = string(d.Title)
			return nil
		}
		if place, again := f.Want(20); place != 6 || !again {
			t.Errorf("document 20 has the place %d, which was there: %v", place, again)
		}
		err := f.Find(NewLines(Input{"documents", strings.NewReader(text.String())}))
		if err != nil || f.Documents != 2501 || seen.Load() != 2501 || f.Bad != 1250 || f.Missing() != nil ||
			len(got) != 250+1250 {
			t.Errorf("%v, %v, %d documents, %d were seen, %d lines are bad", err, f.Missing(), f.Documents, seen.Load(), f.Bad)
		}
		for place := range want {
			if got[place] != want[place] {
				t.Errorf("place %d has %q, not %q", place, got[place], want[place])
			}
		}
		f.Want(7)
		f.Want(2)
		const missing = "of the documents 2 are not there, the first is 2: 1250 lines"
		if err := f.Missing(); err == nil || !strings.HasPrefix(err.Error(), missing) {
			t.Error(err)
		}
		stop := fmt.Errorf("stop")
		f.Take = func(int, *Document) error { return stop }
		if err := f.Find(NewLines(Input{"documents", strings.NewReader("{\"id\":2}\n")})); err != stop {
			t.Error(err)
		}
	}
}
