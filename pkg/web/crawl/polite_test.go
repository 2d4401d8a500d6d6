package crawl_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
)

// request is one that a watched server got.
type request struct {
	path        string
	came, wrote time.Time // it was answered a little later
}

// watched is a web with answers that take a moment. It notes what each host was asked for.
type watched struct {
	web   http.Handler
	takes time.Duration
	mu    sync.Mutex
	hosts map[string][]request
}

func (w *watched) ServeHTTP(out http.ResponseWriter, r *http.Request) {
	came := time.Now()
	time.Sleep(w.takes)
	w.mu.Lock()
	if w.hosts == nil {
		w.hosts = map[string][]request{}
	}
	w.hosts[r.Host] = append(w.hosts[r.Host], request{r.URL.RequestURI(), came, time.Now()})
	w.mu.Unlock()
	w.web.ServeHTTP(out, r)
}

// checkSpaces checks that a host was asked by one connection, and when it had rested for a while.
func (w *watched) checkSpaces(t *testing.T, host string, least time.Duration) {
	t.Helper()
	list := w.hosts[host]
	for i := 1; i < len(list); i++ {
		if list[i].came.Before(list[i-1].wrote) {
			t.Errorf("%s: %s was asked for before the answer for %s", host, list[i].path, list[i-1].path)
		}
		if space := list[i].came.Sub(list[i-1].wrote); space < least-time.Millisecond { // the log and timers have milliseconds
			t.Errorf("%s: %s came %v after %s, want %v", host, list[i].path, space, list[i-1].path, least)
		}
	}
}

// crawlDelay is what the robots.txt of a host of a web says.
func crawlDelay(web http.Handler, host string) time.Duration {
	for _, path := range []string{"/robots.txt", "/rules/robots.txt"} {
		out := httptest.NewRecorder()
		web.ServeHTTP(out, httptest.NewRequest("GET", "http://"+host+path, nil))
		if _, value, ok := strings.Cut(out.Body.String(), "Crawl-delay: "); ok {
			d, _ := time.ParseDuration(strings.TrimSpace(value) + "s")
			return d
		}
	}
	return 0
}

// TestSpaces: the server's log shows one connection a host, and rests of at least the delay or the Crawl-delay, also around
// robots.txt and its redirects, whatever the number of connections.
func TestSpaces(t *testing.T) {
	t.Parallel()
	hosts := madewebs.Hosts(12, 90)
	hosts.Delay = "0.06"
	w := &watched{web: hosts, takes: time.Millisecond}
	s := serve(t, w)
	o := options(t, filepath.Join(t.TempDir(), "crawl"), hosts.Seed())
	o.Transport, o.Connections, o.PerHost = s.client, 32, 1
	o.Manners = crawl.Manners{Delay: 30 * time.Millisecond, Slow: 2, MaxSlow: time.Second, MaxRest: time.Second}
	run(t, o)
	longer := 0
	for host := range w.hosts {
		least := o.Manners.Delay
		if d := crawlDelay(hosts, host); d > 0 {
			least = d
			longer++
		}
		w.checkSpaces(t, host, least)
	}
	if len(w.hosts) < 8 || longer == 0 {
		t.Errorf("%d hosts were asked, %d with a Crawl-delay", len(w.hosts), longer)
	}
}

// TestSlowHost: a host rests a multiple of the time that its last answer took.
func TestSlowHost(t *testing.T) {
	t.Parallel()
	w := &watched{web: madewebs.Flat(5, 500), takes: 20 * time.Millisecond}
	s := serve(t, w)
	o := options(t, filepath.Join(t.TempDir(), "crawl"), "http://slow.example/")
	o.Transport, o.PerHost = s.client, 1
	o.Manners = crawl.Manners{Delay: time.Millisecond, Slow: 2, MaxSlow: time.Second}
	run(t, o)
	w.checkSpaces(t, "slow.example", 40*time.Millisecond)
}

// manyHosts is a web of hosts p0, p1 …, each with some pages. Its first page links to the next two hosts.
func manyHosts(hosts, pages int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var host int
		fmt.Sscanf(r.Host, "p%d.example", &host)
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<!DOCTYPE html><title>%s</title>", r.URL.Path)
		if r.URL.Path != "/" {
			return
		}
		for n := 1; n < pages; n++ {
			fmt.Fprintf(w, "<a href=/%d>x</a>", n)
		}
		for next := 2*host + 1; next <= 2*host+2 && next < hosts; next++ {
			fmt.Fprintf(w, "<a href=//p%d.example/>x</a>", next)
		}
	}
}

