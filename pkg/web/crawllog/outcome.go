package crawllog

import (
	"cmp"
	"strconv"
	"strings"
)

// The outcomes that a crawl gives a URL. Others are the word of an error of the exchange (exchange.Kind), the rule of the scope
// that a seed breaks, or a URL since the lists have changed (scope.Rule), and that of a status that is an error (OfStatus).
// scripts/logs.sh looks for Unchanged and NotDue.
const (
	OK               = "ok"                 // a page, which is kept
	Unchanged        = "unchanged"          // a page, since an earlier crawl
	Redirect         = "redirect"           // it leads to another URL, or nowhere
	NotDue           = "not-due"            // a page of an earlier crawl that is asked for later
	OtherType        = "type"               // no kind of document that is a page
	Forbidden        = "robots"             // robots.txt forbids it
	NoRobots         = "no-robots"          // robots.txt could not be had, so nothing else is asked for
	Address          = "address"            // -allow or -deny refuses the address of the host
	NoIndex          = "noindex"            // the page asks not to be kept
	Sitemap          = "sitemap"            // a list of URLs
	Feed             = "feed"               // a list of URLs of another kind
	TooManyRedirects = "too-many-redirects" // in a row
	Truncated        = "truncated"          // the body is too long, came too slowly or ended too early: it is kept as far as it came
	Coding           = "coding"             // the body cannot be decoded
	Absent           = "absent"             // the archives that are replayed have no answer for it
)

// Class says what an outcome means for the figures of a crawl.
type Class uint8

// The classes. An outcome that is not known is one of a failure.
const (
	Failed   Class = iota
	Page           // it is in the archives, of this crawl or an earlier one
	Excluded       // no page, and no failure either: it leads to other URLs, or the settings of the crawl exclude it
)

// outcomes are all outcomes but for those of statuses and traps.
var outcomes = map[string]struct {
	class Class
	text  string
}{
	OK:        {Page, "a page, which is kept"},
	Unchanged: {Page, "a page that has not changed since an earlier crawl"},

	Redirect:     {Excluded, "leads to another URL"},
	NotDue:       {Excluded, "a page of an earlier crawl that will be asked for later"},
	OtherType:    {Excluded, "a kind of document that is no page"},
	Forbidden:    {Excluded, "robots.txt forbids it"},
	Address:      {Excluded, "the address of the host is not allowed"},
	NoIndex:      {Excluded, "the page asks not to be kept"},
	Sitemap:      {Excluded, "a list of URLs"},
	Feed:         {Excluded, "a list of URLs"},
	"scheme":     {Excluded, "neither http nor https"},
	"scope":      {Excluded, "does not belong to the crawl (-scope, -allow)"},
	"deny":       {Excluded, "matches a pattern of -deny"},
	"depth":      {Excluded, "deeper than -depth"},
	"refused":    {Excluded, "a private address, or a port that is not allowed"},
	"no-contact": {Excluded, "not on loopback, and -agent has no contact"},
	"stopped":    {Excluded, "the run ended"},

	NoRobots:         {Failed, "robots.txt could not be had, so nothing else was asked for"},
	TooManyRedirects: {Failed, "too many redirects in a row led to it"},
	Truncated:        {Failed, "the body is too long, too slow or cut off, and kept as far as it came"},
	Coding:           {Failed, "the body cannot be decoded"},
	Absent:           {Failed, "not in the archives that are replayed"},
	"dns":            {Failed, "the host has no address"},
	"connect":        {Failed, "the server takes no connection"},
	"tls":            {Failed, "no secure connection"},
	"timeout":        {Failed, "no answer in time"},
	"cut":            {Failed, "the connection ended before the answer was whole"},
	"no-http":        {Failed, "the answer is not HTTP"},
}

const (
	ofStatus = "http-" // the number of the status follows
	ofTrap   = "trap:" // the name of the limit follows
)

// ClassOf is the class of an outcome.
func ClassOf(outcome string) Class {
	if strings.HasPrefix(outcome, ofTrap) {
		return Excluded
	}
	return outcomes[outcome].class
}

// Meaning is the meaning of an outcome in words, or "": an outcome of a status or of a trap has none.
func Meaning(outcome string) string { return outcomes[outcome].text }

// Rules that reject links are those of the scope (scope.Rule), and this one: a page has more links than are followed.
const ManyLinks = "links"

// rules say which links a rule rejects.
var rules = map[string]string{
	"scheme": "neither http nor https", "scope": "does not belong to the crawl (-scope, -allow)",
	"deny": "matches a pattern of -deny",
	"type": "the ending of the path (-endings)", "depth": "too many clicks from the seeds (-depth)",
	ManyLinks: "behind the links of a page that are followed (-max-links)",
}

// RuleMeaning says which links a rule rejects. The rule of a trap names its kind: trap:same-pair.
func RuleMeaning(rule string) string {
	if strings.HasPrefix(rule, ofTrap) {
		return "looks like a trap (-no-traps)"
	}
	return rules[rule]
}

// What the log says of a document that is cut off, and of one whose last links are not followed (Entry.Why). If it is both, the
// first stands before the second.
const (
	LongBody  = "the body is longer than allowed"
	MoreLinks = "more links than are followed"
)

// Reason says in words why a URL is no page.
func (e *Entry) Reason() string {
	status, ok := Status(e.Outcome)
	switch {
	case e.Why != "":
		return e.Why
	case e.Outcome == Redirect && e.Target != "":
		return "redirects to " + e.Target
	case e.Outcome == OtherType && e.Type != "":
		return e.Type + " is no page"
	case ok:
		return "HTTP " + status
	}
	return cmp.Or(Meaning(e.Outcome), e.Outcome)
}

// Unchanged reports whether the archive has a revisit for the answer, because it is as in an earlier crawl. A document that is no
// page has its own outcome then.
func (e *Entry) Unchanged() bool {
	return e.Outcome == Unchanged || e.Status == 304 && e.Outcome != OfStatus(304)
}

// OfStatus is the outcome of a URL whose status is an error.
func OfStatus(status int) string { return ofStatus + strconv.Itoa(status) }

// Status is the status of an outcome of OfStatus, in digits.
func Status(outcome string) (status string, ok bool) { return strings.CutPrefix(outcome, ofStatus) }
