package tfidf

import (
	"fmt"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
)

// table has what is counted of the terms below some id. When the terms are cut, the bits of their idf take the place of df.
type table struct {
	words []uint64
	df    []uint64
	sums  []uint64 // of the counts, if they are wanted, else nil
	size  int      // how many terms are in use: the id of the last one that occurred, and 1
}

func newTable(memory int64, sums bool) (*table, error) {
	n := min(memory/8, 2<<31)
	if !sums {
		n = min(n, 1<<31)
	}
	words, err := arena.Words(int(n))
	if err != nil {
		return nil, err
	}
	t := &table{words: words, df: words}
	if sums {
		t.df, t.sums = words[:n/2], words[n/2:]
	}
	return t, nil
}

func (t *table) close() {
	if t != nil {
		arena.Free(t.words)
	}
}

// sum is how often a term in the table is counted.
func (t *table) sum(term int) int64 {
	if t.sums == nil {
		return 0
	}
	return int64(t.sums[term])
}

// dropped is the idf of a term that is left out: all others are ≥ 0.
const dropped = -1.

// eachTerm goes through the terms that occur, by term.
func (w *weighing) eachTerm(use func(term int32, df, total int64) error) error {
	for i, df := range w.table.df[:w.table.size] {
		if df > 0 {
			if err := use(int32(i), int64(df), w.table.sum(i)); err != nil {
				return err
			}
		}
	}
	return w.rare.each(use)
}

// cut decides which terms stay and gives each its idf.
func (w *weighing) cut() error {
	if w.opt.DF.Source != nil {
		if err := w.giveDF(); err != nil {
			return err
		}
	}
	c := &cutter{w: w, low: w.opt.MinDF.least(w.stats.Docs), high: math.MaxInt64, highest: math.MaxInt64}
	if w.opt.MaxDF.Set() {
		c.high = w.opt.MaxDF.greatest(w.stats.Docs)
	}
	if w.opt.Most > 0 {
		if err := c.window(w.opt.Most); err != nil {
			return err
		}
	}
	if w.opt.Terms != nil {
		c.out = tuple.NewWriter(w.opt.Terms, 3+w.opt.weightWidth())
	}
	for i, df := range w.table.df[:w.table.size] {
		if df > 0 {
			idf, err := c.idf(int32(i), int64(df), w.table.sum(i))
			if err != nil {
				return err
			}
			w.table.df[i] = math.Float64bits(idf)
		}
	}
	if err := w.rare.join(c.idf); err != nil {
		return err
	}
	if c.out != nil {
		return c.out.Flush()
	}
	return nil
}

// cutter gives terms their idf, in their order.
type cutter struct {
	w         *weighing
	low, high int64 // bounds of df
	highest   int64 // the greatest total that stays
	ties      int64 // how many terms with just this total stay
	out       *tuple.Writer
}

// inside reports whether a term keeps to the bounds. Those of window come on top.
func (c *cutter) inside(df, total int64) bool {
	return df >= c.low && df <= c.high && (c.w.opt.MinCount == 0 || total >= c.w.opt.MinCount)
}

func (c *cutter) idf(term int32, df, total int64) (float64, error) {
	w := c.w
	w.stats.Terms++
	if df > w.stats.Docs {
		return 0, fmt.Errorf("%d documents have term %d, but there are only %d: say how many there are by -docs", df, term,
			w.stats.Docs)
	}
	switch {
	case !c.inside(df, total) || total > c.highest:
		return dropped, nil
	case total == c.highest:
		if c.ties--; c.ties < 0 {
			return dropped, nil
		}
	}
	w.stats.Kept++
	idf := w.idf(df, total)
	if c.out == nil {
		return idf, nil
	}
	if total > math.MaxInt32 || df > math.MaxInt32 {
		return 0, fmt.Errorf("term %d is counted %d times, more than the 2147483647 that a column of -terms can hold", term,
			total)
	}
	rec, err := c.out.Next()
	if err == nil {
		rec[0], rec[1], rec[2] = term, int32(df), int32(total)
		w.opt.putWeight(rec[3:], idf)
	}
	return idf, err
}

// window sets highest and ties so that the n terms with the least totals stay. It finds the n-th total byte by byte.
func (c *cutter) window(n int64) error {
	var prefix int64
	for shift := 56; shift >= 0; shift -= 8 {
		var have [256]int64
		err := c.w.eachTerm(func(_ int32, df, total int64) error {
			if c.inside(df, total) && total>>shift>>8 == prefix {
				have[byte(total>>shift)]++
			}
			return nil
		})
		if err != nil {
			return err
		}
		digit := int64(0)
		for ; digit < 256 && n > have[digit]; digit++ {
			n -= have[digit]
		}
		if digit == 256 {
			return nil // there are no more than n
		}
		prefix = prefix<<8 | digit
	}
	c.highest, c.ties = prefix, n
	return nil
}

// giveDF replaces the document frequencies by given ones.
func (w *weighing) giveDF() error {
	given := tuple.NewCursor(w.opt.DF, 2)
	df := func(term int32) (int64, error) {
		given.SkipTo(int64(term))
		rec := given.Take(int64(term))
		switch {
		case given.Err() != nil:
			return 0, given.Err()
		case rec == nil:
			return 0, fmt.Errorf("%s: has no document frequency of term %d", given.Name(), term)
		case rec[1] < 1:
			return 0, fmt.Errorf("%s: the document frequency of term %d is %d, but there are tuples with it",
				given.Name(), term, rec[1])
		}
		return int64(rec[1]), nil
	}
	for i, n := range w.table.df[:w.table.size] {
		if n > 0 {
			n, err := df(int32(i))
			if err != nil {
				return err
			}
			w.table.df[i] = uint64(n)
		}
	}
	if err := w.rare.giveDF(df); err != nil {
		return err
	}
	given.SkipTo(tuple.NoID)
	return given.Err()
}
