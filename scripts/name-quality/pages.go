package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// pages prints precision, recall and F1 of the names of pages, and how many different names were found on a page. A found name
// that is a part of a name of its page is a short form: it counts neither as right nor as wrong.
func pages(w io.Writer, gold, found, errors string) {
	text, err := os.ReadFile(gold)
	check(err)
	there := map[string]map[string]bool{} // the right names of each page
	all := 0
	for line := range strings.Lines(string(text)) {
		name, url, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if !ok || name == "" {
			continue
		}
		if there[url] == nil {
			there[url] = map[string]bool{}
		}
		if key := plain(name); !there[url][key] {
			there[url][key] = true
			all++
		}
	}
	seen := map[string]map[string]bool{}
	var t tally
	var list []fault
	short, names := 0, 0
	check(each(found, func(m *mention) error {
		key := plain(m.Name)
		if seen[m.URL] == nil {
			seen[m.URL] = map[string]bool{}
		}
		if seen[m.URL][key] {
			return nil
		}
		seen[m.URL][key] = true
		names++
		switch {
		case there[m.URL][key]:
			t.right++
			t.found++
		case part(key, there[m.URL]):
			short++
		default:
			t.found++
			list = append(list, fault{"wrong", fmt.Sprintf("%.2f\t%s\t%s", m.P, m.Name, m.URL), m.P})
		}
		return nil
	}))
	for url, list2 := range there {
		for name := range list2 {
			if !seen[url][name] {
				list = append(list, fault{"missed", "\t" + name + "\t" + url, float64(len(name))})
			}
		}
	}
	fmt.Fprintf(w, "%s\t%d\t%.1f\n", rates(t.right, t.found, all), all, float64(names)/max(1, float64(len(there))))
	if errors != "" {
		check(writeFaults(errors, list))
	}
}

// plain is the form of a name that is compared: in lower case, with single blanks, first names first, and without the < _ > of
// findnames -machine thesis.
func plain(name string) string {
	name = strings.ReplaceAll(strings.Trim(name, "<>"), "_", " ")
	if last, first, ok := strings.Cut(name, ", "); ok && !strings.Contains(first, ",") {
		name = first + " " + last
	}
	return strings.ToLower(strings.Join(strings.Fields(name), " "))
}

// part reports whether one of the names has the words of a name in a row.
func part(name string, names map[string]bool) bool {
	for full := range names {
		if strings.Contains(" "+full+" ", " "+name+" ") {
			return true
		}
	}
	return false
}
