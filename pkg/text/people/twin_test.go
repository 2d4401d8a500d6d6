package people

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"webmill/pkg/tuple"
)

// twin does all in memory, with maps and loops.
type twin struct {
	c       *corpus
	opt     Options
	lengths map[int]int
	ranks   map[int]int32
	seen    map[int][]*sighting // mentions by page
}

// sighting is a mention and what it becomes.
type sighting struct {
	said
	anchor         bool
	form           Form
	surname, given string // of the form that it becomes on its page
	person         int
}

func newTwin(c *corpus, opt Options) *twin {
	w := &twin{c: c, opt: opt, lengths: map[int]int{}, ranks: map[int]int32{}, seen: map[int][]*sighting{}}
	for _, l := range c.lengths {
		w.lengths[int(l[0])] = int(l[1])
	}
	for _, r := range c.ranks {
		w.ranks[int(r[0])] = r[1]
	}
	add := func(list []said, anchor bool) {
		for _, m := range list {
			f, ok := FormOf(m.Name)
			if opt.Exact {
				f, ok = Form{Surname: m.Name, Shown: m.Name}, true
			}
			if _, fetched := w.lengths[m.ID]; ok && fetched {
				w.seen[m.ID] = append(w.seen[m.ID], &sighting{said: m, anchor: anchor, form: f})
			}
		}
	}
	add(c.mentions, false)
	add(c.anchors, true)
	for _, page := range w.seen {
		onePage(page)
	}
	return w
}

// clusters gives each of some given names the list of those that are one person with it.
func clusters(givens map[string]bool) (of map[string][]string, all [][]string) {
	sorted := slices.Sorted(maps.Keys(givens))
	var forms [][]string
	for _, g := range sorted {
		forms = append(forms, strings.Fields(g))
	}
	of = map[string][]string{}
	for _, person := range joinTwin(forms) {
		var list []string
		for _, i := range person {
			list = append(list, sorted[i])
		}
		for _, g := range list {
			of[g] = list
		}
		all = append(all, list)
	}
	return of, all
}

// onePage says what the forms of a page become.
func onePage(page []*sighting) {
	long := map[string]map[string]bool{} // given names by surname
	for _, m := range page {
		if g := m.form.Key(); g != "" {
			if long[m.form.Surname] == nil {
				long[m.form.Surname] = map[string]bool{}
			}
			long[m.form.Surname][g] = true
		}
	}
	becomes := map[string]map[string]string{}
	byFirst := map[string]map[[2]string]bool{}
	for surname, givens := range long {
		becomes[surname] = map[string]string{}
		of, _ := clusters(givens)
		for g, list := range of {
			best := list[0]
			for _, other := range list {
				if fuller(strings.Fields(other), strings.Fields(best)) {
					best = other
				}
			}
			becomes[surname][g] = best
			if first := strings.Fields(best)[0]; !isShort(first) {
				if byFirst[first] == nil {
					byFirst[first] = map[[2]string]bool{}
				}
				byFirst[first][[2]string{surname, best}] = true
			}
		}
	}
	for _, m := range page {
		m.surname, m.given = m.form.Surname, m.form.Key()
		if m.given != "" {
			m.given = becomes[m.surname][m.given]
			continue
		}
		persons := map[string]bool{}
		for _, g := range becomes[m.surname] {
			persons[g] = true
		}
		first := m.surname
		if full, nick := nicknames[first]; nick {
			first = full
		}
		switch {
		case len(persons) == 1:
			m.given = slices.Collect(maps.Keys(persons))[0]
		case len(persons) == 0 && len(byFirst[first]) == 1:
			for is := range byFirst[first] {
				m.surname, m.given = is[0], is[1]
			}
		}
	}
}

