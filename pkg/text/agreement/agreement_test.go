package agreement

import (
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/work/worktest"
)

type pair = [2]int32

// of compares two lists of pairs, and keeps what Of hands on.
func of(clusters, topics []pair, opt Options) (
	r *Result, cells tupletest.Numbers, byCluster []Cluster, byTopic []Topic, err error,
) {
	opt.Cells = &cells
	opt.EachCluster = func(c *Cluster) error { byCluster = append(byCluster, *c); return nil }
	opt.EachTopic = func(t *Topic) error { byTopic = append(byTopic, *t); return nil }
	r, err = Of(tupletest.Pairs[pair](clusters).Input("clusters"), tupletest.Pairs[pair](topics).Input("topics"), opt)
	return r, cells, byCluster, byTopic, err
}

// labels gives the documents 0, 1, … these labels.
func labels(list ...int32) (pairs []pair) {
	for doc, label := range list {
		pairs = append(pairs, pair{int32(doc), label})
	}
	return pairs
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

// TestTwoClustersV19 is the vector of Nitsche 2003, 3.4.6: topics of 4, 4 and 2 documents in two clusters.
func TestTwoClustersV19(t *testing.T) {
	clusters := labels(1, 1, 1, 1, 2, 2, 2, 2, 2, 2)
	topics := labels(7, 7, 7, 8, 7, 8, 8, 8, 9, 9)
	r, cells, byCluster, byTopic, err := of(clusters, topics, Options{Room: worktest.Room(1<<20, 2)})
	if err != nil {
		t.Fatal(err)
	}
	if !near(r.Purity, .6) || !near(r.Entropy, .757116) || !near(r.F, .64) {
		t.Errorf("purity %v, entropy %v, F %v", r.Purity, r.Entropy, r.F)
	}
	if !slices.Equal(cells, tupletest.Numbers{1, 7, 3, 1, 8, 1, 2, 7, 1, 2, 8, 3, 2, 9, 2}) {
		t.Errorf("cells %v", cells)
	}
	if len(byCluster) != 2 || !near(byCluster[0].Entropy, .511860) || !near(byCluster[1].Entropy, .920620) ||
		byCluster[1].Topic != 8 || byCluster[1].Most != 3 || byCluster[0].Purity != .75 {
		t.Errorf("clusters %+v", byCluster)
	}
	if len(byTopic) != 3 || !near(byTopic[0].F, .75) || !near(byTopic[1].F, .6) || !near(byTopic[2].F, .5) ||
		byTopic[2].Cluster != 2 {
		t.Errorf("topics %+v", byTopic)
	}
	r, _, _, byTopic, err = of(clusters, topics, Options{Room: worktest.Room(1<<20, 2), Printed: true})
	// With n_r/c, F is 2 n_r c / (c² + n_r n_i). For the first topic: 24/25 and 12/25.
	if err != nil || !near(byTopic[0].F, .96) || !near(byTopic[1].F, 36./33) || !near(byTopic[2].F, 24./16) ||
		!near(r.F, (4*.96+4*36./33+2*1.5)/10) {
		t.Errorf("printed: %+v, %v", byTopic, err)
	}
}

// TestDegenerate: what is divided in no way, or wholly, has figures, and none of them is NaN.
func TestDegenerate(t *testing.T) {
	for _, c := range []struct {
		name                             string
		clusters, topics                 []pair
		purity, entropy, f, rand, mutual float64
	}{
		{"one document", labels(5), labels(3), 1, 0, 1, 1, 1},
		{"one cluster, one topic", labels(1, 1, 1), labels(2, 2, 2), 1, 0, 1, 1, 1},
		{"one cluster", labels(1, 1, 1, 1), labels(2, 2, 3, 3), .5, 1, 2. / 3, 0, 0},
		{"one topic", labels(1, 1, 2, 2), labels(3, 3, 3, 3), 1, 0, 2. / 3, 0, 0},
		{"a cluster for each document", labels(1, 2, 3, 4), labels(7, 7, 8, 8), 1, 0, 2. / 3, 0, 2. / 3},
		{"the same", labels(1, 2, 2, 3), labels(9, 4, 4, 0), 1, 0, 1, 1, 1},
	} {
		r, _, _, _, err := of(c.clusters, c.topics, Options{Room: worktest.Room(1<<20, 2)})
		if err != nil || !near(r.Purity, c.purity) || !near(r.Entropy, c.entropy) || !near(r.F, c.f) ||
			!near(r.AdjustedRand, c.rand) || !near(r.NMI, c.mutual) {
			t.Errorf("%s: %+v, %v", c.name, r, err)
		}
	}
}

// TestRefuses: without a common document there is nothing to measure, and records must be sorted, each once.
func TestRefuses(t *testing.T) {
	for _, c := range []struct {
		clusters, topics []pair
		want             string
	}{
		{nil, labels(1), "clusters: is empty"},
		{labels(1), nil, "topics: is empty"},
		{nil, nil, "clusters: is empty"},
		{labels(1), []pair{{7, 1}}, "clusters, topics: no document has both"},
		{[]pair{{1, 2}, {0, 2}}, labels(1, 1), "clusters: is not sorted"},
		{[]pair{{0, 2}, {0, 2}}, labels(1, 1), "clusters: "},
		{labels(1, 1, 1), []pair{{0, 3}, {0, 2}}, "topics: is not sorted"},
	} {
		_, _, _, _, err := of(c.clusters, c.topics, Options{Room: worktest.Room(1<<20, 2)})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, %v: %v", c.clusters, c.topics, err)
		}
	}
}

