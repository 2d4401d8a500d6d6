package main

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/scope"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool.
type options struct {
	dir, seeds, institutions string
	atOnce                   int
	scope                    scope.Kind
	mainDomain, allow, deny  string
	depth, perHostPages      int
	endings                  string
	strategy                 frontier.Strategy

	delay, slow             float64
	connections, perHost    int
	sameAddress             bool
	robots                  crawl.Law
	agent, product, obey    string
	types, rules            string
	attempts                int
	timeout                 float64
	hrefs, bare, doctype    bool
	recrawl                 float64
	at                      string
	sitemaps, feeds         bool
	noBase, unverified      bool
	maxPages, maxLinks      int
	maxBytes, maxBody, size cli.Size
	maxTime, maxRate        float64
	since, replay, rejects  string
	resolve, ca, ports      string
	allowPrivate, noTrap    bool
	level, large            int
	given                   func(name string) bool
}

// The values of flags.
const (
	typesHTML   = "html"
	typesAll    = "all"
	rulesWeb    = "web"
	rulesThesis = "thesis"
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{given: f.Given}
	f.StringVar(&o.dir, "state", "", "the `DIR` where the crawl grows, and from which it goes on")
	f.StringVar(&o.seeds, "seeds", "", "read further seeds from `FILE`, one URL a line, behind the last TAB if there are any")
	f.StringVar(&o.institutions, "institutions", "",
		"crawl each institution of `FILE`, lines id, label, URL, with a scope of its own, in DIR/id")
	f.IntVar(&o.atOnce, "at-once", 16, "`N` institutions at the same time")
	f.Needs("-institutions", func() bool { return o.institutions != "" }, "at-once")
	o.scopeFlags(f)
	o.orderFlags(f)
	o.politeFlags(f)
	o.fetchFlags(f)
	o.thesisFlags(f)
	f.StringVar(&o.since, "since", "",
		"ask only for what has changed since the crawls that `FILES` list, indexes as CDXJ, separated by commas")
	f.Float64Var(&o.recrawl, "recrawl", 0,
		"of the pages of -since ask only for those that are due, if `N` are asked for in a day")
	f.StringVar(&o.at, "now", "", "decide what is due at `TIME`, like 2026-11-26T12:00:00Z, and not now")
	f.Needs("-since", func() bool { return o.since != "" }, "recrawl")
	f.Needs("-recrawl", func() bool { return o.recrawl > 0 }, "now")
	f.StringVar(&o.replay, "replay", "", "take answers from `FILES`, archives separated by commas, and not from the network")
	f.StringVar(&o.rejects, "rejected", "", "write to `FILE` how many links each rule rejected, by host: rule, host, links")
	f.Outputs("rejected")
	return o.run
}

func (o *options) scopeFlags(f *cli.Flags) {
	cli.Choice(f, &o.scope, "scope", scope.Host, "what belongs to the crawl, by the seeds: "+cli.Words(scope.Kinds, "or"),
		scope.Kinds)
	f.StringVar(&o.mainDomain, "main-domain", "", "the `LABEL` that hosts of -scope main-domain have")
	f.Needs("-scope main-domain", func() bool { return o.scope == scope.Main || o.rules == rulesThesis }, "main-domain")
	f.StringVar(&o.allow, "allow", "", "a URL must match a pattern of `FILE`")
	f.StringVar(&o.deny, "deny", "", "a URL must not match a pattern of `FILE`")
	f.IntVar(&o.depth, "depth", 0, "follow links up to `N` clicks from the seeds; 0: any number")
	f.StringVar(&o.endings, "endings", "",
		"a path with a dot in its last part must have an ending of `LIST`; pages: "+
			strings.ReplaceAll(scope.PageEndings, ",", ", "))
	f.BoolVar(&o.noTrap, "no-traps", false, "also fetch what looks like a trap")
}

func (o *options) orderFlags(f *cli.Flags) {
	cli.Choice(f, &o.strategy, "strategy", frontier.BreadthFirst,
		shared.Strategy, frontier.Strategies)
	f.IntVar(&o.maxPages, "max-pages", 0, "end after `N` pages, with those of earlier runs; 0: no limit")
	f.Var(&o.maxBytes, "max-bytes", "end after `SIZE` bytes were received")
	f.Float64Var(&o.maxTime, "max-time", 0, "end after `SECONDS`; 0: no limit")
	f.Float64Var(&o.maxRate, "max-rate", 0, "fetch at most `N` pages a second; 0: no limit")
	f.IntVar(&o.perHostPages, "max-pages-per-host", 0, "fetch at most `N` URLs of a host; 0: no limit")
}

func (o *options) politeFlags(f *cli.Flags) {
	f.StringVar(&o.agent, "agent", "", "the name of the crawler and a contact, like 'name/1.0 (+https://example.org/bot)'")
	f.Float64Var(&o.delay, "delay", 1, shared.Delay)
	f.Float64Var(&o.slow, "slow", 2, "and `TIMES` as long as its last answer took")
	f.IntVar(&o.connections, "connections", 128, "at most `N` exchanges at the same time")
	f.IntVar(&o.perHost, "per-host", 1, "at most `N` of them with one host; more than 1 only with -delay 0")
	f.BoolVar(&o.sameAddress, "by-address", true, "hosts with the same address are treated as one")
	cli.Choice(f, &o.robots, "robots", crawl.RFC,
		"robots.txt is obeyed by the `RULES` rfc (RFC 9309), google (as its parser takes escapes), thesis, or off: not at all",
		crawl.Laws)
	f.StringVar(&o.obey, "obey", "", "the `LIST` of directives of pages that are obeyed: noindex, nofollow")
}

