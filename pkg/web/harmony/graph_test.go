package harmony

import (
	"fmt"
	"strings"
	"testing"
)

// graph reads "a>b,c b>a".
func graph(text string) (out [][]int32) {
	number := map[string]int32{}
	node := func(name string) int32 {
		if n, ok := number[name]; ok {
			return n
		}
		number[name] = int32(len(out))
		out = append(out, nil)
		return int32(len(out) - 1)
	}
	for word := range strings.FieldsSeq(text) {
		tail, heads, _ := strings.Cut(word, ">")
		v := node(tail)
		for head := range strings.SplitSeq(heads, ",") {
			if head != "" {
				w := node(head)
				out[v] = append(out[v], w)
			}
		}
	}
	return out
}

// TestGraphs: G0 to G16.
func TestGraphs(t *testing.T) {
	const g6 = "h1>h2,h3,s1,s2 h2>h1,h3 h3>h1,h2 s1>h1,h2,h3,s2 s2>h1,h2,h3,s1"
	var mains []string
	for i := range 10 {
		mains = append(mains, fmt.Sprint("m", i))
	}
	g12 := ""
	for i, m := range mains {
		others := strings.Join(append(append([]string{}, mains[:i]...), mains[i+1:]...), ",")
		g12 += m + ">" + others
		if i == 7 {
			g12 += ",s1,s2,s3"
		}
		g12 += " "
	}
	all := strings.Join(mains, ",")
	g12 += "s1>s2,s3," + all + " s2>s1,s3," + all + " s3>s1,s2," + all
	for _, c := range []struct {
		name, graph      string
		literal, amended bool
	}{
		{"G0", "", false, false},
		{"G1", "a>", true, true},
		{"G2", "a>b b>a", true, true},
		{"G3", "a>b", false, false},
		{"G4", "a>b b>c c>a", false, false},
		{"G5", "a>b,c b>a c>a,b", true, true},
		{"G6", g6, true, true},
		{"G7", strings.Replace(g6, "h2>h1,h3", "h2>h1,h3,s1", 1), false, false},
		{"G8", strings.Replace(g6, "s1>h1,h2,h3,s2", "s1>h1,h2,h3", 1), false, false},
		{"G9", strings.Replace(g6, "s1>h1,h2,h3,s2", "s1>h1,h2,s2", 1), false, false},
		{"G10", "h1>h2,s1,s2 h2>h1 s1>h1,h2,s2,t1,t2 s2>h1,h2,s1 t1>h1,h2,s1,s2,t2 t2>h1,h2,s1,s2,t1", true, true},
		{"G11", "h1>h2,s h2>h1,t s>h1,h2 t>h1,h2", false, true},
		{"G12", g12, true, true},
		{"G13", strings.Replace(g12, "m1>", "m1>s1,s2,s3,", 1), false, false},
		{"G14", "B>M,d M>B,d d>B,M", true, true},
		{"G15", "H>B,M B>H,M,d M>H,B,d d>H,B,M", false, false},
		{"G16", "a>b,c,d b>a,c,d c>b,d d>a", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for amended, want := range map[bool]bool{false: c.literal, true: c.amended} {
				if got := (&Graph{Amended: amended}).Test(graph(c.graph)); got != want {
					t.Errorf("amended %v: %v", amended, got)
				}
			}
		})
	}
	if n, m := len(graph(g12)), strings.Count(g12, ",")+13; n != 13 || m != 129 {
		t.Errorf("G12 has %d nodes, %d edges", n, m)
	}
}

// TestExhaustive counts the navigation graphs of up to 5 nodes. All of the thesis are amended ones.
func TestExhaustive(t *testing.T) {
	literal, amended := &Graph{}, &Graph{Amended: true}
	for n := 1; n <= 5; n++ {
		out := make([][]int32, n)
		var counts [2]int
		for bits := range 1 << (n * (n - 1)) {
			for v := range out {
				out[v] = out[v][:0]
			}
			left := bits
			for v := range n {
				for w := range n {
					if v != w {
						if left&1 != 0 {
							out[v] = append(out[v], int32(w))
						}
						left >>= 1
					}
				}
			}
			a, b := literal.Test(out), amended.Test(out)
			if a {
				counts[0]++
			}
			if b {
				counts[1]++
			}
			if a && !b {
				t.Fatalf("%v is no amended one", out)
			}
		}
		want := [][2]int{{1, 1}, {1, 1}, {7, 7}, {73, 85}, {2531, 2951}}[n-1]
		if counts != want {
			t.Errorf("%d nodes: %v, not %v", n, counts, want)
		}
	}
}
