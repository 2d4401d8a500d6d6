package harmony

import (
	"cmp"
	"math"
	"slices"

	"webmill/pkg/hashes"
)

// Sort says by which weights the groups of a page are sorted before the search.
type Sort string

// What a weight sums.
const (
	Off Sort = "off" // nothing: groups are tried in the order of the page
	V   Sort = "v"   // the harmony of targets
	VB  Sort = "vb"  // also that of labels
	VBD Sort = "vbd" // also that of places
)

// Options say how a group is judged.
type Options struct {
	Least   int     // a menu is on at least so many pages
	Seek    bool    // after an outsider, search on for a navigation
	Keep    bool    // groups that do not harmonise with the one at hand stay in the search
	Sort    Sort    // of the groups of a page
	Rho     float64 // groups harmonise only if they have this share of their targets in common
	Amended bool    // the amended test of graphs
	Lacking int     // so many neighbours may not be crawled, or have no group that harmonises
	Order   float64 // this share of common targets must be in one order; 0: all
	Mains   float64 // pages to which this share of the others links are main nodes; 0: all of them
	Crawled bool    // targets that were not crawled do not count
	Choices int64   // combinations that are tried for a group
	Nodes   int64   // groups that are tried in combinations, for a group
}

// Counts are what the searches took.
type Counts struct {
	Compared int64 // pairs of groups whose targets were compared
	Cells    int64 // of these, each target of one beside each of the other
	TooLarge int64 // of these, too large to compare their order
	Choices  int64 // harmonic combinations
	Nodes    int64 // groups that were tried in combinations
	Tests    int64 // of graphs
}

// Add adds other counts.
func (c *Counts) Add(o Counts) {
	c.Compared += o.Compared
	c.Cells += o.Cells
	c.TooLarge += o.TooLarge
	c.Choices += o.Choices
	c.Nodes += o.Nodes
	c.Tests += o.Tests
}

// Search judges the groups of hosts, one after the other.
type Search struct {
	Counts Counts

	opt   Options
	pair  Pair
	graph Graph
	cache []known // a power of two of them
	a, b  []uint64

	host       *Host
	ref        int32
	neighbours []int32
	node       []int32 // by target on the host: the number of the neighbour, from 1, in this search
	list       []candidate
	from       []int32 // by neighbour: where its candidates begin
	edges      []int32
	at         []int32 // by neighbour: the candidate that is tried
	used       []int32 // by group: the last list that has one with the same targets
	lists      int32
	mark       []int32 // by node: the candidate whose edges were listed last
	marks      int32
	out        [][]int32
	refOut     []int32
	outsider   bool // one was found
	unsure     bool // a pair was too large to compare its order
	nodes      int64
	choices    int64
	steps      int64 // of work, beside that on graphs
}

// candidate is a group of a neighbour that may be in a combination.
type candidate struct {
	group    int32
	weight   int32
	back     bool // it leads to the page of the group at hand
	from, to int32
}

// known is a weight that was computed lately.
type known struct {
	a, b   int32 // groups, plus 1
	weight int32 // -1: too large
}

// mostKnown is how many weights are kept. A small host takes less, since they are cleared for each host.
const mostKnown = 1 << 16

// SearchBytes is what a Search takes of the memory, beside a part for each host.
const SearchBytes = mostKnown * 12

// mostSteps bounds the work for a group, beside the numbers of Options: links of groups that are compared with it, edges in
// graphs, pairs in combinations.
const mostSteps = 1 << 28

// NewSearch makes a Search.
func NewSearch(opt Options) *Search {
	return &Search{opt: opt, graph: Graph{Amended: opt.Amended, Mains: opt.Mains}}
}

// Begin begins a host, which is ready.
func (s *Search) Begin(h *Host) {
	s.host = h
	slots := 64
	for slots < mostKnown && slots < 32*len(h.groups) {
		slots *= 2
	}
	s.cache = slices.Grow(s.cache[:0], slots)[:slots]
	clear(s.cache)
	s.node = zeros(s.node, int(h.inside))
	s.used, s.lists = zeros(s.used, len(h.groups)), 0
}

// weight is the harmony of two groups by their targets.
func (s *Search) weight(g, o int32) int32 {
	x, y := &s.host.groups[g], &s.host.groups[o]
	s.Counts.Compared++
	s.Counts.Cells += int64(x.to-x.from) * int64(y.to-y.from)
	switch {
	case x.same == y.same:
		return x.to - x.from
	case x.bits[0]&y.bits[0]|x.bits[1]&y.bits[1] == 0:
		return 0
	}
	a, b := min(x.same, y.same), max(x.same, y.same)
	k := &s.cache[hashes.Mix(uint64(a)<<32|uint64(b))%uint64(len(s.cache))]
	if k.a != a+1 || k.b != b+1 {
		*k = known{a + 1, b + 1, s.compare(a, b)}
	}
	if k.weight < 0 {
		s.Counts.TooLarge++
		s.unsure = true
		return 0
	}
	return k.weight
}

