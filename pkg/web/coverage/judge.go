package coverage

import (
	"bytes"
	"strconv"

	"webmill/pkg/web/scope"
)

// judge takes sorted lines and says of each URL of a sample what is known of it.
type judge struct {
	crawl  *Crawl
	first  bool // it is the first round, in which a URL that a sample has twice counts once
	result func(v *verdict) error

	host, key []byte // of the present line
	fields    [][]byte
	ofHost    aboutHost
	ofURL     aboutURL
	verdict   verdict
}

// aboutHost is what is known of the present host.
type aboutHost struct {
	stored  bool                  // a page of it
	refused [len(hostRules)]int64 // links that were not followed, by rule
}

// hostRules are the rules that a URL may break though the URL alone does not tell (Crawl.Rejects). If a page of its host was
// stored, the scope is not likely to be the rule.
var hostRules = [...]scope.Rule{scope.Deep, scope.Denied, scope.Outer}

// aboutURL is what is known of the present URL.
type aboutURL struct {
	stored, tried, known bool
	depth                int
	outcome, target      []byte // of the last try
	sample               int    // the last sample that asked for it; -1: none has
}

// verdict is what is known of a URL of a sample. It is valid during the call that gives it.
type verdict struct {
	index         []byte
	sample        int
	url, asked    []byte
	again         bool // the sample has asked for it before
	found         bool
	depth         int
	cause, target []byte
}

// line takes a line.
func (j *judge) line(line []byte) error {
	fields := j.fields[:0]
	for rest, more := line, true; more; {
		var field []byte
		field, rest, more = bytes.Cut(rest, []byte("\t"))
		fields = append(fields, field)
	}
	j.fields = fields
	host, key, kind, fields := fields[0], fields[1], fields[2][0], fields[3:]
	if j.key == nil || !bytes.Equal(host, j.host) {
		j.host, j.ofHost, j.key = append(j.host[:0], host...), aboutHost{}, append(j.key[:0], "\t"...) // no key has one
	}
	if !bytes.Equal(key, j.key) {
		j.key = append(j.key[:0], key...)
		j.ofURL = aboutURL{sample: -1, outcome: j.ofURL.outcome[:0], target: j.ofURL.target[:0]}
	}
	u := &j.ofURL
	switch kind {
	case 'F':
		j.ofHost.stored = true
	case 'R':
		for i, rule := range hostRules {
			if string(fields[0]) == string(rule) {
				j.ofHost.refused[i] += int64(number(fields[1]))
			}
		}
	case 'a':
		if !u.stored { // the first line has the least depth
			u.stored, u.depth = true, number(fields[0])
		}
	case 'b':
		u.tried, u.outcome, u.target = true, append(u.outcome[:0], fields[1]...), append(u.target[:0], fields[2]...)
	case 'c':
		u.known = true
	case 'z':
		return j.judge(fields[0], fields[1], fields[2])
	}
	return nil
}

// judge says what is known of a URL that a sample asks for.
func (j *judge) judge(index, url, asked []byte) error {
	u, v := &j.ofURL, &j.verdict
	*v = verdict{index: index, sample: sampleOf(index), url: url, asked: asked, found: u.stored, depth: NoDepth,
		cause: v.cause[:0]}
	v.again = j.first && v.sample == u.sample
	u.sample = v.sample
	switch {
	case v.again:
	case !u.stored:
		v.cause = j.cause(v.cause, url)
		v.target = u.target
	case u.depth != noDepth:
		v.depth = u.depth
	}
	return j.result(v)
}

// cause appends the cause of a miss.
func (j *judge) cause(dst, url []byte) []byte {
	switch {
	case j.ofURL.tried:
		return append(dst, j.ofURL.outcome...)
	case j.ofURL.known:
		return append(dst, Waiting...)
	}
	rule := ""
	if j.crawl.Rejects != nil {
		rule = j.crawl.Rejects(url)
	}
	if rule == "" {
		rule = string(j.ofHost.rule())
	}
	switch {
	case rule != "":
		return append(append(dst, Rejected...), rule...)
	case !j.ofHost.stored:
		return append(dst, Unreached...)
	case !j.crawl.Links:
		return append(dst, Unknown...)
	}
	return append(dst, NeverFound...)
}

// rule is the rule of hostRules that rejected most links to the host, or None.
func (h *aboutHost) rule() (rule scope.Rule) {
	most := int64(0)
	for i, n := range h.refused {
		if n > most && (hostRules[i] != scope.Outer || !h.stored) {
			most, rule = n, hostRules[i]
		}
	}
	return rule
}

// number reads a number that this package has written.
func number(field []byte) int {
	n, _ := strconv.Atoi(string(field))
	return n
}
