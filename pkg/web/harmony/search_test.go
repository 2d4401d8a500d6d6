package harmony

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestPairs: the pairs of groups of the specification.
func TestPairs(t *testing.T) {
	var x Pair
	for _, c := range []struct {
		a, b   string
		weight int
	}{
		{"ABC", "ABC", 3}, {"ABC", "XABYC", 3}, {"AB", "BA", 0}, {"AAB", "AB", 2}, {"AB", "ABA", 2}, {"ABA", "AAB", 0},
		{"AABB", "ABAB", 0}, {"ABCD", "ACBD", 0}, {"AB", "CD", 0},
	} {
		if w, ok := x.Weight(numbers(c.a), numbers(c.b)); w != c.weight || !ok {
			t.Errorf("%s, %s: %d", c.a, c.b, w)
		}
		if w, _ := x.Weight(numbers(c.b), numbers(c.a)); w != c.weight {
			t.Errorf("%s, %s: %d", c.b, c.a, w)
		}
	}
}

func numbers(word string) (list []uint64) {
	for _, c := range word {
		list = append(list, uint64(c))
	}
	return list
}

// slowWeight is the weight by all matchings.
func slowWeight(a, b string) int {
	w, ok := slowWeights[[2]string{a, b}]
	if !ok {
		w = byMatchings(a, b)
		slowWeights[[2]string{a, b}] = w
	}
	return w
}

var slowWeights = map[[2]string]int{}

func byMatchings(a, b string) int {
	most, inOrder := 0, false
	var match func(i int, used []int)
	match = func(i int, used []int) {
		if i == len(a) {
			n, order := 0, true
			var second []int
			first := ""
			for k, u := range used {
				if u >= 0 {
					n++
					first += a[k : k+1]
					second = append(second, u)
				}
			}
			slices.Sort(second)
			for k, u := range second {
				order = order && b[u] == first[k]
			}
			if n > most {
				most, inOrder = n, order
			} else if n == most {
				inOrder = inOrder || order
			}
			return
		}
		match(i+1, append(slices.Clone(used), -1))
		for k := range b {
			if b[k] == a[i] && !slices.Contains(used, k) {
				match(i+1, append(slices.Clone(used), k))
			}
		}
	}
	match(0, nil)
	if !inOrder {
		return 0
	}
	return most
}

// TestPairsOfAllWords compares all words of up to 4 letters with all their matchings.
func TestPairsOfAllWords(t *testing.T) {
	words := []string{""}
	for i := 0; len(words) < 121; i++ {
		for _, c := range "ABC" {
			words = append(words, words[i]+string(c))
		}
	}
	var x Pair
	for _, a := range words {
		for _, b := range words {
			if w, _ := x.Weight(numbers(a), numbers(b)); w != slowWeight(a, b) {
				t.Fatalf("%s, %s: %d, not %d", a, b, w, slowWeight(a, b))
			}
		}
	}
}

// site is the groups of pages, one letter a link: a small one is a page of the host, a capital one a page of another host. Behind
// a slash stand the labels.
type site map[string][]string

func (s site) host() *Host {
	h := &Host{}
	number := int64(0)
	for c := byte('a'); c <= 'z'; c++ {
		groups, ok := s[string(c)]
		if !ok {
			continue
		}
		h.Page(uint64(c))
		for _, text := range groups {
			targets, labels, _ := strings.Cut(text, "/")
			h.Group(number)
			number++
			for i := range len(targets) {
				label := int32(0)
				if labels != "" {
					label = int32(labels[i])
				}
				h.Member(uint64(targets[i]), targets[i] >= 'a', label, 0)
			}
		}
	}
	h.End()
	return h
}

// standard is the options that the tool has by default.
var standard = Options{Least: 2, Sort: VBD, Choices: 100_000, Nodes: 200_000}

// judge judges all groups: "a: abc graph, neighbours 2, choices 1".
func (s site) judge(opt Options) (list []string) {
	h, x := s.host(), NewSearch(opt)
	x.Begin(h)
	g := 0
	for c := byte('a'); c <= 'z'; c++ {
		for _, text := range s[string(c)] {
			v := x.Judge(g)
			word := "no"
			switch v.Reason {
			case NavigationFound:
				word = "navigation"
			case OutsiderFound:
				word = "outsider"
			case Missing, Budget, Nodes:
				word = "undecided"
			}
			list = append(list, fmt.Sprintf("%c %s: %s, %s", c, text, word, v.Append(nil)))
			g++
		}
	}
	return list
}