func (o *options) fetchFlags(f *cli.Flags) {
	cli.Choice(f, &o.types, "types", typesHTML, "the `KIND` of documents to keep: html or all", []string{typesHTML, typesAll})
	f.BoolVar(&o.sitemaps, "sitemaps", false, "follow the URLs of sitemaps, those too that robots.txt names")
	f.BoolVar(&o.feeds, "feeds", false, "follow the URLs of feeds, RSS and Atom")
	f.IntVar(&o.attempts, "attempts", 5, "try a URL up to `N` times, if what is wrong may pass")
	f.Float64Var(&o.timeout, "timeout", 60, "the first attempt ends after `SECONDS`, each one more 10 seconds later")
	f.Var(&o.maxBody, "max-body", "keep `SIZE` bytes of a body at most (default: 10M)")
	f.IntVar(&o.maxLinks, "max-links", 10_000, "follow the first `N` links of a page")
	f.Var(&o.size, "archive-size", "begin another archive after `SIZE` bytes (default: 1G)")
	f.IntVar(&o.level, "level", 1, "pack archives at `LEVEL` 1 to 9: small costs time")
	f.BoolVar(&o.allowPrivate, "allow-private", false, "addresses that are not of the public web are allowed too")
	f.StringVar(&o.ports, "ports", "80,443", "the `LIST` of ports that are allowed")
	f.StringVar(&o.resolve, "resolve", "", "every connection goes to `ADDRESS:PORT`, for tests")
	f.StringVar(&o.ca, "ca", "", "trust the certificates of `FILE` too, as PEM")
}

// thesisFlags are the ways of Bumüller 2019, each by itself.
func (o *options) thesisFlags(f *cli.Flags) {
	cli.Choice(f, &o.rules, "rules", rulesWeb, "`RULES` of the crawl: web, or thesis for all flags below that name Bumüller 2019",
		[]string{rulesWeb, rulesThesis})
	f.BoolVar(&o.hrefs, "hrefs", false,
		"follow only references that Bumüller 2019 takes: none with a colon but http:, no ?x, no ~")
	f.BoolVar(&o.bare, "bare", false, "drop params, query and fragment of URLs (Bumüller 2019)")
	f.BoolVar(&o.doctype, "doctype", false, "of text that is not text/html only what has a doctype is a page (Bumüller 2019)")
	f.BoolVar(&o.noBase, "no-base", false, "ignore <base> (Bumüller 2019)")
	f.BoolVar(&o.unverified, "unverified", false, "at last ask a server whose certificate proves nothing (Bumüller 2019)")
}

// thesis sets the flags of Bumüller 2019 that were not given.
func (o *options) thesis(given func(string) bool) {
	set := func(name string, f func()) {
		if !given(name) {
			f()
		}
	}
	set("scope", func() { o.scope = scope.Main })
	set("endings", func() { o.endings = "pages" })
	set("robots", func() { o.robots = crawl.Thesis })
	set("timeout", func() { o.timeout = 20 })
	set("hrefs", func() { o.hrefs = true })
	set("bare", func() { o.bare = true })
	set("doctype", func() { o.doctype = true })
	set("no-base", func() { o.noBase = true })
	set("unverified", func() { o.unverified = true })
}

// parse checks what can be said before anything is opened.
func (o *options) parse(args []string) error {
	switch {
	case len(args) == 0 && o.seeds == "" && o.institutions == "":
		return cli.Usagef("name a URL to begin with, like https://example.org/")
	case o.perHost > 1 && o.delay > 0:
		return cli.Usagef("-per-host %d needs -delay 0: a host that rests between two exchanges is asked by one connection",
			o.perHost)
	case o.delay < 0 || o.slow < 0 || o.maxTime < 0 || o.maxRate < 0 || o.recrawl < 0 || o.timeout <= 0:
		return cli.Usagef("-delay, -slow, -max-time, -max-rate and -recrawl must be 0 or more, -timeout more than 0")
	case o.depth < 0 || o.maxPages < 0 || o.perHostPages < 0 || o.maxLinks < 0:
		return cli.Usagef("-depth, -max-pages, -max-pages-per-host and -max-links must be 0 or more")
	case o.connections < 1 || o.perHost < 1 || o.attempts < 1 || o.attempts > frontier.MaxAttempts:
		return cli.Usagef("-connections and -per-host must be at least 1, -attempts 1 … %d", frontier.MaxAttempts)
	case o.atOnce < 1:
		return cli.Usagef("-at-once must be at least 1")
	case o.level < 1 || o.level > 9:
		return cli.Usagef("-level must be 1 … 9")
	case o.depth > frontier.MaxDepth:
		return cli.Usagef("-depth is at most %d", frontier.MaxDepth)
	}
	for word := range strings.SplitSeq(o.obey, ",") {
		if o.obey != "" && word != "noindex" && word != "nofollow" {
			return cli.Usagef("-obey: %q is no directive: noindex or nofollow", word)
		}
	}
	o.maxBody = cmp.Or(o.maxBody, 10<<20)
	o.size = cmp.Or(o.size, 1<<30)
	return nil
}

func (o *options) obeys(word string) bool { return slices.Contains(strings.Split(o.obey, ","), word) }

func (o *options) manners() crawl.Manners {
	m := crawl.GoodManners
	m.Delay, m.Slow = seconds(o.delay), o.slow
	return m
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
