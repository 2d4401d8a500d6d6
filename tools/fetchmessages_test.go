package tools_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// answers are the servers of TestFetchMessages: what each path answers with.
var answers = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Type", "text/html")
	send := func(status int, name, value string) {
		head.Set(name, value)
		w.WriteHeader(status)
	}
	switch r.URL.Path {
	case "/robots.txt":
		io.WriteString(w, "User-agent: *\nDisallow: /forbidden\n")
	case "/many":
		for i := range 12 {
			fmt.Fprintf(w, "<a href=/%d.html>", i)
		}
	case "/itself":
		send(302, "Location", "/itself")
	case "/mail":
		send(302, "Location", "mailto:who@a.example")
	case "/ftp":
		send(301, "Location", "ftp://a.example/file")
	case "/circle", "/circle2":
		send(302, "Location", map[string]string{"/circle": "/circle2", "/circle2": "/circle"}[r.URL.Path])
	case "/elsewhere":
		send(302, "Location", "http://other.invalid/")
	case "/busy":
		send(503, "Retry-After", "600")
	case "/hangs":
		<-r.Context().Done()
	case "/absent":
		w.WriteHeader(410)
	case "/cut":
		head.Set("Content-Length", "1000")
		io.WriteString(w, "<p>too little")
	case "/long":
		io.WriteString(w, strings.Repeat("<p>too much", 400))
	case "/image":
		head.Set("Content-Type", "image/png")
	case "/away":
		io.WriteString(w, "<a href=http://other.invalid/><a href=http://another.invalid/><a href=/picture.png>")
	default:
		io.WriteString(w, "<p>a page")
	}
})

// denial is the pattern of -deny in these tests: the address of the server.
const denial = "127.0.0.*\n"

// TestFetchMessages: a run that fetched no page, or that left pages or links out, says why in a line.
func TestFetchMessages(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	for _, c := range []struct {
		name, args, want string
		code             int
		none             string // that must not be said
	}{
		{"many links", "-max-links 10 /many",
			"1 page has more links than -max-links 10, or than 4 MB of URLs: 2 links were not followed", 0, ""},
		{"as many links", "-max-links 12 /many", "", 0, "links"},
		{"redirect to itself", "/itself", "1 redirect: URL/itself: redirects to itself (does the site need a cookie?)\n", 1, ""},
		{"redirect to mail", "/mail",
			"1 redirect: URL/mail: redirects to mailto:who@a.example, which is no URL of the web\n", 1, ""},
		{"redirect to ftp", "/ftp", "URL/ftp: redirects to ftp://a.example/file, which is no URL of the web\n", 1, ""},
		{"redirects in a circle", "/circle", "2 redirect: URL/circle: redirects to URL/circle2\n", 1, ""},
		{"redirect out of the crawl", "-rules thesis -scope host /elsewhere",
			"redirects to http://other.invalid/; links that are not followed: 1 scope\n", 1, ""},
		{"busy", "-max-time 1 /busy", "no page was fetched: ended by -max-time, 1 URL waits (URL/busy: HTTP 503, the host rests " +
			"10m0s); with -state DIR the same command would go on\n", 1, "again"},
		{"hangs", "-max-time 1 /hangs", "no page was fetched: ended by -max-time, 1 URL waits; ", 1, "no URL was tried"},
		{"busy and gone", "-max-time 1 /absent /busy",
			"1 again, 1 http-410: URL/absent: HTTP 410; ended by -max-time, 1 URL waits (URL/busy: HTTP 503", 1, ""},
		{"cut off", "/cut", "1 page was cut off, and links behind the cut are not followed: the connection ended too early, or was " +
			"too slow. The log", 1, "-max-body"},
		{"too long", "-max-body 1K /long",
			"1 page was cut off, and links behind the cut are not followed: is -max-body 1K too small?", 1, "connection"},
		{"robots", "/forbidden", "1 robots: URL/forbidden: robots.txt forbids it\n", 1, ""},
		{"type", "/image", "1 type: URL/image: image/png is no page; -types all keeps what is no page\n", 1, ""},
		{"no type", "-types all /image", "", 1, "-types all keeps"},
		{"denied", "-deny DENY /", "1 address: URL/: -deny refuses 127.0.0.1\n", 1, ""},
		{"not allowed", "-allow ALLOW /", "1 address: URL/: -allow does not have 127.0.0.1\n", 1, ""},
		{"all links refused", "-endings html /away",
			"warning: no link leads to another page of the crawl (links that are not followed: 2 scope, 1 type): see -endings, -scope\n", 0, ""},
		{"one page is asked for", "-scope list /away", "", 0, "no link leads"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			newFile(t, filepath.Join(dir, "DENY"), denial)
			newFile(t, filepath.Join(dir, "ALLOW"), "10.0.0.*\n")
			got, code := fetchSaid(t, dir, server.URL, c.args+" -o crawl.warc.gz")
			if code != c.code || !strings.Contains(got, c.want) || c.want == "" && code == 0 && got != "" ||
				c.none != "" && strings.Contains(got, c.none) {
				t.Errorf("%d, %s", code, got)
			}
		})
	}
}

// fetchSaid runs fetch in a folder. In args a path is a URL of the server, and in what it says the server is called URL.
func fetchSaid(t *testing.T, dir, server, args string) (said string, code int) {
	t.Helper()
	return runFetch(t, dir, server, args, "-allow-private", "-delay", "0", "-agent", testAgent)
}

