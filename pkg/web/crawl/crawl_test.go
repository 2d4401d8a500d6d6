package crawl_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// options are those of a crawl of a web on loopback that nobody waits for.
func options(t testing.TB, dir, seed string) *crawl.Options {
	t.Helper()
	o := &crawl.Options{
		Room: work.Room{Memory: 64 << 20, Threads: 2, FS: vfs.OS, TempDir: t.TempDir()}, Dir: dir, Seeds: [][]byte{[]byte(seed)},
		Scope: &scope.Scope{Kind: scope.All, Traps: urls.DefaultTraps}, Strategy: frontier.BreadthFirst,
		Robots:   crawl.GoodObedience,
		Reading:  crawl.Reading{Kinds: page.ToPages, MaxBody: 1 << 20, MaxLinks: 10_000, HopsLimit: 10},
		Requests: crawl.Requests{Connections: 8, PerHost: 4, Attempts: 1, Timeout: 5 * time.Second},
		Files:    crawl.Files{ArchiveBytes: 1 << 20, Level: 1, Sync: 20 * time.Millisecond},
		Settings: map[string]string{"seed": seed},
	}
	return o
}

// served is a web, the requests that came, and a client of it.
type served struct {
	*madewebs.Server
	client *exchange.Client
	mu     sync.Mutex
	asked  []string
}

func serve(t *testing.T, web http.Handler) *served {
	t.Helper()
	s := &served{}
	server, err := madewebs.Serve(web, madewebs.Options{Seen: func(r *http.Request) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.asked = append(s.asked, "http://"+r.Host+r.URL.RequestURI())
	}})
	if err != nil {
		t.Fatal(err)
	}
	s.Server = server
	s.client = exchange.New(exchange.Options{AllowPrivate: true, Redirect: server.To, MaxBody: 1 << 20})
	t.Cleanup(func() { s.client.Close(); server.Close() })
	return s
}

// run opens and runs a crawl, and closes it.
func run(t *testing.T, o *crawl.Options) crawl.Stats {
	t.Helper()
	c, err := crawl.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := c.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return c.Stats()
}

// entries are the lines of the log that are about URLs.
func entries(t testing.TB, dir string) (list []crawllog.Entry) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, crawl.LogName))
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if crawllog.IsEvent(line) {
			continue
		}
		var e crawllog.Entry
		if err := e.Parse(line); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, e)
	}
	return list
}

// tried are the URLs that are done, in the order of the log, with their outcomes.
func tried(t testing.TB, dir string) (list, outcomes []string) {
	for _, e := range entries(t, dir) {
		if e.Kind == "" && e.Found > 0 {
			list = append(list, e.URL)
			outcomes = append(outcomes, e.Outcome)
		}
	}
	return list, outcomes
}

// TestOnce: every page is asked for exactly once, at any concurrency, and robots.txt before anything else of its host.
func TestOnce(t *testing.T) {
	web := madewebs.Hosts(12, 400)
	web.Delay = ""
	want := slices.Sorted(web.Reachable(web.Seed()))
	for _, n := range []int{1, 3, 32} {
		s := serve(t, web)
		dir := filepath.Join(t.TempDir(), "crawl")
		o := options(t, dir, web.Seed())
		o.Transport, o.Connections, o.PerHost = s.client, n, n
		run(t, o)
		var pages []string
		robots := map[string]bool{}
		for _, url := range s.asked {
			host := string(urls.Host([]byte(url)))
			if strings.HasSuffix(url, "/robots.txt") || strings.Contains(url, "robots") {
				robots[host] = true
				continue
			}
			if !robots[host] {
				t.Errorf("%s was asked for before robots.txt", url)
			}
			pages = append(pages, url)
		}
		slices.Sort(pages)
		if !slices.Equal(pages, want) {
			t.Errorf("%d connections: %d pages were asked for, want %d: %s", n, len(pages), len(want), firstDifference(pages,
				want))
		}
		checkArchives(t, dir)
	}
}

func firstDifference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("%s where %s should be", got[i], want[i])
		}
	}
	return "one list is longer"
}

