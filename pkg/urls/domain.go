package urls

import (
	"bytes"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Host is the host of a canonical URL of any scheme, without user and port, a part of url; empty if it has none, like mailto:, or
// if url is something else.
func Host(url []byte) []byte {
	name, rest := cutWeb(url)
	if name == "" {
		scheme, after := cutScheme(url)
		if scheme == nil || !bytes.HasPrefix(after, []byte("//")) {
			return nil
		}
		rest = after[2:]
	}
	for i, c := range rest {
		if classOf[c]&plainHost == 0 {
			if c == '/' {
				return rest[:i]
			}
			break
		}
	}
	if end := bytes.IndexAny(rest, "/?#"); end >= 0 {
		rest = rest[:end]
	}
	_, host, _ := cutAuthority(rest)
	return host
}

// AfterHost is what stands behind the host and port of a canonical URL, from the first slash on: path and query, a part of url;
// nil if there is none.
func AfterHost(url []byte) []byte {
	_, rest, _ := bytes.Cut(url, []byte("://"))
	if i := bytes.IndexByte(rest, '/'); i >= 0 {
		return rest[i:]
	}
	return nil
}

// Origin is the scheme, host and port of a canonical URL, a part of url; all of a URL without a slash behind the host.
func Origin(url []byte) []byte { return url[:len(url)-len(AfterHost(url))] }

// ReverseHost appends the labels of a host in reverse, as in the host graphs of Common Crawl: www.example.com becomes
// com.example.www. An IP address stays as it is.
func ReverseHost(dst, host []byte) []byte { return appendReversed(dst, host, '.') }

// Domain is the registrable domain of a canonical host, a part of host: the public suffix and one label more. With
// private the suffixes under which companies give names to others (github.io) count too. An IP address, a public
// suffix, a host with an empty first label and what has no dot are their own domains. The list of suffixes is the one
// built into golang.org/x/net/publicsuffix.
func Domain(host []byte, private bool) []byte {
	if len(host) == 0 || host[0] == '[' || host[0] == '.' || isIPv4(host) {
		return host
	}
	name := string(bytes.TrimSuffix(host, []byte(".")))
	suffix, _ := publicsuffix.PublicSuffix(name)
	for !private {
		// Asked about itself, since below a suffix the library tells the section of what stands there.
		_, registry := publicsuffix.PublicSuffix(suffix)
		dot := strings.IndexByte(suffix, '.')
		if registry || dot < 0 {
			break
		}
		suffix, _ = publicsuffix.PublicSuffix(suffix[dot+1:])
	}
	if len(suffix) >= len(name) {
		return host
	}
	return host[bytes.LastIndexByte(host[:len(name)-len(suffix)-1], '.')+1:]
}