// mixed is a web of good hosts p0, p1 …, of hosts that are ill, and of hosts that never answer. It counts the pages of the good
// ones.
type mixed struct {
	good http.Handler
	mu   sync.Mutex
	left int           // pages of good hosts
	all  chan struct{} // closed when they are answered
}

func (m *mixed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/robots.txt":
		m.good.ServeHTTP(w, r)
	case r.Host[0] == 'p':
		m.good.ServeHTTP(w, r)
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.left--; m.left == 0 {
			close(m.all)
		}
	case r.Host[:3] == "ill":
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		<-r.Context().Done()
	}
}

// goodHosts is how long a crawl takes for good hosts, beside some bad ones.
func goodHosts(t *testing.T, bad int) time.Duration {
	const hosts, pages = 8, 12
	web := &mixed{good: manyHosts(hosts, pages), left: hosts * pages, all: make(chan struct{})}
	s := serve(t, web)
	client := exchange.New(exchange.Options{Redirect: s.To, Head: 4 * time.Second})
	defer client.Close()
	o := options(t, filepath.Join(t.TempDir(), "crawl"), "http://p0.example/")
	for n := range bad {
		o.Seeds = append(o.Seeds, fmt.Appendf(nil, "http://ill%d.example/", n), fmt.Appendf(nil, "http://mute%d.example/", n))
	}
	o.Transport, o.Connections, o.PerHost, o.Manners = client, 24, 1, crawl.GoodManners
	o.Manners.Delay = 30 * time.Millisecond
	c, err := crawl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	begun, ended := time.Now(), make(chan struct{})
	go func() {
		defer close(ended)
		c.Run(ctx)
	}()
	<-web.all
	took := time.Since(begun)
	cancel()
	<-ended
	return took
}

// TestBadHosts: hosts that are ill, or slow without end, do not hold the others up.
func TestBadHosts(t *testing.T) {
	t.Parallel()
	for try := 1; ; try++ {
		without, with := goodHosts(t, 0), goodHosts(t, 5)
		if with < without+without/10 {
			break
		}
		if try == 5 {
			t.Fatalf("the good hosts took %v beside bad ones, and %v without", with, without)
		}
	}
}

// sick is a web of a page with links. The pages behind these answer with the statuses of a list, in turn.
type sick struct {
	pages    int
	statuses []int
	after    string // Retry-After
	robots   int    // the status of robots.txt
}

func (s *sick) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/robots.txt":
		w.WriteHeader(s.robots)
		return
	case len(s.statuses) > 0:
		status := s.statuses[0]
		s.statuses = s.statuses[1:]
		if status != 200 {
			if s.after != "" {
				w.Header().Set("Retry-After", s.after)
			}
			w.WriteHeader(status)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html")
	for n := range s.pages {
		fmt.Fprintf(w, "<a href=/%d>x</a>", n)
	}
}

// TestBackOff: the rests of a host that is ill double, up to a limit, and a good answer makes them short again.
func TestBackOff(t *testing.T) {
	t.Parallel()
	web := &watched{web: &sick{pages: 3, robots: 404, statuses: []int{503, 500, 429, 502, 504, 200, 503, 200}}}
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://sick.example/")
	o.Transport, o.PerHost, o.Attempts = s.client, 1, 7
	o.Manners = crawl.Manners{Delay: 4 * time.Millisecond, Back: 16 * time.Millisecond, MaxRest: 100 * time.Millisecond}
	run(t, o)
	want := []int64{16, 32, 64, 100, 100, 4, 16, 4, 4, 4}
	i := 0
	for _, e := range entries(t, dir) {
		if e.Kind != "" {
			continue
		}
		if i == len(want) {
			t.Fatalf("more than %d lines: %+v", i, e)
		}
		least, most := want[i], want[i]
		if want[i] > 4 {
			least, most = want[i]*3/4, want[i]*5/4
		}
		if e.Rest < least || e.Rest > most {
			t.Errorf("after %d exchanges (%d) the host rests %d ms, not %d", i+1, e.Status, e.Rest, want[i])
		}
		i++
	}
	list := web.hosts["sick.example"][1:] // without robots.txt
	if i != len(want) || len(list) != len(want) {
		t.Errorf("%d lines, %d requests, want %d", i, len(list), len(want))
	}
	for i, e := range slices.DeleteFunc(entries(t, dir), func(e crawllog.Entry) bool { return e.Kind != "" }) {
		if i > 0 && list[i].came.Sub(list[i-1].wrote) < time.Duration(want[i-1]*3/4-1)*time.Millisecond {
			t.Errorf("%s came %v after the answer before", e.URL, list[i].came.Sub(list[i-1].wrote))
		}
	}
}

