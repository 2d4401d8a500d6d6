package linkgroups

// node is an element that holds links. The body is the first one.
type node struct {
	up    int32 // the element around it
	depth int32 // below the root
	place uint64
}

// member is a link that may be in a group.
type member struct {
	node   int32 // the element around it
	target uint64
	// What is found. Group counts from 1, in the order of their first links; 0: it is in no group.
	group  int32
	up     int32 // steps from the link to the element in which the group meets
	meets  int32 // that element
	climbs int32 // the element in which the link is
}

// grouper groups the links of one page after the other.
type grouper struct {
	first   bool    // her first algorithm: one target is enough
	byDepth []int32 // links, those of one depth together
	from    []int32 // by depth: where its links begin
	numbers []int32
}

// group finds the groups of links that are in the order of the page.
func (g *grouper) group(nodes []node, links []member) (groups int) {
	deepest := int32(0)
	for i := range links {
		deepest = max(deepest, nodes[links[i].node].depth)
	}
	g.from = append(g.from[:0], make([]int32, deepest+2)...)
	for i := range links {
		l := &links[i]
		l.group, l.up, l.meets, l.climbs = 0, 0, -1, l.node
		g.from[nodes[l.node].depth+1]++
	}
	for d := range deepest + 1 {
		g.from[d+1] += g.from[d]
	}
	g.byDepth = append(g.byDepth[:0], make([]int32, len(links))...)
	for i := range links {
		d := nodes[links[i].node].depth
		g.byDepth[g.from[d]] = int32(i)
		g.from[d]++
	}
	at := int32(0) // from[d] is now where the links of depth d end
	for d := range deepest + 1 {
		g.climb(nodes, links, g.byDepth[at:g.from[d]], int(d))
		at = g.from[d]
	}
	return g.number(links)
}

// climb lets links of one depth climb until they are in groups. depth is that of the elements around them.
func (g *grouper) climb(nodes []node, links []member, free []int32, depth int) {
	for up := 1; len(free) > 1; up++ {
		left, runs := free[:0], 0
		for at := 0; at < len(free); runs++ {
			end := g.run(links, free, at)
			meets := links[free[at]].climbs
			if g.enough(links, free[at:end]) {
				for _, i := range free[at:end] {
					links[i].group, links[i].up, links[i].meets = free[at]+1, int32(up), meets
				}
			} else {
				for _, i := range free[at:end] {
					links[i].climbs = nodes[meets].up
					left = append(left, i)
				}
			}
			at = end
		}
		if runs == 1 || up > depth { // they have met, and are no group: they never will be
			return
		}
		free = left
	}
}

// run is where the links end that are in the same element as the one at a place.
func (g *grouper) run(links []member, free []int32, at int) (end int) {
	in := links[free[at]].climbs
	for end = at + 1; end < len(free) && links[free[end]].climbs == in; end++ {
	}
	return end
}

// enough reports whether links that meet are a group.
func (g *grouper) enough(links []member, met []int32) bool {
	if g.first {
		return len(met) > 1
	}
	for _, i := range met[1:] {
		if links[i].target != links[met[0]].target {
			return true
		}
	}
	return false
}

// number gives groups, which are known by their first links, the numbers from 1 on.
func (g *grouper) number(links []member) (groups int) {
	g.numbers = append(g.numbers[:0], make([]int32, len(links))...)
	for i := range links {
		first := links[i].group - 1
		if first < 0 {
			continue
		}
		if first == int32(i) {
			groups++
			g.numbers[i] = int32(groups)
		}
		links[i].group = g.numbers[first]
	}
	return groups
}
