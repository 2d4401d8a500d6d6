package document

import (
	"fmt"
	"strings"
	"testing"
)

// TestPick: each document that is wanted comes once, with its id or the number of its line; other lines are counted.
func TestPick(t *testing.T) {
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
	for _, threads := range []int{1, 3} {
		titles := map[int64]string{}
		p, err := Pick(NewLines(Input{"documents", strings.NewReader(text.String())}), threads,
			func(id int64) bool { return id%5 == 0 || id > 100_000 },
			func(line, id int64, d *Document) error {
				if titles[id] != "" || string(d.Title) != fmt.Sprintf("line %d", line) || id != line && id != 100_000+line {
					t.Errorf("%d: %d %s", line, id, d.Title)
				}
				titles[id] = string(d.Title)
				return nil
			})
		if err != nil || p != (Picked{Documents: 2500, Bad: 1250}) || len(titles) != 250+1250 {
			t.Errorf("%+v, %d, %v", p, len(titles), err)
		}
		stop := fmt.Errorf("stop")
		if _, err := Pick(NewLines(Input{"documents", strings.NewReader(text.String())}), threads,
			func(int64) bool { return true }, func(int64, int64, *Document) error { return stop }); err != stop {
			t.Error(err)
		}
	}
}
