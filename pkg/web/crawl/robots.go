package crawl

import (
	"bytes"
	"container/list"
	"context"
	"fmt"
	"net/netip"
	"time"

	"webmill/pkg/urls"
	"webmill/pkg/web/crawl/robots"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
)

// Law says by which rules robots.txt is read.
type Law string

// The laws.
const (
	RFC    Law = "rfc"    // RFC 9309
	Google Law = "google" // the same, with escapes as Google's parser takes them
	Thesis Law = "thesis" // Bumüller 2019: the first rule that matches, and so on
	NoLaw  Law = "off"    // robots.txt is not asked for
)

// Laws are all laws.
var Laws = []Law{RFC, Google, Thesis, NoLaw}

// Obedience says how robots.txt is fetched and read.
type Obedience struct {
	Law     Law
	Product string        // the name of the crawler in robots.txt
	Retries int           // how often robots.txt is asked for again after errors that may pass
	Keep    time.Duration // how long its rules hold before it is asked for again
	Hops    int           // how many redirects in a row are followed
}

// GoodObedience are the defaults, as RFC 9309 recommends.
var GoodObedience = Obedience{Law: RFC, Product: "webmill", Retries: 3, Keep: 24 * time.Hour, Hops: 5}

// servers are the servers that are known, by origin. If they take more memory than most, those are forgotten that were not used
// for the longest time, and their robots.txt is asked for again when it is needed.
type servers struct {
	known map[string]*server
	order list.List // the last used one first
	bytes int       // that they take, about
	most  int
}

// ruling is what robots.txt of a server says or, if it could not be had, the outcome of the URLs of that server.
type ruling struct {
	says         *robots.Rules // nil: robots.txt was not asked for yet
	outcome, why string        // of the URLs of the server; "": the rules decide
	retry        bool          // the error may pass
	rest         time.Duration // the host rests so long
}

// server is an origin: what one robots.txt is for.
type server struct {
	origin string // scheme, host and port, like http://a.example:8080
	ruling
	until  time.Time // the rules hold until then
	failed int       // how often robots.txt was asked for in vain, in a row
	place  *list.Element
	busy   bool            // robots.txt is being asked for
	kept   *crawllog.Entry // the line of an earlier run for robots.txt, if its answer was not yet read again; else nil
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

// set sets the rules of a server, and forgets others if there is no more memory.
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

// remember keeps the line of an exchange for robots.txt of an earlier run, if its answer tells the rules.
func (s *servers) remember(o *Obedience, e *crawllog.Entry) {
	url := e.URL
	if e.Via != "" {
		url = e.Via // of a redirect
	}
	if _, known := o.ofStatus(e.Status); e.Outcome == crawllog.Redirect || e.Status == 0 || !known && e.Outcome != crawllog.OK ||
		s.bytes > s.most {
		return
	}
	v := s.get(string(urls.Origin([]byte(url))))
	kept := *e
	v.kept, v.until = &kept, e.Time.Add(o.Keep)
	s.bytes += len(e.URL) + 300
}

// recall reads the rules of a server from the archive of an earlier run. If that fails they are asked for again. The lock is
// held.
func (c *Crawl) recall(v *server) error {
	e := v.kept
	v.kept = nil
	c.servers.bytes -= len(e.URL) + 300
	rules, known := c.opt.Robots.ofStatus(e.Status)
	if e.Outcome == crawllog.OK {
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
			rules = c.opt.Robots.parse(&h)
		}
	}
	if !known {
		return nil
	}
	c.servers.set(v, ruling{says: rules}, v.until)
	return c.addSitemaps(rules.Sitemaps(), false) // they were counted when they came
}

// isURL reports whether a text has a scheme, a host and a path, as the functions of this package expect of a canonical URL.
func isURL(text []byte) bool {
	return urls.OfWeb(text) && bytes.IndexByte(urls.AfterScheme(text), '/') > 0
}

// parse reads the rules of a robots.txt by the law. The law of Bumüller 2019 takes it in the encoding of its header, or in UTF-8,
// and one that is in another encoding forbids all. The other laws take it in UTF-8.
func (o *Obedience) parse(h *warc.HTTP) *robots.Rules {
	switch o.Law {
	case Thesis:
		text, ok := page.ByHeader(h.Body, string(h.Header.Get("Content-Type")))
		if !ok && len(h.Body) < robotsBytes { // a longer one is cut off, perhaps in a character, behind what is read
			return robots.DenyAll
		}
		return robots.ParseFirst(text, o.Product)
	case Google:
		return robots.ParseGoogle(h.Body, o.Product)
	}
	return robots.Parse(h.Body, o.Product)
}

// ofStatus are the rules that follow from a status alone. After 3xx and 4xx there are none, so all is allowed; but 401 and 403
// forbid all by the law of Bumüller 2019. known is false after 429, 5xx and other statuses: then nothing is allowed for now.
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

