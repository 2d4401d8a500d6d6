package crawl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"syscall"
	"time"

	"webmill/pkg/ascii"
	"webmill/pkg/urls"
	"webmill/pkg/web/crawl/robots"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
)

// task is a URL that was taken.
type task struct {
	id, host uint32
	depth    int
	attempts int    // tries in vain before this one
	hops     int    // redirects in a row that led to it
	url, via []byte // via: the page where the URL was found; empty: it is a seed
	gate     string // that was entered
	entered  bool
}

// work fetches one URL after the other.
func (c *Crawl) work(ctx context.Context, cancel func()) {
	var t task
	for {
		ok, err := c.take(&t)
		if err == nil && ok {
			err = c.visit(ctx, &t)
		}
		if err != nil {
			c.fail(err)
			cancel()
			return
		}
		if !ok {
			return
		}
	}
}

// take waits for a URL that may be fetched. ok is false if the run ends, or there are more workers than connections.
func (c *Crawl) take(t *task) (ok bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		if c.ending || c.err != nil || c.workers > c.connections {
			c.workers--
			return false, nil
		}
		now := time.Now()
		wait := c.limited(now)
		if c.ending {
			continue
		}
		if wait == 0 {
			id, at, ok := c.front.Take(now.UnixMilli())
			if err := c.front.Err(); err != nil {
				return false, err
			}
			if ok {
				if c.waiting > 0 {
					c.wake.Signal() // another may find one too
				}
				return true, c.describe(t, id)
			}
			if at == 0 && c.front.InFlight == 0 {
				c.stats.Finished = c.front.Waiting == 0
				c.endLocked(c.why())
				continue
			}
			wait = at
		}
		c.alarmAt(wait)
		c.waiting++
		c.wake.Wait()
		c.waiting--
	}
}

func (c *Crawl) why() End {
	if c.front.Waiting > 0 {
		return EndPerHost
	}
	return NothingLeft
}

// limited is the time, in ms, before which the rate allows no further URL; 0: one may be taken now. It is -1 if MaxPages or
// MaxBytes is met, or will be if all URLs in flight are pages.
func (c *Crawl) limited(now time.Time) int64 {
	if c.opt.MaxPages > 0 && c.stats.Pages+c.front.InFlight >= c.opt.MaxPages {
		if c.stats.Pages >= c.opt.MaxPages {
			c.endLocked(EndPages)
		}
		return -1
	}
	if c.opt.MaxBytes > 0 && c.stats.Bytes >= c.opt.MaxBytes {
		c.endLocked(EndBytes)
		return -1
	}
	if c.rate > 0 {
		if now.Before(c.next) {
			return c.next.UnixMilli() + 1
		}
		if c.next.IsZero() || now.Sub(c.next) > time.Second {
			c.next = now
		}
	}
	return 0
}

// alarmAt wakes those that wait for a URL at a time, in ms; at 0 or before, nobody.
func (c *Crawl) alarmAt(at int64) {
	if at <= 0 || c.alarm > 0 && c.alarm <= at {
		return
	}
	c.alarm = at
	d := time.Until(time.UnixMilli(at))
	if c.timer != nil {
		c.timer.Stop()
	}
	c.timer = time.AfterFunc(max(d, 0), func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.alarm = 0
		c.wake.Broadcast()
	})
}

// describe fills the task of a URL that was taken.
func (c *Crawl) describe(t *task, id uint32) error {
	if c.rate > 0 {
		c.next = c.next.Add(time.Duration(float64(time.Second) / c.rate))
	}
	f, err := c.found(t.url[:0], id)
	if err != nil {
		return err
	}
	*t = task{
		id: id, host: c.front.Host(id), depth: c.front.Depth(id), attempts: c.front.Attempts(id), hops: f.hops,
		url: append([]byte(nil), f.url...), via: t.via[:0],
	}
	if f.via > 0 {
		from, err := c.found(nil, uint32(f.via-1))
		if err != nil {
			return err
		}
		t.via = append(t.via, from.url...)
	}
	return c.front.Err()
}

// found is what the journal has of a URL. It may use dst as memory for the URL.
func (c *Crawl) found(dst []byte, id uint32) (foundURL, error) {
	at := c.front.Where(id)
	if err := c.front.Err(); err != nil { // at is no place
		return foundURL{}, err
	}
	return c.store.journal.read(dst, at)
}

