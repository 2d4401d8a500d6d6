package urls

import "bytes"

// AfterScheme is what stands behind the :// of a URL, a part of url; all of a text that has none.
func AfterScheme(url []byte) []byte {
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		return url[i+len("://"):]
	}
	return url
}

// OfWeb reports whether the scheme of a URL, in lower case, is http or https.
func OfWeb(url []byte) bool {
	return bytes.HasPrefix(url, []byte("http://")) || bytes.HasPrefix(url, []byte("https://"))
}

// Authority is what stands between the :// of a URL and its path, a part of url: the host with user and port, if it has these. It
// is nil if there is no ://.
func Authority(url []byte) []byte {
	_, rest, ok := bytes.Cut(url, []byte("://"))
	if !ok {
		return nil
	}
	if i := bytes.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}
