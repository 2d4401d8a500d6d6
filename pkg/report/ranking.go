package report

import (
	"cmp"
	"slices"

	"webmill/pkg/tuple"
)

// ranking is what the scores of the pages tell, found in two readings: of both files side by side.
type ranking struct {
	pages, kpages int64   // with a PageRank, with a K-Rank
	sum, ksum     float64 // of the scores
	tops          [2]*bestPages
	joint         joint
}

// scored is a page with its two scores; none is one that it has not.
type scored struct {
	id     int32
	scores [2]float32
}

const none = -1

// bestPages are the best pages by one of the scores, and the places that they have by the other.
type bestPages struct {
	by     int
	best   *top[scored]
	list   []scored
	places map[int32]int64
}

// pageRanks and kRanks are the two scores.
const (
	pageRanks = iota
	kRanks
)

var rankFiles = [2]string{"ranks.t2", "kranks.t2"}

const topPages = 20

// ranking reads the scores, once for all sections; it is nil where there are none.
func (f *Folder) ranking() (*ranking, error) {
	if f.ranks != nil || !f.has(rankFiles[pageRanks]) && !f.has(rankFiles[kRanks]) {
		return f.ranks, nil
	}
	r := &ranking{}
	for by := range r.tops {
		r.tops[by] = &bestPages{by: by, places: map[int32]int64{}, best: newTop(topPages, func(a, b scored) bool {
			return a.scores[by] > b.scores[by] || a.scores[by] == b.scores[by] && a.id < b.id
		})}
	}
	if err := f.scores(r.add); err != nil {
		return nil, err
	}
	var finders [2]*placeFinder
	for by, t := range r.tops {
		t.list = t.best.list
		finders[by] = newPlaceFinder(t.list, 1-by)
	}
	err := f.scores(func(p scored) {
		for by, c := range finders {
			c.add(p.scores[1-by])
		}
	})
	for by, c := range finders {
		c.places(r.tops[by].places)
	}
	if err != nil {
		return nil, err
	}
	f.ranks = r
	return r, nil
}

// ids returns the ids of the best pages, each once, sorted.
func (r *ranking) ids() (ids []int32) {
	for _, t := range r.tops {
		for _, p := range t.list {
			ids = append(ids, p.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (r *ranking) add(p scored) {
	if p.scores[pageRanks] >= 0 {
		r.pages++
		r.sum += float64(p.scores[pageRanks])
		r.tops[pageRanks].best.add(p)
	}
	if p.scores[kRanks] >= 0 {
		r.kpages++
		r.ksum += float64(p.scores[kRanks])
		r.tops[kRanks].best.add(p)
	}
	if p.scores[pageRanks] >= 0 && p.scores[kRanks] >= 0 {
		r.joint.add(p.scores[pageRanks], p.scores[kRanks])
	}
}

// scores reads both files side by side, of those that are there.
func (f *Folder) scores(do func(scored)) error {
	in := [2]*tuple.Cursor{{}, {}}
	for by, name := range rankFiles {
		if !f.has(name) {
			continue
		}
		file, err := f.open(name, tuple.F32)
		if err != nil {
			return err
		}
		defer file.Close()
		in[by] = tuple.NewCursor(file.Named(), 2)
	}
	for {
		id := min(in[0].ID(), in[1].ID())
		if id == tuple.NoID {
			return cmp.Or(in[0].Err(), in[1].Err())
		}
		p := scored{int32(id), [2]float32{none, none}}
		for by, c := range in {
			if rec := c.Take(id); rec != nil {
				p.scores[by] = tuple.F32Value(rec[1])
			}
		}
		do(p)
	}
}

// placeFinder finds the places of a few pages among all by a score: how many scores are greater.
type placeFinder struct {
	pages   []scored // by the score, from the least
	by      int
	greater []int64 // than those of the first i pages, but not than the next
}

func newPlaceFinder(list []scored, by int) *placeFinder {
	c := &placeFinder{pages: slices.Clone(list), by: by, greater: make([]int64, len(list)+1)}
	slices.SortFunc(c.pages, func(a, b scored) int { return int(sign(a.scores[by] - b.scores[by])) })
	return c
}

func sign(x float32) float32 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func (c *placeFinder) add(score float32) {
	if len(c.pages) == 0 || score <= c.pages[0].scores[c.by] {
		return
	}
	i, _ := slices.BinarySearchFunc(c.pages, score, func(p scored, s float32) int { return int(sign(p.scores[c.by] - s)) })
	c.greater[i]++
}

// places says what was counted; pages without the score have none.
func (c *placeFinder) places(into map[int32]int64) {
	above := int64(0)
	for i := len(c.pages) - 1; i >= 0; i-- {
		above += c.greater[i+1]
		if c.pages[i].scores[c.by] >= 0 {
			into[c.pages[i].id] = above + 1
		}
	}
}