// checkArchives reads all archives: each line of the log has its response there, and nothing else is in them.
func checkArchives(t *testing.T, dir string) {
	t.Helper()
	responses := map[string]int{}
	for _, e := range entries(t, dir) {
		if e.Archive != "" {
			responses[e.URL]++
		}
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.warc.gz"))
	if err != nil || len(names) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		stats, err := warc.Run(f, warc.Options{Threads: 1}, func(r *warc.Records) (list []string, err error) {
			for {
				record, err := r.Next()
				if err != nil {
					return list, nil
				}
				for _, defect := range record.Defects() {
					t.Errorf("%s: %s of %s: %s", name, record.Type, record.URL, defect)
				}
				if record.Type == "response" || record.Type == "revisit" {
					list = append(list, string(record.URL))
				}
			}
		}, func(list []string) error {
			for _, url := range list {
				responses[url]--
			}
			return nil
		})
		f.Close()
		if err != nil || stats.Skips != (warc.Skips{}) {
			t.Errorf("%s: %v, %v", name, err, stats.Skips)
		}
	}
	for url, n := range responses {
		if n != 0 {
			t.Errorf("%s: %d lines more than responses", url, n)
		}
	}
}

// TestStopAndGoOn: a crawl that is stopped again and again fetches what one that is not stopped does.
func TestStopAndGoOn(t *testing.T) {
	web := madewebs.Hosts(5, 300)
	web.Delay = ""
	s := serve(t, web)
	dir := filepath.Join(t.TempDir(), "crawl")
	for max := int64(7); ; max += 41 {
		o := options(t, dir, web.Seed())
		o.Transport, o.MaxPages = s.client, max
		stats := run(t, o)
		if stats.Finished {
			break
		}
		if stats.Pages != max || stats.Why != crawl.EndPages {
			t.Fatalf("%d pages, ended by %s, want %d", stats.Pages, stats.Why, max)
		}
	}
	list, _ := tried(t, dir)
	slices.Sort(list)
	var asked []string
	for _, url := range s.asked {
		if !strings.Contains(url, "robots") {
			asked = append(asked, url)
		}
	}
	slices.Sort(asked)
	if want := slices.Sorted(web.Reachable(web.Seed())); !slices.Equal(asked, want) {
		t.Errorf("asked %d times for %d URLs: %s", len(asked), len(want), firstDifference(asked, want))
	}
	for _, e := range entries(t, dir) {
		if e.Kind == "robots" && e.Attempt > 1 {
			t.Errorf("%s twice", e.URL)
		}
	}
	checkArchives(t, dir)
}

// TestSettings: a crawl does not go on with other settings.
func TestSettings(t *testing.T) {
	s := serve(t, madewebs.Flat(5, 100))
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://a.example/")
	o.Transport = s.client
	run(t, o)
	o.Settings["seed"] = "http://b.example/"
	if _, err := crawl.Open(o); err == nil || !strings.Contains(err.Error(), "seed") {
		t.Errorf("error %v", err)
	}
}

// TestMovedSeed: where a seed redirects to belongs to the crawl, also when it goes on.
func TestMovedSeed(t *testing.T) {
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "old.example" {
			http.Redirect(w, r, "http://new.example"+r.URL.Path, http.StatusMovedPermanently)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<!DOCTYPE html><a href=/a>a</a><a href=/b>b</a><a href=http://other.example/>o</a>%s", r.URL.Path)
	}))
	dir := filepath.Join(t.TempDir(), "crawl")
	for _, most := range []int64{1, 2, 0} {
		o := options(t, dir, "http://old.example/")
		o.Transport, o.MaxPages, o.Reading.Moved, o.Scope.Kind = s.client, most, true, scope.Host
		if err := o.Scope.Seed(o.Seeds[0], ""); err != nil {
			t.Fatal(err)
		}
		run(t, o)
	}
	list, outcomes := tried(t, dir)
	want := "http://old.example/ http://new.example/ http://new.example/a http://new.example/b"
	if got := strings.Join(list, " "); got != want || outcomes[0] != "redirect" {
		t.Errorf("%s %v, want %s", got, outcomes, want)
	}
}

