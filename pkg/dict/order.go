package dict

import (
	"bytes"

	"webmill/pkg/web/urls"
)

// Order is the order of a dictionary: that of the keys of its strings, byte by byte. The zero value is the order of the
// strings themselves.
type Order struct {
	Key    func(dst, s []byte) []byte   // appends the key of a string; different strings have different keys
	String func(dst, key []byte) []byte // appends the string of a key
	Room   func(s []byte) int           // no less than the length of the key, no more than 2·len(s) + 16
}

const maxSlack = 16

func (o *Order) room(s []byte) int {
	if o.Room == nil {
		return len(s)
	}
	return max(len(s), o.Room(s))
}

// string is the string of a key, in dst or the key itself.
func (o *Order) string(dst, key []byte) []byte {
	if o.String == nil {
		return key
	}
	return o.String(dst[:0], key)
}

// URLs is the order of addresses: by the host with its labels in reverse, then by the path, then http before https. The
// pages of a host are neighbours, and so are the hosts of a domain.
func URLs() Order { return Order{urls.AppendKey, urls.FromKey, urlRoom} }

// urlRoom counts what the key of an address escapes, which is in its authority: all else only moves.
func urlRoom(url []byte) int {
	_, rest, _ := bytes.Cut(url, []byte("//"))
	n := len(url) + 2
	for _, c := range rest {
		if c == '/' {
			break
		}
		if c <= ',' || c == '~' {
			n++
		}
	}
	return n
}

// Hosts is the order in which hosts come in URLs.
func Hosts() Order {
	return Order{
		Key: func(dst, host []byte) []byte {
			var buf [128]byte
			return urls.AppendKey(dst, append(append(append(buf[:0], "http://"...), host...), '/'))
		},
		String: func(dst, key []byte) []byte {
			n := len(dst)
			dst = urls.FromKey(dst, key)
			url := bytes.TrimSuffix(bytes.TrimPrefix(dst[n:], []byte("http://")), []byte("/"))
			return append(dst[:n], url...)
		},
		Room: func(host []byte) int {
			n := len(host) + 16
			for _, c := range host {
				if c <= ',' || c == '~' {
					n++
				}
			}
			return n
		},
	}
}