const testAgent = "test/1.0 (+https://a.example/bot)"

// runFetch does so with no flags but these and those of args.
func runFetch(t *testing.T, dir, server, args string, flags ...string) (said string, code int) {
	t.Helper()
	cmd := exec.Command(filepath.Join(binDir, "fetch"), flags...)
	cmd.Dir = dir
	for arg := range strings.FieldsSeq(args) {
		if arg[0] == '/' {
			arg = server + arg
		}
		cmd.Args = append(cmd.Args, arg)
	}
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), server, "URL"), cmd.ProcessState.ExitCode()
}

// TestFetchContact: without a contact in -agent no redirect leads away from loopback, neither of a seed nor of robots.txt. The
// log and a line say so. With one it does, and the port is refused.
func TestFetchContact(t *testing.T) {
	t.Parallel()
	const away = "http://192.0.2.1:9/"
	const line = "warning: " + away + ": not on loopback, so it was not asked for: begin a crawl with a contact in -agent, like " +
		"'name/1.0 (+https://example.org/bot)'\n"
	for _, c := range []struct {
		name, moved string // the path that redirects
		args        string
		code        int
	}{
		{"seed", "/moved", "/moved", 1},
		{"two seeds", "/moved", "/ /moved", 0},
		{"delay", "/moved", "-delay 0.01 -scope prefix /moved", 1},
		{"no rules", "/moved", "-delay 0 -robots off /moved", 1},
		{"robots.txt", "/robots.txt", "/", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				if r.URL.Path == c.moved {
					http.Redirect(w, r, away, http.StatusFound)
				}
			}))
			t.Cleanup(server.Close)
			dir := t.TempDir()
			args := "-allow-private -state crawl " + c.args
			for range 2 { // the next run says it too
				said, code := runFetch(t, dir, server.URL, args)
				if code != c.code || !strings.Contains(said, line) {
					t.Errorf("%d, %s", code, said)
				}
			}
			log, err := os.ReadFile(filepath.Join(dir, "crawl", "crawl.jsonl"))
			if err != nil || !strings.Contains(string(log), `"url":"`+away+`",`) ||
				!strings.Contains(string(log), `"outcome":"no-contact"`) ||
				!strings.Contains(string(log), `"why":"not on loopback"`) {
				t.Errorf("%s%v", log, err)
			}
			said, _ := runFetch(t, t.TempDir(), server.URL, args, "-agent", testAgent)
			if c.code > 0 && !strings.Contains(said, "the port is not allowed") || strings.Contains(said, "contact") {
				t.Errorf("with a contact: %s", said)
			}
		})
	}
}

// TestFetchSeedWithUser: a seed with a password is the page without it, and a line says that it is not sent.
func TestFetchSeedWithUser(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	dir, host := t.TempDir(), strings.TrimPrefix(server.URL, "http://")
	said, code := fetchSaid(t, dir, server.URL, "-state crawl http://me:secret@"+host+"/many")
	if code != 0 || !strings.Contains(said, "URL/many: fetch sends no user and no password: those of this seed are left out\n") {
		t.Errorf("%d, %s", code, said)
	}
	log, err := os.ReadFile(filepath.Join(dir, "crawl", "crawl.jsonl"))
	if err != nil || !strings.Contains(string(log), `"url":"`+server.URL+`/many"`) ||
		strings.Contains(said+string(log), "secret") {
		t.Errorf("%s%v", log, err)
	}
	newFile(t, filepath.Join(dir, "list"), "q1\tname\thttp://me:secret@"+host+"/many\n")
	said, code = fetchSaid(t, dir, server.URL, "-state all -institutions list")
	if code != 0 || !strings.Contains(said, "of this seed are left out\n") {
		t.Errorf("%d, %s", code, said)
	}
}

// TestFetchMessagesLater: what a run says of URLs that wait and of links that are left out, the next one says too.
func TestFetchMessagesLater(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	dir := t.TempDir()
	const left = "warning: 1 page has more links than -max-links 10, or than 4 MB of URLs: 2 links were not followed\n"
	for _, flags := range []string{"-max-pages 1", "-max-pages 3", ""} {
		said, code := fetchSaid(t, dir, server.URL, flags+" -state many -max-links 10 -rejected rejected.tsv /many")
		if code != 0 || !strings.Contains(said, left) {
			t.Errorf("%s: %d, %s", flags, code, said)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "rejected.tsv")); string(text) != "links\t\t2\n" {
		t.Errorf("-rejected: %q, %v", text, err)
	}
	for range 2 {
		said, code := fetchSaid(t, dir, server.URL, "-state busy -max-time 1 /busy")
		if code != 1 || !strings.Contains(said, "ended by -max-time, 1 URL waits (URL/busy: HTTP 503, the host rests 10m0s); "+
			"the same command goes on\n") {
			t.Errorf("busy: %d, %s", code, said)
		}
	}
	if said, code := fetchSaid(t, dir, server.URL, "-state hangs -max-time 1 /hangs"); code != 1 {
		t.Errorf("hangs: %d, %s", code, said)
	}
	if log, err := os.ReadFile(filepath.Join(dir, "hangs", "crawl.jsonl")); err != nil ||
		!strings.Contains(string(log), `"waiting":"1","why":"-max-time"`) {
		t.Errorf("the log of a URL in flight: %s%v", log, err)
	}
}
