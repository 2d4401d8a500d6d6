package main

import (
	"flag"
	"fmt"
)

// known is what the marks in the HTML say of a link.
type known struct {
	target    string
	menu, nav bool
	silent    bool    // it is not said whether the link is in a menu
	share     float64 // of the text of its block that is in links
}

// tally counts links by what they are and what they are found to be.
type tally struct{ right, wrong, missed, content, undecided int }

func (t *tally) add(menu, found bool) {
	switch {
	case menu && found:
		t.right++
	case found:
		t.wrong++
	case menu:
		t.missed++
	default:
		t.content++
	}
}

func (t *tally) precision() float64 { return float64(t.right) / float64(max(1, t.right+t.wrong)) }
func (t *tally) recall() float64    { return float64(t.right) / float64(max(1, t.right+t.missed)) }
func (t *tally) f1() float64 {
	return 2 * float64(t.right) / float64(max(1, 2*t.right+t.wrong+t.missed))
}

// method is a way to tell which links are navigation.
type method struct {
	name  string
	links tally
	pairs map[[2]string][2]bool // of pages: whether all links are menus, and whether all are found to be
}

func (m *method) add(source string, k *known, found bool) {
	m.links.add(k.menu, found)
	key := [2]string{source, k.target}
	was, ok := m.pairs[key]
	if !ok {
		was = [2]bool{true, true}
	}
	m.pairs[key] = [2]bool{was[0] && k.menu, was[1] && found}
}

func (m *method) print() {
	var pairs tally
	for _, p := range m.pairs {
		pairs.add(p[0], p[1])
	}
	t := &m.links
	all := t.right + t.wrong + t.missed + t.content
	row(m.name, all, t.right+t.missed, fmt.Sprintf("%.3f", t.precision()), fmt.Sprintf("%.3f", t.recall()),
		fmt.Sprintf("%.3f", t.f1()), fmt.Sprintf("%.3f", pairs.f1()),
		fmt.Sprintf("%.1f", 100*float64(t.undecided)/float64(max(1, all))))
}

// truth is the links of each page that has a known one, in its order, and on how many pages of a host each target is.
type truth struct {
	links map[string][]known
	pages map[string]int    // by host
	on    map[[2]string]int // by host and target
}

func readTruth(name string) (*truth, error) {
	t := &truth{links: map[string][]known{}, pages: map[string]int{}, on: map[[2]string]int{}}
	seen := map[[2]string]bool{}
	err := eachLine(name, func(f []string) error {
		k := known{target: f[1], menu: f[2] == "1", nav: f[3] == "1", silent: f[2] == "-"}
		if _, err := fmt.Sscan(f[4], &k.share); err != nil {
			return err
		}
		if t.links[f[0]] == nil {
			t.pages[hostOf(f[0])]++
		}
		t.links[f[0]] = append(t.links[f[0]], k)
		if link := [2]string{f[0], f[1]}; !seen[link] {
			seen[link] = true
			t.on[[2]string{hostOf(f[0]), f[1]}]++
		}
		return nil
	})
	return t, err
}

// score prints a row for each file of labels, and for simple rules. Links of a page to itself do not count.
func score(f *flag.FlagSet, args []string) error {
	file := f.String("truth", "", "what is known, a `FILE` of nav-study truth or hand")
	alone := f.Bool("alone", false, "no simple rules")
	if err := f.Parse(args); err != nil {
		return err
	}
	t, err := readTruth(*file)
	if err != nil {
		return err
	}
	names, paths, err := files(f.Args())
	if err != nil {
		return err
	}
	row("method\tlinks\tof_them_navigation\tprecision\trecall\tF1\tF1_of_pairs\tundecided_%")
	rules := []*method{}
	for i, name := range names {
		m := newMethod(name)
		more := []*method(nil)
		if i == 0 && !*alone {
			for _, rule := range simple {
				more = append(more, newMethod(rule.name))
			}
		}
		err := t.each(paths[i], func(source string, k *known, label string) {
			m.add(source, k, label == "navigation" || label == "outsider")
			m.links.undecided += btoi(label == "undecided")
			for j, s := range more {
				s.add(source, k, simple[j].says(t, source, k))
			}
		})
		if err != nil {
			return err
		}
		m.print()
		rules = append(rules, more...)
	}
	for _, m := range rules {
		m.print()
	}
	return nil
}

func newMethod(name string) *method { return &method{name: name, pairs: map[[2]string][2]bool{}} }

// simple are the rules to which methods are compared.
var simple = []struct {
	name string
	says func(t *truth, source string, k *known) bool
}{
	{"every link within the host", func(_ *truth, source string, k *known) bool { return hostOf(source) == hostOf(k.target) }},
	{"links in nav or role=navigation", func(_ *truth, _ string, k *known) bool { return k.nav }},
	{"target on more than half of the pages", func(t *truth, source string, k *known) bool {
		n := t.pages[hostOf(source)]
		return n >= 8 && 2*t.on[[2]string{hostOf(source), k.target}] > n
	}},
	{"more than half of the text of the block is in links", func(_ *truth, _ string, k *known) bool { return k.share > 0.5 }},
}

// each calls do for the links of a file of labels that are known. Both are in the order of the page.
func (t *truth) each(name string, do func(source string, k *known, label string)) error {
	last, next := "", 0
	return eachLine(name, func(f []string) error {
		if len(f) < 3 {
			return fmt.Errorf("a line has %d fields: nav-links makes 4", len(f))
		}
		if f[0] != last {
			last, next = f[0], 0
		}
		var k known
		if k, next = t.find(last, f[1], next); k.target != "" && !k.silent && f[1] != f[0] {
			do(last, &k, f[2])
		}
		return nil
	})
}

// find is the next link of a page with a target, from the one with the number from on; next is the number behind it. Without such
// a link the target is empty.
func (t *truth) find(source, target string, from int) (k known, next int) {
	list := t.links[source]
	for i := from; i < len(list); i++ {
		if list[i].target == target {
			return list[i], i + 1
		}
	}
	return known{}, from
}
