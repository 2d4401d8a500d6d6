package crawl_test

import (
	"context"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/urls"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
)

// hurried is a client with short limits of time for the cases that end by one.
type hurried struct {
	*exchange.Client
	slow map[string]bool // URLs, and those of their robots.txt
}

func (h hurried) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	if h.slow[string(req.URL)] {
		req.Timeout = 300 * time.Millisecond
	}
	return h.Client.Do(ctx, req)
}

// peak calls f with a limit for the collector of memory and returns how much was in use at most, with what could be freed.
func peak(limit int64, f func()) (most uint64) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64())
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-ended
	return most
}

// TestHostile crawls the web of bad servers: each case has the outcome that the table of package madewebs says, what a trap makes
// is rejected by the rule that the table names, and time and memory are bounded.
func TestHostile(t *testing.T) {
	web := madewebs.Hostile()
	web.Pace = 20 * time.Millisecond
	s := serve(t, web)
	client := exchange.New(exchange.Options{Redirect: s.To, MaxLarge: 2})
	defer client.Close()
	slow := map[string]bool{}
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://hostile.example/")
	for _, c := range web.Cases() {
		if !c.Linked {
			o.Seeds = append(o.Seeds, []byte(c.URL()))
		}
		if c.Slow {
			slow[c.URL()], slow["http://"+c.Host+"/robots.txt"] = true, true
		}
	}
	delete(slow, "http://hostile.example/robots.txt")
	// Each page of this host leads to two hosts below it: only a list of what is denied ends that.
	if err := o.Scope.Deny.Read(strings.NewReader("*.a.wild.hostile.example\n*.b.wild.hostile.example\n"), 1<<20); err != nil {
		t.Fatal(err)
	}
	o.Transport, o.Attempts, o.MaxPerHost, o.ArchiveBytes = hurried{client, slow}, 3, 700, 1<<30
	o.Reading.MaxBody, o.Reading.MaxLinks = 10<<20, 20
	const limit = 256 << 20 // with the server and its bombs, which are in this process
	begun := time.Now()
	var stats crawl.Stats
	most := peak(limit, func() { stats = run(t, o) })
	t.Logf("%d URLs in %v, %d MB received, at most %d MiB of heap; rejected: %v", stats.Tried, time.Since(begun),
		stats.Bytes>>20, most>>20, stats.Rejected)
	if most > limit {
		t.Errorf("%d MiB of memory were in use", most>>20)
	}
	outcomes := map[string]string{}
	for _, e := range entries(t, dir) {
		if e.Kind == "" && e.Found > 0 {
			outcomes[e.URL] = e.Outcome
		}
	}
	for _, c := range web.Cases() {
		if rule, ok := strings.CutPrefix(c.Outcome, "trap:"); ok {
			if got, asked := outcomes[c.URL()]; asked || stats.Rejected["trap:"+rule] == 0 {
				t.Errorf("%s: %q, and %d links rejected by %s", c.Name, got, stats.Rejected["trap:"+rule], rule)
			}
		} else if got := outcomes[c.URL()]; !c.Accepts(got) && !(got == "" &&
			c.Outcome == "too-many-redirects") { // it is behind one
			t.Errorf("%s: %q, want %s (%s)", c.Name, got, c.Outcome, c.What)
		}
	}
	for _, url := range s.asked {
		if _, ok := urls.DefaultTraps.Check([]byte(url)); !ok {
			t.Errorf("%.200s was asked for", url)
		}
	}
	checkArchives(t, dir)
}
