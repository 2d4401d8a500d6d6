package crawl

import (
	"fmt"

	"webmill/pkg/web/exchange"
)

// The outcomes of a URL that was tried. A status that is an error is "http-" and the number, an error of the exchange has the
// word of its kind (exchange.Kind).
const (
	isOK        = "ok"
	isRedirect  = "redirect"
	isUnchanged = "unchanged" // since an earlier crawl
	isNotDue    = "not-due"   // a page of an earlier crawl that is asked for later
	isOther     = "type"      // not a kind of document that is wanted
	isForbidden = "robots"
	isAddress   = "address" // not allowed by its number
	isDeep      = "too-many-redirects"
	isTruncated = "truncated" // the body is too long, came too slowly or ended too early: it is kept as far as it came
	isCoding    = "coding"    // the body cannot be decoded
	isAbsent    = "absent"    // not in the archives that are replayed
	isSitemap   = "sitemap"   // a list of URLs
	isFeed      = "feed"      // one of another kind
	isNoIndex   = "noindex"   // the page asks not to be kept
	isOffline   = "no-robots" // robots.txt could not be had
)

func ofStatus(status int) string { return fmt.Sprintf("http-%d", status) }

// triedAgain reports whether a status may be another one a little later.
func triedAgain(status int) bool {
	return status == 429 || status >= 500 && status != 501 && status != 505
}

// kindTriedAgain reports whether an error may not come again.
func kindTriedAgain(k exchange.Kind) bool {
	switch k {
	case exchange.DNS, exchange.Connect, exchange.Timeout, exchange.Reset:
		return true
	}
	return false
}