// number numbers the persons of all sites.
func (w *twin) number() (persons int) {
	groups := map[[3]string][]*sighting{}
	for _, page := range w.seen {
		for _, m := range page {
			site := string(w.opt.Site(w.opt.Host([]byte(m.URL))))
			key := [3]string{site, m.surname, string(letter(m.given))}
			groups[key] = append(groups[key], m)
		}
	}
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	for _, key := range keys {
		givens := map[string]bool{}
		for _, m := range groups[key] {
			givens[m.given] = true
		}
		_, all := clusters(givens)
		for _, list := range all {
			for _, m := range groups[key] {
				if slices.Contains(list, m.given) {
					m.person = persons
				}
			}
			persons++
		}
	}
	return persons
}

func (w *twin) result() string {
	var b strings.Builder
	for p := range w.number() {
		w.write(&b, p)
	}
	return b.String()
}

// pageOf is a page of a person.
type pageOf struct {
	id                        int
	url                       string
	tf, anchors               int
	title, first, top         bool
	tfidf, bm25, score, share float64
	rank                      int32
	is                        address
}

// write writes a person.
func (w *twin) write(b *strings.Builder, person int) {
	tf := map[string]int{}
	titles, roles := map[string]bool{}, map[string]bool{}
	var pages []*pageOf
	df, mentions, hosts := 0, 0, map[string]bool{}
	for id, seen := range w.seen {
		p := w.page(id, seen, person)
		if p == nil {
			continue
		}
		pages = append(pages, p)
		mentions += p.tf
		if p.tf > 0 {
			df++
		}
		hosts[string(w.opt.Host([]byte(p.url)))] = true
		for _, m := range seen {
			if m.person != person {
				continue
			}
			tf[m.form.Shown] += counted(m)
			for _, t := range m.Titles {
				titles[t] = true
			}
			if m.Role != "" {
				roles[m.Role] = true
			}
		}
	}
	variants := slices.SortedFunc(maps.Keys(tf), func(x, y string) int {
		return cmp.Or(cmp.Compare(tf[y], tf[x]), cmp.Compare(len(y), len(x)), cmp.Compare(x, y))
	})
	name := nameOf(variants)
	best, own := w.score(pages, newPerson(variants), df)
	home, homeID := "", -1
	if own != nil {
		home, homeID = own.url, own.id
	}
	fmt.Fprintf(b, "%d %s %q %d %d %d %s %d %.6f %s %s\n", person, name, variants, mentions, len(pages), len(hosts), home, homeID,
		best.score, strings.Join(slices.Sorted(maps.Keys(titles)), "; "), strings.Join(slices.Sorted(maps.Keys(roles)), "; "))
	most := int32(-1)
	for _, p := range pages {
		most = max(most, p.rank)
	}
	for i, p := range pages {
		fmt.Fprintf(b, "  %s %d %s %d %.6f %.6f %.6f %d %v %s\n", name, p.id, p.url, p.tf, p.tfidf, p.bm25, p.score, i+1,
			p.id == homeID, p.why(most))
	}
}

// nameOf is the first of the best of variants.
func nameOf(variants []string) (name string) {
	for _, kind := range []func(f *Form) bool{
		func(f *Form) bool { return len(f.Given) > 0 && !isShort(f.Given[0]) && !f.Caps },
		func(f *Form) bool { return len(f.Given) > 0 && !isShort(f.Given[0]) },
		func(f *Form) bool { return len(f.Given) > 0 && !f.Caps },
		func(f *Form) bool { return len(f.Given) > 0 },
		func(f *Form) bool { return !f.Caps },
		func(*Form) bool { return true },
	} {
		for _, v := range variants {
			if f, ok := FormOf(v); ok && kind(&f) {
				return v
			}
		}
	}
	return variants[0]
}

// counted is 1 if a mention counts as a word of its page.
func counted(m *sighting) int {
	if m.anchor || m.Field == "headings" {
		return 0
	}
	return 1
}