// drawPairs draws documents with labels; most have one.
func drawPairs(t *rapid.T, name string, labels int32) []pair {
	list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) pair {
		return pair{rapid.Int32Range(0, 30).Draw(t, "doc"), rapid.Int32Range(0, labels).Draw(t, "label")}
	}), 1, 60).Draw(t, name)
	list = tupletest.Pairs[pair](list).Sorted()
	if rapid.Bool().Draw(t, "one label each") {
		return slices.CompactFunc(list, func(a, b pair) bool { return a[0] == b[0] })
	}
	return slices.Compact(list)
}

// TestTwin: figures are those of slow code that goes through all pairs of things.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		clusters := drawPairs(t, "clusters", rapid.SampledFrom([]int32{0, 2, 40}).Draw(t, "cluster"))
		topics := drawPairs(t, "topics", rapid.SampledFrom([]int32{0, 2, 40}).Draw(t, "topic"))
		printed := rapid.Bool().Draw(t, "printed")
		memory := rapid.SampledFrom([]int64{1 << 10, 1 << 20}).Draw(t, "memory")
		got, cells, byCluster, byTopic, err := of(clusters, topics, Options{Room: worktest.Room(memory, 2), Printed: printed})
		want := twinOf(clusters, topics, printed)
		if want.Documents == 0 {
			if err == nil {
				t.Fatal("no error")
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		g, w := *got, want
		for _, m := range [][2]float64{{g.Purity, w.Purity}, {g.Entropy, w.Entropy}, {g.F, w.F}, {g.AdjustedRand, w.AdjustedRand},
			{g.NMI, w.NMI}} {
			if !(math.Abs(m[0]-m[1]) < 1e-12) {
				t.Fatalf("%+v, want %+v", g, w)
			}
		}
		g.Purity, g.Entropy, g.F, g.AdjustedRand, g.NMI = w.Purity, w.Entropy, w.F, w.AdjustedRand, w.NMI
		if g != w || int64(len(cells)/3) != w.Cells || int64(len(byCluster)) != w.Clusters || int64(len(byTopic)) != w.Topics {
			t.Fatalf("%+v, %d clusters, %d topics; want %+v", g, len(byCluster), len(byTopic), w)
		}
		purity, f := 0., 0.
		for _, c := range byCluster {
			purity += c.Purity * float64(c.Documents) / float64(w.Pairs)
		}
		for _, c := range byTopic {
			f += c.F * float64(c.Documents) / float64(w.Pairs)
		}
		if math.Abs(purity-w.Purity) > 1e-12 || math.Abs(f-w.F) > 1e-12 {
			t.Fatalf("by cluster: purity %v, by topic: F %v; want %+v", purity, f, w)
		}
	})
}

// twinOf makes each measure as its definition says it, from the pairs of all documents.
func twinOf(clusters, topics []pair, printed bool) (r Result) {
	var all []pair // cluster, topic
	docs := map[int32]int{}
	for _, c := range clusters {
		for _, t := range topics {
			if c[0] == t[0] {
				all = append(all, pair{c[1], t[1]})
				docs[c[0]]++
			}
		}
	}
	r.NoTopic, r.NoCluster = only(clusters, topics), only(topics, clusters)
	r.Documents, r.Pairs = int64(len(docs)), int64(len(all))
	for _, n := range docs {
		if n > 1 {
			r.Several++
		}
	}
	ofCluster, ofTopic, cells := map[int32]float64{}, map[int32]float64{}, map[pair]float64{}
	for _, p := range all {
		ofCluster[p[0]]++
		ofTopic[p[1]]++
		cells[p]++
	}
	r.Clusters, r.Topics, r.Cells = int64(len(ofCluster)), int64(len(ofTopic)), int64(len(cells))
	n := float64(len(all))
	for c, size := range ofCluster {
		most, entropy := 0., 0.
		for topic := range ofTopic {
			if common := cells[pair{c, topic}]; common > 0 {
				most = max(most, common)
				entropy -= common / size * math.Log(common/size)
			}
		}
		r.Purity += most / n
		if len(ofTopic) > 1 {
			r.Entropy += size / n * entropy / math.Log(float64(len(ofTopic)))
		}
	}
	r.F = twinF(ofCluster, ofTopic, cells, n, printed)
	r.AdjustedRand, r.NMI = twinRand(all), twinNMI(ofCluster, ofTopic, cells, n)
	return r
}

