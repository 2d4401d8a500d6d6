package kendall

import (
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// This file keeps pairs that are needed more than once and, where they are asked for, chooses the best: the pairs that are
// among the k with the greatest a, or among the k with the greatest b. Of equal scores those that come first are taken;
// Align gives pairs in the order of their ids, so that is the one with the least id.
//
// The least score that is among the best is found by counting, the upper half of the bits while the pairs are kept, the
// lower half, of those that share the upper one, in a second pass. Both columns at once.
//
// Passes: one over the input, one over the kept pairs for the choice, one for each use. Memory: 2 MiB, whatever k is. Disk:
// 8 bytes a pair.

// pairs are all pairs in a temporary file.
type pairs struct {
	all    *spill.Ints
	cuts   [2]cut
	chosen bool // only the pairs that cuts lets pass
}

// keep writes all pairs to a temporary file and finds the best, if they are asked for.
func keep(src tuple.Source, opt *Options) (p *pairs, err error) {
	p = &pairs{}
	if p.all, err = spill.NewInts(opt.Room, 0); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			p.close()
		}
	}()
	var upper [2]histogram
	err = eachBlock(src, func(block []int32) error {
		for i, v := range block {
			upper[i&1][ordered(v)>>16]++
		}
		return p.all.WriteBlock(block)
	})
	if err == nil && opt.Best > 0 && opt.Best < p.all.Len()/2 {
		err = p.choose(opt.Best, &upper)
	}
	return p, err
}

// choose finds out which pairs are the best, after the upper halves of the scores were counted.
func (p *pairs) choose(best int64, upper *[2]histogram) error {
	var cells [2]uint32
	var lower [2]histogram
	for c := range cells {
		cells[c], p.cuts[c].equal = upper[c].fromTop(best)
	}
	err := eachBlock(p.source(), func(block []int32) error {
		for i, v := range block {
			if o := ordered(v); o>>16 == cells[i&1] {
				lower[i&1][o&0xffff]++
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for c, upper := range cells {
		least, equal := lower[c].fromTop(p.cuts[c].equal)
		p.cuts[c] = cut{int32(ordered(int32(upper<<16 | least))), equal}
	}
	p.chosen = true
	return nil
}

func eachBlock(src tuple.Source, f tuple.SinkFunc) error {
	_, err := tuple.Copy(f, src, 2)
	return err
}

// ordered is a number that orders without a sign as v does with it, and the reverse.
func ordered(v int32) uint32 { return uint32(v) ^ 1<<31 }

// histogram counts halves of scores.
type histogram [1 << 16]int64

// fromTop finds the cell of the k-th greatest, and which of that cell it is, counted from 1.
func (h *histogram) fromTop(k int64) (cell uint32, rest int64) {
	cell = uint32(len(h) - 1)
	for ; h[cell] < k; cell-- {
		k -= h[cell]
	}
	return cell, k
}

// cut says which scores are among the best: those above least, and the first few that equal it.
type cut struct {
	least int32
	equal int64
}

func (c *cut) pass(score int32) bool {
	if score == c.least {
		c.equal--
		return c.equal >= 0
	}
	return score > c.least
}

// source gives the pairs, or the best of them, in the order in which they came.
func (p *pairs) source() tuple.Source {
	if !p.chosen {
		return p.all.Source()
	}
	return &replay{all: p.all.Source(), cuts: p.cuts}
}

func (p *pairs) close() { p.all.Close() }

// replay lets the pairs through that are among the best.
type replay struct {
	all  tuple.Source
	cuts [2]cut
}

// ReadBlock implements tuple.Source.
func (r *replay) ReadBlock(dst []int32) (int, error) {
	for {
		n, err := r.all.ReadBlock(dst)
		if err != nil {
			return 0, err
		}
		if block := r.pass(dst[:n]); len(block) > 0 {
			return len(block), nil
		}
	}
}

// pass moves the pairs that pass to the front.
func (r *replay) pass(block []int32) []int32 {
	kept := block[:0]
	for ; len(block) > 0; block = block[2:] {
		a, b := block[0], block[1]
		best, bestB := r.cuts[0].pass(a), r.cuts[1].pass(b)
		if best || bestB {
			kept = append(kept, a, b)
		}
	}
	return kept
}
