package judgement

import (
	"regexp"
	"strconv"
	"time"
)

// tookForm is the form of the time of a judgement in a line: seconds, with at most three decimals, less than 32 years. Any other
// text in its place is a note of a person.
var tookForm = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,3})?s$`)

// took reads the time of a line; 0 if it is none.
func took(text []byte) time.Duration {
	if !tookForm.Match(text) {
		return 0
	}
	seconds, _ := strconv.ParseFloat(string(text[:len(text)-1]), 64)
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond)
}

// appendTook appends a time as took reads it.
func appendTook(dst []byte, d time.Duration) []byte {
	return append(strconv.AppendFloat(dst, d.Seconds(), 'f', 3, 64), 's')
}

// mostPause is what a longer pause between two keys counts as: the person has gone, or thinks of something else.
const mostPause = 2 * time.Minute

// stopwatch adds up how long a person works.
type stopwatch struct {
	now    func() time.Time // nil: nothing is added up
	last   time.Time        // of the start, or of the last key
	worked time.Duration    // since the last judgement
}

// start begins to add up.
func (w *stopwatch) start() {
	if w.now != nil {
		w.last = w.now()
	}
}

// key adds the time up to a key.
func (w *stopwatch) key() {
	if w.now != nil {
		now := w.now()
		w.worked += min(max(0, now.Sub(w.last)), mostPause)
		w.last = now
	}
}

// judged is the time of a judgement, and starts that of the next; 0 if it is unknown. If two keys come at once, the second
// judgement gets the least time that a line can have.
func (w *stopwatch) judged() time.Duration {
	took := w.worked.Round(time.Millisecond)
	if w.now != nil {
		took = max(took, time.Millisecond)
	}
	w.worked = 0
	return took
}