// visit takes a URL from its rules to its commit, or gives it back.
func (c *Crawl) visit(ctx context.Context, t *task) error {
	if rule := c.opt.Scope.Check(t.url, t.depth); rule == scope.Outer || rule == scope.Denied || rule.Trap() {
		// it is a seed, or -allow or -deny has changed since it was found
		return c.commit(&visit{task: t, url: t.url, outcome: string(rule)}, nil)
	}
	rules, goOn, err := c.rules(ctx, t)
	if err != nil || !goOn {
		return err
	}
	url := t.url
	if rules.outcome != "" {
		return c.commit(&visit{task: t, url: url, outcome: rules.outcome, why: rules.why}, nil)
	}
	if c.opt.Robots.Law != NoLaw && !rules.says.Allowed(urls.AfterHost(url)) {
		return c.commit(&visit{task: t, url: url, outcome: crawllog.Forbidden}, nil)
	}
	if goOn, err := c.enter(ctx, t); err != nil || !goOn {
		return err
	}
	req := exchange.Request{URL: url, Wanted: c.wanted, Timeout: c.opt.Timeout + time.Duration(t.attempts)*10*time.Second}
	if len(t.via) == 0 && t.depth == 1 { // robots.txt names it as a sitemap, whatever its type
		req.Wanted = nil
	}
	var old *earlier
	if c.opt.Earlier != nil {
		if old, err = c.opt.Earlier.find(url); err != nil {
			return err
		}
		if old != nil && old.fresh {
			return c.notDue(t, old)
		}
		if old != nil {
			req.Fields = old.fields()
		}
	}
	res, failed := c.ask(ctx, &req)
	if err := fatal(ctx, failed); err != nil {
		return err
	}
	v := visit{task: t, url: url, res: res, rules: rules.says, old: old, asked: true}
	if failed != nil {
		v.outcome, v.why = failure(failed)
		if e := (*exchange.Error)(nil); errors.As(failed, &e) {
			v.retry, v.asked = kindTriedAgain(e.Kind), !kindUnasked(e.Kind)
		}
		return c.commit(&v, nil)
	}
	defer c.transport.Release(res)
	r := c.readers.Take()
	defer c.giveReader(r)
	return c.read(&v, r)
}

// ask makes an exchange. With Options.Unverified it makes it again after an error of TLS, without a check of the certificate.
func (c *Crawl) ask(ctx context.Context, req *exchange.Request) (*exchange.Response, error) {
	res, failed := c.transport.Do(ctx, req)
	var e *exchange.Error
	if c.opt.Unverified && errors.As(failed, &e) && e.Kind == exchange.TLS {
		req.TLS = exchange.Unverified
		res, failed = c.transport.Do(ctx, req)
	}
	return res, failed
}

// fatal is the error of an exchange that is no outcome of the URL but ends the run: ctx has ended, an archive cannot be read, or
// this machine lets no more files be open.
func fatal(ctx context.Context, failed error) error {
	var e *exchange.Error
	switch {
	case failed == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(failed, syscall.EMFILE) || errors.Is(failed, syscall.ENFILE):
		return fmt.Errorf("too many connections for this machine: %w", failed)
	case failed == errAbsent || errors.As(failed, &e):
		return nil
	}
	return failed
}

// wanted reports by the head of an answer whether its body may be a document that is kept.
func (c *Crawl) wanted(status int, fields []exchange.Field) bool {
	if c.opt.Reading.Any || status < 200 || status > 299 {
		return true
	}
	mime := warc.Header(fields).Get("Content-Type")
	if len(mime) == 0 || ascii.ContainsFold(mime, "text/") || ascii.ContainsFold(mime, "html") {
		return true
	}
	return (c.opt.Reading.Sitemaps || c.opt.Reading.Feeds) && (ascii.ContainsFold(mime, "xml") || ascii.ContainsFold(mime,
		"gzip"))
}

// notDue commits a page that is not due yet without an exchange. Its links are those of the earlier answer.
func (c *Crawl) notDue(t *task, old *earlier) error {
	body, err := c.opt.Earlier.body(old)
	if err != nil {
		return err
	}
	r := c.readers.Take()
	defer c.giveReader(r)
	v := visit{task: t, url: t.url, answer: r.read(t.url, t.depth, t.hops, body), outcome: crawllog.NotDue}
	v.answer.digest, v.answer.mime = "", ""
	return c.commit(&v, r)
}

// read reads an answer and commits its visit.
func (c *Crawl) read(v *visit, r *reader) (err error) {
	t, res := v.task, v.res
	body := res
	if v.old != nil && res.Status == 304 {
		if body, err = c.opt.Earlier.body(v.old); err != nil {
			return err
		}
	}
	v.answer = r.read(v.url, t.depth, t.hops, body)
	v.outcome = v.answer.outcome
	isPage := v.outcome == crawllog.OK
	v.unchanged = v.old != nil && (res.Status == 304 ||
		isPage && v.answer.digest == v.old.digest && bytes.Equal(headSays(res.Fields), v.old.says))
	if v.unchanged && isPage {
		v.outcome = crawllog.Unchanged
	}
	v.retry = triedAgain(res.Status)
	if v.answer.kept {
		old := v.old
		if !v.unchanged {
			old = nil
		}
		if v.records, v.first, err = r.pack(v.url, t.via, res, v.answer.digest, old); err != nil {
			return err
		}
	}
	return c.commit(v, r)
}

