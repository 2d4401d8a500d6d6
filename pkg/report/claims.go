package report

import "fmt"

// claimSection says which of the claims of the thesis hold on this crawl.
var claimSection = Section{Name: "claims", Title: "What the thesis claims, and what holds here", Build: buildClaims, Fold: true}

func buildClaims(f *Folder) (*Content, error) {
	const name = thesis + "claims.tsv"
	if !f.has(name) {
		return nil, nil
	}
	s, err := f.sheet(name, "claim", "value", "holds", "explanation")
	if err != nil || len(s.rows) == 0 {
		return nil, err
	}
	claims, values, holds, why := s.texts("claim"), s.texts("value"), s.texts("holds"), s.texts("explanation")
	signs := map[string]string{"yes": "✓ yes", "no": "✗ no", "partly": "~ partly", noValue: unknown + " no value"}
	n := map[string]int64{}
	t := &Table{Caption: "Claims of Kulvait 2007 on this crawl", Columns: words("claim", "holds", "measured", "why")}
	t.Columns[0].Wide, t.Columns[3].Wide = true, true
	for i, h := range holds {
		if signs[h] == "" {
			return nil, fmt.Errorf("%s: holds: %q is not yes, no, partly or no value, at line %d", s.path, h, i+2)
		}
		n[h]++
		t.Rows = append(t.Rows, cells(claims[i], signs[h], values[i], why[i]))
	}
	text := fmt.Sprintf("%s: %d yes, %d partly, %d no.", plural(int64(len(holds)), "claim"), n["yes"], n["partly"], n["no"])
	if k := n[noValue]; k > 0 {
		text = fmt.Sprintf("%s %d cannot be judged, because a value is missing.", text, k)
	}
	return &Content{Blocks: []Block{{Text: text}, {Table: t}}}, nil
}
