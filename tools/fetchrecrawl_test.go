package tools_test

import (
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestFetchRecrawl: a site is crawled on eleven days, by a clock that the archives give. Later -recrawl asks for the pages that
// are due by the formula, which is worked out here once more from the days on which the pages changed.
func TestFetchRecrawl(t *testing.T) {
	t.Parallel()
	const days, perDay = 10, 1.5
	every := []int{1, 2, 5, 100} // page i changes every 1, 2, 5 or 100 days, and the page that links to them never
	dir := t.TempDir()
	first := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	fetch := func(state, replay string, args ...string) {
		args = append([]string{"-q", "-state", filepath.Join(dir, state), "-replay", filepath.Join(dir, replay)}, args...)
		fetch := exec.Command(filepath.Join(binDir, "fetch"), append(args, "http://a.test/")...)
		if text, err := fetch.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}
	var indexes []string
	for day := range days + 1 {
		var archive strings.Builder
		page := func(name, body string) {
			text := strings.Replace(response(body), "http://e.test/", "http://a.test/"+name, 1)
			date := "WARC/1.0\r\nWARC-Date: " + first.AddDate(0, 0, day).Format(time.RFC3339) + "\r\n"
			archive.WriteString(strings.Replace(text, "WARC/1.0\r\n", date, 1))
		}
		page("", "<a href=p0>0</a><a href=p1>1</a><a href=p2>2</a><a href=p3>3</a>")
		for i, n := range every {
			page(fmt.Sprint("p", i), fmt.Sprintf("<p>page %d, version %d", i, day/n))
		}
		name := fmt.Sprint("day", day)
		newFile(t, filepath.Join(dir, name+".warc"), archive.String())
		fetch(name, name+".warc")
		indexes = append(indexes, filepath.Join(dir, name, "crawl.cdxj"))
	}

	changes := []int{0, days / every[0], days / every[1], days / every[2], days / every[3]} // of the home page, and of the others
	intervals := dueAfter(changes, days, perDay)
	last := first.AddDate(0, 0, days)
	for i, hours := range []int{6, 12, 20, 30, 40, 55, 90, 120, 200, 400, 1000} {
		state := fmt.Sprint("again", i)
		now := last.Add(time.Duration(hours) * time.Hour).Format(time.RFC3339)
		fetch(state, fmt.Sprint("day", days, ".warc"), "-since", strings.Join(indexes, ","), "-recrawl", fmt.Sprint(perDay),
			"-now", now)
		outcome := map[string]string{}
		for _, l := range logLines(t, filepath.Join(dir, state)) {
			outcome[l.URL] = l.Outcome
		}
		for page, interval := range intervals {
			name := "http://a.test/"
			if page > 0 {
				name += fmt.Sprint("p", page-1)
			}
			if far := interval * 24 / float64(hours); far > .97 && far < 1.03 {
				t.Fatalf("%s is due after %.2f hours: too near to %d", name, interval*24, hours) // the tool rounds
			}
			if got, due := outcome[name], interval*24 <= float64(hours); got == "" || due != (got != "not-due") {
				t.Errorf("%s, %d hours after the last visit: %q; it is due after %.1f hours", name, hours, got, interval*24)
			}
		}
	}
}

// dueAfter returns after how many days each page is due if perDay pages are asked for in a day. Each page was visited daily, and
// changes says how often it had changed. With F(t) = exp(-λt) one more visit a day is worth m(I) = (1-(1+λI)·exp(-λI))/λ, the
// same for all pages that are visited at all.
func dueAfter(changes []int, days int, perDay float64) (intervals []float64) {
	sum := 0
	for _, n := range changes {
		sum += n
	}
	prior := -math.Log(1 - float64(sum)/float64(days*len(changes)))
	rates := make([]float64, len(changes))
	for i, n := range changes {
		changed, same := float64(n), float64(days-n)
		// The derivative of changed·log(1-exp(-λ)) - same·λ + log λ - λ/prior.
		rates[i] = root(1e-6, 1e3, func(l float64) float64 { return changed/math.Expm1(l) - same + 1/l - 1/prior })
	}
	interval := func(rate, worth float64) float64 {
		if worth*rate >= 1 {
			return math.Inf(1)
		}
		return root(1e-9, 1e9, func(days float64) float64 {
			x := rate * days
			return worth - (1-(1+x)*math.Exp(-x))/rate
		})
	}
	worth := root(1e-9, 1e3, func(worth float64) float64 {
		all := 0.0
		for _, rate := range rates {
			all += 1 / interval(rate, worth)
		}
		return all - perDay
	})
	for _, rate := range rates {
		intervals = append(intervals, interval(rate, worth))
	}
	return intervals
}

// root is where f, which falls, is 0.
func root(low, high float64, f func(float64) float64) float64 {
	for range 200 {
		if middle := math.Sqrt(low * high); f(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}
