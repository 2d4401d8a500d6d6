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
		"pages": s.Pages, "urls_done": s.Tried, "urls_found": s.Known, "urls_waiting": s.Waiting, "hosts": s.Hosts,
		"bytes_received": s.Bytes, "pages_per_second": float64(s.Pages-s.PagesBefore) / took, "outcomes": s.Outcomes,
		"rejected": s.Rejected, "copies": s.Copies, "depths": s.Depths, "ended_by": s.Why.String(),
	})
	if peak, total, _, known := forecast.Forecast(s.Depths); known {
		env.Stats.Add(cli.Figures{"forecast_peak_depth": peak, "forecast_urls": total})
	}
	env.Sayf("%s of %s on %s, %.1f MB received; %s", tuple.Counted(s.Pages, "page"), tuple.Counted(s.Tried, "URL"),
		tuple.Counted(s.Hosts, "host"), float64(s.Bytes)/1e6, listed(s.Outcomes))
	if n := s.Outcomes[crawllog.Truncated]; n > 0 && 10*n >= s.Pages {
		env.Warnf("%s cut off, and links behind the cut are not followed: is -max-body %s too small? The log says why",
			tuple.Counted(n, "page was", "pages were"), &o.maxBody)
	}
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

// worst says why no page was fetched: the outcomes, the first URL that failed, and what may help.
func (o *options) worst(s crawl.Stats) string {
	if len(s.Outcomes) == 0 {
		return "no URL was tried"
	}
	text, before := listed(s.Outcomes)+": "+cmp.Or(s.First, s.FirstBefore), s.Tried > 0 && s.Tried == s.TriedBefore
	if before {
		text = "this run tried no URL; earlier runs had " + text
	}
	switch {
	case s.Outcomes[exchange.Refused.String()] == 0:
	case !o.allowPrivate:
		text += "; private addresses need -allow-private, ports other than 80 and 443 -ports"
	case !before:
		text += "; ports other than 80 and 443 need -ports"
	}
	if before && s.Finished {
		text += "; a URL that is done is not tried again: begin another crawl with another -state DIR"
	}
	return text
}
