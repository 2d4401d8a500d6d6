package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
	"webmill/pkg/web/crawl"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/forecast"
	"webmill/pkg/web/scope"
)

// progress is the line of progress.
func (o *options) progress(s crawl.Stats) string {
	took := max(time.Since(s.Began).Seconds(), 1e-3)
	rate := float64(s.Pages-s.PagesBefore) / took
	line := fmt.Sprintf("%d pages, %.0f/s, %d wait, %d in flight, %d hosts, %d MB", s.Pages, rate, s.Waiting, s.InFlight,
		s.Hosts, s.Bytes>>20)
	if _, total, _, known := forecast.Forecast(s.Depths); known {
		line += fmt.Sprintf(", about %d URLs in all", total)
	}
	if o.maxPages > 0 && rate > 0 {
		left := time.Duration(float64(int64(o.maxPages)-s.Pages)/rate) * time.Second
		line += fmt.Sprintf(", %v to -max-pages", max(left, 0).Round(time.Second))
	}
	return line
}

// report gives the figures of the crawl.
func (o *options) report(env *cli.Env, s crawl.Stats) {
	took := max(time.Since(s.Began).Seconds(), 1e-9)
	env.Stats.Add(cli.Figures{
		"pages": s.Pages, "urls_done": s.Tried, "urls_found": s.Known, "urls_waiting": s.Left(), "hosts": s.Hosts,
		"bytes_received": s.Bytes, "pages_per_second": float64(s.Pages-s.PagesBefore) / took, "outcomes": s.Outcomes,
		"rejected": s.Rejected, "copies": s.Copies, "depths": s.Depths, "ended_by": s.Why.String(),
	})
	if peak, total, _, known := forecast.Forecast(s.Depths); known {
		env.Stats.Add(cli.Figures{"forecast_peak_depth": peak, "forecast_urls": total})
	}
	env.Sayf("%s of %s on %s, %.1f MB received; %s", tuple.Counted(s.Pages, "page"), tuple.Counted(s.Tried, "URL"),
		tuple.Counted(s.Hosts, "host"), float64(s.Bytes)/1e6, listed(s.Outcomes))
}

// warn says what a crawl leaves out of its URLs, pages and links. The warnings begin with name.
func (o *options) warn(env *cli.Env, name string, s *crawl.Stats) {
	cut := s.Outcomes[crawllog.Truncated]
	if 10*cut >= s.Pages {
		said := func(n int64, why string) {
			if n > 0 {
				env.Warnf("%s%s cut off, and links behind the cut are not followed: %s The log says why", name,
					tuple.Counted(n, "page was", "pages were"), why)
			}
		}
		said(s.LongBodies, fmt.Sprintf("is -max-body %s too small?", &o.maxBody))
		said(cut-s.LongBodies, "the connection ended too early, or was too slow.")
	}
	if n := s.Rejected[crawllog.ManyLinks]; n > 0 {
		env.Warnf("%s%s more links than -max-links %d, or than 4 MB of URLs: %s not followed", name,
			tuple.Counted(s.Crowded, "page has", "pages have"), o.maxLinks, tuple.Counted(n, "link was", "links were"))
	}
	if s.NoContact != "" {
		env.Warnf("%s%s, so it was not asked for: begin a crawl with a contact in -agent, like %s", name, s.NoContact, goodAgent)
	}
	if flags := o.refusing(s); s.Finished && s.Pages == 1 && len(s.Depths) <= 1 && flags != "" {
		env.Warnf("%sno link leads to another page of the crawl (links that are not followed: %s): see %s", name,
			listed(s.Rejected), flags)
	}
}

// refusing are the flags that keep links from being followed. -scope list is left out, as that is what it is for.
func (o *options) refusing(s *crawl.Stats) string {
	var flags []string
	for rule := range s.Rejected {
		switch {
		case scope.Rule(rule) == scope.Outer && o.scope == scope.List:
		case scope.Rule(rule) == scope.Outer && o.allow != "":
			flags = append(flags, "-scope and -allow")
		case scope.Rule(rule).Trap():
			flags = append(flags, "-no-traps")
		case ruleFlags[rule] != "":
			flags = append(flags, ruleFlags[rule])
		}
	}
	slices.Sort(flags)
	return strings.Join(slices.Compact(flags), ", ")
}

// ruleFlags are the flags of rules that reject links.
var ruleFlags = map[string]string{
	string(scope.Outer): "-scope", string(scope.Denied): "-deny", string(scope.Type): "-endings",
	crawllog.ManyLinks: "-max-links",
}

// listed are counts with their names, the greatest first: "12 ok, 3 robots".
func listed(counts map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	return strings.Join(parts, ", ")
}

// why says why a run ended though URLs wait, and how the crawl goes on.
func (o *options) why(s *crawl.Stats) (why, again string) {
	why, again = "the run was "+s.Why.String(), "the same command goes on"
	switch {
	case s.Why.IsLimit():
		why = "ended by " + s.Why.String()
	case o.stopped:
		why, again = "the run was stopped by "+o.control, "take stop out of it, and the same command goes on"
	}
	if o.dir == "" {
		again = "with -state DIR the same command would go on"
	}
	return why + ", " + tuple.Counted(s.Left(), "URL waits", "URLs wait"), again
}

// worst says why no page was fetched: which URLs failed, and which wait.
func (o *options) worst(s *crawl.Stats) string {
	var parts []string
	if s.Tried > 0 {
		parts = append(parts, o.failed(s))
	}
	if !s.Finished {
		why, again := o.why(s)
		if s.Waits != "" {
			why += " (" + s.Waits + ")"
		}
		parts = append(parts, why, again)
	}
	return cmp.Or(strings.Join(parts, "; "), "no URL was tried")
}

// failed are the outcomes of the URLs that are done, the first of them, and what may help.
func (o *options) failed(s *crawl.Stats) string {
	first := cmp.Or(s.First, s.FirstBefore)
	text, before := listed(s.Outcomes)+": "+cmp.Or(first, s.Redirect), s.Tried == s.TriedBefore
	if before {
		text = "this run tried no URL; earlier runs had " + text
	}
	if first == "" && len(s.Rejected) > 0 {
		text += "; links that are not followed: " + listed(s.Rejected)
	}
	if s.Outcomes[crawllog.OtherType] > 0 && o.types != typesAll {
		text += "; -types all keeps what is no page"
	}
	switch {
	case s.Outcomes[exchange.Refused.String()] == 0:
	case !o.allowPrivate:
		text += "; private addresses need -allow-private, and ports other than " + o.ports + " -ports"
	case !before:
		text += "; ports other than " + o.ports + " need -ports"
	}
	if before && s.Finished {
		text += "; a URL that is done is not tried again: begin another crawl with another -state DIR"
	}
	return text
}
