package crawl

import (
	"bytes"
	"container/list"
	"context"
	"errors"
	"fmt"
	"time"

	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/robots"
	"webmill/pkg/web/urls"
	"webmill/pkg/web/warc"
)

// Law says by which rules robots.txt is read.
type Law string

// The laws.
const (
	RFC    Law = "rfc"    // RFC 9309
	Google Law = "google" // the same, with escapes as Google's parser takes them
	Thesis Law = "thesis" // Bumüller 2019: the first rule that matches, and so on
	NoLaw  Law = "off"    // it is not asked for
)

// Laws are all of them.
var Laws = []Law{RFC, Google, Thesis, NoLaw}

// Obedience says how robots.txt is read.
type Obedience struct {
	Law     Law
	Product string
	Retries int           // after errors that may pass
	Keep    time.Duration // how long it is not asked for again
	Hops    int           // redirects that are followed
}

// GoodObedience are the defaults, those of RFC 9309.
var GoodObedience = Obedience{Law: RFC, Product: "webmill", Retries: 3, Keep: 24 * time.Hour, Hops: 5}

// servers are the rules of servers, by the beginning of their URLs. Those that were not used for the longest time are forgotten,
// and asked for again.
type servers struct {
	known map[string]*server
	order list.List // the last used one first
	bytes int
	most  int
}

// server is one of them.
type server struct {
	origin string
	rules  *robots.Rules // nil: not known yet
	until  time.Time     // when they must be asked for again
	failed int           // how often they were asked for in vain
	place  *list.Element
	busy   bool            // they are being asked for
	kept   *crawllog.Entry // the answer of an earlier run, not yet read
}

func (s *servers) get(origin string) *server {
	if s.known == nil {
		s.known = map[string]*server{}
	}
	v := s.known[origin]
	if v == nil {
		v = &server{origin: origin}
		v.place = s.order.PushFront(v)
		s.known[origin] = v
		s.bytes += len(origin) + 200
	}
	s.order.MoveToFront(v.place)
	return v
}

// set sets the rules of a server.
func (s *servers) set(v *server, rules *robots.Rules, until time.Time) {
	if v.rules != nil {
		s.bytes -= v.rules.Bytes()
	}
	v.rules, v.until, v.busy, v.failed = rules, until, false, 0
	s.bytes += rules.Bytes()
	for e := s.order.Back(); s.bytes > s.most && e != nil && s.order.Len() > 1; {
		old := e.Value.(*server)
		e = e.Prev()
		if old.busy || old == v {
			continue
		}
		if old.rules != nil {
			s.bytes -= old.rules.Bytes()
		}
		s.bytes -= len(old.origin) + 200
		s.order.Remove(old.place)
		delete(s.known, old.origin)
	}
}

// remember takes note of the line of an exchange for robots.txt.
func (s *servers) remember(o *Obedience, e *crawllog.Entry) {
	url := e.URL
	if e.Via != "" {
		url = e.Via // of a redirect
	}
	if _, h := o.ofStatus(e.Status); e.Outcome == isRedirect || e.Status == 0 || h != known && e.Outcome != isOK ||
		s.bytes > s.most {
		return
	}
	v := s.get(string(originOf([]byte(url))))
	kept := *e
	v.kept, v.until = &kept, e.Time.Add(o.Keep)
	s.bytes += len(e.URL) + 300
}

// recall reads the rules of a server from the archive. The lock is held.
func (c *Crawl) recall(v *server) error {
	e := v.kept
	v.kept = nil
	c.servers.bytes -= len(e.URL) + 300
	rules, h := c.opt.Robots.ofStatus(e.Status)
	if e.Outcome == isOK {
		f, err := c.opt.FS.Open(c.store.path(e.Archive))
		if err != nil {
			return err
		}
		defer f.Close()
		r, err := warc.At(f, e.Offset+e.Length, e.Offset, 0, warc.Options{MaxBody: robotsBytes})
		if err != nil {
			return nil // it is asked for again
		}
		http, err := r.HTTP()
		if err != nil {
			return nil
		}
		rules, h = c.opt.Robots.parse(http.Body), known
	}
	if h != known {
		return nil
	}
	c.servers.set(v, rules, v.until)
	return c.addSitemaps(rules.Sitemaps())
}

