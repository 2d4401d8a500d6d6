// Package urls parses, resolves, writes and orders the URLs of the web, and knows their hosts and domains.
//
// The rules are the URL standard's (WHATWG), which say what a browser makes of a link, however it is spelled. A Resolver
// does that for the links of a page, without allocating; Parse does it for URLs of every scheme and gives their
// parts. The canonical form of a URL is the standard's serialisation without the fragment and with the hexadecimal
// digits of percent escapes in upper case: one string for what are surely the same URLs. It holds no blank, no
// control byte and nothing but ASCII.
//
// Keys (AppendKey) put URLs into the order of dictionaries, in which the pages of a site are neighbours.
//
//	resolver.go   Resolver: the canonical form of a link, straight from its bytes
//	url.go        URL: the parser of the standard, for URLs of every scheme; a Resolver uses it for bases outside the web
//	path.go       its paths, files and drives
//	authority.go  user, host and port
//	host.go       hosts: domains in Unicode, percent escapes
//	ip.go         IPv4 and IPv6
//	escape.go     classes of bytes, percent escapes
//	scan.go       blanks, control bytes, schemes
//	key.go        the keys of dictionaries, and back
//	surt.go       the keys of web archives (SURT)
//	domain.go     the host of a URL and what is behind it, its labels in reverse, its registrable domain
//	session.go    URLs without session ids; cut.go  what is behind the scheme, the authority
//	traps.go      URLs that a crawler should not follow
package urls

import (
	"errors"
	"fmt"
)

// MaxLength is the length of the longest URL that is given out. Without a bound a page of short links with a long base
// would make output quadratic in its size.
const MaxLength = 8 << 10

// These errors are returned as they are: nothing is allocated for a bad link.
var (
	// ErrScheme: the URL is not of the web; mailto:, javascript: and the like.
	ErrScheme = errors.New("not an http or https URL")
	// ErrInvalid: the standard calls the URL a failure, or it is relative and there is no base.
	ErrInvalid = errors.New("invalid URL")
	// ErrLong: the URL is longer than MaxLength.
	ErrLong = fmt.Errorf("URL longer than %d KiB", MaxLength>>10)
)
