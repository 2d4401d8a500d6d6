package report

import (
	"fmt"
	"math"
	"slices"

	"webmill/pkg/report/plot"
)

// solverSection shows how fast PageRank and K-Rank came to rest.
var solverSection = Section{Name: "solver", Title: "How PageRank and K-Rank converged", Build: buildSolver, Fold: true}

func buildSolver(f *Folder) (*Content, error) {
	c := &plot.Chart{
		Title: "Residual by sweep", X: plot.Axis{Title: "Sweep over the links", Unit: "number", Whole: true},
		Y: plot.Axis{Title: "Residual", Unit: "share of all rank", Log: true},
	}
	finding := ""
	for i, name := range []string{"pagerank.json", "krank.json"} {
		if !f.has(name) {
			continue
		}
		var s struct {
			Converged bool
			Residuals []float64
		}
		ok, err := f.object(name, &s)
		if err != nil {
			return nil, err
		}
		if !ok || len(s.Residuals) == 0 {
			continue
		}
		l := plot.Line{Label: rankNames[i], Class: fmt.Sprint("s", i), Dots: len(s.Residuals) < 60}
		for n, r := range s.Residuals {
			l.Points = append(l.Points, plot.Point{X: float64(n + 1), Y: r})
		}
		c.Lines = append(c.Lines, l)
		end := "converged"
		if !s.Converged {
			end = "did not converge"
		}
		finding += fmt.Sprintf("%s %s: %s, residual %s. ", l.Label, end,
			plural(int64(len(l.Points)), "sweep"), power(last(l.Points)))
	}
	if c.Lines == nil {
		return nil, nil
	}
	longest := slices.MaxFunc(c.Lines, func(a, b plot.Line) int { return len(a.Points) - len(b.Points) })
	t := &Table{Caption: "Residual by sweep", Columns: numbers("sweep")}
	for _, l := range c.Lines {
		t.Columns = append(t.Columns, numbers(l.Label)...)
	}
	every := max(1, int(math.Ceil(float64(len(longest.Points))/50)))
	for i := 0; i < len(longest.Points); i += every {
		row := cells(fmt.Sprint(i + 1))
		for _, l := range c.Lines {
			text := unknown
			if i < len(l.Points) {
				text = power(l.Points[i].Y)
			}
			row = append(row, Cell{Text: text})
		}
		t.Rows = append(t.Rows, row)
	}
	return &Content{Blocks: []Block{{Figure: &Figure{Title: c.Title, Finding: finding, Charts: []*plot.Chart{c},
		Legend: keys(c.Lines), Data: t}}}}, nil
}
