package kinds

import (
	"fmt"
	"io"
	"math"
	"sync"

	"webmill/pkg/tuple"
)

// shared finds streams that are read as one but hold scores and integers in the same column of unknown kind. Each
// stream is judged by itself, from the first value on that says something.
type shared struct {
	mu              sync.Mutex
	scored, numbers map[int]string // the first stream in which a column looks like that
	narrow          map[int]string // the first stream in which a column may hold scores that are nearly equal
}

// Guess is what one stream has shown so far.
type Guess struct {
	name   string
	cols   []tuple.Column
	shared *shared     // of all streams that are read as one
	slot   map[int]int // where a column is compared; nil: all, each with that of its number
	shown  []shown     // of each column
	warn   func(string)
}

// shown is what one column has shown so far.
type shown struct {
	clear       bool // what it looks like is known
	narrow      bool // the first values may be scores that are nearly equal
	seen        int  // values from the first one on that is not 0 or unknown
	least, most int32
}

// NewGuess begins to look at a stream, alone at first.
func NewGuess(name string, cols []tuple.Column, warn func(string)) *Guess {
	return &Guess{
		name: name, cols: cols, shown: make([]shown, len(cols)), warn: warn,
		shared: &shared{scored: map[int]string{}, numbers: map[int]string{}, narrow: map[int]string{}},
	}
}

// JoinKeys says that some columns of the stream are compared with some of another.
func (g *Guess) JoinKeys(other *Guess, mine, others []int) error {
	g.slot, other.slot = map[int]int{}, map[int]int{}
	for i := range mine {
		g.slot[mine[i]], other.slot[others[i]] = i, i
	}
	return g.Join(other)
}

// Join says that the stream is read as one with another. Columns of the kinds id and int hold integers.
func (g *Guess) Join(other *Guess) error {
	g.shared = other.shared
	for _, guess := range []*Guess{other, g} {
		for col, c := range guess.cols {
			if c.Kind == tuple.ID || c.Kind == tuple.Int {
				if err := g.shared.add(guess, col); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// Observe looks at the next records, or at some. It returns an error if a column is of another kind than that of another stream.
// Scores that are nearly equal, as in a stream sorted by them, look like large ids until others follow.
func (g *Guess) Observe(block []int32, end bool) error {
	for col := range g.cols {
		if g.settled(col) {
			continue
		}
		s := &g.shown[col]
		if s.seen == 0 {
			s.narrow = narrow(block, len(g.cols), col) != 0
		}
		g.gather(block, col)
		integers := s.seen > 0 && (s.least < leastScore || s.most > mostScore)
		scores := !integers && s.most-s.least >= scoreSpread && (s.seen >= firstRecords || end)
		if s.clear = integers || scores; !s.clear && !(end && s.narrow) {
			continue
		}
		if err := g.shared.add(g, col); err != nil {
			return err
		}
	}
	return nil
}

// settled reports whether no further record can change what a column looks like.
func (g *Guess) settled(col int) bool { return g.cols[col].Kind != tuple.Unsaid || g.shown[col].clear }

// allSettled reports whether no further record can change what the columns look like.
func (g *Guess) allSettled() bool {
	for col := range g.cols {
		if !g.settled(col) {
			return false
		}
	}
	return true
}

// gather keeps the range of the values of a column.
func (g *Guess) gather(block []int32, col int) {
	seen, least, most := g.shown[col].seen, g.shown[col].least, g.shown[col].most
	if seen == 0 {
		least, most = math.MaxInt32, math.MinInt32
	}
	for i := col; i < len(block); i += len(g.cols) {
		v := block[i]
		if v != 0 && v != tuple.Unknown {
			least, most = min(least, v), max(most, v)
		} else if seen == 0 {
			continue
		}
		seen++
	}
	g.shown[col].seen, g.shown[col].least, g.shown[col].most = seen, least, most
}

// add says what a column of a stream looks like.
func (a *shared) add(g *Guess, col int) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	slot := col
	if g.slot != nil {
		var compared bool
		if slot, compared = g.slot[col]; !compared {
			return nil
		}
	}
	shows := a.numbers
	if s := &g.shown[col]; g.cols[col].Kind == tuple.Unsaid && s.least >= leastScore && s.most <= mostScore {
		shows = a.scored
		if s.most-s.least < scoreSpread {
			shows = a.narrow
		}
	}
	if shows[slot] == "" {
		shows[slot] = g.name
	}
	numbers, scored, narrow := a.numbers[slot], a.scored[slot], a.narrow[slot]
	if numbers != "" && scored != "" {
		return fmt.Errorf("column %s looks like scores in %s, and like integers in %s: give the kinds by -columns", g.cols[col].Name,
			scored, numbers)
	}
	if numbers != "" && narrow != "" {
		g.warn(fmt.Sprintf("column %s holds integers in %s, but may hold scores in %s: give the kinds by -columns", g.cols[col].Name,
			numbers, narrow))
	}
	return nil
}

// Observed is a Source that shows a guess what it passes on.
func Observed(src tuple.Source, guess *Guess) tuple.Source {
	return tuple.SourceFunc(func(dst []int32) (int, error) {
		n, err := src.ReadBlock(dst)
		if e := guess.Observe(dst[:n], err == io.EOF); e != nil {
			return 0, e
		}
		return n, err
	})
}