// TestRetryAfter: a host rests as long as it wishes, also if the crawl is stopped and goes on meanwhile.
func TestRetryAfter(t *testing.T) {
	t.Parallel()
	web := &watched{web: &sick{robots: 404, statuses: []int{503}, after: "1"}}
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://sick.example/")
	o.Transport, o.PerHost, o.Attempts, o.Manners = s.client, 1, 3, crawl.Manners{Delay: time.Millisecond, MaxRest: time.Minute}
	for _, limit := range []time.Duration{300 * time.Millisecond, 200 * time.Millisecond, time.Minute} {
		o.MaxTime = limit
		run(t, o)
	}
	list := web.hosts["sick.example"]
	if len(list) != 3 || list[2].came.Sub(list[1].wrote) < 990*time.Millisecond {
		t.Fatalf("requests %v", list)
	}
	if _, outcomes := tried(t, dir); !slices.Equal(outcomes, []string{"ok"}) {
		t.Errorf("outcomes %v", outcomes)
	}
}

// TestRobotsOnce: robots.txt is asked for once, in all runs of a crawl, and what it says is recalled from the archive.
func TestRobotsOnce(t *testing.T) {
	t.Parallel()
	web := madewebs.Hosts(10, 150)
	web.Delay = ""
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	for most := int64(3); ; most += 17 {
		o := options(t, dir, web.Seed())
		o.Transport, o.MaxPages, o.PerHost = s.client, most, 1
		if run(t, o).Finished {
			break
		}
	}
	asked := map[string]int{}
	var pages []string
	for _, url := range s.asked {
		if strings.HasSuffix(url, "/robots.txt") {
			asked[url]++
		} else {
			pages = append(pages, url)
		}
	}
	if len(asked) < 8 {
		t.Errorf("%d hosts were asked", len(asked))
	}
	for url, n := range asked {
		if n != 1 {
			t.Errorf("%s was asked for %d times", url, n)
		}
	}
	slices.Sort(pages)
	if want := slices.Sorted(web.Reachable(web.Seed())); !slices.Equal(pages, want) {
		t.Errorf("%d pages, want %d: %s", len(pages), len(want), firstDifference(pages, want))
	}
}

// TestSitemapsStay: the sitemaps that robots.txt names are read, though the run that asked for it ended at once.
func TestSitemapsStay(t *testing.T) {
	t.Parallel()
	web := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprint(w, "User-agent: *\nDisallow: /no\nSitemap: http://list.example/list.xml\n")
		case "/list.xml":
			w.Header().Set("Content-Type", "application/xml")
			fmt.Fprint(w, "<urlset><url><loc>http://list.example/a</loc></url></urlset>")
		default:
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<title>no links</title>")
		}
	})
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	for _, limit := range []time.Duration{100 * time.Millisecond, time.Minute} {
		o := options(t, dir, "http://list.example/")
		o.Transport, o.PerHost, o.Reading.Sitemaps, o.MaxTime = s.client, 1, true, limit
		o.Manners = crawl.Manners{Delay: 200 * time.Millisecond, MaxRest: time.Second}
		run(t, o)
	}
	want := []string{"http://list.example/robots.txt", "http://list.example/", "http://list.example/list.xml",
		"http://list.example/a"}
	if !slices.Equal(s.asked, want) {
		t.Errorf("asked for %v, want %v", s.asked, want)
	}
}

