package cluster

import (
	"fmt"
	"math"

	"webmill/pkg/arena"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/tuple"
)

// readScores reads the score of each document.
func (j *job) readScores() (err error) {
	in := j.Scores
	if in.Source == nil {
		return nil
	}
	if j.scores, err = arena.Take[float32](&j.memory, j.set.Docs); err != nil {
		return err
	}
	scores := tuple.NewCursor(in, 2)
	missing := int64(0)
	err = j.store.InOrder(j.set, func(n int64, v vectors.Vector) error {
		if scores.SkipTo(int64(v.Doc)) {
			j.scores[n] = tuple.F32Value(scores.Take(int64(v.Doc))[1])
		} else {
			missing++
		}
		return nil
	})
	scores.SkipTo(tuple.NoID) // so that faults in the rest are found
	switch {
	case err != nil:
		return err
	case scores.Err() != nil:
		return scores.Err()
	case missing > 0:
		return fmt.Errorf("%s: has no score of %s: is it of other ones?", in.Name, tuple.Counted(missing, "document"))
	}
	return nil
}

// scored chooses the document with the greatest score, and of those that are not equal to it the one with the least score, or
// with the score nearest to the mean; of equal scores the first. Nitsche 2003, 3.4.3.
func (b *bisection) scored(set *vectors.Set, two *[2]beginning) (different bool, err error) {
	first, second := &two[0], &two[1]
	best, sum := -1.0, 0.0
	err = b.job.store.InOrder(set, func(place int64, v vectors.Vector) error {
		n := b.number(place, v)
		score := float64(b.job.scores[n])
		sum += score
		if score > best {
			best = score
			first.set(n, v, 0)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	wanted := 0.0
	if b.job.Seeding == BestMean {
		wanted = sum / float64(set.Docs)
	}
	nearest := math.Inf(1)
	err = b.job.store.InOrder(set, func(place int64, v vectors.Vector) error {
		n := b.number(place, v)
		away := math.Abs(float64(b.job.scores[n]) - wanted)
		if away < nearest && !first.equals(v) {
			nearest = away
			second.set(n, v, 0)
		}
		return nil
	})
	return !math.IsInf(nearest, 1), err
}
