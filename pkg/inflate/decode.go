package inflate

import (
	"encoding/binary"
	"math"
)

const (
	spaceAhead = 3 + 258 + 16 // what one round of a block may write: three literals, a match, and past its end
	firstSpace = 16 << 10     // of an output that has no space
	maxSymbol  = 286          // literals and lengths that have a meaning
	maxDist    = 30
)

// decoder is the state of one member.
type decoder struct {
	src  []byte
	next int    // byte of src that is not in bits yet
	bits uint64 // the next ones, the first lowest; what is above have is zero or what will come there
	have int    // below 0: more was taken than there is

	out   []byte // up to its capacity
	at    int    // end of the output so far
	start int    // of the member's output
	limit int    // end of it at the most

	lit     [4096]entry // 2342 at the most
	dist    [1024]entry // 402
	lengths [maxLit + maxDists]uint8
}

func (d *decoder) reset(src []byte, head int, dst []byte, most int) {
	d.src, d.next, d.bits, d.have = src, head, 0, 0
	d.out, d.at, d.start = dst[:cap(dst)], len(dst), len(dst)
	d.limit = len(dst) + min(most, math.MaxInt/2)
}

// grow makes space for one more round, by doubling.
func (d *decoder) grow() error {
	if d.at > d.limit {
		return ErrLarge
	}
	size := max(2*len(d.out), d.at+spaceAhead, firstSpace)
	size = max(min(size, d.limit+spaceAhead), d.at+spaceAhead)
	bigger := make([]byte, size)
	copy(bigger, d.out[:d.at])
	d.out = bigger
	return nil
}

// refill makes sure of 56 bits, or of all that are left.
func (d *decoder) refill() {
	if d.next+8 <= len(d.src) {
		d.bits |= binary.LittleEndian.Uint64(d.src[d.next:]) << (d.have & 63)
		d.next += (63 - d.have) >> 3
		d.have |= 56
		return
	}
	d.bits, d.have, d.next = lastBits(d.src, d.bits, d.have, d.next)
}

// lastBits refills byte by byte, at the end of the input.
func lastBits(src []byte, bits uint64, have, next int) (uint64, int, int) {
	for have <= 56 && next < len(src) {
		bits |= uint64(src[next]) << (have & 63)
		next++
		have += 8
	}
	return bits, have, next
}

// take removes n bits, which refill has brought, if they are there.
func (d *decoder) take(n int) (v int, err error) {
	v = int(d.bits & (1<<n - 1))
	d.bits >>= n & 63
	if d.have -= n; d.have < 0 {
		return 0, ErrShort
	}
	return v, nil
}

// align drops the bits of a byte that was begun and gives back what was read ahead.
func (d *decoder) align() {
	d.next -= d.have >> 3
	d.bits, d.have = 0, 0
}

// blocks decodes to the end of the last block; then next is the byte behind it.
func (d *decoder) blocks() error {
	for {
		d.refill()
		head, err := d.take(3)
		if err != nil {
			return err
		}
		switch head >> 1 {
		case 0:
			err = d.stored()
		case 1:
			d.lit, d.dist = fixed.lit, fixed.dist
			err = d.compressed()
		case 2:
			if err = d.tables(); err == nil {
				err = d.compressed()
			}
		default:
			err = ErrFormat
		}
		if err != nil {
			return err
		}
		if head&1 != 0 {
			d.align()
			if d.at > d.limit {
				return ErrLarge
			}
			return nil
		}
	}
}

// tables reads the codes of a block.
func (d *decoder) tables() error {
	d.refill()
	head, err := d.take(14)
	if err != nil {
		return err
	}
	lits, dists, codes := head&31+257, head>>5&31+1, head>>10+4
	if lits > maxSymbol || dists > maxDist {
		return ErrFormat
	}
	lengths := &d.lengths
	clear(lengths[:])
	for _, s := range codeOrder[:codes] {
		d.refill()
		n, err := d.take(3)
		if err != nil {
			return err
		}
		lengths[s] = uint8(n)
	}
	if !build(d.lit[:], codeBits, lengths[:len(codeOrder)], codeSymbols[:]) {
		return ErrFormat
	}
	clear(lengths[:len(codeOrder)])
	if err := d.codeLengths(lengths[:lits+dists]); err != nil {
		return err
	}
	if !build(d.dist[:], distBits, lengths[lits:lits+dists], distSymbols[:]) ||
		!build(d.lit[:], litBits, lengths[:lits], litSymbols[:]) {
		return ErrFormat
	}
	return nil
}

// The order in which the lengths of the codes for code lengths come.
var codeOrder = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codeLengths reads the lengths, which are coded themselves: 16 repeats the last one, 17 and 18 stand for zeros.
func (d *decoder) codeLengths(lengths []uint8) error {
	for i := 0; i < len(lengths); {
		d.refill()
		e := d.lit[d.bits&(1<<codeBits-1)]
		if _, err := d.take(int(e & 63)); err != nil {
			return err
		}
		if e&special != 0 {
			return ErrFormat
		}
		s := e.value()
		if s < 16 {
			lengths[i] = uint8(s)
			i++
			continue
		}
		repeat := [...]struct{ extra, least int }{{2, 3}, {3, 3}, {7, 11}}[s-16]
		n, err := d.take(repeat.extra)
		if err != nil {
			return err
		}
		n += repeat.least
		if n > len(lengths)-i || s == 16 && i == 0 {
			return ErrFormat
		}
		for end := i + n; i < end; i++ {
			if s == 16 {
				lengths[i] = lengths[i-1]
			}
		}
	}
	return nil
}

