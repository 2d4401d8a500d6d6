package crawl

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"net/netip"
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

// ruling is what robots.txt of a server says or, where it could not be had, what becomes of the URLs of that server.
type ruling struct {
	says         *robots.Rules
	outcome, why string        // "": the rules are known
	again        bool          // what is wrong may pass
	rest         time.Duration // before the server is asked again
}

// server is one of them.
type server struct {
	origin string
	ruling           // without rules: not known yet
	until  time.Time // when they must be asked for again
	failed int       // how often they were asked for in vain
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
func (s *servers) set(v *server, rules ruling, until time.Time) {
	if v.says != nil {
		s.bytes -= v.says.Bytes()
	}
	v.ruling, v.until, v.busy, v.failed = rules, until, false, 0
	s.bytes += rules.says.Bytes()
	for e := s.order.Back(); s.bytes > s.most && e != nil && s.order.Len() > 1; {
		old := e.Value.(*server)
		e = e.Prev()
		if old.busy || old == v {
			continue
		}
		if old.says != nil {
			s.bytes -= old.says.Bytes()
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
	if _, known := o.ofStatus(e.Status); e.Outcome == isRedirect || e.Status == 0 || !known && e.Outcome != isOK ||
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
	rules, known := c.opt.Robots.ofStatus(e.Status)
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
		h, err := r.HTTP()
		if known = err == nil; known {
			rules = c.opt.Robots.parse(h.Body)
		}
	}
	if !known {
		return nil
	}
	c.servers.set(v, ruling{says: rules}, v.until)
	return c.addSitemaps(rules.Sitemaps())
}

// isURL reports whether a text has the parts of a canonical URL that are looked for without asking.
func isURL(text []byte) bool {
	rest, ok := bytes.CutPrefix(text, []byte("http://"))
	if !ok {
		rest, ok = bytes.CutPrefix(text, []byte("https://"))
	}
	return ok && bytes.IndexByte(rest, '/') > 0
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
func (o *Obedience) ofStatus(status int) (rules *robots.Rules, known bool) {
	switch {
	case o.Law == Thesis && (status == 401 || status == 403):
		return robots.DenyAll, true
	case status >= 400 && status < 500 && status != 429:
		return robots.AllowAll, true
	case status >= 300 && status < 400: // a redirect that leads nowhere, or too many
		return robots.AllowAll, true
	}
	return robots.DenyAll, false
}

// fetchRobots asks for the robots.txt of a server, follows redirects, and writes each exchange down.
func (c *Crawl) fetchRobots(ctx context.Context, origin string) (rules ruling, err error) {
	url := []byte(origin + "/robots.txt")
	first := string(url)
	for hop := 0; ; hop++ {
		leave, err := c.visitor(ctx, url, first)
		if err != nil {
			return rules, err
		}
		res, failed := c.ask(ctx, &exchange.Request{URL: url, MaxBody: robotsBytes})
		leave()
		if failed == errAbsent {
			return ruling{says: robots.AllowAll}, nil // as if the server had answered that there is none
		}
		if err := fatal(ctx, failed); err != nil {
			return rules, err
		}
		v := visit{url: url, kind: "robots", res: res}
		if string(url) != first {
			v.via = []byte(first)
		}
		if failed != nil {
			rules = withoutRobots(failed, hop > 0)
			v.outcome, v.why = failure(failed)
			return rules, c.note(&v, c.opt.Manners.Delay)
		}
		var next []byte
		if res.Status >= 300 && res.Status < 400 && hop < c.opt.Robots.Hops {
			next = c.robotsTarget(url, res.Get("Location"))
		}
		if rules, v.outcome = c.robotsOf(res); next != nil {
			v.outcome = isRedirect
			if c.denied(ctx, next) {
				next = nil
				rules = ruling{says: robots.DenyAll, outcome: isOffline, why: "robots.txt: it has moved to what is denied"}
			}
		}
		rest := c.opt.Manners.rest(rules.says.Delay(), res.Took)
		rules.rest = max(rules.rest, rest)
		err = c.note(&v, rest)
		c.transport.Release(res)
		if err != nil || next == nil {
			return rules, err
		}
		url = next
		c.pause(ctx, rest) // the next exchange is mostly with the same host
	}
}

// denied reports whether a URL to which robots.txt was moved must not be asked for. What has no address is not asked either.
func (c *Crawl) denied(ctx context.Context, url []byte) bool {
	var addresses []netip.Addr
	if c.opt.Scope.Deny.Numbers() {
		var err error
		if addresses, err = c.transport.Addresses(ctx, string(urls.Host(url))); err != nil {
			return true
		}
	}
	return c.opt.Scope.Denies(url, addresses)
}

// visitor waits until a host may be asked to which robots.txt of another one was moved. Then that host rests.
func (c *Crawl) visitor(ctx context.Context, url []byte, first string) (leave func(), err error) {
	host := string(urls.Host(url))
	if host == string(urls.Host([]byte(first))) || c.opt.Replay || c.opt.Manners.Delay == 0 {
		return func() {}, nil
	}
	name := host
	if list, err := c.transport.Addresses(ctx, host); err == nil && len(list) > 0 && c.opt.PerAddress {
		name = list[0].String()
	}
	for {
		now := time.Now()
		until, ok := c.gates.enter(name, 1, now, c.opt.Manners.Delay)
		if ok {
			return func() { c.gates.leave(name, time.Now().Add(c.opt.Manners.Delay)) }, nil
		}
		if c.pause(ctx, time.UnixMilli(until).Sub(now)); ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// robotsOf is what an answer for robots.txt says, and its outcome.
func (c *Crawl) robotsOf(res *exchange.Response) (ruling, string) {
	switch {
	case res.Status < 200 || res.Status > 299:
		word := ofStatus(res.Status)
		rules, known := c.opt.Robots.ofStatus(res.Status)
		if known {
			return ruling{says: rules}, word
		}
		rest := c.opt.Manners.retryAfter(res.Get("Retry-After"), time.Now())
		return ruling{rules, isOffline, "robots.txt: " + word, true, rest}, word
	case res.Truncated == "time" || res.Truncated == "disconnect": // what is missing may forbid
		return ruling{robots.DenyAll, isOffline, "robots.txt is cut off", true, 0}, isTruncated
	}
	h := warc.HTTP{Header: warc.Header(res.Fields), Payload: res.Body, Body: res.Body}
	decoder := warc.Decoder{Most: robotsBytes}
	defer decoder.Close()
	decoder.Decode(&h)
	return ruling{says: c.opt.Robots.parse(h.Body)}, isOK
}

// withoutRobots is what becomes of the URLs of a server that was asked for robots.txt in vain. What keeps the question from the
// server would keep all others from it too.
func withoutRobots(failed error, moved bool) ruling {
	r := ruling{says: robots.DenyAll}
	r.outcome, r.why = failure(failed)
	e, ok := failed.(*exchange.Error)
	r.again = ok && kindTriedAgain(e.Kind)
	if ok && !moved {
		switch e.Kind {
		case exchange.DNS, exchange.Refused, exchange.Connect, exchange.TLS:
			return r
		}
	}
	r.outcome, r.why = isOffline, "robots.txt: "+r.outcome+": "+r.why
	return r
}

// pause waits where nobody else may ask the host meanwhile.
func (c *Crawl) pause(ctx context.Context, d time.Duration) {
	if d <= 0 || c.opt.Replay {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
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

// failure is the outcome of an exchange that failed, and its reason in words.
func failure(err error) (outcome, why string) {
	if e, ok := err.(*exchange.Error); ok {
		return e.Kind.String(), fmt.Sprint(e.Err)
	}
	return isAbsent, ""
}
