package dict

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// Why lines are left out.
const (
	fewColumns = "too few columns"
	emptyField = "an empty field"
	control    = "a control byte in a field"
	notUTF8    = "a field that is not UTF-8"
	longLine   = "a line longer than 1 MiB"
	noForm     = "not an address with a canonical form"
)

func longField(n int) string { return fmt.Sprintf("a field longer than %d bytes", n) }

// unfit says why a string cannot be in a dictionary, if so.
func (b *builder) unfit(s []byte) string {
	switch {
	case len(s) == 0:
		return emptyField
	case len(s) > b.opt.field:
		return longField(b.opt.field)
	}
	if hasControl(s) {
		return control
	}
	if !utf8.Valid(s) {
		return notUTF8
	}
	return ""
}

// hasControl tells whether a control byte is in a string, looking at 8 bytes at a time.
func hasControl(s []byte) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; len(s) >= 8; s = s[8:] {
		x := binary.LittleEndian.Uint64(s)
		del := x ^ 0x7f*ones
		if ((x-0x20*ones)&^x|(del-ones)&^del)&tops != 0 {
			return true
		}
	}
	for _, c := range s {
		if c < ' ' || c == 0x7f {
			return true
		}
	}
	return false
}
