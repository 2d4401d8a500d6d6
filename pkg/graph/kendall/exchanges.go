package kendall

import (
	"math/bits"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// This file counts for each key of a sequence of how many inversions it is part, and sorts the sequence: a merge sort that
// carries that number with each key. A key that is taken from the right half was behind all that remain of the left one,
// and a key from the left half was before all that were taken from the right.
//
// The keys are distinct, as their lower halves are ranks. The merge has no jumps that depend on the keys: each step takes
// the lesser of two by masks.
//
// Passes: log2(n/8). Memory: 18 bytes a key, half of the keys twice. Source: Knight 1966; Vigna 2015 for the weights.

const fewExchanges = 12 // keys that are sorted by insertion

// exchanges is the kernel that sums up the weights of inversions and of ties.
type exchanges struct {
	keys, left  []uint64 // left has space for half of the keys
	in, leftIn  []int32  // the numbers of inversions; they are uint32
	found, tied uint64   // pairs; found has each one twice
	weight      sum      // of the things of all inversions
	tiedWeight  sum      // and of all ties
	equals      tie      // keys of the value that is being taken
}

func (x *exchanges) carve(words []uint64) []uint64 {
	n := (len(words) - 1) * 4 / 9
	x.keys, words = words[:n], words[n:]
	x.left, words = words[:n/2], words[n/2:]
	ints := tuple.Ints32(words)
	x.in, x.leftIn = ints[:n], ints[n:]
	return x.keys
}

func (x *exchanges) sort(n, threads int) error {
	clear(x.in[:n])
	if err := x.sortRange(0, n, threads); err != nil {
		return err
	}
	parts := make([]exchanges, threads)
	err := par.Do(threads, func(i int) error {
		from, to := n*i/threads, n*(i+1)/threads
		parts[i].account(x.keys[from:to], x.in[from:to])
		return nil
	})
	for i := range parts {
		x.found += parts[i].found
		x.weight.addSum(parts[i].weight)
	}
	return err
}

// account adds up keys and of how many inversions they are part.
func (x *exchanges) account(keys []uint64, in []int32) {
	for i, n := range in {
		x.found += uint64(uint32(n))
		x.weight.add(weightOf(keys[i]), uint64(uint32(n)))
	}
}

func weightOf(key uint64) uint64 { return weight(uint64(uint32(key))) }

func (x *exchanges) merge(stretches []stretch) {
	n := 0
	for _, p := range stretches {
		outside := int32(uint32(p.before + p.after))
		for i := range x.in[n : n+p.n] {
			x.in[n+i] = outside
		}
		n += p.n
	}
	x.sortRange(0, n, 1)
	x.account(x.keys[:n], x.in[:n])
}

func (x *exchanges) equal(keys []uint64, p stretch) {
	for _, key := range keys {
		w := weightOf(key)
		x.found += p.before + p.after
		x.weight.add(w, p.before+p.after)
		x.equals = tie{x.equals.n + 1, x.equals.weight + w}
	}
}

func (x *exchanges) equalEnd(count bool) {
	if count {
		x.endTie(&x.equals)
	}
	x.equals = tie{}
}

func (x *exchanges) endTie(t *tie) {
	x.tied += choose2(t.n)
	t.end(&x.tiedWeight)
}

func (x *exchanges) ties(n int) {
	var t tie
	for i, key := range x.keys[:n] {
		if i > 0 && key>>32 != x.keys[i-1]>>32 {
			x.endTie(&t)
		}
		t = tie{t.n + 1, t.weight + weightOf(key)}
	}
	x.endTie(&t)
}

func (x *exchanges) add(r *Result) {
	r.Discordant += x.found
	r.TiedB += x.tied
}

// sortRange sorts the keys from one place to another, using as much of left as half of them need.
func (x *exchanges) sortRange(from, to, threads int) (err error) {
	if to-from <= fewExchanges {
		x.insert(from, to)
		return nil
	}
	middle := (from + to) / 2
	if threads > 1 && to-from > aloneMost {
		err = par.Do(2, func(i int) error {
			if i == 0 {
				return x.sortRange(from, middle, threads/2)
			}
			return x.sortRange(middle, to, threads-threads/2)
		})
	} else {
		x.sortRange(from, middle, 1)
		x.sortRange(middle, to, 1)
	}
	if err == nil && x.keys[middle-1] > x.keys[middle] {
		n := copy(x.left[from/2:], x.keys[from:middle])
		copy(x.leftIn[from/2:], x.in[from:middle])
		exchange(x.left[from/2:][:n], x.leftIn[from/2:][:n], x.keys[from:to], x.in[from:to])
	}
	return err
}

func (x *exchanges) insert(from, to int) {
	keys, in := x.keys[from:to], x.in[from:to]
	for i := 1; i < len(keys); i++ {
		key, n, j := keys[i], in[i], i
		for ; j > 0 && keys[j-1] > key; j-- {
			keys[j], in[j] = keys[j-1], in[j-1]+1
		}
		keys[j], in[j] = key, n+int32(i-j)
	}
}

// exchange merges the left half, which was copied, and the right half, which is at the end of keys.
func exchange(left []uint64, leftIn []int32, keys []uint64, in []int32) {
	i, j := 0, len(left)
	leftIn, in = leftIn[:len(left)], in[:len(keys)]
	for i < len(left) && j < len(keys) {
		l, r := left[i], keys[j]
		_, less := bits.Sub64(r, l, 0) // 1 if the right one is taken
		mask := -less
		fromLeft, fromRight := leftIn[i]+int32(j-len(left)), in[j]+int32(len(left)-i)
		to := i + j - len(left)
		keys[to] = l ^ (l^r)&mask
		in[to] = fromLeft ^ (fromLeft^fromRight)&int32(mask)
		i += int(1 - less)
		j += int(less)
	}
	for to := i + j - len(left); i < len(left); i, to = i+1, to+1 {
		keys[to], in[to] = left[i], leftIn[i]+int32(len(keys)-len(left))
	}
}
