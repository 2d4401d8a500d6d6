package report

import (
	"fmt"
	"slices"

	"webmill/pkg/parquetio"
	"webmill/pkg/tuple"
)

// relevantSection names the most relevant pages.
var relevantSection = Section{Name: "relevant", Title: "The most relevant pages", Build: buildRelevant}

const relevantFile = "relevant.parquet"

// relevantPage is a record of relevant.parquet.
type relevantPage struct {
	id        int32
	relevance float32
	url       string
}

// relevant finds the most relevant pages, once for all sections.
func (f *Folder) relevant() ([]relevantPage, error) {
	if f.best != nil || !f.has(relevantFile) {
		return f.best, nil
	}
	best := newTop(topPages, func(a, b relevantPage) bool {
		return a.relevance > b.relevance || a.relevance == b.relevance && a.id < b.id
	})
	err := f.rows(relevantFile, func(r []parquetio.Value) error {
		p := relevantPage{id: int32(r[0].Number), relevance: tuple.F32Value(int32(r[1].Number))}
		if !(p.relevance >= 0 && p.relevance <= 1) {
			return fmt.Errorf("the relevance of page %d is %g, not from 0 to 1", p.id, p.relevance)
		}
		if len(best.list) == topPages && !best.better(p, best.list[topPages-1]) {
			return nil // most pages are not in the table: their URLs are not copied
		}
		p.url = string(clip(r[2].Text))
		best.add(p)
		return nil
	}, "id", "relevance", "url")
	f.best = best.list
	return f.best, err
}

func buildRelevant(f *Folder) (*Content, error) {
	list, err := f.relevant()
	if len(list) == 0 || err != nil {
		return nil, err
	}
	records := map[int32]record{}
	known, err := f.fetches()
	if err != nil {
		return nil, err
	}
	if known != nil {
		records = known.about
	}
	ranks, sum, err := f.ranksOf(list)
	if err != nil {
		return nil, err
	}
	t := &Table{
		Caption: fmt.Sprintf("The %s with the greatest relevance", plural(int64(len(list)), "page")),
		Columns: slices.Concat(numbers("place"), []Column{{Name: "page", Wide: true}}, numbers("relevance")),
	}
	if sum > 0 {
		t.Columns = append(t.Columns, numbers("share of PageRank")...)
	}
	for i, p := range list {
		page := about{urls: map[int32]string{p.id: p.url}, records: records}.page(p.id)
		row := []Cell{{Text: fmt.Sprint(i + 1)}, page, {Text: decimal(float64(p.relevance)), Bar: float64(p.relevance)}}
		if rank, ok := ranks[p.id]; ok && sum > 0 {
			row = append(row, Cell{Text: percent(float64(tuple.F32Value(rank)) / sum)})
		} else if sum > 0 {
			row = append(row, Cell{Text: unknown})
		}
		t.Rows = append(t.Rows, row)
	}
	return &Content{Blocks: []Block{{Table: t}}}, nil
}

// ranksOf are the PageRanks of some pages, as bits, and the sum of those of all pages, if the folder has them.
func (f *Folder) ranksOf(list []relevantPage) (map[int32]int32, float64, error) {
	if !f.has(rankFiles[pageRanks]) {
		return nil, 0, nil
	}
	all, err := f.ranking()
	if err != nil {
		return nil, 0, err
	}
	var ids []int32
	for _, p := range list {
		ids = append(ids, p.id)
	}
	slices.Sort(ids)
	found, err := f.find(rankFiles[pageRanks], tuple.F32, ids)
	return found, all.sum, err
}