func (s site) want(t *testing.T, opt Options, want ...string) {
	t.Helper()
	got := s.judge(opt)
	if len(got) != len(want) {
		t.Errorf("%d groups, not %d: %v", len(got), len(want), got)
		return
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("%s\nnot %s", got[i], want[i])
		}
	}
}

// TestMenuS1: / is a. What stands alone on /b is in no group.
func TestMenuS1(t *testing.T) {
	s := site{"a": {"abc", "xT"}, "b": {"abc"}, "c": {"abc", "Tx"}, "x": {"abc"}}
	s.want(t, standard, "a abc: navigation, graph, neighbours 2, choices 1", "a xT: no, no-harmonic-group, neighbours 1",
		"b abc: navigation", "c abc: navigation",
		"c Tx: no, no-harmonic-group", "x abc: outsider, graph-without-page, neighbours 3, choices 1")
	keep := standard
	keep.Keep = true
	if !slices.Equal(s.judge(keep), s.judge(standard)) {
		t.Error("-prune changes verdicts")
	}
}

// TestCells: of three pairs of groups, a table of their targets has 2·2, 2·3 and 2·2 cells.
func TestCells(t *testing.T) {
	h, x := site{"a": {"ab"}, "b": {"ab", "TUV"}}.host(), NewSearch(standard)
	x.Begin(h)
	for g := range h.Groups() {
		x.Judge(g)
	}
	if x.Counts.Compared != 3 || x.Counts.Cells != 14 {
		t.Errorf("%+v", x.Counts)
	}
}

func TestTargetWithoutLinksS2(t *testing.T) {
	const why = ": no, no-harmonic-group"
	site{"a": {"abci"}, "b": {"abci"}, "c": {"abci"}, "i": nil}.want(t, standard, "a abci"+why, "b abci"+why, "c abci"+why)
}

// TestSubmenuS3: a is /, s is /s, t and u are its sub-pages.
func TestSubmenuS3(t *testing.T) {
	site{"a": {"asc"}, "c": {"asc"}, "s": {"asc", "tu"}, "t": {"asc", "tu"}, "u": {"asc", "tu"}}.want(t, standard,
		"a asc: navigation", "c asc: navigation", "s asc: navigation", "s tu: outsider", "t asc: outsider", "t tu: navigation",
		"u asc: outsider", "u tu: navigation")
}

func TestOpenMenuS4(t *testing.T) {
	site{"a": {"asc"}, "c": {"asc"}, "s": {"astuc"}, "t": {"astuc"}, "u": {"astuc"}}.want(t, standard,
		"a asc: navigation", "c asc: navigation", "s astuc: navigation, graph, neighbours 4",
		"t astuc: navigation, graph, neighbours 4", "u astuc: navigation, graph, neighbours 4")
}

// TestOrderDecidesS5: what comes first decides, unless the search goes on.
func TestOrderDecidesS5(t *testing.T) {
	s := site{"r": {"ab"}, "a": {"rab", "ab"}, "b": {"rab", "ab"}}
	s.want(t, standard, "a rab: navigation", "a ab: ", "b rab: navigation", "b ab: ", "r ab: navigation")
	s = site{"r": {"ab"}, "a": {"ab", "rab"}, "b": {"ab", "rab"}}
	s.want(t, standard, "a ab: ", "a rab: navigation", "b ab: ", "b rab: navigation",
		"r ab: outsider, graph-without-page, neighbours 2, choices 1")
	seek := standard
	seek.Seek = true
	s.want(t, seek, "a ab: ", "a rab: navigation", "b ab: ", "b rab: navigation",
		"r ab: navigation, graph, neighbours 2, choices 2")
}

// TestTwoArticlesS6: articles that link to each other are navigations by the definitions, but not with a least likeness.
func TestTwoArticlesS6(t *testing.T) {
	s := site{"p": {"qT"}, "q": {"pT"}}
	s.want(t, standard, "p qT: navigation", "q pT: navigation")
	rho := standard
	rho.Rho = 0.5
	s.want(t, rho, "p qT: no, no-harmonic-group", "q pT: no, no-harmonic-group")
}

