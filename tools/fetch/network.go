package main

import (
	"crypto/x509"
	"fmt"
	"io"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/urls"
)

// transport says who answers: the network, or archives.
func (o *options) transport(env *cli.Env, opt *crawl.Options, keep func(io.Closer)) error {
	if o.replay != "" {
		return o.replayed(env, opt, keep)
	}
	ex := exchange.Options{
		Agent: o.agent, Total: seconds(o.timeout), MaxBody: int64(o.maxBody), AllowPrivate: o.allowPrivate, MaxIdle: o.connections,
	}
	if o.types == typesHTML {
		ex.Accept = ""
	}
	for text := range strings.SplitSeq(o.ports, ",") {
		port, err := strconv.ParseUint(text, 10, 16)
		if err != nil || port == 0 {
			return cli.Usagef("-ports: %q is no port", text)
		}
		ex.Ports = append(ex.Ports, int(port))
	}
	local, err := o.redirected(&ex, opt.Seeds)
	if err != nil {
		return err
	}
	if err := o.checkAgent(local); err != nil {
		return err
	}
	if o.ca != "" {
		if ex.RootCAs, err = o.roots(env); err != nil {
			return err
		}
	}
	opt.Robots.Product = product(o.agent)
	client := exchange.New(ex)
	opt.Transport = client
	keep(closer(client.Close))
	return nil
}

// redirected sets where connections go, and reports whether they stay on this machine.
func (o *options) redirected(ex *exchange.Options, seeds [][]byte) (local bool, err error) {
	if o.resolve == "" {
		for _, url := range seeds {
			host := strings.Trim(string(urls.Host(url)), "[]")
			a, err := netip.ParseAddr(host)
			if host != "localhost" && (err != nil || !a.IsLoopback()) {
				return false, nil
			}
		}
		return true, nil
	}
	to, err := netip.ParseAddrPort(o.resolve)
	if err != nil {
		return false, cli.Usagef("-resolve: %q is no ADDRESS:PORT, like 127.0.0.1:8080", o.resolve)
	}
	ex.Redirect = func(string, uint16) netip.AddrPort { return to }
	return to.Addr().IsLoopback(), nil
}

// checkAgent demands a name and a contact for who asks strangers.
func (o *options) checkAgent(local bool) error {
	if o.agent == "" && local {
		o.agent = "webmill/" + cli.Version
		return nil
	}
	if product(o.agent) == "" || !strings.Contains(o.agent, "@") && !strings.Contains(o.agent, "://") {
		return cli.Usagef("say who asks, with a contact for those who have reason to complain: -agent 'name/1.0 (+https://example.org/bot)'")
	}
	if strings.ContainsFunc(o.agent, func(r rune) bool { return r < ' ' || r > '~' }) {
		return cli.Usagef("-agent must be printable ASCII")
	}
	return nil
}

// product is the name of the crawler in robots.txt: the beginning of the agent.
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
		return nil, fmt.Errorf("%s: there is no certificate in PEM", o.ca)
	}
	return pool, nil
}

// replayed makes archives answer.
func (o *options) replayed(env *cli.Env, opt *crawl.Options, keep func(io.Closer)) error {
	captures, err := crawl.NewCaptures(opt.Room.With(opt.Memory / 4))
	if err != nil {
		return err
	}
	keep(captures)
	for name := range strings.SplitSeq(o.replay, ",") {
		in, err := env.OpenStored(name)
		if err != nil {
			return err
		}
		if err := captures.Scan(name, in, opt.Threads); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if captures.Len() == 0 {
		return fmt.Errorf("%s: there is no answer for any URL", o.replay)
	}
	opt.Transport, opt.Replay, opt.Connections, opt.PerHost, opt.PerAddress = crawl.Replay{Captures: captures}, true, 1, 1, false
	opt.Manners.Delay, opt.Robots.Product = 0, product(o.agent)
	if opt.Robots.Product == "" {
		opt.Robots.Product = "webmill"
	}
	return nil
}

// again reads the index of an earlier crawl.
func (o *options) again(env *cli.Env, opt *crawl.Options, keep func(io.Closer)) error {
	if o.since == "" {
		return nil
	}
	captures, err := crawl.NewCaptures(opt.Room.With(opt.Memory / 8))
	if err != nil {
		return err
	}
	keep(captures)
	in, err := env.OpenLines(o.since)
	if err != nil {
		return err
	}
	opt.Again = crawl.NewAgain(captures)
	if err := opt.Again.Read(in, filepath.Dir(o.since)); err != nil {
		return fmt.Errorf("%s: %w", o.since, err)
	}
	if captures.Len() == 0 {
		return fmt.Errorf("%s: there is no page in it", o.since)
	}
	return nil
}

type closer func()

func (c closer) Close() error { c(); return nil }
