// Package robots reads robots.txt and says which pages a crawler may fetch.
//
// Parse is RFC 9309, with what Google's parser adds where files of the web need it: misspelt names of fields, colons that
// are missing, Allow of index.html that allows its folder too. ParseGoogle takes escapes as that parser does. ParseFirst is
// the reading of Python's RobotFileParser, which Bumüller's thesis (2019) used.
//
// # Comparison
//
// A pattern and a path are compared octet by octet, with all percent-escapes decoded on both sides. RFC 9309, 2.2.2, wants
// octets outside of ASCII and reserved ones escaped on both sides and unreserved ones decoded, which makes the same
// patterns match. Google's parser does not decode: there, /%62%61%7A does not match /baz, as the RFC says it does; ParseGoogle
// does the same. In a pattern, * and a $ at its end are special, and %2A and %24 are not.
//
// The longest pattern that matches decides; if an Allow is as long as a Disallow, it wins. The length is that of the pattern
// as it would be in a canonical URL, with * and $ counted.
//
// # Limits
//
// Of a file, the first 500 KiB are read, and of a line 16,664 bytes. The time to judge a path grows with its length and with
// the patterns, but not with their product in wildcards: the parts between wildcards are found from left to right, without
// going back.
//
//	robots.go  Rules, and what they say of a path
//	rfc.go     Parse and ParseGoogle: groups and fields by RFC 9309
//	first.go   ParseFirst: those of Python
//	lines.go   lines, fields, the octets of a path
//	pattern.go patterns and how they match
package robots
