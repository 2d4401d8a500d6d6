package crawl

import (
	"testing"
	"time"
)

// TestRetryAfterField: seconds, however many, and dates.
func TestRetryAfterField(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	m := Manners{MaxRest: time.Hour}
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "7": 7 * time.Second, "-7": 0, "x": 0, "3601": time.Hour, "4294967297": time.Hour,
		"99999999999999999999999": time.Hour, "Fri, 02 Jan 2026 03:04:35 GMT": 30 * time.Second,
		"Thu, 01 Jan 2026 03:04:35 GMT": 0, "Sat, 02 Jan 2027 03:04:35 GMT": time.Hour,
	} {
		if got := m.retryAfter([]byte(value), now); got != want {
			t.Errorf("%q: %v, want %v", value, got, want)
		}
	}
}
