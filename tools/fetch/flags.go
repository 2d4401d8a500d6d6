package main

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/scope"
	"webmill/tools/internal/shared"
)

// options are the flags of the tool, grouped by the functions that declare them. Where a field and its flag have different names,
// the comment has that of the flag.
type options struct {
	// setup
	dir          string // -state
	seeds        string
	institutions string
	atOnce       int
	since        string
	recrawl      float64
	at           string // -now
	replay       string
	rejects      string // -rejected
	given        func(name string) bool

	// scopeFlags
	scope      scope.Kind
	mainDomain string
	allow      string
	deny       string
	depth      int
	endings    string
	noTrap     bool // -no-traps

	// orderFlags
	strategy     frontier.Strategy
	scores       string
	maxPages     int
	maxBytes     cli.Size
	maxTime      float64
	maxRate      float64
	perHostPages int // -max-pages-per-host
	control      string

	// politeFlags
	agent       string
	delay       float64
	slow        float64
	connections int
	perHost     int
	sameAddress bool // -by-address
	robots      crawl.Law
	obey        string

	// fetchFlags
	types        string
	sitemaps     bool
	feeds        bool
	attempts     int
	timeout      float64
	maxBody      cli.Size
	maxLinks     int
	size         cli.Size // -archive-size
	level        int
	allowPrivate bool
	ports        string
	resolve      string
	ca           string

	// thesisFlags
	rules      string
	hrefs      bool
	bare       bool
	doctype    bool
	noBase     bool
	unverified bool

	plan    crawl.Plan // of the memory; no flag
	stopped bool       // the file of -control has ended the run; no flag
}

const usualConnections = 128

// The values of flags.
const (
	typesHTML   = "html"
	typesAll    = "all"
	rulesWeb    = "web"
	rulesThesis = crawllog.ThesisRules
)

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{given: f.Given}
	f.StringVar(&o.dir, "state", "", "the crawl grows in the folder `DIR`, and goes on from there")
	f.StringVar(&o.seeds, "seeds", "", "read further seeds from `FILE`, one a line; what stands before the last TAB is left out")
	f.StringVar(&o.institutions, "institutions", "",
		"crawl each institution of `FILE` with a scope of its own, in DIR/id; a line is id, label, URL")
	f.IntVar(&o.atOnce, "at-once", 16, "crawl `N` institutions at the same time")
	f.AtLeast(1, "at-once")
	f.Needs("-institutions", func() bool { return o.institutions != "" }, "at-once")
	o.scopeFlags(f)
	o.orderFlags(f)
	o.politeFlags(f)
	o.fetchFlags(f)
	o.thesisFlags(f)
	f.StringVar(&o.since, "since", "",
		"ask only for what has changed since earlier crawls; `FILES` are their folders or indexes (CDXJ), separated by commas")
	f.Float64Var(&o.recrawl, "recrawl", 0,
		"of the pages of -since ask only for those that are due, if `N` are asked for in a day")
	f.AtLeast(0, "recrawl")
	f.StringVar(&o.at, "now", "", "find what is due at `TIME`, like 2026-11-26T12:00:00Z (default the time of the run)")
	f.Needs("-since", func() bool { return o.since != "" }, "recrawl")
	f.Needs("-recrawl", func() bool { return o.recrawl > 0 }, "now")
	f.StringVar(&o.replay, "replay", "", "take the answers from archives, `FILES` separated by commas, and not from the network")
	f.StringVar(&o.rejects, "rejected", "", "write how many links each rule rejected, by host, to `FILE`: rule, host, links")
	f.Outputs("rejected")
	sections(f)
	return o.run
}

