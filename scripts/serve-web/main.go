// Serve-web serves a web that does not exist on loopback, to test and measure crawlers. It prints its address, and serves
// until it is killed. A client sends the names of hosts to this address: by a seam of its own, by curl --connect-to, or with
// the address as HTTP proxy.
//
//	serve-web [-addr HOST:PORT] [-web flat|big|hosts|wide|folder|hostile] [-pages N] [-hosts N] [-bytes B] [-delay S]
//	          [-dir DIR] [-strip PREFIX] [-tls] [-roots FILE] [-log FILE]
package main

import (
	"flag"
	"fmt"
	"net/http"
	"os"

	"webmill/pkg/webs"
)

// choice is which web, and how large.
type choice struct {
	web, dir, strip, delay string
	pages, hosts, bytes    int
}

func main() {
	var c choice
	addr := flag.String("addr", "127.0.0.1:0", "where to listen")
	flag.StringVar(&c.web, "web", "flat", "flat, big, hosts, wide, folder or hostile")
	flag.IntVar(&c.pages, "pages", 5001, "pages of the web")
	flag.IntVar(&c.hosts, "hosts", 1000, "hosts of the webs hosts and wide")
	flag.IntVar(&c.bytes, "bytes", 0, "bytes of a page (flat 29000, big 242000)")
	flag.StringVar(&c.delay, "delay", "1", "Crawl-delay in seconds of some hosts of the web hosts; empty for none")
	flag.StringVar(&c.dir, "dir", ".", "the folder of the web folder")
	flag.StringVar(&c.strip, "strip", "", "the prefix of paths that is no part of the names of files, like /docs/2.4")
	secure := flag.Bool("tls", false, "serve https")
	roots := flag.String("roots", "", "with -tls: write the certificate to trust to this file, as PEM")
	logTo := flag.String("log", "", "write a line for each request to this file")
	flag.Parse()
	if err := serve(c, *addr, *secure, *roots, *logTo); err != nil {
		fmt.Fprintln(os.Stderr, "serve-web:", err)
		os.Exit(1)
	}
}

func serve(c choice, addr string, secure bool, roots, logTo string) error {
	web, err := c.make()
	if err != nil {
		return err
	}
	opt := webs.Options{Addr: addr, TLS: secure}
	if logTo != "" {
		f, err := os.Create(logTo)
		if err != nil {
			return err
		}
		opt.Log = f
	}
	s, err := webs.Serve(web, opt)
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
		return webs.Flat(c.pages, orElse(29_000)), nil
	case "big":
		return webs.Flat(c.pages, orElse(242_000)), nil
	case "hosts":
		h := webs.Hosts(c.hosts, c.pages)
		h.Bytes, h.Delay = c.bytes, c.delay
		return h, nil
	case "wide":
		return webs.Wide(c.pages, c.hosts), nil
	case "folder":
		return webs.Folder(c.dir, c.strip)
	case "hostile":
		return webs.Hostile(), nil
	}
	return nil, fmt.Errorf("there is no web %q", c.web)
}
