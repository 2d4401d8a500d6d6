package main

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/linesort"
	"webmill/pkg/stream"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
	"webmill/pkg/work"
)

// sources are what a crawl reads besides its seeds: answers, earlier crawls, lists of patterns.
type sources struct {
	transport     crawl.Transport      // gives the answers
	replay        bool                 // from archives
	earlierCrawls *crawl.EarlierCrawls // nil: without -since
	gates         *crawl.Gates         // that several crawls share; nil: there is one crawl
	product       string               // the name of the crawler in robots.txt
	allow, deny   scope.Patterns
	open          []io.Closer
}

func (s *sources) keep(c io.Closer) { s.open = append(s.open, c) }

// Close closes all sources.
func (s *sources) Close() {
	for _, c := range s.open {
		c.Close()
	}
}

// open opens the sources.
func (o *options) open(env *cli.Env, seeds [][]byte) (*sources, error) {
	s := &sources{}
	err := o.divide(env)
	if err == nil {
		err = o.patterns(env, s)
	}
	if err == nil && o.replay != "" {
		err = o.replayed(env, s)
	} else if err == nil {
		err = o.network(env, s, seeds)
	}
	if err == nil {
		err = o.earlier(env, s)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	env.Outside(o.plan.Outside())
	return s, nil
}

// patterns reads the lists of -allow and -deny.
func (o *options) patterns(env *cli.Env, s *sources) error {
	for _, list := range []struct {
		name string
		p    *scope.Patterns
	}{{o.allow, &s.allow}, {o.deny, &s.deny}} {
		if list.name == "" {
			continue
		}
		in, err := env.OpenLines(list.name)
		if err != nil {
			return err
		}
		if err := list.p.Read(in, o.plan.Patterns); err != nil {
			return fmt.Errorf("%s: %w", list.name, err)
		}
	}
	switch {
	case o.allow != "" && s.allow.Empty():
		return fmt.Errorf("%s: has no pattern, so -allow would allow no URL: write patterns, one a line, or leave out -allow", o.allow)
	case o.deny != "" && s.deny.Empty():
		env.Warnf("%s: has no pattern: -deny denies nothing", o.deny)
	}
	return nil
}

// network makes the client that asks servers.
func (o *options) network(env *cli.Env, s *sources, seeds [][]byte) error {
	ex := exchange.Options{
		Agent: o.agent, Total: seconds(o.timeout), MaxBody: int64(o.maxBody), AllowPrivate: o.allowPrivate,
		MaxIdle:  o.plan.Connections,
		MaxLarge: o.plan.Large,
	}
	for text := range strings.SplitSeq(o.ports, ",") {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil || port == 0 {
			return cli.Usagef("-ports: %q is no port", text)
		}
		ex.Ports = append(ex.Ports, int(port))
	}
	local, err := o.redirected(&ex, seeds)
	if err != nil {
		return err
	}
	if err := o.checkAgent(local); err != nil {
		return err
	}
	ex.Agent = o.agent
	if o.ca != "" {
		if ex.RootCAs, err = o.roots(env); err != nil {
			return err
		}
	}
	client := exchange.New(ex)
	s.transport, s.product = client, product(o.agent)
	s.keep(closer(client.Close))
	return nil
}

// divide divides the memory.
func (o *options) divide(env *cli.Env) error {
	d := crawl.Demand{Threads: env.Room().Threads, Connections: o.connections, MaxBody: int64(o.maxBody),
		Archives: o.replay != "" || o.since != "", Lists: o.allow != "" || o.deny != ""}
	if o.control != "" {
		d.Connections = max(d.Connections, usualConnections) // there may be more later
	}
	if o.replay != "" {
		d.Connections = 1
	}
	o.plan = crawl.NewPlan(env.Memory, d)
	if o.plan.Connections < min(o.connections, d.Connections) && o.given("connections") {
		env.Warnf("-connections %d: -S has room for %d", o.connections, o.plan.Connections)
	}
	if o.plan.Large == 0 {
		return cli.Usagef("-max-body %s needs at least -S %dM", &o.maxBody, work.MiB(crawl.LeastFor(d.MaxBody)))
	}
	return nil
}

// redirected sets where connections go by -resolve. local reports whether all of them go to this machine: without -resolve, if
// the seeds are there and no other host belongs to the crawl.
func (o *options) redirected(ex *exchange.Options, seeds [][]byte) (local bool, err error) {
	if o.resolve == "" {
		if (o.scope != scope.Host && o.scope != scope.Prefix) || o.allow != "" {
			return false, nil
		}
		for _, url := range seeds {
			if !exchange.OnLoopback(string(urls.Host(url))) {
				return false, nil
			}
		}
		ex.Loopback = o.agent == "" // wherever a redirect leads
		return true, nil
	}
	to, err := netip.ParseAddrPort(o.resolve)
	if err != nil {
		return false, cli.Usagef("-resolve: %q is no ADDRESS:PORT, like 127.0.0.1:8080", o.resolve)
	}
	ex.Redirect = func(string, uint16) netip.AddrPort { return to }
	return to.Addr().IsLoopback(), nil
}

// goodAgent is an example for -agent.
const goodAgent = "'name/1.0 (+https://example.org/bot)'"

// checkAgent refuses to ask the servers of others without a name and a contact.
func (o *options) checkAgent(local bool) error {
	if o.agent == "" && local {
		o.agent = "webmill/" + cli.Version
		return nil
	}
	if product(o.agent) == "" || !strings.Contains(o.agent, "@") && !strings.Contains(o.agent, "://") {
		return cli.Usagef("-agent must have the name of the crawler and a contact, like %s", goodAgent)
	}
	if strings.ContainsFunc(o.agent, func(r rune) bool { return r < ' ' || r > '~' }) {
		return cli.Usagef("-agent %q: must be printable ASCII", o.agent)
	}
	return nil
}

// product is the name of the crawler in robots.txt: the letters, - and _ at the beginning of -agent.
func product(agent string) string {
	end := strings.IndexFunc(agent, func(r rune) bool { return !(r == '-' || r == '_' || 'a' <= r|0x20 && r|0x20 <= 'z') })
	if end < 0 {
		return agent
	}
	return agent[:end]
}

func (o *options) roots(env *cli.Env) (*x509.CertPool, error) {
	in, err := env.OpenLines(o.ca)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(in, 1<<20))
	if err != nil {
		return nil, err
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s: has no certificate in PEM", o.ca)
	}
	return pool, nil
}

