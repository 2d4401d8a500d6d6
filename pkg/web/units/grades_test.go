package units

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// table is Table 5/2 of the thesis: by column, man, ntpc, lev and n/l, and the grades of ntpc and lev.
func table(t *testing.T) (figures [4][]float64, grades [2][]string) {
	text, err := os.ReadFile("testdata/table-5-2.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		for i, column := range []int{1, 2, 4, 6} {
			x, err := strconv.ParseFloat(f[column], 64)
			if err != nil {
				t.Fatal(err)
			}
			figures[i] = append(figures[i], x)
		}
		grades[0], grades[1] = append(grades[0], f[3]), append(grades[1], f[5])
	}
	return figures, grades
}

// TestChecklistGrades: the grades of Table 5/1, and those of the 50 pages.
func TestChecklistGrades(t *testing.T) {
	for index, want := range map[float64]string{1: "++", .9: "+", .91: "++", .8: "0", .7: "-", .61: "-", .6: "--", 0: "--"} {
		if got := Grade(index); got != want {
			t.Errorf("%v: %s, not %s", index, got, want)
		}
	}
	figures, grades := table(t)
	for i := range grades {
		for page, want := range grades[i] {
			if got := Grade(figures[i+1][page]); got != want {
				t.Errorf("page %d: %s, not %s", page+1, got, want)
			}
		}
	}
}

// TestChecklistMeans: the means that the thesis states follow from its rows, and what else the rows say: that lev is better than
// ntpc is not significant (error 11), and doing nothing is a baseline (error 12).
func TestChecklistMeans(t *testing.T) {
	figures, _ := table(t)
	near := func(what string, got, want, by float64) {
		t.Helper()
		if math.Abs(got-want) > by {
			t.Errorf("%s: %v, not %v", what, got, want)
		}
	}
	for i, want := range []Summary{
		{50, .7387, .7761, .186, .2318, .9860}, {50, .7822, .8766, .255, 0, .9826}, {50, .8408, .9198, .178, 0, .9826},
		{50, .8567, .9800, .283, 0, 1},
	} {
		s := Summarize(figures[i])
		near("mean", s.Mean, want.Mean, 6e-5)
		near("median", s.Median, want.Median, 6e-5)
		near("deviation", s.Deviation, want.Deviation, 2e-3)
		near("least", s.Least, want.Least, 0)
		near("most", s.Most, want.Most, 0)
	}
	student, larger, smaller := Paired(figures[2], figures[1])
	near("t", student, 1.57, .01)
	if larger != 24 || smaller != 19 {
		t.Errorf("lev is better on %d pages and worse on %d", larger, smaller)
	}
	for i, want := range []int{39, 41} {
		if _, better, _ := Paired(figures[i+1], figures[0]); better != want {
			t.Errorf("better than doing nothing on %d pages, not %d", better, want)
		}
	}
}

// TestFilter: what is kept is what is read of the HTML that is written; the rest is what is dropped.
func TestFilter(t *testing.T) {
	p := read(t, Thesis, `<div><h1>T</h1><p>nav bar</p>x</div>y<p>foot</p>z &lt;`)
	scores := make([]float64, len(p.Nodes))
	for i := range p.Nodes {
		if text := string(p.Unit(i)); text == "T" || text == "y" || text == "z <" {
			scores[i] = 1
		}
	}
	kept, dropped := Filter(p, scores, .5)
	if got, want := show(kept), `body[div[h1["T"]], "y z <"]`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got, want := show(dropped), `body[div[p["nav bar"], "x"], p["foot"]]`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := show(read(t, Thesis, string(AppendHTML(nil, p, scores, .5)))); got != show(kept) {
		t.Error(got)
	}
	checkTree(t, kept)
	if f := F1(p, kept); f != 2*4./12 {
		t.Error(f)
	}
}