// compare computes the weight of two groups, or -1.
func (s *Search) compare(g, o int32) int32 {
	s.a, s.b = widen(s.a, s.host.targets(int(g)), nil), widen(s.b, s.host.targets(int(o)), nil)
	n, common, all := s.pair.Count(s.a, s.b)
	if n == 0 || float64(common) < s.opt.Rho*float64(all) {
		return 0
	}
	in, ok := s.pair.InOrder(n, shareOf(s.opt.Order, n))
	switch {
	case !ok:
		return -1
	case !in:
		return 0
	}
	return int32(n)
}

// shareOf is the least number that is a share of n, and at least 1 if n is; all if the share is 0.
func shareOf(share float64, n int) int {
	if share == 0 || n == 0 {
		return n
	}
	return min(n, max(1, int(math.Ceil(share*float64(n)-1e-9))))
}

// widen makes a sequence of numbers of targets and of what stands for more.
func widen(dst []uint64, targets, more []int32) []uint64 {
	dst = dst[:0]
	for i, t := range targets {
		w := uint64(t) << 32
		if more != nil {
			w |= uint64(uint32(more[i]))
		}
		dst = append(dst, w)
	}
	return dst
}

// more is the weight of two groups by targets and something else.
func (s *Search) more(g, o int32, what []int32) int32 {
	x, y := &s.host.groups[g], &s.host.groups[o]
	s.a = widen(s.a, s.host.targets(int(g)), what[x.from:x.to])
	s.b = widen(s.b, s.host.targets(int(o)), what[y.from:y.to])
	n, _ := s.pair.Weight(s.a, s.b)
	return int32(n)
}

// Judge judges a group.
func (s *Search) Judge(group int) Verdict {
	s.ref, s.nodes, s.choices, s.steps, s.graph.steps = int32(group), 0, 0, 0, 0
	s.outsider, s.unsure = false, false
	if s.lists > 1<<30 {
		clear(s.used)
		s.lists = 0
	}
	n, onHost := s.meet()
	v := Verdict{Neighbours: int32(n)}
	switch {
	case n == 0 && onHost:
		v.Reason = Missing
	case n == 0:
		v.Reason = NoNeighbour
	default:
		if v.Reason = s.gather(); v.Reason == 0 {
			v.Reason = s.search()
		}
	}
	if s.unsure && v.Reason >= NoHarmonicGroup && v.Reason <= LinkStructure {
		v.Reason = TooLarge
	}
	for _, d := range s.neighbours {
		s.node[d] = 0
	}
	v.Choices = s.choices
	s.Counts.Choices += s.choices
	s.Counts.Nodes += s.nodes
	return v
}

// meet lists the neighbours of the group: the pages of the host to which it leads, without its own.
func (s *Search) meet() (n int, onHost bool) {
	s.neighbours = s.neighbours[:0]
	self := s.host.groups[s.ref].page
	for _, t := range s.host.targets(int(s.ref)) {
		if t >= s.host.inside || t == self || s.node[t] != 0 {
			continue
		}
		onHost = true
		if s.opt.Crawled && int(t) >= len(s.host.pages) {
			continue
		}
		s.neighbours = append(s.neighbours, t)
		s.node[t] = int32(len(s.neighbours))
	}
	return len(s.neighbours), onHost
}

// gather lists the groups of each neighbour that may be in a combination, best ones first. It returns a reason if there is no
// search. Neighbours that may lack a group are none any more.
func (s *Search) gather() Reason {
	s.list, s.from, s.edges = s.list[:0], s.from[:0], s.edges[:0]
	missing, without, kept := 0, 0, 0
	for _, d := range s.neighbours {
		from := len(s.list)
		if int(d) >= len(s.host.pages) {
			missing++
		} else if !s.candidates(d) {
			without++
		} else {
			s.from = append(s.from, int32(from))
			s.neighbours[kept] = d
			kept++
			s.node[d] = int32(kept)
			continue
		}
		s.list = s.list[:from]
		s.node[d] = 0
		if without > s.opt.Lacking {
			return NoHarmonicGroup
		}
		if s.steps > mostSteps {
			return Nodes
		}
	}
	switch {
	case s.steps > mostSteps:
		return Nodes
	case missing+without > s.opt.Lacking || kept == 0 && missing > 0:
		return Missing
	case kept == 0:
		return NoHarmonicGroup
	}
	s.neighbours = s.neighbours[:kept]
	s.sort()
	s.mark, s.marks = zeros(s.mark, len(s.neighbours)+1), 0
	for i := range s.list {
		s.link(&s.list[i])
	}
	return 0
}

