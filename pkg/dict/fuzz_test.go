package dict

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// FuzzBuild: whatever the bytes, the result is that of the twin, in as little memory as there can be.
func FuzzBuild(f *testing.F) {
	f.Add([]byte("a\tb\nc\nb\ta\n"), uint8(2), false)
	f.Add([]byte("a\n\nb\r\nc\x00\n\xff"), uint8(1), true)
	f.Add([]byte("http://a.org/\thttp://b.a.org/\t\x00\nhttp://a.org/\t\n"), uint8(3), true)
	f.Fuzz(func(t *testing.T, text []byte, columns uint8, urls bool) {
		opt := Options{Columns: 1 + int(columns%3), field: slowField, Alone: columns > 100, Room: work.Room{Threads: 2}}
		if urls {
			opt.Order = URLs()
		}
		got, err := build(string(text), opt)
		if err != nil {
			t.Fatal(err)
		}
		got.compare(t, slow(string(text), opt.Columns, opt.Order, nil, opt.Alone))
	})
}

// FuzzOrders: no key is longer than Room says, and every string comes back.
func FuzzOrders(f *testing.F) {
	for _, s := range []string{"http://www.example.com/a?b", "https://u:p@x.org:81/", "http://~!,.a/", "mailto:a", "", "http://10.0.0.1/", "http://[::1]/", "http:////", "https://a"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		for name, o := range map[string]Order{"urls": URLs(), "hosts": Hosts()} {
			if name == "hosts" && bytes.ContainsAny(s, "/@") {
				continue // no host has these
			}
			key := o.Key(nil, s)
			if got := o.String(nil, key); !bytes.Equal(got, s) && !bytes.ContainsAny(s, "\n") {
				t.Errorf("%s: %q comes back as %q", name, s, got)
			}
			if room := o.room(s); len(key) > room || room > 2*len(s)+maxSlack {
				t.Errorf("%s: %q has a key of %d bytes, room for %d", name, s, len(key), room)
			}
		}
	})
}

// TestLongStrings: the longest fields in the least memory, among short ones.
func TestLongStrings(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		for c := range 3 {
			s := fmt.Sprint(i*7%60, c)
			if i%3 > 0 {
				s += strings.Repeat(",", MaxField-len(s))
			}
			text.WriteString(s + []string{"\t", "\t", "\n"}[c])
		}
	}
	for _, order := range orders {
		got, err := build(text.String(), Options{Columns: 3, Order: order})
		if err != nil || len(got.links) != 180 || len(got.words) != 180 {
			t.Errorf("%d ids, %d strings, %v", len(got.links), len(got.words), err)
		}
		for i, id := range got.links {
			if s := fmt.Sprint(i/3*7%60, i%3); strings.TrimRight(got.words[id], ",") != s {
				t.Fatalf("field %d is %.20q", i, got.words[id])
			}
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	text := sample(1 << 20)
	for _, memory := range []int64{8 << 20, 1 << 30} {
		b.Run(fmt.Sprintf("%dMiB", memory>>20), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				opt := Options{Columns: 2, Order: URLs(), Room: work.Room{Memory: memory, Threads: 1, FS: vfs.OS}}
				links := sink(func([]int32) error { return nil })
				if _, err := Build([]io.Reader{strings.NewReader(text)}, opt, Output{Links: links}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