// fetchRobots asks for the robots.txt of a server, follows redirects, and writes each exchange to the log and the archive.
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
			return rules, c.note(&v, c.manners().Delay)
		}
		var next []byte
		if res.Status >= 300 && res.Status < 400 && hop < c.opt.Robots.Hops {
			next = c.robotsTarget(url, urls.OfBytes(res.Get("Location")))
		}
		rules, v.outcome = c.robotsOf(res)
		if next != nil {
			v.outcome = crawllog.Redirect
			if c.denied(ctx, next) {
				next = nil
				rules = ruling{says: robots.DenyAll, outcome: crawllog.NoRobots,
					why: "robots.txt: it has moved to what is denied"}
			}
		}
		rest := c.manners().rest(rules.says.Delay(), res.Took)
		rules.rest = max(rules.rest, rest)
		err = c.note(&v, rest)
		c.transport.Release(res)
		if err != nil || next == nil {
			return rules, err
		}
		url = next
		c.pause(ctx, rest) // most redirects lead to the same host
	}
}

// denied reports whether a URL to which robots.txt redirects must not be asked for. A host whose address is needed and not found
// is not asked either.
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

// visitor waits until the host of url may be asked, if the robots.txt first redirects there from another host. leave ends the
// exchange, and the host rests.
func (c *Crawl) visitor(ctx context.Context, url []byte, first string) (leave func(), err error) {
	host := string(urls.Host(url))
	if host == string(urls.Host([]byte(first))) || c.opt.Replay || c.manners().Delay == 0 {
		return func() {}, nil
	}
	name := host
	if found, err := c.transport.Addresses(ctx, host); err == nil && len(found) > 0 && c.opt.PerAddress {
		name = found[0].String()
	}
	for {
		now := time.Now()
		until, ok := c.gates.enter(name, 1, now, c.manners().Delay)
		if ok {
			return func() { c.gates.leave(name, time.Now().Add(c.manners().Delay)) }, nil
		}
		c.pause(ctx, time.UnixMilli(until).Sub(now))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
}

// robotsOf is what an answer for robots.txt says, and its outcome.
func (c *Crawl) robotsOf(res *exchange.Response) (ruling, string) {
	switch {
	case res.Status < 200 || res.Status > 299:
		word := crawllog.OfStatus(res.Status)
		rules, known := c.opt.Robots.ofStatus(res.Status)
		if known {
			return ruling{says: rules}, word
		}
		rest := c.manners().retryAfter(res.Get("Retry-After"), time.Now())
		return ruling{rules, crawllog.NoRobots, "robots.txt: " + word, true, rest}, word
	case res.Truncated == "time" || res.Truncated == "disconnect": // what is missing may forbid
		return ruling{robots.DenyAll, crawllog.NoRobots, "robots.txt is cut off", true, 0}, crawllog.Truncated
	}
	h := warc.HTTP{Header: warc.Header(res.Fields), Payload: res.Body, Body: res.Body}
	decoder := warc.Decoder{Most: robotsBytes}
	defer decoder.Close()
	decoder.Decode(&h)
	return ruling{says: c.opt.Robots.parse(&h)}, crawllog.OK
}

// withoutRobots is the ruling for a server that was asked for robots.txt in vain. An error that keeps the request from the server
// would keep all other requests from it too, so it is the outcome of all URLs. If a redirect led to another server (moved), it is
// not.
func withoutRobots(failed error, moved bool) ruling {
	r := ruling{says: robots.DenyAll}
	r.outcome, r.why = failure(failed)
	e, ok := failed.(*exchange.Error)
	r.retry = ok && kindTriedAgain(e.Kind)
	if ok && !moved {
		switch e.Kind {
		case exchange.DNS, exchange.Refused, exchange.NoContact, exchange.Connect, exchange.TLS:
			return r
		}
	}
	r.outcome, r.why = crawllog.NoRobots, "robots.txt: "+r.outcome+": "+r.why
	return r
}

// pause waits for a time, or until ctx ends. A replay does not wait.
func (c *Crawl) pause(ctx context.Context, d time.Duration) {
	if d <= 0 || c.opt.Replay {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// robotsBytes is how much of a robots.txt is kept. Package robots reads 500 KiB, and looks a byte further.
const robotsBytes = 512 << 10

// robotsTarget is the URL to which a redirect leads, or nil.
func (c *Crawl) robotsTarget(url, location []byte) []byte {
	var r urls.Resolver
	if len(location) == 0 || r.SetBase(url) != nil {
		return nil
	}
	next, err := r.Resolve(nil, location)
	if err != nil {
		return nil
	}
	return next
}

// failure is the outcome of an exchange that failed, and its reason in words.
func failure(err error) (outcome, why string) {
	if e, ok := err.(*exchange.Error); ok {
		return e.Kind.String(), fmt.Sprint(e.Err)
	}
	return crawllog.Absent, ""
}