// candidates lists the groups of a page. ok says that one harmonises with the group at hand.
func (s *Search) candidates(page int32) (ok bool) {
	from, to := s.host.groupsOf(page)
	for g := from; g < to; g++ {
		s.steps += int64(len(s.host.targets(int(g))) + len(s.host.targets(int(s.ref))))
		w := s.weight(s.ref, g)
		ok = ok || w > 0
		if w > 0 || s.opt.Keep {
			s.list = append(s.list, candidate{group: g, weight: w})
		}
	}
	return ok
}

// sort sorts the candidates of each neighbour. Of those with the same targets the first one is enough.
func (s *Search) sort() {
	kept := s.list[:0]
	for i, first := range s.from {
		end := len(s.list)
		if i+1 < len(s.from) {
			end = int(s.from[i+1])
		}
		list := s.list[first:end]
		s.from[i] = int32(len(kept))
		if len(list) == 1 {
			kept = append(kept, list[0])
			continue
		}
		for k := range list {
			s.weigh(&list[k])
		}
		slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
		s.lists++
		for _, c := range list {
			if same := s.host.groups[c.group].same; s.used[same] != s.lists {
				s.used[same] = s.lists
				kept = append(kept, c)
			}
		}
	}
	s.list, s.from = kept, append(s.from, int32(len(kept)))
}

// weigh makes the weight of a candidate the one by which it is sorted.
func (s *Search) weigh(c *candidate) {
	switch {
	case s.opt.Sort == Off:
		c.weight = 0
	case c.weight == 0 || s.opt.Sort == V:
	default:
		c.weight += s.more(s.ref, c.group, s.host.b)
		if s.opt.Sort == VBD {
			c.weight += s.more(s.ref, c.group, s.host.d)
		}
	}
}

// link notes to which neighbours a candidate leads.
func (s *Search) link(c *candidate) {
	s.marks++
	g := &s.host.groups[c.group]
	c.from = int32(len(s.edges))
	self := s.host.groups[s.ref].page
	for _, t := range s.host.v[g.from:g.to] {
		switch {
		case t == self:
			c.back = true
		case t == g.page || t >= s.host.inside || s.node[t] == 0:
		case s.mark[s.node[t]] != s.marks:
			s.mark[s.node[t]] = s.marks
			s.edges = append(s.edges, s.node[t]-1)
		}
	}
	if c.back {
		s.edges = append(s.edges, int32(len(s.neighbours)))
	}
	c.to = int32(len(s.edges))
}

// search tries combinations: depth first, the last neighbour fastest.
func (s *Search) search() Reason {
	n := len(s.neighbours)
	s.at = append(s.at[:0], s.from[0])
	for depth := 0; depth >= 0; {
		switch {
		case depth == n:
			s.choices++
			if reason := s.test(); reason != 0 {
				return reason
			}
			if s.choices >= s.opt.Choices {
				return s.end(Budget)
			}
			depth = s.back(depth)
		case s.at[depth] == s.from[depth+1]:
			depth = s.back(depth)
		case s.nodes >= s.opt.Nodes || s.steps+s.graph.steps > mostSteps:
			return s.end(Nodes)
		default:
			s.nodes++
			s.steps += int64(depth) + 1
			if s.fits(depth) {
				if depth++; depth < n {
					s.at = append(s.at[:depth], s.from[depth])
				}
			} else {
				s.at[depth]++
			}
		}
	}
	if s.choices == 0 {
		return NoCombination
	}
	return s.end(LinkStructure)
}

// back goes back to the neighbour before, and to its next candidate.
func (s *Search) back(depth int) int {
	if depth--; depth >= 0 {
		s.at[depth]++
	}
	return depth
}

// end is what a search says that found no navigation.
func (s *Search) end(reason Reason) Reason {
	if s.outsider {
		return OutsiderFound
	}
	return reason
}

// fits reports whether the candidate at a depth harmonises with all that were chosen before.
func (s *Search) fits(depth int) bool {
	g := s.list[s.at[depth]].group
	if s.opt.Keep && s.weight(s.ref, g) == 0 {
		return false
	}
	for _, at := range s.at[:depth] {
		if s.weight(s.list[at].group, g) == 0 {
			return false
		}
	}
	return true
}

// test tests the graph of a combination. It returns a reason if that ends the search.
func (s *Search) test() Reason {
	s.out = s.out[:0]
	back := false
	for _, at := range s.at {
		c := &s.list[at]
		back = back || c.back
		s.out = append(s.out, s.edges[c.from:c.to])
	}
	if back {
		for i := len(s.refOut); i < len(s.neighbours); i++ {
			s.refOut = append(s.refOut, int32(i))
		}
		s.out = append(s.out, s.refOut[:len(s.neighbours)])
	}
	if len(s.out) < s.opt.Least || s.outsider && !back {
		return 0
	}
	s.Counts.Tests++
	switch {
	case !s.graph.Test(s.out):
		return 0
	case back:
		return NavigationFound
	case s.opt.Seek:
		s.outsider = true
		return 0
	}
	return OutsiderFound
}
