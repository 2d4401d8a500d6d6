package exchange

import (
	"net/netip"
	"testing"
)

// ranges are those of the registries of IANA, and others.
var ranges = []struct {
	prefix         string
	private        bool
	before, behind bool // what the neighbours are
}{
	// IPv4 special-purpose registry, and multicast.
	{"0.0.0.0/8", true, true, false},
	{"0.0.0.0/32", true, true, true},
	{"10.0.0.0/8", true, false, false},
	{"100.64.0.0/10", true, false, false},
	{"127.0.0.0/8", true, false, false},
	{"169.254.0.0/16", true, false, false},
	{"172.16.0.0/12", true, false, false},
	{"192.0.0.0/24", true, false, false},
	{"192.0.0.170/31", true, true, true},
	{"192.0.2.0/24", true, false, false},
	{"192.31.196.0/24", false, false, false}, // AS112, global
	{"192.52.193.0/24", false, false, false}, // AMT, global
	{"192.88.99.0/24", true, false, false},
	{"192.168.0.0/16", true, false, false},
	{"192.175.48.0/24", false, false, false}, // AS112, global
	{"198.18.0.0/15", true, false, false},
	{"198.51.100.0/24", true, false, false},
	{"203.0.113.0/24", true, false, false},
	{"224.0.0.0/4", true, false, true},
	{"240.0.0.0/4", true, true, true},
	{"255.255.255.255/32", true, true, true},
	// Metadata of clouds.
	{"169.254.169.254/32", true, true, true},
	{"168.63.129.16/32", true, false, false},
	{"100.100.100.200/32", true, true, true},
	{"192.0.0.192/32", true, true, true},
	{"fd00:ec2::254/128", true, true, true},
	{"fd20:ce::254/128", true, true, true},
	// Public ones.
	{"1.1.1.1/32", false, false, false},
	{"93.184.216.34/32", false, false, false},
	{"2606:4700::1111/128", false, false, false},
	{"2620:4f:8000::/48", false, false, false}, // AS112, global
	{"2000::/16", false, true, true},           // 2001::/23 is behind it
	// IPv6 special-purpose registry, and what no registry has given out.
	{"::1/128", true, true, true},
	{"::/128", true, true, true},
	{"::/96", true, true, true},
	{"64:ff9b:1::/48", true, true, true},
	{"100::/64", true, true, true},
	{"100:0:0:1::/64", true, true, true},
	{"2001:2::/48", true, true, true},
	{"2001:20::/28", true, true, true},
	{"2001:30::/28", true, true, true},
	{"2001:db8::/32", true, false, false},
	{"3fff::/20", true, false, false},
	{"4000::/3", true, false, true},
	{"5f00::/16", true, true, true},
	{"fc00::/7", true, true, true},
	{"fec0::/10", true, true, true},
	{"fe80::/10", true, true, true},
	{"ff00::/8", true, true, true},
	// Those that hold an IPv4 address.
	{"::ffff:10.0.0.0/104", true, false, false},
	{"::ffff:1.1.1.1/128", false, false, false},
	{"64:ff9b::10.0.0.0/104", true, false, false},
	{"64:ff9b::1.1.1.1/128", false, false, false},
	{"64:ff9b::/104", true, true, false},
	{"2002:a00::/24", true, false, false},
	{"2002:7f00:1::/48", true, true, true},
	{"2002:101:101::/48", false, false, false},
	{"2001:0:a00::/40", true, true, true},
	{"2001:0:101:101:0:0:fefe:fefe/128", false, false, false},    // server and client 1.1.1.1
	{"2001:0:101:101:0:0:f5ff:fffe/128", true, true, true},       // client 10.0.0.1
	{"2001:0:7f00:1:0:0:fefe:fefe/128", true, true, true},        // server 127.0.0.1
	{"2001:0:101:101:0:0:5601:5601/128", true, true, true},       // client 169.254.169.254
	{"2001:0:a9fe:a9fe:0:0:fefe:fefe/128", true, true, true},     // server 169.254.169.254
	{"2001:0:101:101:ffff:ffff:80ff:fffe/128", true, true, true}, // client 127.0.0.1
}

// TestPrivate: the first and the last address of each range, and those beside it.
func TestPrivate(t *testing.T) {
	for _, c := range ranges {
		p := netip.MustParsePrefix(c.prefix)
		first, last := p.Masked().Addr(), lastOfPrefix(p)
		for a, want := range map[netip.Addr]bool{
			first: c.private, last: c.private, first.Prev(): c.before, last.Next(): c.behind,
		} {
			if got := Private(a); got != want {
				t.Errorf("%s of %s: %v", a, c.prefix, got)
			}
		}
	}
	if !Private(netip.Addr{}) || !Private(netip.MustParseAddr("fe80::1%eth0")) {
		t.Error("no address, or one with a zone, is public")
	}
}

func lastOfPrefix(p netip.Prefix) netip.Addr {
	b := p.Masked().Addr().AsSlice()
	for i := p.Bits(); i < 8*len(b); i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}
