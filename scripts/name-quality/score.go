package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// most is how many errors of each kind are shown.
const most = 20

// tally counts names: those that were found, those that the texts have (gold), and those that are both (right).
type tally struct{ right, found, gold int }

// fault is an error: a found name that is none, a name that was not found, or one that was found with another begin or end.
type fault struct {
	kind, text string
	weight     float64
}

// faults has the kinds of errors, in the order in which they are shown.
var faults = []string{"wrong", "missed", "boundary"}

// score prints precision, recall and F1 of names that were found exactly.
func score(w io.Writer, gold, found, errors string, groups bool) {
	mentions := map[string][]mention{}
	check(each(found, func(m *mention) error {
		if m.Field == "text" || m.Field == "" {
			mentions[m.URL] = append(mentions[m.URL], *m)
		}
		return nil
	}))
	var all tally
	by := map[string]*tally{}
	var order []string
	var list []fault
	check(each(gold, func(d *document) error {
		t := by[d.Group]
		if t == nil {
			t = &tally{}
			by[d.Group] = t
			order = append(order, d.Group)
		}
		for _, one := range []*tally{&all, t} {
			one.gold += len(d.Names)
			one.found += len(mentions[d.URL])
			for _, m := range mentions[d.URL] {
				if slices.Contains(d.Names, [2]int{m.Offset, m.Offset + m.Length}) {
					one.right++
				}
			}
		}
		list = append(list, d.faults(mentions[d.URL])...)
		return nil
	}))
	if groups {
		for _, g := range order {
			fmt.Fprintf(w, "%s\t%s\n", g, rates(by[g].right, by[g].found, by[g].gold))
		}
	} else {
		fmt.Fprintf(w, "%s\t%d\n", rates(all.right, all.found, all.gold), all.gold)
	}
	if errors != "" {
		check(writeFaults(errors, list))
	}
}

// faults are the errors of a document. Errors with a high probability, and names of many words, weigh more.
func (d *document) faults(found []mention) (list []fault) {
	overlaps := func(a, b [2]int) bool { return a[0] < b[1] && b[0] < a[1] }
	show := func(from, to int) string {
		before, after := d.Text[:from], d.Text[to:]
		if k := len(before) - 60; k > 0 {
			before = "…" + strings.ToValidUTF8(before[k:], "")
		}
		if len(after) > 60 {
			after = strings.ToValidUTF8(after[:60], "") + "…"
		}
		return strings.Join(strings.Fields(before+"["+d.Text[from:to]+"]"+after), " ")
	}
	for _, m := range found {
		span := [2]int{m.Offset, m.Offset + m.Length}
		if slices.Contains(d.Names, span) {
			continue
		}
		kind := "wrong"
		if slices.ContainsFunc(d.Names, func(n [2]int) bool { return overlaps(n, span) }) {
			kind = "boundary"
		}
		list = append(list, fault{kind, fmt.Sprintf("%.2f\t%s", m.P, show(span[0], span[1])), m.P})
	}
	for _, n := range d.Names {
		near := func(m mention) bool { return overlaps(n, [2]int{m.Offset, m.Offset + m.Length}) }
		if !slices.ContainsFunc(found, near) {
			weight := float64(len(strings.Fields(d.Text[n[0]:n[1]])))
			list = append(list, fault{"missed", "\t" + show(n[0], n[1]), weight})
		}
	}
	return list
}

// writeFaults writes the counts of the errors of each kind and the worst of them.
func writeFaults(name string, list []fault) error {
	slices.SortStableFunc(list, func(a, b fault) int { return cmp.Compare(b.weight, a.weight) })
	var b strings.Builder
	for _, kind := range faults {
		n := 0
		for _, f := range list {
			if f.kind == kind {
				if n++; n <= most {
					fmt.Fprintf(&b, "%s\t%s\n", kind, f.text)
				}
			}
		}
		fmt.Fprintf(&b, "%s\tin all\t%d\n", kind, n)
	}
	return os.WriteFile(name, []byte(b.String()), 0o666)
}