// rules are what robots.txt says to a URL, from memory, from an archive or from the server. goOn is false if the URL was given
// back, because another connection asks for them or the host must rest first.
func (c *Crawl) rules(ctx context.Context, t *task) (rules ruling, goOn bool, err error) {
	if c.opt.Robots.Law == NoLaw {
		return ruling{says: robots.AllowAll}, true, nil
	}
	c.mu.Lock()
	origin := string(urls.Origin(t.url))
	v := c.servers.get(origin)
	now := time.Now()
	if v.says == nil && v.kept != nil {
		if err := c.recall(v); err != nil {
			c.mu.Unlock()
			return ruling{}, false, err
		}
	}
	if v.says != nil && now.Before(v.until) {
		rules = v.ruling
		c.mu.Unlock()
		return rules, true, nil
	}
	if v.busy { // another connection asks this server for robots.txt
		c.giveBack(t, now.Add(50*time.Millisecond), false)
		err := c.front.Err()
		c.mu.Unlock()
		return ruling{}, false, err
	}
	v.busy = true
	c.mu.Unlock()
	if goOn, err := c.enter(ctx, t); err != nil || !goOn {
		c.mu.Lock()
		v.busy = false
		c.mu.Unlock()
		return ruling{}, false, err
	}
	if rules, err = c.fetchRobots(ctx, origin); err != nil {
		return ruling{}, false, err
	}
	return c.learn(t, v, rules)
}

// learn keeps the rules of a server, or the reason why there are none. goOn is false if the URL was given back.
func (c *Crawl) learn(t *task, v *server, rules ruling) (_ ruling, goOn bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v.busy = false
	now := time.Now()
	if rules.retry && v.failed < c.opt.Robots.Retries && !c.opt.Replay {
		v.failed++
		rest := max(c.manners().back(v.failed), rules.rest)
		c.leave(t, now, rest)
		c.giveBack(t, now.Add(rest), false)
		return ruling{}, false, c.front.Err()
	}
	c.servers.set(v, rules, now.Add(c.opt.Robots.Keep))
	if c.err == nil {
		c.err = c.addSitemaps(rules.says.Sitemaps(), true)
	}
	if c.err != nil {
		return ruling{}, false, c.err
	}
	c.leave(t, now, rules.rest)
	if rules.rest > 0 && rules.outcome == "" { // with an outcome nothing more is asked there, so there is no need to rest
		c.giveBack(t, now.Add(rules.rest), false)
		return ruling{}, false, c.front.Err()
	}
	return rules, true, nil
}

// giveBack gives a URL back to the frontier, and its host rests. failed counts the try as an attempt. The lock is held.
func (c *Crawl) giveBack(t *task, until time.Time, failed bool) {
	c.front.Rest(t.host, until.UnixMilli())
	c.front.GiveBack(t.id, failed)
	c.wake.Signal()
}

// enter looks up the address of the host, if the lists have addresses or hosts share gates, and enters its gate. goOn is false if
// the URL is done, because its address is not allowed, or was given back, because its gate is busy or rests.
func (c *Crawl) enter(ctx context.Context, t *task) (goOn bool, err error) {
	if t.entered {
		return true, nil
	}
	numbers := c.opt.Scope.Allow.Numbers() || c.opt.Scope.Deny.Numbers()
	if !c.opt.PerAddress && !numbers && c.opt.Gates == nil {
		return true, nil
	}
	host := string(urls.Host(t.url))
	addresses, err := c.transport.Addresses(ctx, host)
	switch {
	case fatal(ctx, err) != nil:
		return false, fatal(ctx, err)
	case numbers && err != nil: // the exchange would look the host up again, and might ask what is not allowed
		v := visit{task: t, url: t.url, asked: true, retry: true}
		v.outcome, v.why = failure(err)
		return false, c.commit(&v, nil)
	case numbers && c.opt.Scope.CheckAddress(t.url, addresses) != scope.None:
		return false, c.commit(&visit{task: t, url: t.url, outcome: crawllog.Address,
			why: c.opt.Scope.WhyAddress(t.url, addresses)}, nil)
	case c.opt.Gates == nil && (len(addresses) == 0 || !c.opt.PerAddress):
		return true, nil // without an address the exchange will say what is wrong
	}
	name := host
	if len(addresses) > 0 && c.opt.PerAddress {
		name = addresses[0].String()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	until, ok := c.gates.enter(name, c.opt.PerHost, time.Now(), max(c.manners().Delay/4, time.Millisecond))
	if !ok {
		c.giveBack(t, time.UnixMilli(until), false)
		return false, c.front.Err()
	}
	t.gate, t.entered = name, true
	return true, nil
}

// leave says that the exchange behind a gate is over. The lock is held.
func (c *Crawl) leave(t *task, now time.Time, rest time.Duration) {
	if t.entered {
		t.entered = false
		c.gates.leave(t.gate, now.Add(rest))
	}
}