// originOf is the beginning of a URL that says which server it is.
func originOf(url []byte) []byte {
	from := bytes.Index(url, []byte("://")) + 3
	return url[:from+bytes.IndexByte(url[from:], '/')]
}

// parse reads the rules.
func (o *Obedience) parse(text []byte) *robots.Rules {
	switch o.Law {
	case Thesis:
		return robots.ParseFirst(text, o.Product)
	case Google:
		return robots.ParseGoogle(text, o.Product)
	}
	return robots.Parse(text, o.Product)
}

// ofStatus are the rules that follow from a status without a text: 4xx means that there are none, 5xx that nobody knows them.
func (o *Obedience) ofStatus(status int) (*robots.Rules, heard) {
	switch {
	case o.Law == Thesis && (status == 401 || status == 403):
		return robots.DenyAll, known
	case triedAgain(status):
		return robots.DenyAll, later
	case status >= 300 && status < 500: // also a redirect that leads nowhere, or too many
		return robots.AllowAll, known
	}
	return robots.DenyAll, never
}

// heard is what is known of the rules of a server.
type heard uint8

const (
	known heard = iota
	later       // they could not be had, which may pass
	never
)

// fetchRobots asks for the robots.txt of a server, follows redirects, and writes each exchange down.
func (c *Crawl) fetchRobots(ctx context.Context, origin string) (rules *robots.Rules, h heard, err error) {
	url := []byte(origin + "/robots.txt")
	first := string(url)
	for hop := 0; ; hop++ {
		req := exchange.Request{URL: url, MaxBody: robotsBytes}
		res, failed := c.ask(ctx, &req)
		switch {
		case failed != nil && ctx.Err() != nil:
			return nil, never, ctx.Err()
		case failed == errAbsent:
			return robots.AllowAll, known, nil // as if the server had answered that there is none
		case failed != nil:
			var e *exchange.Error
			if h = never; errors.As(failed, &e) && kindTriedAgain(e.Kind) {
				h = later
			}
			return robots.DenyAll, h, c.noteError(url, first, failed)
		}
		rules, h = c.opt.Robots.ofStatus(res.Status)
		v := visit{url: url, kind: "robots", res: res, outcome: ofStatus(res.Status)}
		var next []byte
		if res.Status >= 200 && res.Status < 300 {
			rules, h, v.outcome = c.opt.Robots.parse(unpacked(res)), known, isOK
		} else if res.Status >= 300 && res.Status < 400 && hop < c.opt.Robots.Hops {
			if next = c.robotsTarget(url, res.Get("Location")); next != nil {
				v.outcome = isRedirect
			}
		}
		if string(url) != first {
			v.via = []byte(first)
		}
		err = c.note(&v, c.opt.Manners.rest(rules.Delay(), 0))
		c.transport.Release(res)
		if err != nil || next == nil {
			return rules, h, err
		}
		url = next
		if err := pause(ctx, c.opt.Manners.Delay); err != nil {
			return nil, never, err
		}
	}
}

// pause waits, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// unpacked is the body of an answer for robots.txt.
func unpacked(res *exchange.Response) []byte {
	h := warc.HTTP{Header: warc.Header(res.Fields), Payload: res.Body, Body: res.Body}
	decoder := warc.Decoder{Most: robotsBytes}
	defer decoder.Close()
	decoder.Decode(&h)
	return h.Body
}

const robotsBytes = 512 << 10 // 500 KiB are read

// robotsTarget is where a redirect leads, nil if nowhere.
func (c *Crawl) robotsTarget(url, location []byte) []byte {
	var r urls.Resolver
	if len(location) == 0 || r.SetBase(url) != nil {
		return nil
	}
	next, err := r.Resolve(nil, location)
	if err != nil {
		return nil
	}
	return withoutUser(next)
}

// noteError writes down that robots.txt could not be had.
func (c *Crawl) noteError(url []byte, first string, failed error) error {
	v := visit{url: url, kind: "robots"}
	if string(url) != first {
		v.via = []byte(first)
	}
	v.outcome, v.why = failure(failed)
	return c.note(&v, c.opt.Manners.Delay)
}

// failure is the outcome of an exchange that failed, and its reason in words.
func failure(err error) (outcome, why string) {
	if e, ok := err.(*exchange.Error); ok {
		return e.Kind.String(), fmt.Sprint(e.Err)
	}
	return isAbsent, ""
}
