package units

import (
	"bytes"

	"webmill/pkg/urls"
)

// Scope says which pages are near enough to be sisters.
type Scope uint8

// The scopes.
const (
	Dir     Scope = iota // those of the same network path, which is the URL up to the last slash of its path
	Subtree              // those of the network path and of the paths below
	Host                 // those of the same host and scheme
)

// PathOf is the network path of a canonical URL: scheme, host and folder. Slashes of the query do not count.
func PathOf(url []byte) []byte {
	path := beforeQuery(url)
	return url[:bytes.LastIndexByte(path, '/')+1]
}

func beforeQuery(url []byte) []byte {
	if i := bytes.IndexAny(url, "?#"); i >= 0 {
		return url[:i]
	}
	return url
}

// Root is what the scope of a canonical URL is known by.
func (s Scope) Root(url []byte) []byte {
	if s != Host {
		return PathOf(url)
	}
	path := beforeQuery(url)
	host := urls.Authority(path)
	if host == nil {
		return PathOf(url)
	}
	behind := len(urls.AfterScheme(path)) - len(host)
	return path[:len(path)-max(0, behind-1)]
}

// Has reports whether another canonical URL is in the scope that has this root.
func (s Scope) Has(root, url []byte) bool {
	if s == Dir {
		return bytes.Equal(PathOf(url), root)
	}
	return bytes.HasPrefix(url, root)
}

// Sisters gives the addresses of the pages that a page, which has a canonical URL, links to and that are in scope, apart from
// the page itself, each as often as it is linked to.
func (r *Reader) Sisters(url []byte, s Scope, each func(sister []byte)) {
	root := s.Root(url)
	r.Links(url, func(link []byte) {
		if s.Has(root, link) && !bytes.Equal(link, url) {
			each(link)
		}
	})
}
