package inflate

import "math/bits"

const (
	litBits  = 11 // of a code by which the first table of literals and lengths goes
	distBits = 8
	codeBits = 7 // no code for code lengths is longer
	maxBits  = 15
	maxLit   = 288
	maxDists = 32
)

// entry is what a table says of the next bits: bits 0-7 how many the code has (those that its table does not stand for
// already), bits 8-12 how many extra bits follow, or the index bits of the second table; then flags; bits 16-31 the value.
type entry uint32

const (
	special entry = 1 << 13 // the end of the block, or no code
	more    entry = 1 << 14 // the value is where the second table begins
	literal entry = 1 << 15

	invalidCode = 1 // value of special
	noCode      = special | invalidCode<<16
)

func (e entry) value() int        { return int(e >> 16) }
func (e entry) extra() uint       { return uint(e>>8) & 31 }
func (e entry) extraMask() uint64 { return 1<<e.extra() - 1 }

// What the symbols stand for, without the length of their codes.
var (
	litSymbols  [maxLit]entry
	distSymbols [maxDists]entry
	codeSymbols [19]entry
	fixed       struct {
		lit  [4096]entry
		dist [1024]entry
	}
)

func init() {
	for s := range litSymbols {
		litSymbols[s] = lengthSymbol(s)
	}
	for s, base := 0, 1; s < maxDists; s++ {
		distSymbols[s] = noCode
		if s < maxDist {
			extra := max(0, s/2-1)
			distSymbols[s] = entry(base)<<16 | entry(extra)<<8
			base += 1 << extra
		}
	}
	for s := range codeSymbols {
		codeSymbols[s] = entry(s) << 16
	}
	var lengths [maxLit]uint8
	for s := range lengths {
		switch {
		case s < 144:
			lengths[s] = 8
		case s < 256:
			lengths[s] = 9
		case s < 280:
			lengths[s] = 7
		default:
			lengths[s] = 8
		}
	}
	build(fixed.lit[:], litBits, lengths[:], litSymbols[:])
	for s := range maxDists {
		lengths[s] = 5
	}
	build(fixed.dist[:], distBits, lengths[:maxDists], distSymbols[:])
}

func lengthSymbol(s int) entry {
	switch {
	case s < 256:
		return literal | entry(s)<<16
	case s == 256:
		return special
	case s < 265:
		return entry(s-254) << 16
	case s < 285:
		extra := (s - 261) / 4
		return entry(3+(4+(s-265)%4)<<extra)<<16 | entry(extra)<<8
	case s == 285:
		return 258 << 16
	}
	return noCode
}

// build makes the table of a canonical code. It is not ok if the lengths describe no complete code, where a code of one
// symbol of one bit, or of none, is complete enough.
func build(table []entry, tableBits int, lengths []uint8, symbols []entry) (ok bool) {
	var count [maxBits + 1]int
	longest := 0
	for _, n := range lengths {
		count[n]++
		longest = max(longest, int(n))
	}
	count[0] = 0
	var code [maxBits + 2]int // the next code of each length
	for n := 1; n <= longest; n++ {
		code[n+1] = (code[n] + count[n]) << 1
	}
	if used := code[longest+1] >> 1; longest > 0 && used != 1<<longest && !(longest == 1 && used == 1) {
		return false
	}
	first := table[:1<<tableBits]
	if longest == 0 || longest == 1 {
		for i := range first {
			first[i] = noCode | 1
		}
	}
	if longest > tableBits {
		second(table, tableBits, lengths, code)
	}
	for s, n := range lengths {
		if n == 0 {
			continue
		}
		c := reversed(code[n], n)
		code[n]++
		e := symbols[s]
		part := first
		if int(n) > tableBits {
			at := first[c&(len(first)-1)]
			part = table[at.value() : at.value()+1<<at.extra()]
			c >>= tableBits
			n -= uint8(tableBits)
		}
		for ; c < len(part); c += 1 << n {
			part[c] = e | entry(n)
		}
	}
	return true
}

// second lays out the tables of the codes that are longer than the first one tells apart, one for each beginning.
func second(table []entry, tableBits int, lengths []uint8, code [maxBits + 2]int) {
	var longest [1 << litBits]uint8 // of the codes with this beginning
	for _, n := range lengths {
		if int(n) > tableBits {
			begin := reversed(code[n], n) & (1<<tableBits - 1)
			longest[begin] = max(longest[begin], n)
		}
		code[n]++
	}
	end := 1 << tableBits
	for begin, n := range longest[:1<<tableBits] {
		if n > 0 {
			width := int(n) - tableBits
			table[begin] = more | entry(end)<<16 | entry(width)<<8
			end += 1 << width
		}
	}
}

// reversed is a code of n bits as it stands in the stream, its first bit lowest.
func reversed(code int, n uint8) int { return int(bits.Reverse16(uint16(code)) >> (16 - n)) }
