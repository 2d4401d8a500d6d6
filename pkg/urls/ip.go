package urls

import (
	"strconv"
	"strings"

	"webmill/pkg/ascii"
)

// parseIPv4 reads an IPv4 address as the standard does: one to four numbers, each decimal, octal (0…) or hexadecimal
// (0x…). The last number fills all the bytes that are left.
func parseIPv4(s string) (address uint32, ok bool) {
	parts := strings.Split(strings.TrimSuffix(s, "."), ".")
	if len(parts) > 4 {
		return 0, false
	}
	for i, part := range parts {
		n, ok := parseNumber(part)
		last := i == len(parts)-1
		if !ok || !last && n > 255 || last && n >= 1<<(8*(4-i)) {
			return 0, false
		}
		if last {
			return address | uint32(n), true
		}
		address |= uint32(n) << (8 * (3 - i))
	}
	return 0, false
}

func parseNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case s == "":
		return 0, false
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" {
		return 0, true
	}
	if strings.ContainsAny(s, "+-_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 64)
	return n, err == nil
}

func appendIPv4(dst []byte, a uint32) []byte {
	for i := 24; i >= 0; i -= 8 {
		dst = strconv.AppendUint(dst, uint64(a>>i&255), 10)
		if i > 0 {
			dst = append(dst, '.')
		}
	}
	return dst
}

// appendIPv6 appends an IPv6 address in brackets in its shortest form.
func appendIPv6(dst, host []byte) ([]byte, error) {
	if len(host) < 2 || host[len(host)-1] != ']' {
		return dst, ErrInvalid
	}
	groups, ok := parseIPv6(string(host[1 : len(host)-1]))
	if !ok {
		return dst, ErrInvalid
	}
	zeros, n := longestZeros(groups)
	dst = append(dst, '[')
	for i := 0; i < 8; {
		switch {
		case i == zeros:
			dst = append(dst, "::"...)
			i += n
			continue
		case i > 0 && i != zeros+n:
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(groups[i]), 16)
		i++
	}
	return append(dst, ']'), nil
}

// longestZeros is the first longest run of two or more zero groups; without one its place is behind all.
func longestZeros(groups [8]uint16) (at, length int) {
	at, length = 9, 1
	for i := 0; i < 8; i++ {
		n := 0
		for i+n < 8 && groups[i+n] == 0 {
			n++
		}
		if n > length {
			at, length = i, n
		}
		i += n
	}
	return at, length
}

// parseIPv6 reads an IPv6 address without brackets: eight groups; :: stands for a run of zeros, and the last two groups
// may be written as an IPv4 address.
func parseIPv6(s string) (groups [8]uint16, ok bool) {
	head, tail, shortened := strings.Cut(s, "::")
	var front, back []uint16
	if front, ok = appendGroups(nil, head, !shortened); !ok {
		return groups, false
	}
	if shortened {
		if back, ok = appendGroups(nil, tail, true); !ok || len(front)+len(back) > 7 {
			return groups, false
		}
	} else if len(front) != 8 {
		return groups, false
	}
	copy(groups[:], front)
	copy(groups[8-len(back):], back)
	return groups, true
}

// appendGroups reads groups between colons; the last may be an IPv4 address if the address ends there.
func appendGroups(groups []uint16, s string, end bool) ([]uint16, bool) {
	if s == "" {
		return groups, true
	}
	parts := strings.Split(s, ":")
	if len(parts) > 8 {
		return nil, false
	}
	for i, part := range parts {
		if end && i == len(parts)-1 && strings.Contains(part, ".") {
			return appendDotted(groups, part)
		}
		if part == "" || len(part) > 4 {
			return nil, false
		}
		v := 0
		for j := range len(part) {
			d := ascii.Hex[part[j]]
			if d > 15 {
				return nil, false
			}
			v = v<<4 | int(d)
		}
		groups = append(groups, uint16(v))
	}
	return groups, true
}

// appendDotted reads an IPv4 address of exactly four decimal numbers without leading zeros.
func appendDotted(groups []uint16, s string) ([]uint16, bool) {
	parts := strings.Split(s, ".")
	if len(parts) != 4 {
		return nil, false
	}
	a := 0
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return nil, false
		}
		a = a<<8 | int(n)
	}
	return append(groups, uint16(a>>16), uint16(a&0xffff)), true
}
