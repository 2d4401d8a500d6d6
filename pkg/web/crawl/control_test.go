package crawl_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
)

// slow is a Transport that knows how many exchanges go on at the same time. Each takes a few ms.
type slow struct {
	made
	now, most, all atomic.Int64
}

func (s *slow) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	n := s.now.Add(1)
	defer s.now.Add(-1)
	for most := s.most.Load(); n > most && !s.most.CompareAndSwap(most, n); most = s.most.Load() {
	}
	s.all.Add(1)
	time.Sleep(3 * time.Millisecond)
	return s.made.Do(ctx, req)
}

// await waits until n exchanges were begun since now, and returns how many were at work at the same time.
func (s *slow) await(n int64) int64 {
	s.most.Store(0)
	for from := s.all.Load(); s.all.Load() < from+n; {
		time.Sleep(time.Millisecond)
	}
	return s.most.Load()
}

// controlled is a crawl of a slow web of 600 pages at work.
type controlled struct {
	*testing.T
	web   *slow
	crawl *crawl.Crawl
}

func (c *controlled) check(err error) {
	c.Helper()
	if err != nil {
		c.Error(err)
	}
}

// connections checks that there are more than a third of most connections, and not more than most.
func (c *controlled) connections(most int64) {
	c.Helper()
	c.check(c.crawl.SetConnections(int(most)))
	c.web.await(10) // those that are too many go on to their ends
	if n := c.web.await(60); n <= most/3 || n > most {
		c.Errorf("%d exchanges at the same time, want up to %d", n, most)
	}
}

// takes checks that some exchanges take at least a time.
func (c *controlled) takes(exchanges int64, least time.Duration) {
	c.Helper()
	c.web.await(2) // some may have begun
	began := time.Now()
	c.web.await(exchanges)
	if took := time.Since(began); took < least {
		c.Errorf("%d exchanges took %v, not %v", exchanges, took, least)
	}
}

// TestControl: connections, rate and delay of a running crawl are changed, it is stopped, and the log has each change. In the
// end the crawl, which goes on, has each URL once.
func TestControl(t *testing.T) {
	const pages = 600
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://h0.example/0")
	web := &slow{made: made{pages}}
	o.Transport, o.Connections, o.PerHost = web, 1, 4
	var err error
	c := controlled{T: t, web: web}
	if c.crawl, err = crawl.Open(o); err != nil {
		t.Fatal(err)
	}
	ran := make(chan error)
	go func() { ran <- c.crawl.Run(context.Background()) }()
	c.check(c.crawl.SetReaders(1))
	c.connections(8)
	c.connections(2)
	c.check(c.crawl.SetRate(50))
	c.takes(10, 150*time.Millisecond)
	c.check(c.crawl.SetRate(0))
	c.check(c.crawl.SetDelay(100 * time.Millisecond))
	web.await(10)
	c.takes(11, 100*time.Millisecond) // with five hosts
	c.check(c.crawl.Stop())
	c.check(<-ran)
	if err := c.crawl.SetRate(1); err != crawl.ErrEnded {
		t.Errorf("after the run: %v", err)
	}
	if s := c.crawl.Stats(); s.Why != crawl.Stopped || s.Finished || s.Waiting == 0 {
		t.Errorf("ended by %v, %d URLs wait", s.Why, s.Waiting)
	}
	c.check(c.crawl.Close())
	want := "threads 1, connections 8, connections 2, max-rate 50, max-rate 0, delay 100ms, stop "
	if got := strings.Join(changes(t, dir), ", "); got != want {
		t.Errorf("the log has %q, want %q", got, want)
	}
	run(t, o)
	if list, _ := tried(t, dir); len(slices.Compact(slices.Sorted(slices.Values(list)))) != len(list) || len(list) < pages {
		t.Errorf("%d URLs were tried, or some twice", len(list))
	}
}

// changes are the events of the log that are changes by hand.
func changes(t *testing.T, dir string) (list []string) {
	text, err := os.ReadFile(filepath.Join(dir, crawl.LogName))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var e crawllog.Event
		if line = bytes.TrimSuffix(line, []byte("\n")); !crawllog.IsEvent(line) || e.Parse(line) != nil || e.Event != "control" {
			continue
		}
		for name, value := range e.Facts {
			list = append(list, name+" "+value)
		}
	}
	return list
}

// TestStopBefore: a crawl that is stopped before it runs asks for nothing.
func TestStopBefore(t *testing.T) {
	o := options(t, filepath.Join(t.TempDir(), "crawl"), "http://h0.example/0")
	web := &slow{made: made{10}}
	o.Transport = web
	c, err := crawl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Stop(); err != nil {
		t.Fatal(err)
	}
	if err := c.Run(context.Background()); err != nil || web.all.Load() != 0 {
		t.Errorf("%v, %d exchanges", err, web.all.Load())
	}
}
