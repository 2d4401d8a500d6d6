package navigation

import (
	"fmt"
	"slices"
	"strings"
)

// slowLink is a line of linkgroups, with the target behind redirects.
type slowLink struct{ source, target, group, groupPlace, place string }

// slowGroup is a group of a page.
type slowGroup struct {
	page, place string
	targets     []string
}

// slowSite is the twin: the rules, word by word, over lists of one site.
type slowSite struct {
	pages  []string
	links  []slowLink
	groups []*slowGroup
	inside func(url string) bool
}

func slow(lines []string) map[string]string { return slowIn(lines, Host) }

// slowIn labels the links of each site.
func slowIn(lines []string, scope Site) map[string]string {
	found := map[string]string{}
	sites, leads, pages := map[string][][]string{}, map[string][]string{}, map[string]bool{}
	for line := range strings.Lines(strings.Join(lines, "")) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if f[1] != "" && f[2] == "" {
			leads[f[0]] = append(leads[f[0]], f[1])
			found[f[0]+" > "+f[1]] = "content: redirect"
			continue
		}
		pages[f[0]] = true
		at := slowSiteOf(scope, f[0])
		sites[at] = append(sites[at], f)
	}
	for at, site := range sites {
		for _, f := range site {
			f[1] = slowEnd(leads, pages, f[1])
		}
		slowLabels(found, site, func(url string) bool { return slowSiteOf(scope, url) == at })
	}
	return found
}

// slowSiteOf is the site of a URL.
func slowSiteOf(scope Site, url string) string {
	words := strings.Split(url, "/") // http: "" host folder… name
	switch {
	case scope == Domain:
		labels := strings.Split(words[2], ".")
		return strings.Join(labels[len(labels)-2:], ".")
	case scope == Dir && len(words) > 4:
		return words[2] + "/" + words[3]
	}
	return words[2]
}

// slowEnd is the URL behind redirects.
func slowEnd(leads map[string][]string, pages map[string]bool, url string) string {
	end := url
	for range 17 {
		next := slices.Compact(slices.Sorted(slices.Values(leads[end])))
		if len(next) != 1 || pages[end] {
			return end
		}
		end = next[0]
	}
	return url
}

func slowLabels(found map[string]string, lines [][]string, inside func(string) bool) {
	s := slowSite{inside: inside}
	byName := map[string]*slowGroup{}
	for _, f := range lines {
		if !slices.Contains(s.pages, f[0]) {
			s.pages = append(s.pages, f[0])
		}
		if f[1] == "" {
			continue
		}
		s.links = append(s.links, slowLink{f[0], f[1], f[3], f[5], f[6]})
		if f[3] == "" {
			continue
		}
		name := f[0] + " " + f[3]
		if byName[name] == nil {
			byName[name] = &slowGroup{page: f[0], place: f[5]}
			s.groups = append(s.groups, byName[name])
		}
		byName[name].targets = append(byName[name].targets, f[1])
	}
	n := map[string]int{}
	for _, l := range s.links {
		n[l.source]++
		mutual, why := Content, "no group"
		g := byName[l.source+" "+l.group]
		if l.group != "" {
			mutual, why = s.mutual(g)
		}
		if reason := s.byPlace(l); reason != "" {
			why = reason
			if !mutual.Menu() {
				mutual = Navigation
			}
		}
		found[fmt.Sprintf("%s %d", l.source, n[l.source])] = fmt.Sprintf("%s: %s", mutual, why)
	}
}

// at counts the links of a page at a place, to a target or to any.
func (s *slowSite) at(page, place, target string) (n int) {
	for _, l := range s.links {
		if l.source == page && l.place == place && (target == "" || l.target == target) {
			n++
		}
	}
	return n
}

// with is how many pages have a target at a place.
func (s *slowSite) with(place, target string) (n int) {
	for _, p := range s.pages {
		if s.at(p, place, target) > 0 {
			n++
		}
	}
	return n
}

// numbers says how the place is common: on how many pages, with which number of links, and how many have it; or links is empty.
func (s *slowSite) numbers(place string) (most int, links string, having int) {
	pages, few := len(s.pages), 0
	for n := 1; n < 20; n++ {
		same := 0
		for _, p := range s.pages {
			if s.at(p, place, "") == n {
				same++
			}
		}
		having += same
		if n <= 4 {
			few += same
		}
		if same > most {
			most, links = same, fmt.Sprint("x", n)
		}
	}
	if 2*most <= pages {
		most, links = few, "x1-4"
	}
	if 2*most <= pages {
		most, links = having, "list"
	}
	if pages < 8 || links == "list" && (having < 8 || 10*having < pages) {
		return 0, "", 0
	}
	return most, links, having
}

