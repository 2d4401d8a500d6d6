package crawl

import (
	"fmt"

	"webmill/pkg/web/exchange"
)

// The outcomes of a URL that was tried. Others are "http-" and the number of a status that is an error; the word of an error of
// the exchange (exchange.Kind); "sitemap" and "feed", for what is read as such; and the rule of the scope that a seed breaks, or
// a URL since the lists have changed (scope.Rule).
const (
	isOK        = "ok"                 // a page, which is kept
	isRedirect  = "redirect"           // it leads to another URL, or nowhere
	isUnchanged = "unchanged"          // since an earlier crawl
	isNotDue    = "not-due"            // a page of an earlier crawl that is asked for later
	isOther     = "type"               // no kind of document that is a page
	isForbidden = "robots"             // robots.txt forbids it
	isAddress   = "address"            // -allow or -deny refuses the address of the host
	isDeep      = "too-many-redirects" // in a row
	isTruncated = "truncated"          // the body is too long, came too slowly or ended too early: it is kept as far as it came
	isCoding    = "coding"             // the body cannot be decoded
	isAbsent    = "absent"             // the archives that are replayed have no answer for it
	isSitemap   = "sitemap"            // a list of URLs
	isFeed      = "feed"               // a list of URLs of another kind
	isNoIndex   = "noindex"            // the page asks not to be kept
	isOffline   = "no-robots"          // robots.txt could not be had, so nothing else is asked for
)

func ofStatus(status int) string { return fmt.Sprintf("http-%d", status) }

// triedAgain reports whether a URL with this status is tried again: the status may be another one later.
func triedAgain(status int) bool {
	return status == 429 || status >= 500 && status != 501 && status != 505
}

// kindTriedAgain reports whether a URL with an error of this kind is tried again: the error may pass.
func kindTriedAgain(k exchange.Kind) bool {
	switch k {
	case exchange.DNS, exchange.Connect, exchange.Timeout, exchange.Reset:
		return true
	}
	return false
}

// End is why a run ended. The zero value is that of a run that has not ended.
type End uint8

// The limits come last: the run ended as it was asked for.
const (
	_           End = iota
	NothingLeft     // to fetch
	Stopped         // by Options.Stop
	Failed          // by an error
	EndPages        // the limits of Options
	EndBytes
	EndTime
	EndPerHost
)

// String is the word of the log; a limit has that of the flag of fetch that sets it.
func (e End) String() string {
	return [...]string{NothingLeft: "nothing is left to fetch", Stopped: "stopped", Failed: "error", EndPages: "-max-pages",
		EndBytes: "-max-bytes", EndTime: "-max-time", EndPerHost: "-max-pages-per-host"}[e]
}

// IsLimit reports whether the run met a limit.
func (e End) IsLimit() bool { return e >= EndPages }
