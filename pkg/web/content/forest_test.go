package content

import (
	"testing"

	"pgregory.net/rapid"
)

// TestForest: the trees side by side say what each says alone.
func TestForest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const width = 3
		number := rapid.Custom(func(t *rapid.T) float32 { return float32(rapid.IntRange(-3, 3).Draw(t, "n")) })
		var trees []Tree
		for range rapid.IntRange(0, 4).Draw(t, "trees") {
			tree := Tree{Nodes: []TreeNode{{Feature: -1, Value: number.Draw(t, "value")}}}
			for range rapid.IntRange(0, 6).Draw(t, "splits") {
				at := rapid.IntRange(0, len(tree.Nodes)-1).Draw(t, "at")
				if tree.Nodes[at].Feature >= 0 {
					continue
				}
				n := int32(len(tree.Nodes))
				feature := int32(rapid.IntRange(0, width-1).Draw(t, "feature"))
				tree.Nodes[at] = TreeNode{Feature: feature, Most: number.Draw(t, "most"), Left: n, Right: n + 1}
				tree.Nodes = append(tree.Nodes, TreeNode{Feature: -1, Value: number.Draw(t, "left")},
					TreeNode{Feature: -1, Value: number.Draw(t, "right")})
			}
			trees = append(trees, tree)
		}
		var x [atOnce][]float32
		for k := range x {
			x[k] = []float32{number.Draw(t, "x"), number.Draw(t, "x"), number.Draw(t, "x")}
		}
		got := pack(trees).sums(&x)
		for k := range x {
			want := float32(0)
			for i := range trees {
				want += trees[i].Value(x[k])
			}
			if got[k] != want {
				t.Errorf("%v: %v, want %v", x[k], got[k], want)
			}
		}
	})
}

// TestJudge: blocks are judged alike alone and one after the other.
func TestJudge(t *testing.T) {
	m := model()
	p, _ := NewReader().Read([]byte(longPage), "text/html")
	x := &Features{}
	x.Begin(p, []byte("A title"), nil, []byte("http://example.org/a/b"))
	j := judge{}
	j.begin(m)
	var alone []float32
	x.Blocks(p, func(_ int, v []float32) {
		alone = append(alone, m.LogOdds(v))
		j.add(v)
	})
	j.flush()
	trees := 0
	for i := range alone {
		if j.odds[i] != alone[i] {
			t.Errorf("block %d: %v, alone %v", i, j.odds[i], alone[i])
		}
		if alone[i] > excluded {
			trees++
		}
	}
	if trees == 0 || len(alone) < 10 {
		t.Errorf("%d of %d blocks reached the trees", trees, len(alone))
	}
}

const longPage = `<nav><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul></nav><main><h1>A title</h1>
<p>The first paragraph says what happened, and where.<p>The second one says why, and who was there, and what they saw.
<h2>More</h2><p>The third one is short.<ul><li>One item of a list<li>And another one of it</ul></main>
<aside><h3>Related</h3><a href=/a>Another page</a></aside><footer><p>Copyright 2024. All rights reserved.</footer>`
