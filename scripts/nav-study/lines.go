package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"webmill/pkg/hashes"
)

// site is the lines of link-groups, with numbers for URLs. All is in memory.
type site struct {
	number map[string]int32
	host   []int32 // by number: that of its host
	pages  map[int32]*onePage
	order  []*onePage
	hosts  map[string]int32
}

// onePage is a page: its links in groups, and others.
type onePage struct {
	url    int32
	links  int // a elements that lead to a page
	alone  int // of them, in no group
	groups []group
}

// group is the targets of a group.
type group struct {
	targets  []uint64
	leftOver bool // it meets in the body
	class    int32
}

// readSite reads lines of link-groups.
func readSite(name string) (*site, error) {
	s := &site{number: map[string]int32{}, pages: map[int32]*onePage{}, hosts: map[string]int32{}}
	body := fmt.Sprintf("%016x", hashes.Start64)
	number := -1 // of the last group
	var p *onePage
	err := eachLine(name, func(f []string) error {
		if len(f) != 8 {
			return fmt.Errorf("a line has %d fields: link-groups makes 8", len(f))
		}
		url := s.url(f[0])
		if p == nil || p.url != url {
			if p = s.pages[url]; p == nil {
				p = &onePage{url: url}
				s.pages[url] = p
				s.order = append(s.order, p)
			}
			number = len(p.groups)
		}
		if f[1] == "" || f[6] == "" {
			return nil
		}
		target := s.url(f[1])
		p.links++
		if f[3] == "" {
			p.alone++
			return nil
		}
		var in int
		if _, err := fmt.Sscan(f[3], &in); err != nil || in < 1 {
			return fmt.Errorf("%q is no group", f[3])
		}
		for len(p.groups) < number+in {
			p.groups = append(p.groups, group{})
		}
		g := &p.groups[number+in-1]
		g.targets = append(g.targets, uint64(target))
		g.leftOver = f[5] == body
		return nil
	})
	for _, p := range s.order {
		p.groups = slices.DeleteFunc(p.groups, func(g group) bool { return len(g.targets) == 0 })
	}
	return s, err
}

// url is the number of a URL.
func (s *site) url(text string) int32 {
	n, ok := s.number[text]
	if !ok {
		n = int32(len(s.number))
		s.number[strings.Clone(text)] = n
		host := hostOf(text)
		h, ok := s.hosts[host]
		if !ok {
			h = int32(len(s.hosts))
			s.hosts[strings.Clone(host)] = h
		}
		s.host = append(s.host, h)
	}
	return n
}

// hostOf is the host of a URL, with its port.
func hostOf(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest
}

// spread prints the mean and places of the distribution of numbers.
func spread(name string, list []float64, digits int) {
	if len(list) == 0 {
		return
	}
	slices.Sort(list)
	mean := 0.0
	for _, v := range list {
		mean += v / float64(len(list))
	}
	at := func(share float64) string {
		return fmt.Sprintf("%.*f", digits, list[min(len(list)-1, int(math.Ceil(share*float64(len(list))))-1+btoi(share == 0))])
	}
	row(name, len(list), fmt.Sprintf("%.*f", max(1, digits), mean), at(0.5), at(0.9), at(0.99), at(1))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
