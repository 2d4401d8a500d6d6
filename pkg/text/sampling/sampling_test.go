package sampling

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/hashes"
	"webmill/pkg/tuple/tupletest"
	"webmill/pkg/work/worktest"
)

type pair = [2]int32

func draw(pairs []pair, judged []int32, opt Options) (tupletest.Pairs[pair], Stats, error) {
	d, err := New(opt)
	if err != nil {
		return nil, Stats{}, err
	}
	defer d.Free()
	for _, doc := range judged {
		if err := d.LeaveOut(doc); err != nil {
			return nil, Stats{}, err
		}
	}
	var drawn tupletest.Pairs[pair]
	err = d.Run(&drawn, tupletest.Pairs[pair](pairs).Input("clusters"))
	return drawn, d.Stats, err
}

// TestTwin: the sample is that of slow code that sorts the documents of each cluster.
func TestTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pairs := rapid.SliceOf(rapid.Custom(func(t *rapid.T) pair {
			return pair{rapid.Int32Range(0, 200).Draw(t, "doc"), rapid.Int32Range(0, 9).Draw(t, "cluster")}
		})).Draw(t, "clusters")
		pairs = slices.Compact(tupletest.Pairs[pair](pairs).Sorted())
		judged := rapid.SliceOf(rapid.Int32Range(0, 220)).Draw(t, "judged")
		opt := Options{
			Per: rapid.Int64Range(1, 5).Draw(t, "per"), BySize: rapid.Bool().Draw(t, "by size"),
			Seed: rapid.Uint64().Draw(t, "seed"),
			Room: worktest.Room(rapid.SampledFrom([]int64{1 << 10, 1 << 20}).Draw(t, "memory"),
				rapid.IntRange(1, 3).Draw(t, "threads")),
		}
		got, stats, err := draw(pairs, judged, opt)
		want := twinOf(pairs, judged, &opt)
		if err != nil || !slices.Equal(got, want) || stats.Drawn != int64(len(want)) {
			t.Fatalf("%v, %+v, %v; want %v", got, stats, err, want)
		}
		if opt.BySize {
			return
		}
		opt.Per++
		more, _, err := draw(pairs, judged, opt)
		if err != nil || slices.ContainsFunc(got, func(p pair) bool { return !slices.Contains(more, p) }) {
			t.Fatalf("%v, %v is without some of %v", more, err, got)
		}
	})
}

func twinOf(pairs []pair, judged []int32, opt *Options) (want tupletest.Pairs[pair]) {
	clusters, all := map[int32][]int32{}, 0
	for _, p := range pairs {
		if !slices.Contains(judged, p[0]) {
			clusters[p[1]] = append(clusters[p[1]], p[0])
			all++
		}
	}
	key := func(doc int32) uint64 { return hashes.Mix(hashes.Mix(opt.Seed)+(uint64(doc)+1)*hashes.Golden) >> 33 }
	for cluster, docs := range clusters {
		slices.SortFunc(docs, func(a, b int32) int { return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a, b)) })
		n := int(opt.Per)
		if opt.BySize {
			n = max(2, int(math.Round(float64(opt.Per)*float64(len(docs))/(float64(all)/float64(len(clusters))))))
		}
		for _, doc := range docs[:min(n, len(docs))] {
			want = append(want, pair{doc, cluster})
		}
	}
	return want.Sorted()
}

// TestUniform: of ten documents each is drawn equally often, by 4,000 seeds.
func TestUniform(t *testing.T) {
	var times [10]int
	for seed := range uint64(4000) {
		least, drawn := int32(math.MaxInt32), int32(-1)
		for doc := range int32(10) {
			if n := random(hashes.Mix(seed), doc); n < least {
				least, drawn = n, doc
			}
		}
		times[drawn]++
	}
	for doc, n := range times {
		if n < 320 || n > 480 { // 400 ± 4 standard deviations
			t.Errorf("document %d was drawn %d times of 4000", doc, n)
		}
	}
}

// TestStats: what is counted, also of documents that were judged.
func TestStats(t *testing.T) {
	pairs := []pair{{0, 5}, {1, 5}, {2, 5}, {2, 6}, {3, 7}, {4, 7}}
	_, stats, err := draw(pairs, []int32{9, 2, 3, 2}, Options{Per: 2, Room: worktest.Room(1<<20, 1)})
	if want := (Stats{Documents: 3, Clusters: 2, Drawn: 3, Short: 1, LeftOut: 2, Strange: 1}); err != nil || stats != want {
		t.Errorf("%+v, %v; want %+v", stats, err, want)
	}
	_, stats, err = draw(nil, nil, Options{Per: 2, BySize: true, Room: worktest.Room(1<<20, 1)})
	if err != nil || stats != (Stats{}) {
		t.Errorf("nothing: %+v, %v", stats, err)
	}
	for _, bad := range [][]pair{{{1, 0}, {0, 0}}, {{0, 1}, {0, 0}}, {{0, 0}, {0, 0}}} {
		_, _, err := draw(bad, nil, Options{Per: 2, Room: worktest.Room(1<<20, 1)})
		if err == nil || !strings.HasPrefix(err.Error(), "clusters: ") {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
