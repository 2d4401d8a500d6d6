package extmem

import "webmill/pkg/tuple"

// Semi writes the records of a whose key occurs in b or, if anti, those whose key does not. Their order and their
// repetitions stay.
//
// Passes: one over both. Memory: two blocks.
func Semi(dst tuple.Sink, a, b Input, anti bool) error {
	if err := sameKey(a, b); err != nil {
		return err
	}
	left, right := newCursor(a), newCursor(b)
	for {
		ok, err := left.fill()
		if !ok || err != nil {
			return err
		}
		kept, err := sieve(left, right, anti)
		if err != nil {
			return err
		}
		if kept > 0 {
			if err := dst.WriteBlock(left.block[:kept]); err != nil {
				return err
			}
		}
	}
}

// sieve moves the records of a block that stay to its front and returns how many int32 they are.
func sieve(a, b *cursor, anti bool) (kept int, err error) {
	defer a.overwritten(append([]int32(nil), a.record(a.n-1)...))
	for a.pos < a.n {
		more, err := b.more()
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
		if len(a.Key) > 2 {
			kept = sieveWide(a, b, anti, kept)
		} else {
			kept = sieveKeys(a, b, anti, kept)
		}
	}
	if anti {
		kept += copy(a.block[kept:], a.block[a.pos*a.Width:a.n*a.Width])
	}
	return kept, nil
}

// sieveKeys goes on until one of the blocks is used up. A record is always moved and then kept or not: what
// the comparison will say cannot be foretold, and a wrong guess of a jump costs more than a store.
func sieveKeys(a, b *cursor, anti bool, kept int) int {
	w, block := a.Width, a.block
	ka, kb := a.keys[:a.n], b.keys[:b.n]
	i, j := a.pos, b.pos
	for i < len(ka) && j < len(kb) {
		x, y := ka[i], kb[j]
		if x > y {
			j++
			continue
		}
		copy(block[kept:kept+w], block[i*w:i*w+w])
		if (x == y) != anti {
			kept += w
		}
		i++
	}
	a.pos, b.pos = i, j
	return kept
}

func sieveWide(a, b *cursor, anti bool, kept int) int {
	for a.pos < a.n && b.pos < b.n {
		c := compare(a, b)
		if c > 0 {
			b.pos++
			continue
		}
		if (c == 0) != anti {
			kept += copy(a.block[kept:], a.current())
		}
		a.pos++
	}
	return kept
}
