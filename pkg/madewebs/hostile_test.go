package madewebs

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"webmill/pkg/urls"
)

// slowLimit is how long the judge waits.
const slowLimit = 2 * time.Second

// judge is what a simple crawler with the limits of Case reports of an answer. It does not look at what is not in one answer:
// robots.txt, redirects one after the other, rules for URLs.
func judge(c *http.Client, url string, wait time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return "no-url"
	}
	resp, err := c.Do(req)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	case err != nil:
		return "no-http"
	}
	defer resp.Body.Close()
	switch {
	case slices.Contains([]int{301, 302, 303, 307, 308}, resp.StatusCode) && len(resp.Header["Location"]) > 0:
		return "redirect"
	case resp.StatusCode != 200:
		return fmt.Sprintf("http-%d", resp.StatusCode)
	}
	mime, _, _ := strings.Cut(strings.ToLower(resp.Header.Get("Content-Type")), ";")
	if mime != "" && mime != "text/html" && mime != "application/xhtml+xml" {
		return "type"
	}
	return judgeBody(resp)
}

func judgeBody(resp *http.Response) string {
	received := &io.LimitedReader{R: resp.Body, N: mostBody + 1}
	body, err := decoder(received, resp.Header.Get("Content-Encoding"))
	var n int64
	if err == nil {
		n, err = io.Copy(io.Discard, io.LimitReader(body, mostBody+1))
	}
	switch {
	case received.N == 0, n > mostBody, errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, context.DeadlineExceeded):
		return "truncated"
	case body == received && err != nil:
		return "truncated"
	case err != nil:
		return "coding"
	}
	return "ok"
}

