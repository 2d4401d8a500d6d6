package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/text/names/crf"
)

// TestGrid prints how many of the names of each origin, and of each pattern, the models find.
func TestGrid(t *testing.T) {
	cells, err := grid("../../testdata/name-grid")
	if err != nil {
		t.Fatal(err)
	}
	var tagger crf.Tagger
	origins, patterns := map[string]*tally{}, map[string]*tally{}
	var order, kinds []string
	count := func(of map[string]*tally, list *[]string, key string, right bool) {
		if of[key] == nil {
			of[key] = &tally{}
			*list = append(*list, key)
		}
		of[key].gold++
		if right {
			of[key].right++
		}
	}
	var missed strings.Builder
	for _, c := range cells {
		var found [][2]int
		check(tagger.Read(crf.ForLanguage(c.Lang), []byte(c.Text), func(s crf.Span) error {
			found = append(found, [2]int{s.From, s.To})
			return nil
		}))
		for _, n := range c.Names {
			right := slices.Contains(found, n)
			count(origins, &order, c.Group, right)
			count(patterns, &kinds, c.pattern, right)
			if !right {
				fmt.Fprintf(&missed, "%s\t%s\t%s\t", c.Group, c.pattern, c.Text[n[0]:n[1]])
				for _, s := range found {
					fmt.Fprintf(&missed, "[%s]", c.Text[s[0]:s[1]])
				}
				missed.WriteByte('\n')
			}
		}
	}
	for _, key := range kinds {
		t.Logf("%-18s %.3f", key, patterns[key].recall())
	}
	least, most := 1.0, 0.0
	for _, key := range order {
		t.Logf("%-12s %.3f", key, origins[key].recall())
		least, most = min(least, origins[key].recall()), max(most, origins[key].recall())
	}
	t.Logf("least %.3f, most %.3f", least, most)
	if name := os.Getenv("GRID_MISSED"); name != "" {
		check(os.WriteFile(name, []byte(missed.String()), 0o666))
	}
	if least < gridFloor {
		t.Errorf("of the names of some origin only %.3f are found, not %v", least, gridFloor)
	}
}

// gridFloor is the share of the names of an origin that must be found at least. It is a bit less than what was measured.
const gridFloor = 0.8

func (t *tally) recall() float64 { return float64(t.right) / max(1, float64(t.gold)) }