// TestSitemapsElsewhere: a sitemap that does not belong to the crawl is counted, once, and so is one that is no URL.
func TestSitemapsElsewhere(t *testing.T) {
	t.Parallel()
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		if r.URL.Path == "/robots.txt" {
			fmt.Fprint(w, "Sitemap: http://other.example/list.xml\nSitemap: /list.xml\nSitemap: http://u:p@list.example/list.xml\n")
		}
	}))
	dir := filepath.Join(t.TempDir(), "crawl")
	for pages := range 3 {
		o := options(t, dir, "http://list.example/")
		o.Scope.Kind = "host"
		if err := o.Scope.Seed([]byte("http://list.example/"), ""); err != nil {
			t.Fatal(err)
		}
		o.Transport, o.Reading.Sitemaps, o.MaxPages = s.client, true, int64(pages+1)
		if got := run(t, o).Rejected; len(got) != 2 || got["scope"] != 1 || got["scheme"] != 1 {
			t.Errorf("rejected %v", got)
		}
	}
	if want := []string{"http://list.example/robots.txt", "http://list.example/", "http://list.example/list.xml"}; !slices.Equal(
		s.asked, want) {
		t.Errorf("asked for %v, want %v", s.asked, want)
	}
}

// TestRedirectWithUser: the URL to which a seed redirects belongs to the crawl, without its user and password, also in a later
// run.
func TestRedirectWithUser(t *testing.T) {
	t.Parallel()
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.Host == "seed.example":
			w.Header().Set("Location", "http://user:pw@other.example/start/page")
			w.WriteHeader(http.StatusFound)
		case r.URL.Path == "/start/page":
			fmt.Fprint(w, "<a href=a>a</a><a href=/b>b</a>")
		}
	}))
	dir := filepath.Join(t.TempDir(), "crawl")
	for pages := range 4 {
		o := options(t, dir, "http://seed.example/")
		o.Scope.Kind, o.Reading.Moved = "prefix", true
		if err := o.Scope.Seed([]byte("http://seed.example/"), ""); err != nil {
			t.Fatal(err)
		}
		o.Transport, o.MaxPages = s.client, int64(pages+1)
		run(t, o)
	}
	if target := entries(t, dir)[1].Target; target != "http://other.example/start/page" {
		t.Errorf("the target is %s", target)
	}
	want := []string{"http://seed.example/", "http://other.example/start/page", "http://other.example/start/a"}
	if pages, outcomes := tried(t, dir); !slices.Equal(pages, want) || !slices.Equal(outcomes, []string{"redirect", "ok", "ok"}) {
		t.Errorf("%v, %v", pages, outcomes)
	}
}

// TestNoRobots: if the robots.txt of a server cannot be had, nothing is fetched there; a server that heals is asked again.
func TestNoRobots(t *testing.T) {
	t.Parallel()
	web := &watched{web: &sick{pages: 3, robots: 503}}
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://sick.example/")
	o.Transport, o.PerHost = s.client, 1
	o.Manners = crawl.Manners{Delay: time.Millisecond, Back: 4 * time.Millisecond, MaxRest: time.Second}
	run(t, o)
	var paths []string
	for _, r := range web.hosts["sick.example"] {
		paths = append(paths, r.path)
	}
	if want := slices.Repeat([]string{"/robots.txt"}, 1+o.Robots.Retries); !slices.Equal(paths, want) {
		t.Errorf("asked for %v, want %v", paths, want)
	}
	if _, outcomes := tried(t, dir); !slices.Equal(outcomes, []string{"no-robots"}) {
		t.Errorf("outcomes %v", outcomes)
	}
}

// ideal is how long it takes to ask hosts for their pages where a goroutine for each host does nothing else.
func ideal(t *testing.T, client *exchange.Client, hosts, pages int, delay time.Duration) time.Duration {
	begun := time.Now()
	var all sync.WaitGroup
	for host := range hosts {
		all.Go(func() {
			for page := -1; page < pages; page++ { // -1 is robots.txt
				url := fmt.Appendf(nil, "http://p%d.example/%d", host, page)
				res, err := client.Do(t.Context(), &exchange.Request{URL: url})
				if err != nil {
					t.Error(err)
					return
				}
				client.Release(res)
				if page+1 < pages {
					time.Sleep(delay)
				}
			}
		})
	}
	all.Wait()
	return time.Since(begun)
}