// TestSeedLeadsNowhere: a seed that redirects to what is no URL keeps no crawl from going on.
func TestSeedLeadsNowhere(t *testing.T) {
	s := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/nowhere" {
			w.Header().Set("Location", "http://[")
			w.WriteHeader(http.StatusFound)
		}
	}))
	dir := filepath.Join(t.TempDir(), "crawl")
	for range 2 {
		o := options(t, dir, "http://a.example/nowhere")
		o.Transport, o.Reading.Moved = s.client, true
		run(t, o)
	}
	if _, outcomes := tried(t, dir); !slices.Equal(outcomes, []string{"redirect"}) {
		t.Errorf("outcomes %v", outcomes)
	}
}

// TestEnd: the last line of a run says why it ended and what waits, once; a run that does nothing leaves no line. The first
// line of a run that goes on says so.
func TestEnd(t *testing.T) {
	s := serve(t, madewebs.Flat(50, 100))
	dir := filepath.Join(t.TempDir(), "crawl")
	log := func() []string {
		text, err := os.ReadFile(filepath.Join(dir, crawl.LogName))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
	last := 0
	for i, c := range []struct {
		pages        int64
		why, waiting string
		nothing      bool
	}{
		{10, "-max-pages", "40", false}, {10, "-max-pages", "40", true}, {0, "nothing is left to fetch", "0", false},
		{0, "nothing is left to fetch", "0", true},
	} {
		o := options(t, dir, "http://a.example/")
		o.Transport, o.MaxPages, o.Connections = s.client, c.pages, 1
		run(t, o)
		lines := log()
		var e crawllog.Event
		if err := e.Parse([]byte(lines[len(lines)-1])); err != nil || e.Event != "end" || e.Facts["why"] != c.why {
			t.Errorf("%d: the last line is %s; %v", i, lines[len(lines)-1], err)
		}
		if known := e.Facts["waiting"]; known != c.waiting {
			t.Errorf("%d: %s URLs wait, not %s", i, known, c.waiting)
		}
		if c.nothing != (len(lines) == last) {
			t.Errorf("%d: the log has %d lines, and had %d", i, len(lines), last)
		}
		for at, line := range lines[last:] {
			var e crawllog.Event
			if resumes := e.Parse([]byte(line)) == nil && e.Event == "resume"; resumes != (at == 0 && i > 0) {
				t.Errorf("%d: line %d of the run is %s", i, at, line)
			}
		}
		last = len(lines)
	}
}

// TestFirstLineDamaged: a crawl without its settings is not taken for one that has not begun, and its files stay.
func TestFirstLineDamaged(t *testing.T) {
	s := serve(t, madewebs.Flat(400, 100))
	dir := filepath.Join(t.TempDir(), "crawl")
	o := options(t, dir, "http://a.example/")
	o.Transport = s.client
	run(t, o)
	name := filepath.Join(dir, crawl.LogName)
	text, err := os.ReadFile(name)
	if err != nil || len(text) < 70<<10 {
		t.Fatal(len(text), err)
	}
	text[20] ^= 1
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if c, err := crawl.Open(o); err == nil || !strings.Contains(err.Error(), "the first line is damaged") {
		t.Errorf("error %v", err)
		if c != nil {
			c.Close()
		}
	}
	for _, name := range []string{crawl.LogName, "found.journal", "crawl-00001.warc.gz"} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() < 10<<10 {
			t.Errorf("%s was cut off: %v, %v", name, info, err)
		}
	}
}

// The words of the log stay as they are: programs read them.
func TestEndWords(t *testing.T) {
	for end, want := range map[crawl.End]string{
		0: "", crawl.NothingLeft: "nothing is left to fetch", crawl.Stopped: "stopped", crawl.Failed: "error",
		crawl.EndPages: "-max-pages", crawl.EndBytes: "-max-bytes", crawl.EndTime: "-max-time",
		crawl.EndPerHost: "-max-pages-per-host",
	} {
		if end.String() != want || end.IsLimit() != strings.HasPrefix(want, "-") {
			t.Errorf("%d: %q, %v, want %q", end, end, end.IsLimit(), want)
		}
	}
}