func (o *options) scopeFlags(f *cli.Flags) {
	cli.Choice(f, &o.scope, "scope", scope.Host,
		"the `KIND` of URLs that belong to the crawl (see above): "+cli.Words(scope.Kinds, "or"), scope.Kinds)
	f.StringVar(&o.mainDomain, "main-domain", "", "with -scope main-domain: the hosts of the crawl have `LABEL` in their names")
	f.Needs("-scope main-domain", func() bool { return o.scope == scope.Main || o.rules == rulesThesis }, "main-domain")
	f.StringVar(&o.allow, "allow", "", "fetch only URLs that match a pattern of `FILE`")
	f.StringVar(&o.deny, "deny", "", "fetch no URL that matches a pattern of `FILE`")
	f.Lacks("is -depth here", "level", "l", "max-depth")
	f.IntVar(&o.depth, "depth", 0, "follow links up to `N` clicks from the seeds; 0: any number")
	f.Range(0, frontier.MaxDepth, "depth")
	f.StringVar(&o.endings, "endings", "",
		"fetch a path with a dot in its last segment only if its ending is in `LIST`; pages stands for "+
			strings.ReplaceAll(scope.PageEndings, ",", ", "))
	f.BoolVar(&o.noTrap, "no-traps", false, "also fetch URLs that look like a trap")
}

func (o *options) orderFlags(f *cli.Flags) {
	cli.Choice(f, &o.strategy, "strategy", frontier.BreadthFirst,
		shared.Strategy, frontier.Strategies)
	f.StringVar(&o.scores, "scores", "", shared.Scores)
	f.OneOf("scores", "strategy")
	f.StringVar(&o.control, "control", "", "obey `FILE` while the crawl goes on: it is read again when it changes (see above)")
	f.Without("-institutions", func() bool { return o.institutions != "" }, "scores", "control")
	f.IntVar(&o.maxPages, "max-pages", 0, "end after `N` pages, with those of earlier runs; 0: no limit")
	f.Var(&o.maxBytes, "max-bytes", "end after `SIZE` bytes were received, with those of earlier runs (default: no limit)")
	f.Float64Var(&o.maxTime, "max-time", 0, "end this run after `SECONDS`; 0: no limit")
	f.Float64Var(&o.maxRate, "max-rate", 0, "try at most `N` URLs a second; 0: no limit")
	f.IntVar(&o.perHostPages, "max-pages-per-host", 0,
		"fetch at most `N` URLs of a host, with those of earlier runs; 0: no limit")
	f.AtLeast(0, "max-pages", "max-time", "max-rate", "max-pages-per-host")
}

func (o *options) politeFlags(f *cli.Flags) {
	f.Lacks("is -agent here", "user-agent", "U")
	f.Lacks("is -delay here", "wait", "w")
	f.StringVar(&o.agent, "agent", "", "the `NAME` of the crawler and a contact, like "+goodAgent)
	f.Float64Var(&o.delay, "delay", 1, shared.Delay)
	f.Float64Var(&o.slow, "slow", 2, "a host rests `TIMES` as long as its last answer took, if that is longer than -delay")
	f.IntVar(&o.connections, "connections", usualConnections, "make at most `N` exchanges at the same time")
	f.IntVar(&o.perHost, "per-host", 1, "make at most `N` exchanges with a host at the same time; more than 1 only with -delay 0")
	f.AtLeast(0, "delay", "slow")
	f.AtLeast(1, "connections", "per-host")
	f.BoolVar(&o.sameAddress, "by-address", true, "ask hosts with the same address as if they were one host (not with -delay 0)")
	cli.Choice(f, &o.robots, "robots", crawl.RFC,
		"obey robots.txt by the `RULES` rfc (RFC 9309), google (the same, with escapes as Google's parser takes them), thesis "+
			"(Bumüller 2019), or off: not at all",
		crawl.Laws)
	f.StringVar(&o.obey, "obey", "", "obey these directives of pages: a `LIST` of noindex and nofollow")
}

