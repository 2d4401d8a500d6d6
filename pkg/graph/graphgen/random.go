package graphgen

import (
	"fmt"

	"webmill/pkg/par"
	"webmill/pkg/tuple"
)

// MostPages is how many ids there are: 0 … 2^31-1.
const MostPages = 1 << 31

// blockPairs is how many pairs a worker makes at once: 512 KB, which stay in its cache.
const blockPairs = 64 << 10

// Random is a stream of independent pairs of uniform ids 0 … Pages-1, in no order.
type Random struct {
	Pages int64
	Links int64
	Seed  uint64
}

// Check reports sizes that no graph can have.
func (g Random) Check() error { return checkSize(g.Pages, g.Links) }

// Write makes the pairs.
func (g Random) Write(dst tuple.Sink, threads int) error {
	if err := g.Check(); err != nil {
		return err
	}
	return ordered(blocks(g.Links), threads, dst, func() func(int64) []int32 {
		buf := make([]int32, 2*blockPairs)
		return func(i int64) []int32 {
			block := buf[:2*min(blockPairs, g.Links-i*blockPairs)]
			r := rng(hash(g.Seed, uint64(i), 0))
			for k := range block {
				block[k] = int32(r.below(uint64(g.Pages)))
			}
			return block
		}
	})
}

// ordered makes blocks 0 … n-1 with several workers and writes them in order. Each worker gets a maker of its own from
// newMaker; the block it returns must stay valid until its next call.
func ordered(n int64, threads int, dst tuple.Sink, newMaker func() func(i int64) []int32) error {
	if int64(int(n)) != n {
		return fmt.Errorf("%d blocks of links are too many for a machine of 32 bits", n)
	}
	return par.InOrder(threads, int(n), func(int) (work, finish func(int) error) {
		var block []int32
		makeBlock := newMaker()
		work = func(i int) error {
			block = makeBlock(int64(i))
			return nil
		}
		return work, func(int) error { return dst.WriteBlock(block) }
	})
}

// blocks is how many blocks hold the pairs.
func blocks(pairs int64) int64 { return (pairs + blockPairs - 1) / blockPairs }

func checkSize(pages, links int64) error {
	return checkFlags([]flag{{"pages", float64(pages), 1, MostPages}, {"links", float64(links), 0, 1 << 48}})
}

// flag is a value of a graph, with the flag of graphgen that sets it and its bounds.
type flag struct {
	name               string
	value, least, most float64
}

// checkFlags returns an error for the first value that is out of its bounds.
func checkFlags(flags []flag) error {
	for _, f := range flags {
		if !(f.least <= f.value && f.value <= f.most) {
			return fmt.Errorf("-%s is %.16g: it must be %.16g … %.16g", f.name, f.value, f.least, f.most)
		}
	}
	return nil
}