// TestNavigationAloneS7: one navigation alone is no system, but for the thesis.
func TestNavigationAloneS7(t *testing.T) {
	s := site{"r": {"aT"}, "a": {"zT"}}
	s.want(t, standard, "a zT: undecided, missing", "r aT: no, link-structure, neighbours 1, choices 1")
	one := standard
	one.Least = 1
	s.want(t, one, "a zT: undecided, missing", "r aT: outsider")
}

// TestMissing: what was not crawled leaves a group undecided, unless another neighbour decides, or it does not count.
func TestMissing(t *testing.T) {
	s := site{"a": {"abm", "xm", "mn"}, "b": {"abm"}, "x": {"xX", "yY"}}
	s.want(t, standard, "a abm: undecided, missing", "a xm: undecided, missing", "a mn: undecided, missing",
		"b abm: undecided, missing", "x xX: no, no-neighbour", "x yY: undecided, missing")
	s["x"] = []string{"yY"}
	s.want(t, standard, "a abm: undecided", "a xm: no, no-harmonic-group", "a mn: undecided", "b abm: undecided",
		"x yY: undecided")
	crawled := standard
	crawled.Crawled = true
	s.want(t, crawled, "a abm: navigation", "a xm: no, no-harmonic-group", "a mn: undecided, missing, neighbours 0",
		"b abm: navigation", "x yY: undecided, missing")
}

// TestWeights: T9, the sums by which groups are sorted.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		ref, other string
		sort       Sort
		want       int32
	}{
		{"bC/ab", "bC/aB", VBD, 4 + 1}, {"bC/ab", "bC/aB", VB, 3}, {"bC/ab", "bC/aB", V, 2}, {"bC/ab", "bC/aB", Off, 0},
		{"bb/ab", "bb/ba", VB, 2},
	} {
		opt := standard
		opt.Sort = c.sort
		s := NewSearch(opt)
		s.Begin(site{"a": {c.ref}, "b": {c.other, "bX"}}.host())
		s.ref = 0
		s.meet()
		s.gather()
		if w := s.list[0].weight; w != c.want {
			t.Errorf("%s, %s by %s: %d, not %d", c.ref, c.other, c.sort, w, c.want)
		}
	}
}

// TestLimits: a search without a way out ends by either limit.
func TestLimits(t *testing.T) {
	s := site{}
	for c := byte('a'); c <= 'h'; c++ {
		for i := range 8 { // all harmonise by Z, and no group leads anywhere
			s[string(c)] = append(s[string(c)], string([]byte{byte('A' + i), 'Z'}))
		}
	}
	s["r"] = []string{"abcdefghZ"}
	judge := func(choices, nodes int64) string {
		opt := standard
		opt.Choices, opt.Nodes = choices, nodes
		list := s.judge(opt)
		return list[len(list)-1]
	}
	if got := judge(1000, 1e6); got != "r abcdefghZ: undecided, budget, neighbours 8, choices 1000" {
		t.Error(got)
	}
	if got := judge(1e6, 1000); !strings.HasPrefix(got, "r abcdefghZ: undecided, nodes, neighbours 8") {
		t.Error(got)
	}
}

// TestTooLarge: what cannot be compared is not said to have no harmony.
func TestTooLarge(t *testing.T) {
	got := site{"a": {"b" + strings.Repeat("TU", 2000)}, "b": {"a" + strings.Repeat("TU", 2100)}}.judge(standard)
	if !strings.Contains(got[0], ": no, too-large") {
		t.Error(got[0][4000:])
	}
}

// slowHarmony is harmony with a least likeness, and a least share of common targets in order.
func slowHarmony(a, b string, opt Options) bool {
	set, n := map[rune]int{}, 0
	for _, c := range a {
		set[c] |= 1
	}
	for _, c := range b {
		set[c] |= 2
	}
	common := 0
	for c, v := range set {
		common += v / 3
		n += min(strings.Count(a, string(c)), strings.Count(b, string(c)))
	}
	switch {
	case float64(common) < opt.Rho*float64(len(set)):
		return false
	case opt.Order == 0:
		return slowWeight(a, b) > 0
	}
	return n > 0 && float64(slowLCS(a, b)) >= opt.Order*float64(n)-1e-9
}

// slowLCS is the length of the longest common subsequence.
func slowLCS(a, b string) int {
	switch {
	case a == "" || b == "":
		return 0
	case a[0] == b[0]:
		return 1 + slowLCS(a[1:], b[1:])
	}
	return max(slowLCS(a[1:], b), slowLCS(a, b[1:]))
}

