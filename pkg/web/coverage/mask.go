package coverage

import (
	"bytes"

	"webmill/pkg/web/pagefolder"
)

// Mask appends what is compared of a canonical URL (Bumüller 2019, 5.1.2): the name that its page has in a folder of pages,
// without the scheme, www., ww2. or ww3. at the beginning of the host, and slashes at the end.
func Mask(dst, url []byte) []byte {
	if i := bytes.Index(url, []byte("://")); i >= 0 {
		url = url[i+len("://"):]
	}
	return pagefolder.AppendName(dst, bytes.TrimRight(maskHost(url), "/"))
}

var masked = [][]byte{[]byte("www."), []byte("ww2."), []byte("ww3.")}

// maskHost is a host, or what begins with one, without www. and the like. www2. stays, as it is the host of other pages.
func maskHost(host []byte) []byte {
	for _, label := range masked {
		if rest, ok := bytes.CutPrefix(host, label); ok && len(rest) > 0 && rest[0] != '/' {
			return rest
		}
	}
	return host
}
