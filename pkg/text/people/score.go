package people

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"strconv"

	"webmill/pkg/text/tfidf"
	"webmill/pkg/tuple"
)

// Weights of the combined score, each of a number from 0 to 1. They follow the study of the home pages of a department: each was
// set by hand, none by a search. BM25 counts without its idf, which is the same for all pages of a person, and divided by k + 1.
const (
	ofBM25    = 1.0
	ofShare   = 1.0 // of the names of the page
	ofFirst   = 0.3 // the first name of its text
	ofURL     = 1.0
	ofHome    = 0.7
	ofTitle   = 1.0
	ofHeading = 0.7 // the first name of its headings
	ofPart    = -1  // publications.html and the like, which is never the home page
	ofAnchors = 1.0 // min(1, log2(1 + n) / 2)
)

// DefaultHome is the least score of a home page.
const DefaultHome = 2.5

// scored is a page with its scores.
type scored struct {
	url, id               []byte
	counts                counts
	tfidf, bm25, combined float64
	share, anchors        float64
	address               address
}

// score fills in the scores.
func (j *job) score(p *scored, who *person, df int64) {
	tf, n := float64(p.counts[nTF]), &p.counts
	saturated := 0.0
	if tf > 0 {
		idf := j.bm25.IDF(j.stats.Docs)(df, 0)
		saturated = tfidf.Saturated(tf, j.bm25.K, j.bm25.Long(n[nLength], j.mean))
		p.tfidf, p.bm25 = tf*idf, saturated*idf
		p.share = tf / float64(n[nTotal])
	}
	p.anchors = min(1, math.Log2(1+float64(n[nAnchors]))/2)
	p.address = who.read(p.url, j.opt.Host(p.url))
	part := 0.0
	if p.address.part {
		part = 1
	}
	p.combined = ofPart*part + ofBM25*saturated/(j.bm25.K+1) + ofShare*p.share + ofFirst*truth(n[nFirst]) + ofURL*p.address.name +
		ofHome*p.address.home + ofTitle*truth(n[nTitle]) + ofHeading*truth(n[nTop]) + ofAnchors*p.anchors
	// Rounded, so that scores which are shown alike are equal.
	p.combined = math.Round(max(0, p.combined)*1e6) / 1e6
}

// truth is 1 if something was counted.
func truth(n int64) float64 { return float64(min(n, 1)) }

// reasons are the words for what counts for a page. best is the greatest rank of the person's pages, -1 if there is none.
func (p *scored) reasons(b []byte, best int64) []byte {
	for _, r := range []struct {
		word string
		is   bool
	}{
		{"title", p.counts[nTitle] > 0},
		{"heading", p.counts[nTop] > 0},
		{"url", p.address.name > 0},
		{"home", p.address.home > 0},
		{"anchors", p.counts[nAnchors] > 0},
		{"first", p.counts[nFirst] > 0},
		{"part", p.address.part},
		{"share", p.share >= 0.5},
		{"rank", best >= 0 && p.counts[nRank] == best},
	} {
		if r.is {
			if len(b) > 0 && b[len(b)-1] != '\t' {
				b = append(b, ',')
			}
			b = append(b, r.word...)
		}
	}
	return b
}

// before reports whether the page has the greater combined score, by which the home page is found. Of equal ones it is the one
// with the greater rank.
func (p *scored) before(q *scored) bool {
	switch {
	case p.combined != q.combined:
		return p.combined > q.combined
	case max(p.counts[nRank], 0) != max(q.counts[nRank], 0):
		return p.counts[nRank] > q.counts[nRank]
	}
	return string(p.url) < string(q.url)
}

// key appends what sorts the pages of a person in the order that was asked for; URLs follow.
func (p *scored) key(b []byte, order Order) []byte {
	rank := 0.0
	if bits := p.counts[nRank]; bits > 0 {
		rank = float64(tuple.F32Value(int32(bits)))
	}
	switch order {
	case ByBM25:
		b = descending(descending(b, p.bm25), p.tfidf)
	case ByTFIDF:
		b = descending(descending(b, p.tfidf), p.bm25)
	default:
		b = descending(b, p.combined)
	}
	return descending(b, rank)
}

// descending appends a number ≥ 0 as digits that sort the greater one first.
func descending(b []byte, x float64) []byte {
	return hex.AppendEncode(b, binary.BigEndian.AppendUint64(nil, ^math.Float64bits(x)))
}

// appendScore appends a score with six decimals.
func appendScore(b []byte, x float64) []byte { return strconv.AppendFloat(b, x, 'f', 6, 64) }