// slowGraph tests a graph by the definition: mains are the share of the others that link to a main node.
func slowGraph(nodes []int, edge func(v, w int) bool, mains float64) bool {
	isMain, any := map[int]bool{}, false
	for _, v := range nodes {
		in := 0
		for _, w := range nodes {
			if v != w && edge(w, v) {
				in++
			}
		}
		isMain[v] = float64(in) >= mains*float64(len(nodes)-1)-1e-9
		any = any || isMain[v]
	}
	less := func(v, w int) bool { return edge(v, w) && !(isMain[v] && isMain[w]) }
	reach := map[[2]int]bool{}
	for _, v := range nodes {
		for _, w := range nodes {
			reach[[2]int{v, w}] = v == w || less(v, w)
		}
	}
	for _, k := range nodes {
		for _, v := range nodes {
			for _, w := range nodes {
				reach[[2]int{v, w}] = reach[[2]int{v, w}] || reach[[2]int{v, k}] && reach[[2]int{k, w}]
			}
		}
	}
	for _, v := range nodes {
		heads, below := 0, []int{}
		for _, w := range nodes {
			if reach[[2]int{v, w}] && reach[[2]int{w, v}] {
				if isMain[w] {
					heads++
				} else {
					below = append(below, w)
				}
			}
		}
		if heads != 1 || isMain[v] && len(below) > 0 && !slowGraph(below, less, mains) {
			return false
		}
	}
	return any
}

// TestMains: with a share of the links to main nodes, and without, the test of graphs agrees with the definition, on all graphs
// of up to 4 nodes.
func TestMains(t *testing.T) {
	for _, mains := range []float64{0, 0.5, 0.6, 0.9} {
		g := &Graph{Mains: mains}
		for n := 1; n <= 4; n++ {
			nodes, out := make([]int, n), make([][]int32, n)
			for bits := range 1 << (n * n) {
				edge := func(v, w int) bool { return bits>>(v*n+w)&1 != 0 }
				for v := range out {
					nodes[v], out[v] = v, out[v][:0]
					for w := range n {
						if v != w && edge(v, w) {
							out[v] = append(out[v], int32(w))
						}
					}
				}
				share := mains
				if share == 0 {
					share = 1
				}
				if got, want := g.Test(out), slowGraph(nodes, edge, share); got != want {
					t.Fatalf("%v, mains %v: %v, not %v", out, mains, got, want)
				}
			}
		}
	}
}

// TestTolerance: S2, where a page has no links or was not crawled; a menu in another order; pages to which not all others link.
func TestTolerance(t *testing.T) {
	one := standard
	one.Lacking = 1
	site{"a": {"abci"}, "b": {"abci"}, "c": {"abci"}, "i": nil}.want(t, one, "a abci: navigation", "b abci: navigation",
		"c abci: navigation")
	site{"a": {"abci"}, "b": {"abci"}, "c": {"abci"}}.want(t, one, "a abci: navigation", "b abci: navigation",
		"c abci: navigation")
	site{"a": {"abcij"}, "b": {"abcij"}, "c": {"abcij"}, "i": nil}.want(t, one, "a abcij: undecided, missing",
		"b abcij: undecided, missing", "c abcij: undecided, missing")
	site{"a": {"ij", "ik"}, "i": nil, "k": nil}.want(t, one, "a ij: undecided, missing", "a ik: no, no-harmonic-group")
	s := site{"a": {"abcd"}, "b": {"abcd"}, "c": {"bacd"}, "d": {"abcd"}}
	const none = ": no, no-harmonic-group"
	s.want(t, standard, "a abcd"+none, "b abcd"+none, "c bacd"+none, "d abcd"+none)
	order := standard
	order.Order = 0.75
	s.want(t, order, "a abcd: navigation", "b abcd: navigation", "c bacd: navigation", "d abcd: navigation")
	s = site{"a": {"bcT"}, "b": {"cdT"}, "c": {"adT"}, "d": {"abT"}}
	const not = ": no, link-structure"
	s.want(t, standard, "a bcT"+not, "b cdT"+not, "c adT"+not, "d abT"+not)
	mains := standard
	mains.Mains = 0.5
	s.want(t, mains, "a bcT: navigation", "b cdT: navigation", "c adT: navigation", "d abT: navigation")
}

