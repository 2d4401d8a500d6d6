package dict

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
	"webmill/pkg/web/urls"
	"webmill/pkg/work"
)

// TestPageHosts: each page with a host is paired with its host's place among all hosts.
func TestPageHosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var hosts []string
		var pages []string
		for i := range rapid.IntRange(0, 200).Draw(t, "pages") {
			if rapid.IntRange(0, 9).Draw(t, "none") == 0 {
				pages = append(pages, fmt.Sprint("mailto:", i))
				continue
			}
			host := fmt.Sprintf("h%d.org", rapid.IntRange(0, 60).Draw(t, "host"))
			pages = append(pages, fmt.Sprintf("https://u@%s:81/%d", host, i))
			hosts = append(hosts, host)
		}
		slices.Sort(hosts)
		hosts = slices.Compact(hosts)
		var want []int32
		for i, p := range pages {
			if h := string(urls.Host([]byte(p))); h != "" {
				want = append(want, int32(i), int32(slices.Index(hosts, h)))
			}
		}
		got := &result{}
		h, err := NewPageHosts(Options{field: 40, Room: work.Room{Threads: 2, FS: vfs.OS}}, got, got.word)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range pages {
			if err := h.Add(int32(i), []byte(p)); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.Close(nil); err != nil {
			t.Fatal(err)
		}
		got.compare(t, &result{links: want, words: hosts})
	})
	broken := errors.New("broken")
	h, _ := NewPageHosts(Options{field: 40, Room: work.Room{Threads: 1, FS: vfs.OS}}, nil, nil)
	if err := h.Close(broken); err != broken {
		t.Errorf("%v", err)
	}
}