// page is what a page says of a person, nil if it has no mention.
func (w *twin) page(id int, seen []*sighting, person int) *pageOf {
	p := &pageOf{id: id, rank: -1}
	if r, ok := w.ranks[id]; ok {
		p.rank = r
	}
	all, found := 0, false
	var first, top *sighting
	before := func(a, b *sighting) bool {
		return b == nil || cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.form.Surname, b.form.Surname),
			cmp.Compare(a.form.Key(), b.form.Key())) < 0
	}
	for _, m := range seen {
		all += counted(m)
		switch {
		case m.anchor:
		case m.Field == "text" && before(m, first):
			first = m
		case m.Field == "headings" && before(m, top):
			top = m
		}
		if m.person != person {
			continue
		}
		found, p.url = true, m.URL
		p.tf += counted(m)
		p.title = p.title || !m.anchor && m.Field == "title"
		if m.anchor {
			p.anchors++
		}
	}
	p.first, p.top = first != nil && first.person == person, top != nil && top.person == person
	if p.tf > 0 {
		p.share = float64(p.tf) / float64(all)
	}
	if !found {
		return nil
	}
	return p
}

// score scores the pages, sorts them, and returns the best, and the home page if there is one.
func (w *twin) score(pages []*pageOf, who *person, df int) (best, home *pageOf) {
	sum := 0
	for _, l := range w.lengths {
		sum += l
	}
	n := float64(len(w.lengths))
	mean := float64(sum) / n
	one := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	for _, p := range pages {
		saturated := 0.0
		if p.tf > 0 {
			idf := math.Log2(n / float64(df))
			long := w.opt.K * (1 - w.opt.B + w.opt.B*float64(w.lengths[p.id])/mean)
			saturated = float64(p.tf) * (w.opt.K + 1) / (long + float64(p.tf))
			p.tfidf, p.bm25 = float64(p.tf)*idf, saturated*idf
		}
		p.is = who.read([]byte(p.url), w.opt.Host([]byte(p.url)))
		p.score = max(0, -one(p.is.part)+saturated/(w.opt.K+1)+p.share+0.3*one(p.first)+p.is.name+0.7*p.is.home+one(p.title)+
			0.7*one(p.top)+min(1, math.Log2(1+float64(p.anchors))/2))
		p.score = math.Round(p.score*1e6) / 1e6
	}
	rank := func(p *pageOf) float32 { return tuple.F32Value(max(p.rank, 0)) }
	sort := func(order Order) {
		slices.SortFunc(pages, func(x, y *pageOf) int {
			url := cmp.Compare(x.url, y.url)
			switch order {
			case ByBM25:
				return cmp.Or(cmp.Compare(y.bm25, x.bm25), cmp.Compare(y.tfidf, x.tfidf), cmp.Compare(rank(y), rank(x)), url)
			case ByTFIDF:
				return cmp.Or(cmp.Compare(y.tfidf, x.tfidf), cmp.Compare(y.bm25, x.bm25), cmp.Compare(rank(y), rank(x)), url)
			}
			return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(rank(y), rank(x)), url)
		})
	}
	sort(ByScore)
	best = pages[0]
	own := func(p *pageOf) bool { return p.score >= w.opt.Home && !p.is.part && max(p.is.name, p.is.home) > 0 }
	if i := slices.IndexFunc(pages, own); i >= 0 {
		home = pages[i]
	}
	sort(w.opt.Order)
	return best, home
}

// why are the reasons.
func (p *pageOf) why(most int32) string {
	var list []string
	for _, r := range []struct {
		word string
		is   bool
	}{
		{"title", p.title}, {"heading", p.top}, {"url", p.is.name > 0}, {"home", p.is.home > 0}, {"anchors", p.anchors > 0},
		{"first", p.first}, {"part", p.is.part}, {"share", p.share >= 0.5}, {"rank", most >= 0 && p.rank == most},
	} {
		if r.is {
			list = append(list, r.word)
		}
	}
	return strings.Join(list, ",")
}
