package kendall

import "webmill/pkg/tuple"

// plain is the sequence of a scoring where all pairs count the same. Its keys are the scores, complemented: the scan comes
// from the best downwards, so what is discordant is a lesser score before a greater one.
type plain struct{ *sequence[int32] }

func newPlain(opt *Options) (plain, error) {
	s, err := newSequence(kindOf[int32]{
		bytes: 4, view: tuple.Ints32, raw: tuple.Bytes,
		kernel: func() kernel[int32] { return &plainKernel{} },
	}, opt)
	return plain{s}, err
}

func (p plain) take(block []int32, _, second int) error {
	for len(block) > 0 {
		room, err := p.free()
		if err != nil {
			return err
		}
		n := min(len(room), len(block)/2)
		for i := range room[:n] {
			room[i] = ^block[2*i+second]
		}
		p.filled(n)
		block = block[2*n:]
	}
	return nil
}

// plainKernel counts inversions and ties.
type plainKernel struct {
	keys, other []int32
	found, tied uint64
	equals      uint64 // keys of the value that is being taken
}

func (k *plainKernel) carve(words []uint64) []int32 {
	half := len(words) / 2
	k.keys, k.other = tuple.Ints32(words[:half]), tuple.Ints32(words[half:])
	return k.keys
}

func (k *plainKernel) sort(n, threads int) error {
	found, err := invert(k.keys[:n], k.other[:n], threads)
	k.found += found
	return err
}

func (k *plainKernel) merge(pieces []piece) {
	n := 0
	for _, p := range pieces {
		k.found += uint64(p.n) * p.before
		n += p.n
	}
	k.found += sortPart(k.keys[:n], k.other[:n], differing(k.keys[:n]), true)
}

func (k *plainKernel) equal(keys []int32, p piece) {
	k.found += uint64(len(keys)) * p.before
	k.equals += uint64(len(keys))
}

func (k *plainKernel) equalEnd(count bool) {
	if count {
		k.tied += choose2(k.equals)
	}
	k.equals = 0
}

// ties counts the pairs of equal keys.
func (k *plainKernel) ties(n int) {
	if n == 0 {
		return
	}
	last, in := k.keys[0], uint64(0)
	for _, v := range k.keys[1:n] {
		in = (in + 1) & same(v, last)
		k.tied += in
		last = v
	}
}

func (k *plainKernel) add(r *Result) {
	r.Discordant += k.found
	r.TiedB += k.tied
}