// combinations are all choices of a group of each neighbour of a group, and the neighbours. Some neighbours may lack a group that
// harmonises: these are none then.
func (s site) combinations(page, ref string, opt Options) (docs []string, all [][]string) {
	all = [][]string{nil}
	lacks := func(d string) bool {
		return !slices.ContainsFunc(s[d], func(g string) bool { return slowHarmony(g, ref, opt) })
	}
	lacking := map[string]bool{}
	for i := range ref {
		if d := ref[i : i+1]; d >= "a" && d != page && lacks(d) {
			lacking[d] = true
		}
	}
	for i := range ref {
		d := ref[i : i+1]
		if d < "a" || d == page || slices.Contains(docs, d) {
			continue
		}
		if lacking[d] && len(lacking) <= opt.Lacking {
			continue
		}
		docs = append(docs, d)
		groups := []string{}
		for _, g := range s[d] {
			if !slices.Contains(groups, g) {
				groups = append(groups, g)
			}
		}
		var longer [][]string
		for _, c := range all {
			for _, g := range groups {
				longer = append(longer, append(slices.Clone(c), g))
			}
		}
		all = longer
	}
	if len(docs) == 0 {
		return nil, nil
	}
	return docs, all
}

// slowSearch counts the harmonic combinations of a group, up to the first one that is a navigation graph, and says what it is.
func (s site) slowSearch(page, ref string, opt Options) (choices int, class Reason) {
	docs, combinations := s.combinations(page, ref, opt)
	for _, c := range combinations {
		all, names := append(slices.Clone(c), ref), append(slices.Clone(docs), page)
		harmonic := true
		for i := range all {
			for k := range i {
				harmonic = harmonic && slowHarmony(all[i], all[k], opt)
			}
		}
		if !harmonic {
			continue
		}
		choices++
		class = NavigationFound
		if !strings.Contains(strings.Join(c, ""), page) {
			all, names, class = c, docs, OutsiderFound
		}
		out := make([][]int32, len(all))
		for i := range all {
			for k := range all {
				if i != k && strings.Contains(all[i], names[k]) {
					out[i] = append(out[i], int32(k))
				}
			}
		}
		if len(all) >= opt.Least && (&Graph{Mains: opt.Mains}).Test(out) {
			return choices, class
		}
	}
	return choices, 0
}

// TestBacktracking: on 1,000 small hosts the search tries as many combinations as there are harmonic ones, in the same order, and
// finds what a search without any reduction finds. least = 1e6 lets no graph pass, so that all combinations are tried.
func TestBacktracking(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	found := map[Reason]int{}
	for n := range 1000 {
		s := site{}
		for _, p := range []string{"a", "b", "c", "d"} {
			for range 1 + r.IntN(3) {
				word := ""
				for range 1 + r.IntN(4) {
					word += string("abcdTUe"[r.IntN(6+n%2)]) // e is not crawled
				}
				s[p] = append(s[p], word)
			}
		}
		for _, opt := range []Options{{Least: 2}, {Least: 1e6}, {Least: 1, Rho: 0.5}, {Least: 2, Keep: true},
			{Least: 2, Lacking: 1}, {Least: 2, Lacking: 2, Keep: true}, {Least: 2, Order: 0.6}, {Least: 2, Mains: 0.6},
			{Least: 1, Lacking: 1, Order: 0.5, Mains: 0.5, Rho: 0.2}} {
			opt.Choices, opt.Nodes, opt.Sort = 1e6, 1e6, Off
			x := NewSearch(opt)
			x.Begin(s.host())
			g := 0
			for _, p := range []string{"a", "b", "c", "d"} {
				for _, ref := range s[p] {
					v := x.Judge(g)
					g++
					choices, class := s.slowSearch(p, ref, opt)
					found[v.Reason]++
					if v.Reason == NoNeighbour {
						continue
					}
					got := v.Reason
					if got > OutsiderFound {
						got = 0
					}
					if int(v.Choices) != choices || got != class {
						t.Fatalf("%d: %v: %s on %s with %+v: %s, not %d, %s", n, s, ref, p, opt, v.Append(nil), choices, class)
					}
				}
			}
		}
	}
	for _, want := range []Reason{NavigationFound, OutsiderFound, NoHarmonicGroup, NoCombination, LinkStructure} {
		if found[want] < 20 {
			t.Errorf("%s: only %d", want, found[want])
		}
	}
}
