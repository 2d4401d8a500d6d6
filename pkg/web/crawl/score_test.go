package crawl_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
)

// steered is a Transport that gives a crawl the score of each page when the next one is asked for.
type steered struct {
	crawl.Transport
	judge func(url string) frontier.Score // nil: no page gets a score
	early []crawl.Scored                  // that come before the run
	crawl *crawl.Crawl
	stats crawl.Stats // of the last run
	last  string      // the page that has no score yet
	asked []string
}

func (s *steered) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	if url := string(req.URL); !strings.HasSuffix(url, "/robots.txt") {
		if s.last != "" && s.judge != nil {
			s.crawl.Score([]crawl.Scored{{URL: []byte(s.last), Score: s.judge(s.last)}})
		}
		s.last = url
		s.asked = append(s.asked, url)
	}
	return s.Transport.Do(ctx, req)
}

// run runs a crawl of one connection up to a number of pages.
func (s *steered) run(t testing.TB, sys vfs.FS, dir, seed string, pages int64) error {
	o := options(t, dir, seed)
	o.FS, o.Transport, o.Strategy, o.Connections, o.MaxPages = sys, s, frontier.Focused, 1, pages
	o.Sync = time.Hour
	var err error
	if s.crawl, err = crawl.Open(o); err != nil {
		return err
	}
	if err = s.crawl.Score(s.early); err == nil {
		err = s.crawl.Run(context.Background())
	}
	s.stats = s.crawl.Stats()
	return errors.Join(err, s.crawl.Close())
}

const scoredPages = 60

// byLastDigit scores the pages of the web made by the last byte of their URLs.
func byLastDigit(url string) frontier.Score {
	return frontier.Score(url[len(url)-1]-'0') * frontier.MaxScore / 10
}

