package report

import (
	"fmt"
	"slices"

	"webmill/pkg/tuple"
)

// topSection names the best pages.
var topSection = Section{Name: "top", Title: "The best pages", Build: buildTop}

var rankNames = [2]string{"PageRank", "K-Rank"}

// about is what is known of the best pages besides their ranks.
type about struct {
	urls         map[int32]string
	links, layer map[int32]int32
	records      map[int32]record
}

func buildTop(f *Folder) (*Content, error) {
	r, err := f.ranking()
	if r == nil || err != nil {
		return nil, err
	}
	a, err := f.about(r)
	if err != nil {
		return nil, err
	}
	c := &Content{}
	same, err := f.samePruned()
	if err != nil {
		return nil, err
	}
	for by, t := range r.tops {
		if len(t.list) > 0 && (by == pageRanks || same == "" || r.sum == 0) {
			c.Blocks = append(c.Blocks, Block{Table: t.table(by, r, a, same == "")})
		}
	}
	if c.Blocks == nil {
		return nil, nil
	}
	best := r.tops[pageRanks]
	if len(best.list) > 0 {
		sum := 0.0
		for _, p := range best.list {
			sum += float64(p.scores[pageRanks])
		}
		text := fmt.Sprintf("The first %d of %s hold %s of all PageRank.", len(best.list),
			plural(r.pages, "page"), percent(sum/r.sum))
		c.Blocks = append([]Block{{Text: text}}, c.Blocks...)
	}
	return c, nil
}

// about looks the best pages up in what else the folder has.
func (f *Folder) about(r *ranking) (a about, err error) {
	ids := r.ids()
	if a.urls, err = f.urls(ids); err != nil {
		return a, err
	}
	known, err := f.fetches()
	if err != nil {
		return a, err
	}
	if known != nil {
		a.records = known.about
	}
	if f.has("indegree.t2") {
		if a.links, err = f.find("indegree.t2", tuple.ID, ids); err != nil {
			return a, err
		}
	}
	if f.has("layers.t2") {
		a.layer, err = f.find("layers.t2", tuple.ID, ids)
	}
	return a, err
}

// urls returns the URLs of some pages, if the folder has them.
func (f *Folder) urls(ids []int32) (map[int32]string, error) {
	if !f.has("urls.txt") {
		return nil, nil
	}
	return f.lines("urls.txt", ids)
}

// table shows the best pages by one score, with their places by the other score if the two orders differ.
func (t *bestPages) table(by int, r *ranking, a about, differ bool) *Table {
	sums := [2]float64{r.sum, r.ksum}
	other := 1 - by
	table := &Table{
		Fold:    by == kRanks && len(r.tops[pageRanks].list) > 0,
		Caption: fmt.Sprintf("The best %s by %s", plural(int64(len(t.list)), "page"), rankNames[by]),
		Columns: slices.Concat(numbers("place"), []Column{{Name: "page", Wide: true}}, numbers("share of "+rankNames[by])),
	}
	both := sums[other] > 0 && differ
	if both {
		table.Columns = append(table.Columns, numbers("place by "+rankNames[other])...)
	}
	if a.links != nil {
		table.Columns = append(table.Columns, numbers("in-degree")...)
	}
	if a.layer != nil {
		table.Columns = append(table.Columns, numbers("layer")...)
	}
	for i, p := range t.list {
		s := float64(p.scores[by]) / sums[by]
		row := []Cell{{Text: fmt.Sprint(i + 1)}, a.page(p.id),
			{Text: percent(s), Bar: s / (float64(t.list[0].scores[by]) / sums[by])}}
		if both {
			row = append(row, Cell{Text: known(t.places[p.id])})
		}
		if a.links != nil {
			row = append(row, Cell{Text: count(int64(a.links[p.id]))})
		}
		if a.layer != nil {
			row = append(row, Cell{Text: known(int64(a.layer[p.id]))})
		}
		table.Rows = append(table.Rows, row)
	}
	return table
}

// page names a page by its URL or, where that is not known, its id; with its title.
func (a about) page(id int32) Cell {
	url, ok := a.urls[id]
	if !ok || url == "" {
		return Cell{Text: fmt.Sprint("page ", id)}
	}
	return Cell{Text: visible(url, 160), Note: visible(a.records[id].title, 120), Command: a.records[id].command}
}

// known is a number from 1, or a dash.
func known(n int64) string {
	if n == 0 {
		return unknown
	}
	return count(n)
}
