package urls

import (
	"bytes"
	"slices"
)

// Traps are limits to URLs. Some sites make URLs without end, by calendars, by relative links that are longer
// on every page, by echoes of the path, by filters that combine; what has passed all limits is worth a visit. Zero switches
// a rule off.
type Traps struct {
	Length      int // bytes of the URL
	Segments    int // of the path
	SameSegment int // times that a segment may occur in the path
	Parameters  int // of the query
	SamePair    int // times that a parameter may occur with the same value
}

// DefaultTraps are the limits that crawlers have found to cost few real pages: the length from the longest URL that
// Internet Explorer took, which is also where robots.txt parsers cut; 20 segments from Heritrix (TooManyPathSegments); a
// segment three times from Nutch's filter of URLs, like Heritrix's of repetitions in paths; the limits to the query
// are webmill's own.
var DefaultTraps = Traps{Length: 2083, Segments: 20, SameSegment: 3, Parameters: 10, SamePair: 1}

// Check reports whether a canonical URL keeps to the limits, and else the name of the rule that it breaks.
func (t Traps) Check(url []byte) (rule string, ok bool) {
	if exceeds(len(url), t.Length) {
		return "length", false
	}
	_, rest := cutWeb(url)
	rest, _ = cutAt(rest, '#')
	rest, query := cutAt(rest, '?')
	var few [32][]byte // no more are needed where the limits are like the default
	if _, path := cutAt(rest, '/'); len(path) > 1 {
		path = bytes.TrimSuffix(path[1:], []byte("/"))
		if exceeds(bytes.Count(path, []byte("/"))+1, t.Segments) {
			return "segments", false
		}
		if exceeds(repeats(few[:0], path, '/'), t.SameSegment) {
			return "same-segment", false
		}
	}
	if len(query) > 1 {
		query = query[1:]
		if exceeds(bytes.Count(query, []byte("&"))+1, t.Parameters) {
			return "parameters", false
		}
		if exceeds(repeats(few[:0], query, '&'), t.SamePair) {
			return "same-pair", false
		}
	}
	return "", true
}

func exceeds(n, limit int) bool { return limit > 0 && n > limit }

// repeats is how often the most frequent of the parts of s occurs.
func repeats(parts [][]byte, s []byte, separator byte) (most int) {
	for {
		i := bytes.IndexByte(s, separator)
		if i < 0 {
			break
		}
		parts = append(parts, s[:i])
		s = s[i+1:]
	}
	parts = append(parts, s)
	slices.SortFunc(parts, bytes.Compare)
	for i := 0; i < len(parts); {
		n := 1
		for i+n < len(parts) && bytes.Equal(parts[i], parts[i+n]) {
			n++
		}
		most = max(most, n)
		i += n
	}
	return most
}
