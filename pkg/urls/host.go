package urls

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"webmill/pkg/ascii"
)

// toASCII is the standard's "domain to ASCII" for what is not ASCII already: UTS 46, nontransitional, without the rules
// for hyphens, for lengths and for the characters of host names.
var toASCII = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.BidiRule(),
	idna.CheckHyphens(false),
	idna.CheckJoiners(true),
	idna.StrictDomainName(false),
	idna.VerifyDNSLength(false),
)

// newer is what UTS 46 maps otherwise since Unicode 15.1 and 16, as far as the web platform's tests ask for it: the tables
// of x/net/idna are of Unicode 15 until Go's are newer.
var newer = strings.NewReplacer(
	"\u180e", "", "\u206a", "", "\u206b", "", "\u206c", "", "\u206d", "", "\u206e", "", "\u206f", "",
	"\u1e9e", "ß", "\u04c0", "\u04cf", "\u2183", "\u2184", "\U0002f868", "\u36fc",
)

// appendHost appends the host of a URL in the form of the standard's host parser and serialiser.
func appendHost(dst, host []byte, special bool) ([]byte, error) {
	switch {
	case len(host) > 0 && host[0] == '[':
		return appendIPv6(dst, host)
	case !special:
		if hasAny(host, badHost) {
			return dst, ErrInvalid
		}
		return appendEscaped(dst, host, inOpaque), nil
	}
	if bytes.IndexByte(host, '%') >= 0 {
		host = unescape(nil, host)
	}
	start := len(dst)
	dst, err := appendDomain(dst, host)
	if err != nil {
		return dst, err
	}
	domain := dst[start:]
	if len(domain) == 0 || hasAny(domain, badDomain) {
		return dst[:start], ErrInvalid
	}
	if endsInNumber(domain) {
		address, ok := parseIPv4(string(domain))
		if !ok {
			return dst[:start], ErrInvalid
		}
		return appendIPv4(dst[:start], address), nil
	}
	return dst, nil
}

// maxUnicode is the longest domain that is brought to Punycode, which takes time quadratic in the length of a label. No
// name that exists has more than 253 bytes.
const maxUnicode = 1 << 10

// appendDomain appends a domain in lower case and in Punycode. One that is ASCII is taken as it is: as Chromium does,
// its xn-- labels are not looked into, though the standard refuses those that are no Punycode.
func appendDomain(dst, domain []byte) ([]byte, error) {
	start := len(dst)
	for _, c := range domain {
		if c >= 0x80 {
			if len(domain) > maxUnicode {
				return dst[:start], ErrInvalid
			}
			converted, err := toASCII.ToASCII(newer.Replace(string(domain)))
			if err != nil || !utf8.Valid(domain) {
				return dst[:start], ErrInvalid
			}
			return append(dst[:start], converted...), nil
		}
		dst = append(dst, ascii.Lower[c])
	}
	return dst, nil
}

func hasAny(s []byte, set class) bool {
	for _, c := range s {
		if classOf[c]&set != 0 {
			return true
		}
	}
	return false
}

// lastLabel is the last label of a domain, not counting the empty one behind a dot at the end.
func lastLabel(domain []byte) []byte {
	if n := len(domain); n > 0 && domain[n-1] == '.' {
		domain = domain[:n-1]
	}
	return domain[bytes.LastIndexByte(domain, '.')+1:]
}

// endsInNumber reports whether the host ends in a number as the standard defines it: then it is an IPv4 address or invalid.
func endsInNumber(domain []byte) bool {
	last := lastLabel(domain)
	if len(last) == 0 || last[0]-'0' > 9 {
		return false
	}
	if last[0] == '0' && len(last) > 1 && last[1]|0x20 == 'x' {
		for _, c := range last[2:] {
			if ascii.Hex[c] > 15 {
				return false
			}
		}
		return true
	}
	for _, c := range last {
		if c-'0' > 9 {
			return false
		}
	}
	return true
}
