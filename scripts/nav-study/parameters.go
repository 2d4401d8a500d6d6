package main

import (
	"flag"
	"fmt"
	"strconv"
)

const spreadHead = "figure\tnumber\tmean\tmedian\t90_%\t99_%\tgreatest"

// parameters prints the distributions of what the method depends on.
func parameters(f *flag.FlagSet, args []string) error {
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 3 {
		return fmt.Errorf("parameters PAGES LINES ONE-TARGET")
	}
	var sizes, depths []float64
	err := eachLine(f.Arg(0), func(s []string) error {
		for i, list := range []*[]float64{&sizes, &depths} {
			n, err := strconv.ParseFloat(s[i+1], 64)
			if err != nil {
				return err
			}
			*list = append(*list, n)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s, err := readSite(f.Arg(1))
	if err != nil {
		return err
	}
	first, err := readSite(f.Arg(2))
	if err != nil {
		return err
	}
	row(spreadHead)
	spread("bytes of a page", sizes, 0)
	spread("depth of its tree", depths, 0)
	var links, groups, members, alone []float64
	left := 0
	for _, p := range s.order {
		links, groups = append(links, float64(p.links)), append(groups, float64(len(p.groups)))
		if p.links > 0 {
			alone = append(alone, 100*float64(p.alone)/float64(p.links))
		}
		for i := range p.groups {
			members = append(members, float64(len(p.groups[i].targets)))
			left += btoi(p.groups[i].leftOver)
		}
	}
	spread("links of a page", links, 0)
	spread("groups of a page", groups, 0)
	spread("links of a group", members, 0)
	spread("links of a page in no group, %", alone, 1)
	all := 0
	for _, p := range first.order {
		all += len(p.groups)
	}
	share := func(name string, part, of int) {
		row(name, of, fmt.Sprintf("%.1f", 100*float64(part)/float64(max(1, of))), "", "", "", "")
	}
	share("groups that meet in the body (left over), %", left, len(members))
	share("groups of the first algorithm that the second lacks, %", all-len(members), all)
	return nil
}
