package content

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestForest: a forest says bit for bit what its trees say, of any features, also of those that are limits or not numbers.
func TestForest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const block, ofPage = 6, 3
	values := []float32{0, 1, -1, 0.5, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1))}
	for range 300 {
		trees := make([]Tree, random.IntN(9))
		for k := range trees {
			trees[k] = grown(random, 1+random.IntN(mostLeaves), block+ofPage)
		}
		f := newForest(trees, block)
		for range 3 {
			page := draw(random, values, ofPage)
			f.begin(page)
			for range 5 {
				v := append(draw(random, values, block), page...)
				want := float32(0)
				for k := range trees {
					want += trees[k].Value(v)
				}
				if got := f.sum(v); math.Float32bits(got) != math.Float32bits(want) {
					t.Fatalf("%v: %v, not %v", v, got, want)
				}
			}
		}
	}
}

func draw(random *rand.Rand, from []float32, n int) (v []float32) {
	for range n {
		v = append(v, from[random.IntN(len(from))])
	}
	return v
}

// grown is a tree of any shape.
func grown(random *rand.Rand, leaves, features int) Tree {
	t := Tree{Nodes: []TreeNode{{Feature: -1, Value: random.Float32()}}}
	for n := 1; n < leaves; n++ {
		at := random.IntN(len(t.Nodes))
		for t.Nodes[at].Feature >= 0 {
			at = random.IntN(len(t.Nodes))
		}
		next := int32(len(t.Nodes))
		t.Nodes[at] = TreeNode{Feature: int32(random.IntN(features)), Most: float32(random.IntN(5))/2 - 1, Left: next,
			Right: next + 1}
		for range 2 {
			t.Nodes = append(t.Nodes, TreeNode{Feature: -1, Value: random.Float32() - 0.5})
		}
	}
	return t
}

// TestForestOfModel: what Extractor says of the blocks of pages is what the model says of them.
func TestForestOfModel(t *testing.T) {
	m, x, features := model(), New(Options{}), &Features{}
	prose := strings.Repeat("some words, and more. ", 20)
	article := `<title>a b</title><nav><a href=x>a</a></nav><h1>a b</h1><p>` + prose + `<p>c, d. 5 %`
	for _, body := range []string{article, `<p>a`, ``} {
		c, _ := x.Read([]byte(body), "text/html", []byte("http://a.test/blog/1"))
		page := c.Page
		features.Begin(page, x.title, x.about, []byte("http://a.test/blog/1"))
		kind := m.PageKind(features.ofPage)
		features.Blocks(page, func(i int, v []float32) {
			if want := Chance(m.LogOdds(v) + m.Lean[kind]); c.Chance[i] != want {
				t.Errorf("%q: block %d has %v, not %v", body, i, c.Chance[i], want)
			}
		})
	}
}