// TestScoresGoOn: the scores of a crawl that is stopped after each page are known when it goes on: its order is that of a crawl
// that was never stopped, and not that of a crawl without scores.
func TestScoresGoOn(t *testing.T) {
	const seed = "http://h0.example/0"
	whole := steered{Transport: made{scoredPages}, judge: byLastDigit}
	if err := whole.run(t, vfs.OS, filepath.Join(t.TempDir(), "whole"), seed, 0); err != nil {
		t.Fatal(err)
	}
	plain := steered{Transport: made{scoredPages}}
	if err := plain.run(t, vfs.OS, filepath.Join(t.TempDir(), "plain"), seed, 0); err != nil {
		t.Fatal(err)
	}
	parts := steered{Transport: made{scoredPages}, judge: byLastDigit}
	dir := filepath.Join(t.TempDir(), "parts")
	for pages := int64(1); pages <= scoredPages+1; pages++ {
		if err := parts.run(t, vfs.OS, dir, seed, pages); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(parts.asked, whole.asked) {
		t.Errorf("in parts:\n%v, want\n%v", parts.asked, whole.asked)
	}
	if slices.Equal(plain.asked, whole.asked) {
		t.Error("scores change nothing")
	}
}

// TestScoresEarly: scores of all pages that come before the first page steer the crawl, also if it is stopped after each page and
// the scores do not come again.
func TestScoresEarly(t *testing.T) {
	const seed = "http://h0.example/0"
	plain := steered{Transport: made{scoredPages}}
	if err := plain.run(t, vfs.OS, filepath.Join(t.TempDir(), "plain"), seed, 0); err != nil {
		t.Fatal(err)
	}
	var list []crawl.Scored
	for _, url := range plain.asked {
		list = append(list, crawl.Scored{URL: []byte(url), Score: byLastDigit(url)})
	}
	whole := steered{Transport: made{scoredPages}, early: list}
	if err := whole.run(t, vfs.OS, filepath.Join(t.TempDir(), "whole"), seed, 0); err != nil {
		t.Fatal(err)
	}
	parts := steered{Transport: made{scoredPages}, early: list}
	dir := filepath.Join(t.TempDir(), "parts")
	for pages := int64(1); pages <= scoredPages+1; pages++ {
		if err := parts.run(t, vfs.OS, dir, seed, pages); err != nil {
			t.Fatal(err)
		}
		if n := parts.stats.Scores.Taken; pages == 1 && n != int64(len(list)) || pages > 1 && n != 0 {
			t.Errorf("run %d took %d scores", pages, n)
		}
		if pages == scoredPages/2 {
			parts.early = nil
		}
	}
	if !slices.Equal(parts.asked, whole.asked) {
		t.Errorf("in parts:\n%v, want\n%v", parts.asked, whole.asked)
	}
	if slices.Equal(plain.asked, whole.asked) || whole.stats.Unfound != 0 {
		t.Errorf("the scores change nothing, or not all URLs were found: %v", whole.asked)
	}
}

// TestScoreCounts: what becomes of scores is counted, also of those that come before the run and when the crawl goes on.
func TestScoreCounts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://h0.example/0")
	o.Transport, o.Strategy = made{10}, frontier.Focused
	for i, want := range []crawl.ScoreCounts{{Taken: 3}, {Same: 2, Taken: 1}} {
		c, err := crawl.Open(o)
		if err != nil {
			t.Fatal(err)
		}
		list := []crawl.Scored{
			{URL: []byte("http://h0.example/0"), Score: 1}, {URL: []byte("http://h0.example/0"), Score: 2},
			{URL: []byte("http://h9.example/"), Score: 3},
		}
		if i > 0 {
			list[0].Score = 2
			list[1].Score = 5
		}
		if err := c.Score(list); err != nil {
			t.Fatal(err)
		}
		if err := c.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := c.Stats(); got.Scores != want || got.Unfound != 1 {
			t.Errorf("run %d: %+v, %d not found, want %+v, 1 not found", i, got.Scores, got.Unfound, want)
		}
		if err := c.Score(list); err != crawl.ErrEnded {
			t.Errorf("after the run: %v", err)
		}
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestScoreFaults: whatever operation fails while scores come, the run says so and the next one goes on.
func TestScoreFaults(t *testing.T) {
	const seed = "http://h0.example/0"
	whole := steered{Transport: made{25}, judge: byLastDigit}
	dir := filepath.Join(t.TempDir(), "whole")
	if err := whole.run(t, vfs.OS, dir, seed, 0); err != nil {
		t.Fatal(err)
	}
	list, outcomes := tried(t, dir)
	for i := range list {
		list[i] += " " + outcomes[i]
	}
	slices.Sort(list)
	fault.Each(t, 30, 2, func(sys *fault.FS) error {
		dir := filepath.Join(t.TempDir(), "crawl")
		s := steered{Transport: made{25}, judge: byLastDigit}
		err := s.run(t, sys, dir, seed, 0)
		if again := s.run(t, vfs.OS, dir, seed, 0); again != nil {
			t.Fatalf("after %v the crawl does not go on: %v", err, again)
		}
		same(t, dir, list)
		return err
	})
}

// TestScoresTogether: scores that come from another goroutine at any time harm no crawl of many connections.
func TestScoresTogether(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://h0.example/0")
	o.Transport, o.Strategy, o.Connections, o.PerHost = made{400}, frontier.Focused, 16, 4
	c, err := crawl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan bool)
	go func() {
		defer close(ended)
		random := rand.New(rand.NewPCG(1, 2))
		for {
			n := random.IntN(500)
			url := fmt.Appendf(nil, "http://h%d.example/%d", n%5, n)
			if c.Score([]crawl.Scored{{URL: url, Score: frontier.Score(random.IntN(int(frontier.MaxScore)))}}) != nil {
				return
			}
		}
	}()
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	<-ended
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if list, _ := tried(t, dir); len(list) != len(slices.Compact(slices.Sorted(slices.Values(list)))) || len(list) < 400 {
		t.Errorf("%d URLs were tried", len(list))
	}
	if counts := run(t, o).Scores; counts != (crawl.ScoreCounts{}) {
		t.Errorf("a run without scores counts %+v", counts)
	}
}
