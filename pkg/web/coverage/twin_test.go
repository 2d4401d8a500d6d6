package coverage

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/linesort"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// twin says what Of says, by going through all facts for each URL.
type twin struct {
	facts []Fact
	exact bool
}

// key is what is compared of a URL.
func (w *twin) key(url string) string {
	if w.exact {
		return url
	}
	_, url, _ = strings.Cut(url, "://")
	for _, p := range []string{"www.", "ww2.", "ww3."} {
		if strings.HasPrefix(url, p) {
			url = url[4:]
			break
		}
	}
	return strings.TrimRight(url, "/")
}

func (w *twin) host(url string) string { return w.key("x://" + string(urls.Host([]byte(url)))) }

// answer is what is known of a URL.
type answer struct {
	found, known, hostStored bool
	depth                    int
	outcome, target          string
	refused                  map[string]int64
}

// ask goes through the facts.
func (w *twin) ask(url string) answer {
	a := answer{depth: NoDepth, refused: map[string]int64{}}
	for _, f := range w.facts {
		u := string(f.URL)
		switch {
		case f.Kind == Refused:
			if w.key("x://"+f.Host) == w.host(url) {
				a.refused[f.Outcome] += f.Links
			}
			continue
		case f.Kind == Stored && w.host(u) == w.host(url):
			a.hostStored = true
		}
		if w.key(u) != w.key(url) {
			continue
		}
		switch f.Kind {
		case Stored:
			if !a.found || f.Depth >= 0 && (a.depth < 0 || f.Depth < a.depth) {
				a.depth = f.Depth
			}
			a.found = true
		case Tried:
			a.outcome, a.target = f.Outcome, f.Target
		default:
			a.known = true
		}
	}
	return a
}

// result is what Of says of a URL.
func (w *twin) result(asked string) (found bool, depth int, cause string) {
	url := asked
	a := w.ask(url)
	for hop := 0; !a.found && a.outcome == "redirect" && hop < 10; hop++ {
		if a.target == "" || w.key(a.target) == w.key(url) || w.key(a.target) == w.key(asked) {
			break
		}
		url = a.target
		a = w.ask(url)
	}
	switch {
	case a.found:
		return true, a.depth, ""
	case a.outcome != "":
		return false, NoDepth, a.outcome
	case a.known:
		return false, NoDepth, Waiting
	}
	most := int64(0)
	for _, rule := range []string{"depth", "deny", "scope"} {
		if a.refused[rule] > most && (rule != "scope" || !a.hostStored) {
			most, cause = a.refused[rule], Rejected+rule
		}
	}
	switch {
	case cause != "":
	case !a.hostStored:
		cause = Unreached
	default:
		cause = NeverFound
	}
	return false, NoDepth, cause
}

// randomURL is a canonical URL of few.
func randomURL(rnd *rand.Rand) string {
	return []string{"http://", "https://"}[rnd.IntN(2)] + []string{"", "www.", "www2.", "ww3."}[rnd.IntN(4)] +
		[]string{"a", "b", "c"}[rnd.IntN(3)] + ".example/" +
		[]string{"", "x", "y", "x/y", "z", "x/", "y/", "x/y/"}[rnd.IntN(8)]
}

func randomFacts(rnd *rand.Rand) (facts []Fact) {
	for range rnd.IntN(30) {
		f := Fact{Kind: Kind(rnd.IntN(4)), URL: []byte(randomURL(rnd)), Depth: rnd.IntN(5) - 1}
		switch f.Kind {
		case Tried:
			f.Outcome = []string{"redirect", "redirect", "http-404", "robots", "timeout"}[rnd.IntN(5)]
			if f.Outcome == "redirect" && rnd.IntN(5) > 0 {
				f.Target = randomURL(rnd)
			}
		case Refused:
			f.Host, f.URL = string(urls.Host(f.URL)), nil
			f.Outcome, f.Links = []string{"depth", "deny", "scope", "type"}[rnd.IntN(4)], 1+int64(rnd.IntN(3))
		}
		facts = append(facts, f)
	}
	return facts
}

// TestTwin compares Of with the twin, on random crawls of few URLs, and with a sort that has next to no memory.
func TestTwin(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for i := range 400 {
		w := &twin{randomFacts(rnd), i%2 == 1}
		crawl := &Crawl{Links: true, Facts: func(f func(*Fact) error) error {
			for _, fact := range w.facts {
				if err := f(&fact); err != nil {
					return err
				}
			}
			return nil
		}}
		opt := Options{Exact: w.exact, Room: work.Room{Memory: 1 << 10, Threads: 1 + i%3, FS: vfs.OS}}
		opt.Sort = inMemory
		if i%3 == 0 {
			opt.Sort = linesort.SortEach
		}
		var samples []Sample
		var want []string
		var missed [3]int64
		for n := range missed {
			var list []string
			seen := map[string]bool{}
			for range rnd.IntN(8) {
				u := randomURL(rnd)
				list = append(list, u)
				if seen[w.key(u)] {
					continue
				}
				seen[w.key(u)] = true
				found, depth, cause := w.result(u)
				want = append(want, fmt.Sprintf("%d %s %v %d %s", n, u, found, depth, cause))
				if !found {
					missed[n]++
				}
			}
			samples = append(samples, sampleOfList(list))
		}
		report, got, err := compareAll(opt, crawl, samples...)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%d: %v\n%s\nnot\n%s\nfacts %+v", i, err, strings.Join(got, "\n"), strings.Join(want, "\n"), w.facts)
		}
		for n, s := range report.Samples {
			if s.Missed != missed[n] {
				t.Fatalf("%d: sample %d: %+v, not %d", i, n, s, missed[n])
			}
		}
	}
}
