package cluster

import (
	"cmp"
	"slices"
	"sync/atomic"

	"webmill/pkg/par"
	"webmill/pkg/text/cluster/vectors"
	"webmill/pkg/work"
)

// concept is a cluster of WordCon: words and the documents that they are in, ascending. A document may be in many.
type concept struct{ words, docs []int32 }

// wordcon finds concepts: it begins with one for each word and joins them, without regard to weights. Nitsche 2003, 3.4.5.
type wordcon struct {
	Options
	store    *vectors.Store
	concepts []concept
	most     int64 // bytes that concepts may take
	stats    *Stats
}

// conceptBytes is what a concept takes besides its words and documents: itself, and its share of the lists of join.
const conceptBytes = 160

// findConcepts finds the concepts and writes them.
func (c *clusters) findConcepts(opt *Options, data int64, stats *Stats) error {
	w := &wordcon{Options: *opt, store: c.store, stats: stats}
	// The collector may leave as much garbage, and a step has its old and its new concepts.
	w.most = (data - c.store.Bytes() - 16*c.set.Docs - outBytes) / 4
	if err := w.ofWords(); err != nil {
		return err
	}
	stats.Words = int64(len(w.concepts))
	w.merge()
	stats.Merged = int64(len(w.concepts))
	counted := w.Begin("join", -1)
	for i, f := range append([]float64{1}, w.Factors...) {
		if i > 0 && len(w.concepts) <= w.K {
			break
		}
		for {
			joined, err := w.join(f)
			if err != nil {
				return err
			}
			counted.Add(w.bytes(w.concepts))
			if !joined {
				break
			}
		}
		if i == 0 {
			stats.Joined = int64(len(w.concepts))
		}
	}
	return w.write()
}

// bytes is the memory that concepts take.
func (w *wordcon) bytes(list []concept) (sum int64) {
	for _, c := range list {
		sum += conceptBytes + 4*int64(len(c.words)) + 8*int64(len(c.docs)) // once in the lists by document
	}
	return sum
}

// check is an error if concepts take too much memory.
func (w *wordcon) check(bytes int64) error {
	if bytes <= w.most {
		return nil
	}
	least := w.store.Bytes() + 16*w.store.All.Docs + outBytes + 4*bytes
	return work.ForPart(work.MemoryFor(least), "the clusters of wordcon, which is for small sets", 0)
}

// ofWords makes a concept of each word that at least two documents have, and at most half of them: steps 1 to 3.
func (w *wordcon) ofWords() error {
	counts, docs := w.store.Counts, w.store.All.Docs
	bytes, place := int64(0), make([]int32, len(counts))
	for t, n := range counts {
		place[t] = -1
		if n >= 2 && 2*int64(n) <= docs {
			bytes += conceptBytes + 4 + 8*int64(n)
		}
	}
	if err := w.check(bytes); err != nil {
		return err
	}
	for t, n := range counts {
		if n >= 2 && 2*int64(n) <= docs {
			place[t] = int32(len(w.concepts))
			w.concepts = append(w.concepts, concept{[]int32{int32(t)}, make([]int32, 0, n)})
		}
	}
	return w.store.InOrder(&w.store.All, func(n int64, v vectors.Vector) error {
		for _, t := range v.Terms {
			if p := place[t]; p >= 0 {
				w.concepts[p].docs = append(w.concepts[p].docs, int32(n))
			}
		}
		return nil
	})
}

// merge puts the largest concepts first, and unites the words of those with the same documents: step 4.
func (w *wordcon) merge() {
	slices.SortFunc(w.concepts, func(x, y concept) int {
		return cmp.Or(cmp.Compare(len(y.docs), len(x.docs)), slices.Compare(x.docs, y.docs), slices.Compare(x.words, y.words))
	})
	kept := w.concepts[:0]
	for _, c := range w.concepts {
		if last := len(kept) - 1; last >= 0 && slices.Equal(kept[last].docs, c.docs) {
			kept[last].words = append(kept[last].words, c.words...)
			continue
		}
		kept = append(kept, c)
	}
	clear(w.concepts[len(kept):])
	w.concepts = kept
	for i := range kept {
		kept[i].words = distinct(kept[i].words)
	}
}

// distinct sorts a list, and leaves one of equal numbers.
func distinct(list []int32) []int32 {
	slices.Sort(list)
	return slices.Clip(slices.Compact(list))
}

