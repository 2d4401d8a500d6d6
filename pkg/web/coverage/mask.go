package coverage

import (
	"bytes"

	"webmill/pkg/urls"
	"webmill/pkg/web/pagefolder"
)

// appendMask appends the form in which canonical URLs are compared (Bumüller 2019, 5.1.2): the name of the file of the page
// (package pagefolder), without the scheme, without www., ww2. or ww3. before the host, and without slashes at the end.
func appendMask(dst, url []byte) []byte {
	return pagefolder.AppendName(dst, bytes.TrimRight(maskHost(urls.AfterScheme(url)), "/"))
}

var masked = [][]byte{[]byte("www."), []byte("ww2."), []byte("ww3.")}

// maskHost takes www., ww2. or ww3. off a host, or off a text that begins with one. www2. stays, since it has other pages.
func maskHost(host []byte) []byte {
	for _, label := range masked {
		if rest, ok := bytes.CutPrefix(host, label); ok && len(rest) > 0 && rest[0] != '/' {
			return rest
		}
	}
	return host
}