func (d *decoder) stored() error {
	d.align()
	if len(d.src)-d.next < 4 {
		return ErrShort
	}
	n := int(binary.LittleEndian.Uint16(d.src[d.next:]))
	if n != int(^binary.LittleEndian.Uint16(d.src[d.next+2:])) {
		return ErrFormat
	}
	d.next += 4
	most := max(0, min(n, d.limit-d.at)) // the part that fits is decoded, as for other blocks
	for len(d.out)-d.at < most {
		if err := d.grow(); err != nil {
			return err
		}
	}
	m := copy(d.out[d.at:d.at+most], d.src[d.next:min(d.next+n, len(d.src))])
	d.at += m
	d.next += m
	switch {
	case most < n:
		return ErrLarge
	case m < n:
		return ErrShort
	}
	return nil
}

// compressed decodes one block by the tables.
//
// long: the loop is the whole program, and its state must stay in registers.
func (d *decoder) compressed() error {
	src, out := d.src, d.out
	next, bits, have, at := d.next, d.bits, d.have, d.at
	lit, dist := &d.lit, &d.dist
	for {
		if len(out)-at < spaceAhead {
			d.at = at
			if err := d.grow(); err != nil {
				return err
			}
			out = d.out
		}
		// At least 56 bits: three literals of 11 and a length of 15 + 5.
		if next+8 <= len(src) {
			bits |= binary.LittleEndian.Uint64(src[next:]) << (have & 63)
			next += (63 - have) >> 3
			have |= 56
		} else if have < 0 {
			return d.leave(next, bits, have, at, ErrShort)
		} else {
			bits, have, next = lastBits(src, bits, have, next)
		}
		e := lit[bits&(1<<litBits-1)]
		if e&literal != 0 {
			bits >>= e & 63
			have -= int(e & 63)
			out[at] = byte(e >> 16)
			at++
			if e = lit[bits&(1<<litBits-1)]; e&literal != 0 {
				bits >>= e & 63
				have -= int(e & 63)
				out[at] = byte(e >> 16)
				at++
				if e = lit[bits&(1<<litBits-1)]; e&literal != 0 {
					bits >>= e & 63
					have -= int(e & 63)
					out[at] = byte(e >> 16)
					at++
					continue
				}
			}
		}
		if e&more != 0 {
			bits >>= litBits
			have -= litBits
			e = lit[(e.value()+int(bits&e.extraMask()))&4095]
			if e&literal != 0 {
				bits >>= e & 63
				have -= int(e & 63)
				out[at] = byte(e >> 16)
				at++
				continue
			}
		}
		bits >>= e & 63
		have -= int(e & 63)
		if e&special != 0 {
			return d.leave(next, bits, have, at, ends[e.value()])
		}
		length := e.value() + int(bits&e.extraMask())
		bits >>= e.extra()
		have -= int(e.extra())

		if have < 15+13 { // what a distance takes
			if next+8 <= len(src) {
				bits |= binary.LittleEndian.Uint64(src[next:]) << (have & 63)
				next += (63 - have) >> 3
				have |= 56
			} else {
				bits, have, next = lastBits(src, bits, have, next)
			}
		}
		e = dist[bits&(1<<distBits-1)]
		if e&more != 0 {
			bits >>= distBits
			have -= distBits
			e = dist[(e.value()+int(bits&e.extraMask()))&1023]
		}
		bits >>= e & 63
		have -= int(e & 63)
		distance := e.value() + int(bits&e.extraMask())
		bits >>= e.extra()
		have -= int(e.extra())
		if e&special != 0 || distance > at-d.start {
			return d.leave(next, bits, have, at, ErrFormat)
		}
		from := at - distance
		end := at + length
		if distance >= 8 {
			binary.LittleEndian.PutUint64(out[at:], binary.LittleEndian.Uint64(out[from:]))
			binary.LittleEndian.PutUint64(out[at+8:], binary.LittleEndian.Uint64(out[from+8:]))
			for at, from = at+16, from+16; at < end; at, from = at+8, from+8 {
				binary.LittleEndian.PutUint64(out[at:], binary.LittleEndian.Uint64(out[from:]))
			}
		} else {
			repeat(out[from:], distance, length)
		}
		at = end
	}
}

// repeat writes the first bytes of out, fewer than 8, behind themselves again and again: length bytes, or up to 7 more.
func repeat(out []byte, first, length int) {
	if first == 1 {
		word := uint64(out[0]) * 0x0101010101010101
		for i := 0; i < length; i += 8 {
			binary.LittleEndian.PutUint64(out[1+i:], word)
		}
		return
	}
	for i := range length {
		out[first+i] = out[i]
	}
}

// ends says what is behind the values of special.
var ends = [...]error{nil, invalidCode: ErrFormat}

// leave ends a block; whatever was found in bits that are not there, the input was too short.
func (d *decoder) leave(next int, bits uint64, have, at int, err error) error {
	d.next, d.bits, d.have, d.at = next, bits, have, at
	if have < 0 {
		return ErrShort
	}
	return err
}