// join lets each concept take all those that are not larger and have at least the share f of their documents in it: their words
// and documents become its own. Those that were taken, and took none, are gone. All see the concepts as they were before. It
// reports whether there were any: steps 5 (f = 1) and 6.
func (w *wordcon) join(f float64) (joined bool, err error) {
	n := len(w.concepts)
	byDocument, unions, takes := w.byDocument(), make([]concept, n), make([]bool, n)
	taken := make([]atomic.Bool, n)
	var bytes atomic.Int64
	bytes.Store(w.bytes(w.concepts))
	each := 4*int64(n) + w.store.All.Docs + int64(len(w.store.Counts))
	err = par.Each(int(max(1, min(int64(w.Threads), w.most/2/each))), n, func(int) func(int) error {
		j := &joiner{wordcon: w, byDocument: byDocument, common: make([]int32, n),
			docs: make([]bool, w.store.All.Docs), words: make([]bool, len(w.store.Counts))}
		return func(i int) error {
			list := j.takes(i, f)
			takes[i], unions[i] = len(list) > 0, w.concepts[i]
			if !takes[i] {
				return nil
			}
			for _, k := range list {
				taken[k].Store(true)
			}
			unions[i] = j.union(i, list)
			return w.check(bytes.Add(w.bytes(unions[i : i+1])))
		}
	})
	if err != nil {
		return false, err
	}
	w.concepts = w.concepts[:0]
	for i := range unions {
		joined = joined || takes[i]
		if takes[i] || !taken[i].Load() {
			w.concepts = append(w.concepts, unions[i])
		}
	}
	w.merge()
	return joined, nil
}

// lists are the concepts of each document, ascending.
type lists struct {
	from []int64
	all  []int32
}

func (l lists) at(doc int32) []int32 { return l.all[l.from[doc]:l.from[doc+1]] }

// byDocument lists the concepts of each document.
func (w *wordcon) byDocument() lists {
	l := lists{from: make([]int64, w.store.All.Docs+2)}
	for _, c := range w.concepts {
		for _, d := range c.docs {
			l.from[d+2]++
		}
	}
	for d := range l.from[1:] {
		l.from[d+1] += l.from[d]
	}
	l.all = make([]int32, l.from[len(l.from)-1])
	for i, c := range w.concepts {
		for _, d := range c.docs {
			l.all[l.from[d+1]] = int32(i)
			l.from[d+1]++
		}
	}
	return l
}

// joiner joins concepts, for one goroutine.
type joiner struct {
	wordcon     *wordcon
	byDocument  lists
	common      []int32 // with each concept: documents
	met         []int32 // concepts with common documents
	docs, words []bool  // that a union has
}

// takes lists the concepts that one takes. By f = 0 the first takes all.
func (j *joiner) takes(i int, f float64) (list []int32) {
	all := j.wordcon.concepts
	j.met = j.met[:0]
	for _, d := range all[i].docs {
		for _, k := range j.byDocument.at(d) {
			if j.common[k]++; j.common[k] == 1 {
				j.met = append(j.met, k)
			}
		}
	}
	for _, k := range j.met {
		n := len(all[k].docs)
		if int(k) != i && n <= len(all[i].docs) && float64(j.common[k]) >= f*float64(n)-1e-9 {
			list = append(list, k)
		}
		j.common[k] = 0
	}
	if f == 0 && i == 0 {
		list = list[:0]
		for k := 1; k < len(all); k++ {
			list = append(list, int32(k))
		}
	}
	return list
}

// union is a concept with those that it takes.
func (j *joiner) union(i int, takes []int32) concept {
	all := j.wordcon.concepts
	return concept{
		unite(j.words, i, takes, func(k int) []int32 { return all[k].words }),
		unite(j.docs, i, takes, func(k int) []int32 { return all[k].docs }),
	}
}

// unite unites lists, by marks that are all false before and after.
func unite(has []bool, i int, others []int32, get func(k int) []int32) (list []int32) {
	list = slices.Clone(get(i))
	for _, x := range list {
		has[x] = true
	}
	for _, k := range others {
		for _, x := range get(int(k)) {
			if !has[x] {
				has[x] = true
				list = append(list, x)
			}
		}
	}
	for _, x := range list {
		has[x] = false
	}
	slices.Sort(list)
	return slices.Clip(list)
}

// write writes the clusters of each document and the words of each cluster.
func (w *wordcon) write() error {
	w.stats.Clusters = len(w.concepts)
	if last := len(w.concepts) - 1; last >= 0 {
		w.stats.Most, w.stats.Least = int64(len(w.concepts[0].docs)), int64(len(w.concepts[last].docs))
	}
	byDocument, records := w.byDocument(), []int32{}
	err := w.store.InOrder(&w.store.All, func(n int64, v vectors.Vector) error {
		mine := byDocument.at(int32(n))
		if len(mine) == 0 {
			w.stats.Outside++
		}
		w.stats.Memberships += int64(len(mine))
		records = records[:0]
		for _, k := range mine {
			records = append(records, v.Doc, k)
		}
		return w.Out.Clusters.WriteBlock(records)
	})
	if err != nil || w.Out.Words == nil {
		return err
	}
	ids := slices.Collect(w.store.Terms.All)
	for k, c := range w.concepts {
		for _, t := range c.words {
			if err := w.Out.Words.WriteBlock([]int32{int32(k), ids[t]}); err != nil {
				return err
			}
		}
	}
	return nil
}
