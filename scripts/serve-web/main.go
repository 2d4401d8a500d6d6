// Serve-web makes a web and serves it on loopback, to test and measure crawlers. It prints its address, and serves until it is
// killed. A client must connect to this address for all hosts: by fetch -resolve, by curl --connect-to, or with the address as
// its HTTP proxy.
//
//	serve-web [-addr HOST:PORT] [-web flat|big|hosts|wide|topics|folder|hostile] [-pages N] [-hosts N] [-bytes B] [-delay S]
//	          [-dir DIR] [-strip PREFIX] [-tls] [-roots FILE] [-log FILE]
//	serve-web -list …
package main

import (
	"bufio"
	"flag"
	"fmt"
	"iter"
	"net/http"
	"os"

	"webmill/pkg/madewebs"
)

// choice is which web, and how large.
type choice struct {
	web, dir, strip, delay string
	pages, hosts, bytes    int
}

func main() {
	var c choice
	addr := flag.String("addr", "127.0.0.1:0", "listen at this address; port 0 is a free one")
	flag.StringVar(&c.web, "web", "flat", "the web: flat, big, hosts, wide, topics, folder or hostile")
	flag.IntVar(&c.pages, "pages", 5001, "pages of the webs flat, big, hosts, wide and topics")
	flag.IntVar(&c.hosts, "hosts", 1000, "hosts of the webs hosts, wide and topics")
	flag.IntVar(&c.bytes, "bytes", 0, "bytes of a page of the webs flat (default 29000), big (242000), hosts (as links need)")
	flag.StringVar(&c.delay, "delay", "1", "Crawl-delay, in seconds, of some hosts of the web hosts; empty: none")
	flag.StringVar(&c.dir, "dir", ".", "the folder that the web folder serves")
	flag.StringVar(&c.strip, "strip", "", "with the web folder: the prefix of paths that file names lack, like /docs/2.4")
	secure := flag.Bool("tls", false, "serve https")
	roots := flag.String("roots", "", "with -tls: write the certificate that clients must trust to this file, as PEM")
	logTo := flag.String("log", "", "write a line for each request to this file")
	list := flag.Bool("list", false, "serve nothing; print the URLs that a crawl must request, or the cases of the web hostile")
	flag.Parse()
	run := func() error { return serve(c, *addr, *secure, *roots, *logTo) }
	if *list {
		run = c.list
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "serve-web:", err)
		os.Exit(1)
	}
}

func serve(c choice, addr string, secure bool, roots, logTo string) error {
	web, err := c.make()
	if err != nil {
		return err
	}
	opt := madewebs.Options{Addr: addr, TLS: secure}
	if logTo != "" {
		f, err := os.Create(logTo)
		if err != nil {
			return err
		}
		opt.Log = f
	}
	s, err := madewebs.Serve(web, opt)
	if err != nil {
		return err
	}
	if roots != "" {
		if err := os.WriteFile(roots, s.Certificate(), 0o666); err != nil {
			return err
		}
	}
	fmt.Println(s.Addr())
	select {}
}

// list prints the URLs that a crawl of the web must request. Of a hostile web it prints a line for each case: URL, name,
// outcomes, whether it is linked, whether it is slow, and what the server does.
func (c choice) list() error {
	web, err := c.make()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	switch w := web.(type) {
	case *madewebs.HostileWeb:
		for _, c := range w.Cases() {
			fmt.Fprintf(out, "%s\t%s\t%s\tlinked=%v\tslow=%v\t%s\n", c.URL(), c.Name, c.Outcome, c.Linked, c.Slow, c.What)
		}
	case interface {
		Seed() string
		Reachable(string) iter.Seq[string]
	}:
		for u := range w.Reachable(w.Seed()) {
			fmt.Fprintln(out, u)
		}
	default:
		return fmt.Errorf("-list: the URLs of the web %q are not known", c.web)
	}
	return out.Flush()
}

// make makes the web.
func (c choice) make() (http.Handler, error) {
	orElse := func(n int) int {
		if c.bytes > 0 {
			return c.bytes
		}
		return n
	}
	switch c.web {
	case "flat":
		return madewebs.Flat(c.pages, orElse(29_000)), nil
	case "big":
		return madewebs.Flat(c.pages, orElse(242_000)), nil
	case "hosts":
		h := madewebs.Hosts(c.hosts, c.pages)
		h.Bytes, h.Delay = c.bytes, c.delay
		return h, nil
	case "wide":
		return madewebs.Wide(c.pages, c.hosts), nil
	case "topics":
		return madewebs.Topics(c.pages, c.hosts), nil
	case "folder":
		return madewebs.Folder(c.dir, c.strip)
	case "hostile":
		return madewebs.Hostile(), nil
	}
	return nil, fmt.Errorf("-web %q: the webs are flat, big, hosts, wide, topics, folder and hostile", c.web)
}