// only is how many documents of a are not in b.
func only(a, b []pair) (n int64) {
	missing := map[int32]bool{}
	for _, p := range a {
		missing[p[0]] = !slices.ContainsFunc(b, func(q pair) bool { return q[0] == p[0] })
	}
	for _, m := range missing {
		if m {
			n++
		}
	}
	return n
}

// twinF is the F of all topics.
func twinF(ofCluster, ofTopic map[int32]float64, cells map[pair]float64, n float64, printed bool) (f float64) {
	for topic, size := range ofTopic {
		best := 0.
		for c, other := range ofCluster {
			if common := cells[pair{c, topic}]; common > 0 {
				recall, precision := common/size, common/other
				if printed {
					precision = other / common
				}
				best = max(best, 2*recall*precision/(recall+precision))
			}
		}
		f += size / n * best
	}
	return f
}

// twinRand goes through all pairs of documents, for the formula of Hubert and Arabie 1985.
func twinRand(all []pair) float64 {
	both, ofCluster, ofTopic, pairs := 0., 0., 0., 0.
	for i, a := range all {
		for _, b := range all[:i] {
			pairs++
			if a[0] == b[0] {
				ofCluster++
			}
			if a[1] == b[1] {
				ofTopic++
			}
			if a == b {
				both++
			}
		}
	}
	if both == ofCluster && both == ofTopic {
		return 1
	}
	expected := ofCluster * ofTopic / pairs
	return (both - expected) / ((ofCluster+ofTopic)/2 - expected)
}

func twinNMI(ofCluster, ofTopic map[int32]float64, cells map[pair]float64, n float64) float64 {
	if len(ofCluster) == 1 && len(ofTopic) == 1 {
		return 1
	}
	entropy := func(sizes map[int32]float64) (h float64) {
		for _, size := range sizes {
			h -= size / n * math.Log(size/n)
		}
		return h
	}
	mutual := 0.
	for p, common := range cells {
		mutual += common / n * math.Log(common/n/(ofCluster[p[0]]/n*ofTopic[p[1]]/n))
	}
	return mutual / ((entropy(ofCluster) + entropy(ofTopic)) / 2)
}

// TestScikitLearn: the adjusted Rand index and the NMI are those of scikit-learn.
func TestScikitLearn(t *testing.T) {
	const python = "/usr/bin/python3"
	if err := exec.Command(python, "-c", "import sklearn").Run(); err != nil {
		t.Skipf("%s has no scikit-learn: %v", python, err)
	}
	cases := [][2][]pair{
		{labels(1, 1, 1, 1, 2, 2, 2, 2, 2, 2), labels(7, 7, 7, 8, 7, 8, 8, 8, 9, 9)},
		{labels(1, 2, 3, 4), labels(7, 7, 8, 8)}, {labels(1, 1, 1), labels(2, 2, 2)}, {labels(5, 5, 5), labels(1, 2, 3)},
	}
	code := "from sklearn.metrics import *\n"
	for _, c := range cases {
		code += fmt.Sprintf("t, c = %s, %s\nprint(adjusted_rand_score(t, c), normalized_mutual_info_score(t, c))\n",
			list(c[0]), list(c[1]))
	}
	out, err := exec.Command(python, "-c", code).Output()
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Split(string(out), "\n")
	for i, c := range cases {
		var rand, mutual float64
		if _, err := fmt.Sscan(said[i], &rand, &mutual); err != nil {
			t.Fatal(said[i], err)
		}
		r, _, _, _, err := of(c[0], c[1], Options{Room: worktest.Room(1<<20, 2)})
		if err != nil || !near(r.AdjustedRand, rand) || !near(r.NMI, mutual) {
			t.Errorf("%d: %+v, %v, but scikit-learn has %s", i, r, err, said[i])
		}
	}
}

// list is the labels of documents as a list of Python.
func list(pairs []pair) string {
	var all []string
	for _, p := range pairs {
		all = append(all, strconv.Itoa(int(p[1])))
	}
	return "[" + strings.Join(all, ",") + "]"
}
