package tools_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"webmill/pkg/madewebs"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/warc"
)

// This test kills fetch at random moments, and compares the crawl that is continued with one of a single run.

// loopback is a web for the real fetch, and how often each URL was asked for.
type loopback struct {
	*madewebs.Server
	mu    sync.Mutex
	asked map[string]int
	left  int    // requests before then is called
	then  func() // nil: nothing is
}

func serveWeb(t *testing.T, web http.Handler) *loopback {
	t.Helper()
	l := &loopback{asked: map[string]int{}}
	server, err := madewebs.Serve(web, madewebs.Options{Seen: func(r *http.Request) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.asked["http://"+r.Host+r.URL.RequestURI()]++
		if l.left--; l.left == 0 && l.then != nil {
			l.then()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	l.Server = server
	t.Cleanup(server.Close)
	return l
}

// fetch is the command that crawls it.
func (l *loopback) fetch(dir string, args ...string) *exec.Cmd {
	args = append([]string{"-state", dir, "-resolve", l.Addr().String(), "-scope", "all", "-delay", "0", "-S", "128M"}, args...)
	cmd := exec.Command(filepath.Join(binDir, "fetch"), args...)
	cmd.Env = withTools()
	return cmd
}

// logged are the whole lines of a log about URLs.
func logged(t *testing.T, dir string) (list []crawllog.Entry) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "crawl.jsonl"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var e crawllog.Entry
		if line, whole := bytes.CutSuffix(line, []byte("\n")); whole && !crawllog.IsEvent(line) {
			if err := e.Parse(line); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			list = append(list, e)
		}
	}
	return list
}

// checkLogged reads the archives up to where the log names them: each line has its response, and nothing else is there.
func checkLogged(t *testing.T, dir string, log []crawllog.Entry) {
	t.Helper()
	ends, responses := map[string]int64{}, map[string]int{}
	for _, e := range log {
		if e.Archive != "" {
			ends[e.Archive] = max(ends[e.Archive], e.Offset+e.Length)
			responses[e.URL]++
		}
	}
	for name, end := range ends {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		part := io.LimitReader(f, end)
		stats, err := warc.Run(part, warc.Options{Threads: 2}, func(r *warc.Records) (list []string, err error) {
			for {
				record, err := r.Next()
				if err == io.EOF {
					return list, nil
				}
				if err != nil {
					return nil, err
				}
				if defects := record.Defects(); len(defects) > 0 {
					t.Errorf("%s: %s of %s: %v", name, record.Type, record.URL, defects)
				}
				if record.Type == "response" {
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
			t.Errorf("%s up to %d: %v, %v", name, end, err, stats.Skips)
		}
	}
	for url, n := range responses {
		if n != 0 {
			t.Errorf("%s: %d lines of the log more than responses", url, n)
		}
	}
}

// done are the URLs that a log says are done, with their outcomes.
func done(log []crawllog.Entry) (list []string) {
	for _, e := range log {
		if e.Found > 0 {
			list = append(list, e.URL+" "+e.Outcome)
		}
	}
	slices.Sort(list)
	return list
}

// index is what an index says but for times and places.
func index(t *testing.T, dir string) (list []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "crawl.cdxj"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		key, rest, _ := strings.Cut(line, " ")
		_, object, _ := strings.Cut(rest, " ")
		var m map[string]string
		if err := json.Unmarshal([]byte(object), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		list = append(list, fmt.Sprintln(key, m["url"], m["mime"], m["status"], m["digest"]))
	}
	slices.Sort(list)
	return list
}

// TestFetchKilled kills fetch again and again at random moments: what the log names is in the archives, and all runs together
// have done what one does that nobody kills. With many rounds, 100 kills and 20,000 pages.
func TestFetchKilled(t *testing.T) {
	kills, pages := 10, 1500
	if *rounds >= 100 {
		kills, pages = 100, 20_000
	}
	hosts := madewebs.Hosts(6, pages)
	hosts.Delay = ""
	for _, c := range []struct {
		name, strategy, seed string
		web                  http.Handler
	}{{"hosts", "opic", hosts.Seed(), hosts}, {"flat", "bfs", "http://flat.example/", madewebs.Flat(pages, 2000)}} {
		t.Run(c.name, func(t *testing.T) {
			web := serveWeb(t, c.web)
			args := []string{"-per-host", "4", "-connections", "16", "-archive-size", "1M", "-strategy", c.strategy, c.seed}
			quiet, dir := filepath.Join(t.TempDir(), "quiet"), filepath.Join(t.TempDir(), "killed")
			begun := time.Now()
			if text, err := web.fetch(quiet, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			took := time.Since(begun)
			asked := web.asked
			web.mu.Lock()
			web.asked = map[string]int{}
			web.mu.Unlock()
			random, died := rand.New(rand.NewPCG(*seed, 7)), 0
			for n := range kills {
				moment := random.Float64()
				if n%5 == 0 { // while it begins, or a little later
					died += web.kill(t, web.fetch(dir, args...), 0, time.Duration(moment*200)*time.Millisecond)
				} else {
					requests := 1 + int(moment*2*float64(len(asked))/float64(kills))
					died += web.kill(t, web.fetch(dir, args...), requests, time.Duration(random.IntN(3000))*time.Microsecond)
				}
				checkLogged(t, dir, logged(t, dir))
			}
			if text, err := web.fetch(dir, args...).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			log := logged(t, dir)
			checkLogged(t, dir, log)
			sameLists(t, "URLs are done", done(log), done(logged(t, quiet)))
			sameLists(t, "lines are in the index", index(t, dir), index(t, quiet))
			again := 0
			for url, n := range web.asked {
				again += n - asked[url]
				if asked[url] == 0 {
					t.Errorf("%s was asked for by the killed runs only", url)
				}
			}
			t.Logf("%d of %d runs died, a quiet one takes %v; %d URLs, %d requests more", died, kills, took, len(done(log)), again)
			if died < kills/2 || again > 16*died {
				t.Errorf("%d of %d runs died, and there were %d requests more", died, kills, again)
			}
		})
	}
}

// kill runs a command and kills it a little after the web has got that many requests. It is 1 if the command died.
func (l *loopback) kill(t *testing.T, cmd *exec.Cmd, requests int, later time.Duration) int {
	t.Helper()
	var text bytes.Buffer
	cmd.Stdout, cmd.Stderr = &text, &text
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var timer *time.Timer
	die := func() { timer = time.AfterFunc(later, func() { cmd.Process.Signal(syscall.SIGKILL) }) }
	l.mu.Lock()
	l.left, l.then = requests, die
	if requests == 0 {
		die()
	}
	l.mu.Unlock()
	err := cmd.Wait()
	l.mu.Lock()
	l.then = nil
	if timer != nil {
		timer.Stop()
	}
	l.mu.Unlock()
	switch exitCode(cmd.ProcessState) {
	case 0:
		return 0
	case 128 + int(syscall.SIGKILL):
		return 1
	}
	t.Fatalf("%v\n%s", err, text.Bytes())
	return 0
}

func sameLists(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%d %s, want %d: %q where %q should be", len(got), what, len(want), got[i], want[i])
		}
	}
	t.Fatalf("%d %s, want %d", len(got), what, len(want))
}
