package madewebs

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"webmill/pkg/urls"
)

// serve serves a web during a test.
func serve(t testing.TB, web http.Handler, opt Options) *Server {
	t.Helper()
	s, err := Serve(web, opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// client sends every request to the server, whatever the host, and follows no redirect.
func client(t testing.TB, s *Server) *http.Client {
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, s.To("", 0).String())
		},
		DisableCompression:  true,
		MaxIdleConnsPerHost: 8,
		MaxIdleConns:        64,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get is the answer to a request.
func get(t testing.TB, c *http.Client, address string) (*http.Response, []byte) {
	t.Helper()
	resp, err := c.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(address, err)
	}
	return resp, body
}

// naive is a crawler that is slow and obvious: one request after the other, pages as trees.
type naive struct {
	t      testing.TB
	client *http.Client
	most   int // requests
	// disallowed has the prefixes, and after a * the parts, that each host disallows.
	disallowed map[string][]string
	seen       map[string]bool
	requested  []string
}

func crawl(t testing.TB, s *Server, seed string, most int) []string {
	n := &naive{t: t, client: client(t, s), most: most, disallowed: map[string][]string{}, seen: map[string]bool{seed: true}}
	for queue := []string{seed}; len(queue) > 0; queue = queue[1:] {
		for _, link := range n.visit(queue[0]) {
			if !n.seen[link] {
				n.seen[link] = true
				queue = append(queue, link)
			}
		}
	}
	slices.Sort(n.requested)
	return n.requested
}

// visit requests a page if it may, and gives its links.
func (n *naive) visit(page string) (links []string) {
	u, err := url.Parse(page)
	if err != nil {
		n.t.Fatal(err)
	}
	for _, rule := range n.rules(u) {
		part, anywhere := strings.CutPrefix(rule, "/*")
		if strings.HasPrefix(u.RequestURI(), rule) || anywhere && strings.Contains(u.RequestURI(), part) {
			return nil
		}
	}
	n.requested = append(n.requested, page)
	if len(n.requested) > n.most {
		n.t.Fatalf("more than %d requests", n.most)
	}
	resp, body := get(n.t, n.client, page)
	var r urls.Resolver
	if err := r.SetBase([]byte(page)); err != nil {
		n.t.Fatal(err)
	}
	add := func(link string) {
		to, err := r.Resolve(nil, []byte(link))
		if err != nil {
			n.t.Fatalf("%s: link %q: %v", page, link, err)
		}
		links = append(links, string(to))
	}
	if to := resp.Header.Get("Location"); to != "" {
		add(to)
		return links
	}
	root, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		n.t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && node.Data == "a" {
			for _, a := range node.Attr {
				if a.Key == "href" {
					add(a.Val)
				}
			}
		}
	}
	return links
}

// rules are the paths that robots.txt of a host disallows for *.
func (n *naive) rules(u *url.URL) []string {
	if rules, ok := n.disallowed[u.Host]; ok {
		return rules
	}
	resp, text := get(n.t, n.client, u.Scheme+"://"+u.Host+"/robots.txt")
	if to := resp.Header.Get("Location"); to != "" {
		resp, text = get(n.t, n.client, u.Scheme+"://"+u.Host+to)
	}
	var rules []string
	if resp.StatusCode == http.StatusOK {
		_, group, ok := strings.Cut(string(text), "User-agent: *\n")
		if !ok {
			n.t.Fatalf("%s: robots.txt has no rules for all: %q", u.Host, text)
		}
		for line := range strings.Lines(group) {
			if path, ok := strings.CutPrefix(line, "Disallow: "); ok {
				rules = append(rules, strings.TrimSpace(path))
			}
		}
	}
	n.disallowed[u.Host] = rules
	return rules
}

// same compares two sets of URLs.
func same(t testing.TB, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	for _, s := range want {
		if _, ok := slices.BinarySearch(got, s); !ok {
			t.Errorf("not requested: %s", s)
			break
		}
	}
	for _, s := range got {
		if _, ok := slices.BinarySearch(want, s); !ok {
			t.Errorf("requested, and must not be: %s", s)
			break
		}
	}
	t.Fatalf("%d URLs were requested, %d can be reached", len(got), len(want))
}

// size is the text of a number of bytes.
func size(n int) string { return fmt.Sprintf("%d bytes", n) }
