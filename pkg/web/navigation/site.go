package navigation

import (
	"bytes"

	"webmill/pkg/urls"
)

// Site says what one site is. What is said of hosts in this package is said of sites.
type Site string

// The sites.
const (
	Host   Site = "host"   // a host, with its port
	Domain Site = "domain" // the hosts of a registered domain; under github.io and the like each name is one
	Dir    Site = "dir"    // the first folder of a host: of http://a.test/b/c/d what is below /b/; pages beside folders are one site
)

// Sites are all of them. The first is that of an empty Site.
var Sites = []Site{Host, Domain, Dir}

// of is the site of a URL, a part of it.
func (s Site) of(url []byte) []byte {
	if s == Domain {
		return urls.Domain(urls.Host(url), true)
	}
	host := urls.Authority(url)
	if s != Dir || len(host) == 0 {
		return host
	}
	from := bytes.Index(url, []byte("://")) + len("://")
	to := from + len(host)
	path := url[to:]
	if i := bytes.IndexAny(path, "?#"); i >= 0 {
		path = path[:i]
	}
	if len(path) > 0 {
		to += max(0, bytes.IndexByte(path[1:], '/')+1)
	}
	if to == from+len(host)+1 { // an empty name
		to--
	}
	return url[from:to]
}
