package harmony

// Graph tests whether a graph is a navigation graph: its main nodes, to which all others link, have each a part of the rest below
// it, and each of these parts is empty or a navigation graph itself.
type Graph struct {
	Amended bool    // links back to main nodes do not count as ways between the parts
	Mains   float64 // nodes to which this share of the others links are main nodes; 0: all of them

	out    [][]int32
	steps  int64   // edges that were looked at
	part   []int32 // by node: the graph in which it is, 0 once it is done
	main   []bool
	ins    []int32
	nodes  []int32 // of the graphs of a level, one after the other
	deeper []int32
	ends   []int32 // where these graphs end in nodes, and in deeper
	below  []int32
	parts  int32

	index, low []int32
	stack      []int32
	calls      []call
	seen       int32
}

// call is a node whose edges are being followed.
type call struct{ node, edge int32 }

// Test tests a graph, given by the heads of the edges of each node, each once and without the node itself.
func (g *Graph) Test(out [][]int32) bool {
	n := len(out)
	g.out = out
	g.seen = 0
	g.part, g.ins, g.index, g.low = zeros(g.part, n), zeros(g.ins, n), zeros(g.index, n), zeros(g.low, n)
	g.main = append(g.main[:0], make([]bool, n)...)
	g.nodes, g.parts = g.nodes[:0], 1
	for v := range n {
		g.nodes = append(g.nodes, int32(v))
		g.part[v] = 1
	}
	g.ends = append(g.ends[:0], int32(n))
	if n == 0 {
		return false
	}
	for len(g.nodes) > 0 {
		g.deeper, g.below = g.deeper[:0], g.below[:0]
		from := int32(0)
		for _, end := range g.ends {
			if !g.level(g.nodes[from:end]) {
				return false
			}
			from = end
		}
		g.nodes, g.deeper, g.ends, g.below = g.deeper, g.nodes, g.below, g.ends
	}
	return true
}

func zeros(list []int32, n int) []int32 { return append(list[:0], make([]int32, n)...) }

// level tests one graph, and notes the graphs below its main nodes.
func (g *Graph) level(nodes []int32) bool {
	part, mains := g.part[nodes[0]], 0
	for _, v := range nodes {
		for _, w := range g.heads(v) {
			if g.part[w] == part {
				g.ins[w]++
			}
		}
	}
	least := shareOf(g.Mains, len(nodes)-1)
	for _, v := range nodes {
		if g.main[v] = int(g.ins[v]) >= least; g.main[v] {
			mains++
		}
		g.ins[v] = 0
	}
	switch {
	case mains == 0:
		return false
	case mains == len(nodes):
		return true
	case g.Amended:
		return g.reach(nodes)
	}
	return g.components(nodes)
}

// heads are the nodes to which a node links.
func (g *Graph) heads(v int32) []int32 {
	g.steps += int64(len(g.out[v])) + 1
	return g.out[v]
}

// close ends a graph below a main node: the nodes that were added to deeper.
func (g *Graph) close(from int) {
	if len(g.deeper) > from {
		g.below = append(g.below, int32(len(g.deeper)))
	}
}

// reach is the amended test: no node is reached from two main nodes, other than through main nodes, and each is from one.
func (g *Graph) reach(nodes []int32) bool {
	part, left, first := g.part[nodes[0]], len(nodes), g.parts
	for _, h := range nodes {
		if !g.main[h] {
			continue
		}
		left--
		g.parts++
		from := len(g.deeper)
		for v, at := h, from; ; at++ {
			for _, w := range g.heads(v) {
				switch {
				case g.main[w] || g.part[w] == g.parts:
				case g.part[w] == part:
					g.part[w] = g.parts
					g.deeper = append(g.deeper, w)
					left--
				case g.part[w] > first: // another main node has it
					return false
				}
			}
			if at == len(g.deeper) {
				break
			}
			v = g.deeper[at]
		}
		g.close(from)
	}
	g.done(nodes)
	return left == 0
}

// done takes the main nodes out of the graphs.
func (g *Graph) done(nodes []int32) {
	for _, v := range nodes {
		if g.main[v] {
			g.part[v] = 0
		}
	}
}

// components is the test as it was published: without the edges between main nodes, each strongly connected component has one
// main node.
func (g *Graph) components(nodes []int32) bool {
	for _, v := range nodes {
		g.index[v] = 0
	}
	part := g.part[nodes[0]]
	for _, v := range nodes {
		if g.index[v] == 0 && !g.follow(v, part) {
			return false
		}
	}
	g.done(nodes)
	return true
}

// follow finds the components that can be reached from a node (Tarjan 1972). Nodes whose component is closed are in other parts.
func (g *Graph) follow(v, part int32) bool {
	g.calls, g.stack = append(g.calls[:0], call{}), g.stack[:0]
	g.calls[0].node = v
	g.enter(v)
	for len(g.calls) > 0 {
		c := &g.calls[len(g.calls)-1]
		u, heads := c.node, g.out[c.node]
		if int(c.edge) < len(heads) {
			w := heads[c.edge]
			c.edge++
			switch {
			case g.part[w] != part || g.main[u] && g.main[w]:
			case g.index[w] == 0:
				g.calls = append(g.calls, call{node: w})
				g.enter(w)
			default:
				g.low[u] = min(g.low[u], g.index[w])
			}
			continue
		}
		g.calls = g.calls[:len(g.calls)-1]
		if len(g.calls) > 0 {
			up := g.calls[len(g.calls)-1].node
			g.low[up] = min(g.low[up], g.low[u])
		}
		if g.low[u] == g.index[u] && !g.component(u) {
			return false
		}
	}
	return true
}

// enter numbers a node.
func (g *Graph) enter(v int32) {
	g.seen++
	g.steps += int64(len(g.out[v])) + 1
	g.index[v], g.low[v] = g.seen, g.seen
	g.stack = append(g.stack, v)
}

// component closes the component of a node: all nodes above it on the stack.
func (g *Graph) component(first int32) bool {
	g.parts++
	mains, from := 0, len(g.deeper)
	for {
		v := g.stack[len(g.stack)-1]
		g.stack = g.stack[:len(g.stack)-1]
		g.part[v] = g.parts
		if g.main[v] {
			mains++
		} else {
			g.deeper = append(g.deeper, v)
		}
		if v == first {
			g.close(from)
			return mains == 1
		}
	}
}
