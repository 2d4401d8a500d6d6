package exchange

import (
	"encoding/binary"
	"net/netip"
	"strings"
)

// outside are the parts of the IPv4 space without servers of the public web: the registry of IANA for special purposes (RFC
// 6890), without the anycast services that it calls global, and an address of Azure.
var outside = prefixes(
	"0.0.0.0/8",        // this network
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // behind the NAT of a carrier; metadata of Alibaba
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // metadata of Azure, in a public block
	"169.254.0.0/16",   // link-local; metadata of most clouds
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocols; metadata of Oracle
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // relays of 6to4, given up
	"192.168.0.0/16",   // private
	"198.18.0.0/15",    // measurements
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved; broadcast
)

// outside6 are the same of 2000::/3, the only part of the IPv6 space that is given to the public web.
var outside6 = prefixes(
	"2001::/23",     // protocols, like ORCHID; Teredo has a rule of its own
	"2001:db8::/32", // documentation
	"3fff::/20",     // documentation
)

// Parts of the IPv6 space: the public one, and those in which an address holds an IPv4 address.
var (
	global6   = netip.MustParsePrefix("2000::/3")
	nat64     = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052; 64:ff9b:1::/48 is for the use inside of a network
	teredo    = netip.MustParsePrefix("2001::/32")    // RFC 4380
	sixToFour = netip.MustParsePrefix("2002::/16")    // RFC 3056
)

func prefixes(texts ...string) (list []netip.Prefix) {
	for _, text := range texts {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}

// Private reports whether an address is not of the public web: of this machine, of a private network, of the metadata of a cloud,
// of documentation, or reserved. An IPv6 address that holds an IPv4 address is private if that one is.
func Private(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return within(a, outside)
	}
	if !a.IsValid() {
		return true
	}
	b := a.As16()
	switch {
	case nat64.Contains(a):
		return private4(b[12:])
	case sixToFour.Contains(a):
		return private4(b[2:])
	case teredo.Contains(a): // the server, and the client with its bits turned
		client := ^binary.BigEndian.Uint32(b[12:])
		return private4(b[4:]) || private4(binary.BigEndian.AppendUint32(nil, client))
	}
	return !global6.Contains(a) || within(a, outside6)
}

// OnLoopback reports whether the host of a URL is this machine by its name alone: localhost, or an address of loopback.
func OnLoopback(host string) bool {
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && a.IsLoopback()
}

func private4(b []byte) bool { return within(netip.AddrFrom4([4]byte(b[:4])), outside) }

func within(a netip.Addr, list []netip.Prefix) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
