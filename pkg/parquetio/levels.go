package parquetio

import "encoding/binary"

// levels encodes which values of a page are NULL, as runs: level 1 is a value, level 0 a NULL.
type levels struct {
	nulls int
	there bool // level of the current run
	n     uint64
	runs  []byte
}

func (l *levels) reset() { *l = levels{runs: l.runs[:0]} }

// add adds the level of a value, and returns there.
func (l *levels) add(there bool) bool {
	if there != l.there {
		l.end()
		l.there = there
	}
	l.n++
	if !there {
		l.nulls++
	}
	return there
}

// end ends the current run: it writes the length, with a low bit of 0 that distinguishes a run from packed levels, and the level.
func (l *levels) end() {
	if l.n == 0 {
		return
	}
	l.runs = binary.AppendUvarint(l.runs, l.n<<1)
	level := byte(0)
	if l.there {
		level = 1
	}
	l.runs = append(l.runs, level)
	l.n = 0
}

// appendTo appends all levels in the RLE encoding, after their length in bytes, as a page holds them.
func (l *levels) appendTo(b []byte) []byte {
	l.end()
	b = binary.LittleEndian.AppendUint32(b, uint32(len(l.runs)))
	return append(b, l.runs...)
}
