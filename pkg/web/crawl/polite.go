package crawl

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"time"
)

// Manners say how a crawl treats servers.
type Manners struct {
	Delay   time.Duration // a host rests from the end of an exchange to the next one; 0: only after errors
	Slow    float64       // a host rests this many times as long as its last answer took, if that is longer than Delay
	MaxSlow time.Duration // the longest rest by Slow
	Back    time.Duration // the rest after an error; it doubles with each further one in a row
	MaxRest time.Duration // the longest rest after errors, by Retry-After and by Crawl-delay
}

// GoodManners are the defaults.
var GoodManners = Manners{Delay: time.Second, Slow: 2, MaxSlow: 30 * time.Second, Back: time.Second, MaxRest: time.Hour}

// rest is how long a host rests after an exchange without an error, which took so long.
func (m *Manners) rest(crawlDelay, took time.Duration) time.Duration {
	if m.Delay == 0 {
		return 0
	}
	adapted := min(time.Duration(m.Slow*float64(took)), m.MaxSlow)
	return max(m.Delay, min(crawlDelay, m.MaxRest), adapted)
}

// back is how long a host rests after its n-th error in a row: Back, then twice as long each time. A quarter more or less, by
// chance, keeps hosts that failed together from being asked together again.
func (m *Manners) back(n int) time.Duration {
	d := min(m.Back<<min(n-1, 20), m.MaxRest)
	return max(m.Delay, d*3/4+rand.N(d/2+1))
}

// retryAfter is how long a host rests by the field Retry-After, which has seconds or a date; 0: the field says nothing.
func (m *Manners) retryAfter(value []byte, now time.Time) time.Duration {
	text := string(value)
	if n, err := strconv.ParseUint(text, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) { // then n is the greatest
		return min(time.Duration(min(n, 1<<32))*time.Second, m.MaxRest)
	}
	for _, form := range []string{time.RFC1123, time.RFC850, time.ANSIC} {
		if t, err := time.Parse(form, text); err == nil {
			return min(max(t.Sub(now), 0), m.MaxRest)
		}
	}
	return 0
}