func (s *slowSite) byPlace(l slowLink) string {
	pages := len(s.pages)
	most, links, having := s.numbers(l.place)
	if links == "" {
		return ""
	}
	all, own, targets := 0, 0, map[string]bool{}
	for _, o := range s.links {
		if o.place == l.place {
			all++
			targets[o.target] = true
			if s.at(o.target, l.place, "") > 0 {
				own++
			}
		}
	}
	sum := 0
	for t := range targets {
		sum += s.with(l.place, t)
	}
	if links == "list" && 2*having > pages && len(targets) >= 5 && 4*sum >= len(targets)*having {
		links = "xN"
	}
	with, weak := s.with(l.place, l.target), links == "x1" || links == "x2" || links == "x1-4" || links == "xN"
	if links == "list" {
		usual := 0
		for t := range targets {
			if s.with(l.place, t) >= having-having/10 {
				usual++
			}
		}
		if usual < 5 || with < having-having/10 {
			return ""
		}
		return fmt.Sprintf("place %d/%d pages list, target on %d", having, pages, with)
	}
	if weak && 3*having <= 2*pages && 10*own < all {
		return ""
	}
	often := 3 // one of a hundred is less than that here
	if 4*len(targets) > pages || weak && 8*len(targets) > pages {
		often = max(often, min(max(pages/10, 4*all/len(targets)), pages/2))
	}
	rare := 0
	for t := range targets {
		if n := s.with(l.place, t); n < often {
			rare += n
		}
	}
	switch {
	case with >= often:
		return fmt.Sprintf("place %d/%d pages %s, target on %d", most, pages, links, with)
	case links != "x1-4" && links != "xN" && rare <= 4*pages && s.at(l.target, l.place, "") > 0:
		return fmt.Sprintf("place %d/%d pages %s, target has it", most, pages, links)
	}
	return ""
}

// alike is the Jaccard coefficient of the targets of two groups that are alike, or 0.
func (s *slowSite) alike(a, b *slowGroup) float64 {
	if a.place != b.place {
		return 0
	}
	set := func(g *slowGroup) []string {
		list := slices.Clone(g.targets)
		slices.Sort(list)
		return slices.Compact(list)
	}
	common, all := 0, len(set(b))
	for _, t := range set(a) {
		if slices.Contains(b.targets, t) {
			common++
		} else {
			all++
		}
	}
	letter := map[string]string{}
	word := func(g *slowGroup) (w string) {
		for _, t := range g.targets {
			if letter[t] == "" {
				letter[t] = string(rune('A' + len(letter)))
			}
			w += letter[t]
		}
		return w
	}
	wa, wb, n := word(a), word(b), 0
	for _, c := range letter {
		n += min(strings.Count(wa, c), strings.Count(wb, c))
	}
	if 10*common < 6*all || n == 0 || lcs(wa, wb) != n {
		return 0
	}
	return float64(common) / float64(all)
}

func lcs(a, b string) int {
	switch {
	case a == "" || b == "":
		return 0
	case a[0] == b[0]:
		return 1 + lcs(a[1:], b[1:])
	}
	return max(lcs(a[1:], b), lcs(a, b[1:]))
}

func (s *slowSite) mutual(g *slowGroup) (Label, string) {
	label, reason, judged := s.mutualAlone(g)
	if !judged || !label.Menu() {
		return label, reason
	}
	all, spoken := 0, 0
	for _, o := range s.groups {
		if label, _, judged := s.mutualAlone(o); judged && o.place == g.place {
			all++
			if label.Menu() {
				spoken++
			}
		}
	}
	least := 2
	if len(s.pages) >= 8 {
		least = 3 // one of 50 is less than that here
	}
	if spoken >= least && 2*spoken >= all {
		return label, reason
	}
	reason = fmt.Sprintf("%s, but %d/%d groups", reason, spoken, all)
	return Content, reason
}

// mutualAlone is the rule of groups before others at the place are asked.
func (s *slowSite) mutualAlone(g *slowGroup) (label Label, why string, judged bool) {
	crawled, alike, least, host, back := 0, 0, 1.0, false, false
	var seen []string
	for _, t := range g.targets {
		if t == g.page || !s.inside(t) || slices.Contains(seen, t) {
			continue
		}
		seen, host = append(seen, t), true
		if !slices.Contains(s.pages, t) {
			continue
		}
		crawled++
		best := 0.0
		for _, o := range s.groups {
			if o.page == t {
				best = max(best, s.alike(g, o))
			}
		}
		if best > 0 {
			alike++
			least = min(least, best)
		}
	}
	for _, o := range s.groups {
		back = back || o.page != g.page && slices.Contains(o.targets, g.page) && s.alike(g, o) > 0
	}
	reason := fmt.Sprintf("mutual %d/%d targets", alike, crawled)
	if alike > 0 {
		reason += fmt.Sprintf(", J %.2f", float64(int(100*least+1e-9))/100)
	}
	switch {
	case crawled == 0 && host:
		return Undecided, "no target crawled", false
	case crawled == 0:
		return Content, "no target on the host", false
	case 3*alike < 2*crawled:
		return Content, reason, true
	case back:
		return Navigation, reason, true
	}
	return Outsider, reason, true
}