// decoder undoes one coding.
func decoder(body io.Reader, coding string) (io.Reader, error) {
	switch strings.ToLower(coding) {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		return gzip.NewReader(body)
	case "br":
		return brotli.NewReader(body), nil
	case "zstd":
		z, err := zstd.NewReader(body, zstd.WithDecoderMaxWindow(8<<20), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}
	return nil, errors.New("unknown coding")
}

// TestHostile: a simple client finds of each case that it requests what the table says.
func TestHostile(t *testing.T) {
	h := Hostile()
	h.Pace = 20 * time.Millisecond
	s := serve(t, h, Options{})
	c := client(t, s)
	c.Transport.(*http.Transport).MaxResponseHeaderBytes = 64 << 10
	c.Transport.(*http.Transport).DisableKeepAlives = true
	var group sync.WaitGroup
	limit := make(chan bool, 8)
	for _, k := range h.Cases() {
		if k.Host != hostileHost || strings.HasSuffix(k.Outcome, "refused") || strings.HasPrefix(k.Outcome, "trap:") ||
			k.Outcome == "too-many-redirects" || strings.Contains(k.Name, "heals") {
			continue
		}
		group.Go(func() {
			limit <- true
			defer func() { <-limit }()
			wait := 10 * time.Second
			if k.Slow {
				wait = slowLimit
			}
			if got := judge(c, k.URL(), wait); !k.Accepts(got) && !lenient[k.Name] {
				t.Errorf("%s: %s, want %s (%s)", k.Name, got, k.Outcome, k.What)
			}
		})
	}
	group.Wait()
}

// lenient are the cases in which net/http is milder or stricter than a crawler: it has no limit to the number of fields, and
// takes no odd Location.
var lenient = map[string]bool{"head-many": true, "redirect-odd-host": true, "redirect-tab": true}

// TestHostileTable: names and URLs are unique, all words are known, and URLs are canonical, so that a report can be compared.
func TestHostileTable(t *testing.T) {
	names, found := map[string]bool{}, map[string]bool{}
	word := strings.Fields("ok redirect too-many-redirects robots no-robots refused timeout cut no-http truncated coding type")
	for _, c := range Hostile().Cases() {
		if names[c.Name] || found[c.URL()] || c.What == "" || c.Outcome == "" {
			t.Errorf("%.200s: twice, or not explained", c.Name+" "+c.URL())
		}
		names[c.Name], found[c.URL()] = true, true
		for w := range strings.SplitSeq(c.Outcome, "|") {
			if !slices.Contains(word, w) && !strings.HasPrefix(w, "http-") && !strings.HasPrefix(w, "trap:") {
				t.Errorf("%s: the outcome %q", c.Name, w)
			}
		}
		canonical, err := urls.Canonical(nil, []byte(c.URL()))
		if err != nil || string(canonical) != c.URL() {
			t.Errorf("%s: %s is not canonical: %s", c.Name, c.URL(), canonical)
		}
		rule, ok := urls.DefaultTraps.Check(canonical)
		if want, trap := strings.CutPrefix(c.Outcome, "trap:"); trap == ok || trap && rule != want {
			t.Errorf("%s: the rule is %q, the outcome %s", c.Name, rule, c.Outcome)
		}
	}
}

// TestHostileTraps: the pages of each trap lead to the URL that a rule forbids, and to no other one.
func TestHostileTraps(t *testing.T) {
	h := Hostile()
	s := serve(t, h, Options{})
	ends := map[string]bool{}
	for _, c := range h.Cases() {
		if strings.HasPrefix(c.Outcome, "trap:") {
			ends[c.URL()] = false
		}
	}
	n := &naive{t: t, client: client(t, s), most: 1000, disallowed: map[string][]string{hostileHost: nil}}
	for _, c := range h.Cases() {
		if !strings.HasPrefix(c.Path, "/trap/") || c.Outcome != "ok" {
			continue
		}
		seen := map[string]bool{c.URL(): true}
		for queue := []string{c.URL()}; len(queue) > 0; queue = queue[1:] {
			for _, link := range n.visit(queue[0]) {
				if _, ok := urls.DefaultTraps.Check([]byte(link)); !ok {
					if _, known := ends[link]; !known {
						t.Errorf("%s: leads to %s, which is no case", c.Name, link)
					}
					ends[link] = true
				} else if !seen[link] {
					seen[link] = true
					queue = append(queue, link)
				}
			}
		}
		if c.Name == "trap-orders" && len(seen) != 326 {
			t.Errorf("%s: %d URLs", c.Name, len(seen))
		}
	}
	for url, met := range ends {
		if !met && !strings.Contains(url, "yyyy") { // a redirect leads there
			t.Errorf("nothing leads to %s", url)
		}
	}
}

// TestHostileEndless: traps that only a limit to the pages of a host ends have new URLs on each page.
func TestHostileEndless(t *testing.T) {
	s := serve(t, Hostile(), Options{})
	for _, seed := range []string{"http://calendar.hostile.example/month/2024-01", "http://soft.hostile.example/",
		"http://wild.hostile.example/", "http://sessions.hostile.example/"} {
		n := &naive{t: t, client: client(t, s), most: 60, disallowed: map[string][]string{}}
		seen, queue := map[string]bool{}, []string{seed}
		for range 30 {
			if len(queue) == 0 {
				t.Fatalf("%s: ends after %d URLs", seed, len(seen))
			}
			for _, link := range n.visit(queue[0]) {
				if !seen[link] {
					seen[link] = true
					queue = append(queue, link)
				}
			}
			queue = queue[1:]
		}
	}
}

// TestSessions: without session ids, the host of sessions has eleven pages.
func TestSessions(t *testing.T) {
	s := serve(t, Hostile(), Options{})
	n := &naive{t: t, client: client(t, s), most: 20, disallowed: map[string][]string{}}
	seen := map[string]bool{}
	for queue := []string{"http://sessions.hostile.example/"}; len(queue) > 0; queue = queue[1:] {
		for _, link := range n.visit(queue[0]) {
			if link = string(urls.StripSessions(nil, []byte(link))); !seen[link] {
				seen[link] = true
				queue = append(queue, link)
			}
		}
	}
	if len(seen) != 10 || len(n.requested) != 11 {
		t.Errorf("%d links, %d requests", len(seen), len(n.requested))
	}
}

// TestHeals: what heals, heals.
func TestHeals(t *testing.T) {
	s := serve(t, Hostile(), Options{})
	c := client(t, s)
	for path, want := range map[string][]int{"/status/503-heals": {503, 503, 200}, "/status/429-heals": {429, 200}} {
		for _, status := range want {
			if resp, _ := get(t, c, "http://hostile.example"+path); resp.StatusCode != status {
				t.Errorf("%s: %d, want %d", path, resp.StatusCode, status)
			}
		}
	}
}

// TestRobotsHosts: each host of the robots cases has a page, and a robots.txt that is not that of another.
func TestRobotsHosts(t *testing.T) {
	h := Hostile()
	c := client(t, serve(t, h, Options{}))
	hosts := 0
	for _, k := range h.Cases() {
		if strings.HasPrefix(k.Host, "robots-") {
			hosts++
			if resp, body := get(t, c, k.URL()); resp.StatusCode != 200 || string(body) != goodPage {
				t.Errorf("%s: status %d", k.Name, resp.StatusCode)
			}
		}
	}
	if hosts < 40 {
		t.Errorf("%d hosts", hosts)
	}
	robots := func(name string) string {
		_, body := get(t, c, "http://robots-"+name+".example/robots.txt")
		return string(body)
	}
	border := robots("border")
	if !strings.HasSuffix(border[:robotsBytes], "\nDisallow: /page") || !strings.HasPrefix(border[robotsBytes:], "-not\n") {
		t.Error("the rule does not go over the border")
	}
	if i := strings.Index(robots("late"), "Disallow"); i < robotsBytes {
		t.Errorf("the late rule is at %d", i)
	}
	for _, hops := range []int{1, 5, 6} {
		url := fmt.Sprintf("http://robots-hops-%d.example/robots.txt", hops)
		for n := 0; ; n++ {
			resp, body := get(t, c, url)
			if resp.StatusCode == 200 {
				if n != hops || string(body) != noPage {
					t.Errorf("%d redirects, want %d", n, hops)
				}
				break
			}
			url = fmt.Sprintf("http://robots-hops-%d.example%s", hops, resp.Header.Get("Location"))
		}
	}
}

// TestHostileSecure: tricks with bytes work below TLS too.
func TestHostileSecure(t *testing.T) {
	s := serve(t, Hostile(), Options{TLS: true})
	c := client(t, s)
	c.Transport.(*http.Transport).TLSClientConfig = &tls.Config{RootCAs: s.Roots()}
	for path, want := range map[string]string{
		"/page/good": "ok", "/head/cut": "cut", "/head/none": "no-http", "/body/endless": "truncated",
	} {
		if got := judge(c, "https://"+hostileHost+path, 10*time.Second); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestHostileClose: Close ends what has no end, at once.
func TestHostileClose(t *testing.T) {
	h := Hostile()
	s := serve(t, h, Options{})
	var conns []net.Conn
	for _, path := range []string{"/head/silent", "/head/drip", "/body/drip", "/body/endless", "/head/endless"} {
		c, err := net.Dial("tcp", s.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: hostile.example\r\n\r\n", path)
		conns = append(conns, c)
	}
	for _, c := range conns[2:] {
		bufio.NewReader(c).ReadByte()
	}
	begun := time.Now()
	s.Close()
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("Close took %v", took)
	}
}

// TestBombs: the bombs are as large as they say, and small on the wire.
func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("not with -short: decodes three bombs, 768 MiB; run go test ./pkg/madewebs -run TestBombs, or make soak")
	}
	for name, tc := range map[string]struct{ coding, bomb string }{
		"gzip": {"gzip", gzipBomb()}, "br": {"br", brotliBomb()}, "zstd": {"zstd", zstdBomb()},
	} {
		if len(tc.bomb) > 600_000 {
			t.Errorf("%s: %s on the wire", name, size(len(tc.bomb)))
		}
		r, err := decoder(strings.NewReader(tc.bomb), tc.coding)
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, r); n != bombBytes || err != nil {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
}

// TestPlainRequests: the page for plain requests tells those with cookies.
func TestPlainRequests(t *testing.T) {
	c := client(t, serve(t, Hostile(), Options{}))
	req, _ := http.NewRequest("GET", "http://hostile.example/page/plain", nil)
	req.Header.Set("Cookie", "a=b")
	resp, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusTeapot {
		t.Error("status ", resp.StatusCode)
	}
}
