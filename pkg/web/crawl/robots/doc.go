// Package robots reads robots.txt and says which pages a crawler may fetch.
//
// Parse reads it by RFC 9309, and takes what Google's parser takes too, since files of the web need it: misspelt names of fields,
// missing colons, and an Allow of index.html that allows its folder. ParseGoogle takes escapes as that parser does. ParseFirst
// reads it as Python's RobotFileParser does, which Bumüller 2019 used.
//
// # Comparison
//
// A pattern and a path are compared octet by octet, with all percent-escapes decoded on both sides. RFC 9309, 2.2.2, wants
// octets outside of ASCII and reserved ones escaped on both sides and unreserved ones decoded, which makes the same
// patterns match. Google's parser and ParseGoogle do not decode: there /%62%61%7A does not match /baz, though the RFC says that
// it does. In a pattern, * and a $ at its end are special, and %2A and %24 are not.
//
// The longest pattern that matches decides; if an Allow is as long as a Disallow, it wins. The length is that of the pattern
// as it would be in a canonical URL, with * and $ counted.
//
// # Limits
//
// The first 500 KiB of a file are read, and the first 16,664 bytes of a line. The time to compare a path grows with its length
// and with the number of patterns, but not with the number of wildcards: the parts between them are found from left to right,
// without going back.
//
//	robots.go  Rules, and what they say of a path
//	rfc.go     Parse and ParseGoogle: groups and fields by RFC 9309
//	first.go   ParseFirst: those of Python
//	lines.go   lines, fields, the octets of a path
//	pattern.go patterns and how they match
package robots
