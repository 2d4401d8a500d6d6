package crawl_test

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
)

// timed is a client that notes the limits of time of the requests for pages.
type timed struct {
	*exchange.Client
	mu     sync.Mutex
	limits []time.Duration
}

func (c *timed) Do(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	if !strings.HasSuffix(string(req.URL), "robots.txt") {
		c.mu.Lock()
		c.limits = append(c.limits, req.Timeout)
		c.mu.Unlock()
	}
	return c.Client.Do(ctx, req)
}

// TestChecklistAttempts: five attempts after 5xx, each with 10 s more, and one after other errors (Bumüller 2019, 3.1.3).
func TestChecklistAttempts(t *testing.T) {
	t.Parallel()
	const s = time.Second
	five := []time.Duration{20 * s, 30 * s, 40 * s, 50 * s, 60 * s}
	for status, want := range map[int][]time.Duration{503: five, 404: five[:1], 200: five[:1]} {
		server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/robots.txt" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
		}))
		client := &timed{Client: server.client}
		o := options(t, filepath.Join(t.TempDir(), "crawl"), "http://a.example/")
		o.Transport, o.PerHost, o.Attempts, o.Timeout = client, 1, 5, 20*s
		o.Manners = crawl.Manners{Delay: time.Millisecond, Back: time.Millisecond, MaxRest: 10 * time.Millisecond}
		run(t, o)
		if !slices.Equal(client.limits, want) {
			t.Errorf("%d: limits %v, not %v", status, client.limits, want)
		}
	}
}