// TestPace: many hosts are crawled as fast as their delays allow, without -short within 5 % of that with 200 hosts and with
// 1,000. How fast that is on this machine now, a goroutine for each host tells.
func TestPace(t *testing.T) {
	t.Parallel()
	type size struct {
		hosts, pages int
		delay        time.Duration
		slack        float64
	}
	sizes := []size{{20, 5, 100 * time.Millisecond, 1.3}}
	if !testing.Short() {
		sizes = append(sizes, size{200, 8, 250 * time.Millisecond, 1.05}, size{1000, 6, time.Second, 1.05})
	}
	for _, n := range sizes {
		t.Run(fmt.Sprint(n.hosts), func(t *testing.T) {
			s := serve(t, manyHosts(n.hosts, n.pages))
			client := exchange.New(exchange.Options{Redirect: s.To, MaxIdle: n.hosts})
			defer client.Close()
			for try := 1; ; try++ {
				o := options(t, filepath.Join(t.TempDir(), "crawl"), "http://p0.example/")
				for host := range n.hosts {
					o.Seeds = append(o.Seeds, fmt.Appendf(nil, "http://p%d.example/", host))
				}
				o.Transport, o.Connections, o.PerHost, o.Manners = client, 128, 1, crawl.Manners{Delay: n.delay}
				least := ideal(t, client, n.hosts, n.pages, n.delay)
				begun := time.Now()
				stats := run(t, o)
				took := time.Since(begun)
				t.Logf("%d pages in %v, a goroutine for each host takes %v, the delays %v", stats.Pages, took, least,
					time.Duration(n.pages)*n.delay)
				if stats.Pages != int64(n.hosts*n.pages) {
					t.Fatalf("%d pages", stats.Pages)
				}
				if took.Seconds() < n.slack*least.Seconds() {
					break
				}
				if try == 5 {
					t.Fatalf("took %v, %v would do", took, least)
				}
			}
		})
	}
}

// TestClockSetBack: lines of the log from the future do not hold a host up for longer than it was to rest.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	s := serve(t, &sick{robots: 404, statuses: []int{503}, after: "1"})
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://sick.example/")
	o.Transport, o.PerHost, o.Attempts, o.Manners = s.client, 1, 3, crawl.Manners{Delay: time.Millisecond, MaxRest: time.Minute}
	o.MaxTime = 300 * time.Millisecond
	run(t, o)
	name := filepath.Join(dir, crawl.LogName)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var later []byte
	for line := range bytes.Lines(text) {
		var e crawllog.Entry
		if crawllog.IsEvent(line) || e.Parse(bytes.TrimSuffix(line, []byte("\n"))) != nil {
			later = append(later, line...)
			continue
		}
		e.Time = e.Time.AddDate(1, 0, 0)
		later = e.Append(later)
	}
	if err := os.WriteFile(name, later, 0o666); err != nil {
		t.Fatal(err)
	}
	o.MaxTime = 5 * time.Second
	if stats := run(t, o); !stats.Finished || stats.Pages != 1 {
		t.Errorf("%d pages, ended by %s", stats.Pages, stats.Why)
	}
}

// TestDenied: what is denied is not asked for behind a redirect of robots.txt, nor where a host has several addresses, nor where
// its address was not known at first.
func TestDenied(t *testing.T) {
	t.Parallel()
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "moved.example" {
			http.Redirect(w, r, "http://denied.example/robots.txt", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
	}))
	var unsure atomic.Int32
	client := exchange.New(exchange.Options{AllowPrivate: true, Redirect: s.To, MaxBody: 1 << 20,
		Resolve: func(_ context.Context, host string) ([]netip.Addr, error) {
			if strings.HasPrefix(host, "unsure") && unsure.Add(1) == 1 {
				return nil, errors.New("try again")
			}
			return []netip.Addr{netip.MustParseAddr("2001:db8::1"), netip.MustParseAddr("192.0.2.7")}, nil
		}})
	t.Cleanup(client.Close)
	for seed, want := range map[string]string{"moved": "no-robots", "double": "address", "unsure": "address"} {
		dir := filepath.Join(t.TempDir(), "crawl")
		o := options(t, dir, "http://"+seed+".example/")
		o.Transport, o.Attempts, o.Manners = client, 2, crawl.Manners{Delay: time.Millisecond, MaxRest: time.Second}
		pattern := "192.0.2.*"
		if seed == "moved" {
			pattern = "denied.example"
		}
		if err := o.Scope.Deny.Add(pattern); err != nil {
			t.Fatal(err)
		}
		run(t, o)
		if _, outcomes := tried(t, dir); outcomes[len(outcomes)-1] != want {
			t.Errorf("%s: %v, want %s", seed, outcomes, want)
		}
	}
	if asked := strings.Join(s.asked, " "); asked != "http://moved.example/robots.txt" {
		t.Errorf("asked for %s", asked)
	}
}
