package main

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
)

// hand writes the links of a crawl as truth does, with what readers say of them: 1 for navigation, 0 for content, and - where
// they say nothing. Labels are lines of a URL and positions of links that are navigation, of those that are content and of
// others.
func hand(f *flag.FlagSet, args []string) error {
	labels := f.String("labels", "", "a `FILE` of labels")
	marks := f.String("marks", "", "a `FILE` of nav-study truth: nav and blocks come from there")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return fmt.Errorf("hand -labels LABELS -marks TRUTH LINES")
	}
	said := map[string]map[int]string{}
	err := eachLine(*labels, func(s []string) (err error) {
		if len(s) < 3 {
			return fmt.Errorf("a line has %d fields: labels have a URL and positions", len(s))
		}
		said[s[0]] = map[int]string{}
		for i, label := range []string{"1", "0"} {
			if err = positions(s[i+1], func(n int) { said[s[0]][n] = label }); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	t, err := readTruth(*marks)
	if err != nil {
		return err
	}
	last, next := "", 0
	return eachLine(f.Arg(0), func(s []string) error {
		if s[0] != last {
			last, next = s[0], 0
		}
		if s[1] == "" || s[2] == "" { // no link, or one that only leads on
			return nil
		}
		n, err := strconv.Atoi(s[2])
		label := said[last][n]
		if label == "" {
			label = "-"
		}
		var k known
		k, next = t.find(last, s[1], next)
		row(s[0], s[1], label, btoi(k.nav), fmt.Sprintf("%.3f", k.share))
		return err
	})
}

// positions calls do for each number of a list like 1-23,40.
func positions(list string, do func(int)) error {
	if list == "" {
		return nil
	}
	for part := range strings.SplitSeq(list, ",") {
		first, last, ok := strings.Cut(part, "-")
		if !ok {
			last = first
		}
		from, err := strconv.Atoi(first)
		to, e := strconv.Atoi(last)
		if err != nil || e != nil || to-from > 1<<20 {
			return fmt.Errorf("%q is no list of positions", list)
		}
		for n := from; n <= to; n++ {
			do(n)
		}
	}
	return nil
}
