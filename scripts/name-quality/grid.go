package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// person is a name of the grid.
type person struct{ origin, name, first, last string }

// cell is a sentence of the grid: a pattern with names.
type cell struct {
	document
	pattern string
}

// writeGrid writes the sentences of the grid as documents, whose group is the origin of their names.
func writeGrid(w io.Writer, folder string) error {
	cells, err := grid(folder)
	if err != nil {
		return err
	}
	for i := range cells {
		if err := write(w, &cells[i].document); err != nil {
			return err
		}
	}
	return nil
}

// grid fills each pattern of a folder with each name of it.
func grid(folder string) (list []cell, err error) {
	names, err := table(filepath.Join(folder, "names.tsv"), 4)
	if err != nil {
		return nil, err
	}
	patterns, err := table(filepath.Join(folder, "patterns.tsv"), 3)
	if err != nil {
		return nil, err
	}
	var origins []string
	groups := map[string][]person{}
	for _, f := range names {
		if groups[f[0]] == nil {
			origins = append(origins, f[0])
		}
		groups[f[0]] = append(groups[f[0]], person{f[0], f[1], f[2], f[3]})
	}
	for _, f := range patterns {
		for _, origin := range origins {
			for i := range groups[origin] {
				c := cell{pattern: f[0] + " " + f[1]}
				if err := c.fill(f[2], groups[origin], i); err != nil {
					return nil, fmt.Errorf("pattern %s: %w", c.pattern, err)
				}
				c.Lang, c.Group, c.URL = f[0], origin, fmt.Sprintf("grid:%d", len(list))
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// table reads a file of lines with width fields, with TABs between them; the last field may have TABs. Lines that begin with #
// are comments.
func table(name string, width int) (list [][]string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", width)
		if len(f) != width {
			return nil, fmt.Errorf("%s: %q has %d fields, not %d", name, line, len(f), width)
		}
		list = append(list, f)
	}
	return list, nil
}

// fill makes the text of a pattern. A form like {name} is replaced by names[i] in this form; {name2} and {name3} by the next two
// names.
func (c *cell) fill(pattern string, names []person, i int) error {
	for {
		before, rest, ok := strings.Cut(pattern, "{")
		c.Text += before
		if !ok {
			return nil
		}
		form, after, _ := strings.Cut(rest, "}")
		plain := strings.TrimRight(form, "23")
		k := 0
		if plain != form {
			k = int(form[len(form)-1] - '1')
		}
		name, err := names[(i+k)%len(names)].form(plain)
		if err != nil {
			return err
		}
		c.Names = append(c.Names, [2]int{len(c.Text), len(c.Text) + len(name)})
		c.Text += name
		pattern = after
	}
}

// form is the name in a form that patterns have.
func (p person) form(form string) (string, error) {
	switch form {
	case "name":
		return p.name, nil
	case "last":
		return p.last, nil
	case "initial":
		return string([]rune(p.first)[:1]) + ". " + p.last, nil
	case "inverted":
		return p.last + ", " + p.first, nil
	case "CAPS":
		return strings.ToUpper(p.name), nil
	case "genitive":
		if strings.ContainsAny(p.name[len(p.name)-1:], "sxz") {
			return p.name, nil
		}
		return p.name + "s", nil
	}
	return "", fmt.Errorf("{%s} is no form: use name, last, initial, inverted, CAPS or genitive", form)
}
