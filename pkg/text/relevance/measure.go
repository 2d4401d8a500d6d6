package relevance

import (
	"cmp"
	"math"
	"slices"
)

// Least is the least value of a document that is relevant.
const Least = 0.5

// Rated is a judged document with its rating.
type Rated struct {
	Score    float64
	Relevant bool
}

// Confusion counts documents: kept or not, relevant or not.
type Confusion struct{ TP, FP, FN, TN int64 }

// Add counts a document.
func (c *Confusion) Add(kept, relevant bool) {
	switch {
	case kept && relevant:
		c.TP++
	case kept:
		c.FP++
	case relevant:
		c.FN++
	default:
		c.TN++
	}
}

// Accuracy is the share of the documents that were decided as judged. This and the shares below are NaN without a document.
func (c *Confusion) Accuracy() float64 { return share(c.TP+c.TN, c.TP+c.FP+c.FN+c.TN) }

// Precision is the share of the kept documents that are relevant.
func (c *Confusion) Precision() float64 { return share(c.TP, c.TP+c.FP) }

// Recall is the share of the relevant documents that are kept.
func (c *Confusion) Recall() float64 { return share(c.TP, c.TP+c.FN) }

// F1 is the harmonic mean of Precision and Recall.
func (c *Confusion) F1() float64 { return share(2*c.TP, 2*c.TP+c.FP+c.FN) }

// FalseRate is the share of the documents that are not relevant that are kept.
func (c *Confusion) FalseRate() float64 { return share(c.FP, c.FP+c.TN) }

func share(part, all int64) float64 {
	if all == 0 {
		return math.NaN()
	}
	return float64(part) / float64(all)
}

// At counts with a threshold: what is above it is kept.
func At(rated []Rated, threshold float64) (c Confusion) {
	for _, r := range rated {
		c.Add(r.Score > threshold, r.Relevant)
	}
	return c
}

// A Point is the counts where all documents from a score on are kept.
type Point struct {
	Score float64
	Confusion
}

// Curve has a point for each score, the greatest first.
func Curve(rated []Rated) (points []Point) {
	list := slices.Clone(rated)
	slices.SortStableFunc(list, func(a, b Rated) int { return cmp.Compare(b.Score, a.Score) })
	var c Confusion
	for _, r := range list {
		c.Add(false, r.Relevant)
	}
	for i, r := range list {
		if r.Relevant {
			c.TP, c.FN = c.TP+1, c.FN-1
		} else {
			c.FP, c.TN = c.FP+1, c.TN-1
		}
		if i+1 == len(list) || list[i+1].Score < r.Score {
			points = append(points, Point{r.Score, c})
		}
	}
	return points
}

// BestThreshold is where F1 is greatest: in the middle between the least score that is kept and the next one. Of equal ones it is
// the greatest. Without a relevant document it is the greatest score.
func BestThreshold(rated []Rated) float64 {
	points, best, at := Curve(rated), -1.0, -1
	for i := range points {
		if f := points[i].F1(); f > best {
			best, at = f, i
		}
	}
	switch {
	case at < 0:
		return 0
	case best == 0:
		return points[0].Score
	case at+1 == len(points):
		return math.Nextafter(points[at].Score, math.Inf(-1))
	}
	return (points[at].Score + points[at+1].Score) / 2
}

// Areas are what lies below two curves: AUC, of the share of relevant documents that are kept by the share of the others, and the
// mean precision at each relevant document. NaN without a document of each class.
func Areas(rated []Rated) (auc, precision float64) {
	var last Confusion
	points := Curve(rated)
	for i := range points {
		p := &points[i]
		auc += float64(p.FP-last.FP) * float64(p.TP+last.TP) / 2
		precision += float64(p.TP-last.TP) * p.Precision()
		last = p.Confusion
	}
	if last.TP == 0 || last.FP == 0 {
		return math.NaN(), math.NaN()
	}
	return auc / float64(last.TP) / float64(last.FP), precision / float64(last.TP)
}
