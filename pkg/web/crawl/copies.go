package crawl

import (
	"bytes"
	"net/netip"

	"webmill/pkg/urls"
	"webmill/pkg/web/frontier"
)

// A copy of a page is known on one of three levels (Nitsche 2003, 4.3.2.3.8): by the address of the host and the path; by the URL
// without what servers mostly ignore (appendPlain); by the content. Copies are kept like other pages; the log names the level.
const (
	byAddress = "address"
	byPath    = "path"
	byContent = "content"
)

// copies has the keys of all pages, one for each level.
type copies struct{ seen *frontier.Set }

// of returns the first level on which a page is known, or "", and remembers the page on all levels. On loopback the address says
// nothing.
func (c *copies) of(url []byte, address netip.Addr, digest string) string {
	var key []byte
	level := ""
	known := func(name string) {
		if c.seen.Add(frontier.KeyOf(key)) && level == "" {
			level = name
		}
	}
	if address.IsValid() && !address.IsLoopback() {
		key = append(append(append(key[:0], 'a'), address.AsSlice()...), urls.AfterHost(url)...)
		known(byAddress)
	}
	key = appendPlain(append(key[:0], 'p'), url)
	known(byPath)
	if digest != "" {
		key = append(append(key[:0], 'd'), digest...)
		known(byContent)
	}
	return level
}

// appendPlain appends a URL without what servers mostly ignore: the scheme, www., the name of an index page, a slash at the end,
// session ids.
func appendPlain(dst, url []byte) []byte {
	from := len(dst)
	dst = urls.StripSessions(dst, url)
	plain := bytes.TrimPrefix(urls.AfterScheme(dst[from:]), []byte("www."))
	path, query, _ := bytes.Cut(plain, []byte("?"))
	if i := bytes.LastIndexByte(path, '/'); i >= 0 {
		switch string(path[i+1:]) {
		case "index.html", "index.htm", "index.php", "default.htm", "default.html":
			path = path[:i]
		}
	}
	path = bytes.TrimSuffix(path, []byte("/"))
	n := copy(dst[from:], path)
	if len(query) > 0 {
		n += copy(dst[from+n:], "?")
		n += copy(dst[from+n:], query)
	}
	return dst[:from+n]
}