func (o *options) fetchFlags(f *cli.Flags) {
	cli.Choice(f, &o.types, "types", typesHTML, "the `KIND` of documents to keep: html or all", []string{typesHTML, typesAll})
	f.BoolVar(&o.sitemaps, "sitemaps", false, "follow the URLs of sitemaps, also of those that robots.txt names")
	f.BoolVar(&o.feeds, "feeds", false, "follow the URLs of feeds, RSS and Atom")
	f.IntVar(&o.attempts, "attempts", 5, "try a URL up to `N` times, if the error may pass")
	f.Float64Var(&o.timeout, "timeout", 60,
		"end the first attempt at a URL after `SECONDS`; each further one gets 10 seconds more")
	f.Var(&o.maxBody, "max-body", "keep at most `SIZE` bytes of a body (default: 10M)")
	f.IntVar(&o.maxLinks, "max-links", 10_000, "follow the first `N` links of a page")
	f.Var(&o.size, "archive-size", "begin another archive after `SIZE` bytes (default: 1G)")
	f.IntVar(&o.level, "level", 1, "pack archives at `LEVEL` 1, the fastest, to 9, the smallest")
	f.Range(1, frontier.MaxAttempts, "attempts")
	f.Positive("timeout")
	f.AtLeast(0, "max-links")
	f.Range(1, 9, "level")
	f.BoolVar(&o.allowPrivate, "allow-private", false, "allow addresses that are not of the public web")
	f.StringVar(&o.ports, "ports", "80,443",
		"connect only to the ports of `LIST`; with -allow-private also to any port of loopback")
	f.StringVar(&o.resolve, "resolve", "", "for tests: make every connection to `ADDRESS:PORT`")
	f.StringVar(&o.ca, "ca", "", "trust the certificates in `FILE` too (PEM)")
}

// thesisFlags are the rules of Bumüller 2019: a flag for each, and -rules for all.
func (o *options) thesisFlags(f *cli.Flags) {
	cli.Choice(f, &o.rules, "rules", rulesWeb, "the `RULES` of the crawl: web, or thesis (Bumüller 2019): -scope main-domain "+
		"-endings pages -robots thesis -timeout 20 -hrefs -bare -doctype -no-base -unverified",
		[]string{rulesWeb, rulesThesis})
	for _, r := range o.thesisRules() {
		f.BoolVar(r.on, r.flag, false, r.usage)
	}
}

// thesisRule is a rule of Bumüller 2019 that has a flag without a value.
type thesisRule struct {
	on          *bool
	flag, usage string
}

func (o *options) thesisRules() []thesisRule {
	return []thesisRule{
		{&o.hrefs, "hrefs",
			"follow only references that Bumüller 2019 takes: http, https and relative ones, none that begins with ? or ~"},
		{&o.bare, "bare", "drop params, query and fragment of URLs (Bumüller 2019)"},
		{&o.doctype, "doctype", "take text of another type than text/html for a page only if it has a doctype (Bumüller 2019)"},
		{&o.noBase, "no-base", "ignore <base> (Bumüller 2019)"},
		{&o.unverified, unverified,
			"after an error of TLS ask the server again, without a check of its certificate (Bumüller 2019)"},
	}
}

const unverified = "unverified"

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
	for _, r := range o.thesisRules() {
		set(r.flag, func() { *r.on = true })
	}
}

// parse checks the flags that can be checked before a file is opened.
func (o *options) parse(args []string) error {
	switch {
	case len(args) == 0 && o.seeds == "" && o.institutions == "":
		return cli.Usagef("name a seed, a URL like https://example.org/, or a list by -seeds or -institutions")
	case o.perHost > 1 && o.delay > 0:
		return cli.Usagef("-per-host %d needs -delay 0: a host that rests between two exchanges is asked by one connection",
			o.perHost)
	}
	for word := range strings.SplitSeq(o.obey, ",") {
		if o.obey != "" && word != "noindex" && word != "nofollow" {
			return cli.Usagef("-obey: %q is no directive: say noindex, nofollow or both", word)
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
