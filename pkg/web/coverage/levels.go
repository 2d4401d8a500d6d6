package coverage

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"webmill/pkg/web/crawllog"
)

// Level is what a crawl found and fetched at one depth (Bumüller 2019, 5.1.4).
type Level struct {
	Found    int64            // URLs that were found: the frontier
	Done     int64            // URLs that were tried and are not tried again
	Fetched  int64            // URLs that a server answered
	Stored   int64            // pages
	Outcomes map[string]int64 // URLs that are done and not stored, by outcome
}

// mostOutcomes bounds the outcomes that are counted by name; further ones are "other".
const mostOutcomes = 100

// level is the level of a depth, nil if the levels are known already.
func (c *Folder) level(depth int) *Level {
	if c.known {
		return nil
	}
	depth = min(max(depth, 0), mostDepth)
	for len(c.Levels) <= depth {
		c.Levels = append(c.Levels, Level{Outcomes: map[string]int64{}})
	}
	return &c.Levels[depth]
}

// found counts a URL that was found.
func (c *Folder) found(depth int) {
	if l := c.level(depth); l != nil {
		l.Found++
	}
}

// count counts a URL that was tried, unless it is tried again.
func (c *Folder) count(e *crawllog.Entry) {
	l := c.level(e.Depth)
	if l == nil || e.Found == 0 {
		return
	}
	l.Done++
	if e.Status > 0 {
		l.Fetched++
	}
	if isStored(e) {
		l.Stored++
		return
	}
	outcome := e.Outcome
	if _, known := l.Outcomes[outcome]; !known && len(l.Outcomes) >= mostOutcomes {
		outcome = "other"
	}
	l.Outcomes[outcome]++
}

// AppendCounts appends names and their counts, the greatest first: "http-404 12, robots 3".
func AppendCounts(dst []byte, counts map[string]int64) []byte {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = fmt.Appendf(dst, "%s %d", name, counts[name])
	}
	return dst
}