// replayed takes the answers from archives.
func (o *options) replayed(env *cli.Env, s *sources) error {
	room := env.Room()
	captures, err := crawl.NewCaptures(room.With(o.plan.Captures))
	if err != nil {
		return err
	}
	s.keep(captures)
	scans := room.With(work.Data(room.Memory) - o.plan.Captures)
	for name := range strings.SplitSeq(o.replay, ",") {
		in, err := env.OpenStored(name)
		if err != nil {
			return err
		}
		var stats warc.Stats
		if name == stream.Stdin {
			var kept *io.SectionReader
			if kept, err = in.Anywhere(env.FS, env.TempDir); err == nil {
				stats, err = captures.Keep(in.Name, kept, scans)
			}
		} else {
			stats, err = captures.Scan(name, in, scans)
		}
		if errors.Is(err, warc.ErrNoArchive) {
			err = fmt.Errorf("%w: name an archive, like crawl.warc.gz", err)
		}
		if err != nil {
			return vfs.Named(in.Name, err)
		}
		stats.Skips.Each(func(why warc.Reason, n int64) { env.SkipN(why.String(), n) })
	}
	if captures.Len() == 0 {
		return fmt.Errorf("%s: is empty: it has no answer for any URL", o.replay)
	}
	s.transport, s.replay = crawl.Replay{Captures: captures, MaxBody: int64(o.maxBody)}, true
	if s.product = product(o.agent); s.product == "" {
		s.product = "webmill"
	}
	return nil
}

// earlier reads the indexes of earlier crawls.
func (o *options) earlier(env *cli.Env, s *sources) error {
	if o.since == "" {
		return nil
	}
	room := env.Room()
	captures, err := crawl.NewCaptures(room.With(o.plan.Captures))
	if err != nil {
		return err
	}
	s.earlierCrawls = crawl.NewEarlierCrawls(captures, room.With(o.plan.Sorts(room.Memory)), linesort.SortEach)
	s.earlierCrawls.PerDay = o.recrawl
	s.keep(s.earlierCrawls)
	for name := range strings.SplitSeq(o.since, ",") {
		if info, err := env.FS.Stat(name); err == nil && info.IsDir() {
			name = filepath.Join(name, crawl.IndexName)
		}
		in, err := env.OpenLines(name)
		if err != nil {
			return err
		}
		if err := s.earlierCrawls.Read(in, filepath.Dir(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := o.presentTime(s.earlierCrawls); err != nil {
		return err
	}
	if err := s.earlierCrawls.Plan(); err != nil {
		return err
	}
	if captures.Len() == 0 {
		return fmt.Errorf("%s: lists no page", o.since)
	}
	if o.recrawl > 0 {
		env.Sayf("%d of %d pages are due", s.earlierCrawls.Due, s.earlierCrawls.All)
	}
	return nil
}

// presentTime sets the time of -now.
func (o *options) presentTime(a *crawl.EarlierCrawls) (err error) {
	if o.at != "" {
		if a.At, err = time.Parse(time.RFC3339, o.at); err != nil {
			return cli.Usagef("-now: %q is no time like 2026-11-26T12:00:00Z", o.at)
		}
	}
	return nil
}

type closer func()

func (c closer) Close() error { c(); return nil }
