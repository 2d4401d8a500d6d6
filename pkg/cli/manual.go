package cli

import (
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// section is a part of the flags, in the order in which the manual lists them.
type section struct {
	head  string
	flags []string
}

// sections stand behind those of the tool itself, in this order.
var sections = []section{
	{"flags for archives and folders", []string{"list", "dir", "base", "urls", "index", "headers", "plain", "max", "min-pages"}},
	{"flags for input", []string{"from", "w", "columns"}},
	{"flags for output", []string{"o", "to", "compression"}},
	{"flags for input and output", []string{"header", "force"}},
	{"flags for memory and threads", []string{"S", "T", "j"}},
	{"flags for messages", []string{"q", "v", "stats", "version"}},
}

// profiles are rarely needed in any tool.
var profiles = []string{"cpuprofile", "memprofile"}

// manual is what -h prints, in lines of 80 columns, whatever the lines of its sources.
func manual(c *Command, f *Flags) string {
	b := &manualText{}
	b.fill(c.Name+" - ", 4, c.Synopsis)
	b.WriteString("\n")
	for i, line := range c.usageLines() {
		b.fill([]string{"usage: ", "       "}[min(i, 1)], 11, line)
	}
	b.WriteString("\n")
	for _, line := range []struct{ head, text string }{
		{"purpose", string(c.Purpose)}, {"input", c.In}, {"output", c.Out}, {"memory", c.Memory}, {"passes", c.Passes},
	} {
		if line.text != "" {
			b.fill(fmt.Sprintf("%-8s ", line.head), 9, line.text)
		}
	}
	if c.Manual != "" {
		b.WriteString("\n")
		b.text(strings.TrimSpace(c.Manual))
	}
	all := slices.Concat(f.sections, sections, []section{{"flags that are rarely needed", slices.Concat(f.rare, profiles)}})
	var first []*flag.Flag
	f.VisitAll(func(fl *flag.Flag) {
		if !slices.ContainsFunc(all, func(s section) bool { return slices.Contains(s.flags, fl.Name) }) {
			first = append(first, fl)
		}
	})
	b.flags("flags", first)
	for _, s := range all {
		b.flags(s.head, f.named(s.flags))
	}
	if len(c.Examples) > 0 {
		b.WriteString("\nexamples:\n")
		for _, e := range c.Examples {
			fmt.Fprintf(b, "  %s:\n", e.Does)
			b.command(e.Line)
		}
	}
	b.WriteString("\nexit status:\n  0  done\n  1  failed\n  2  wrong usage\n")
	if c.Partial != "" {
		b.fill("  3  ", 5, "finished, but "+c.Partial)
	}
	if c.Check != "" {
		b.fill("  4  ", 5, c.Check)
	}
	return b.String()
}

// named returns those of the named flags that the tool has.
func (f *Flags) named(names []string) (list []*flag.Flag) {
	for _, name := range names {
		if fl := f.Lookup(name); fl != nil {
			list = append(list, fl)
		}
	}
	return list
}

// A manualText is text in lines of at most 80 columns.
type manualText struct{ strings.Builder }

const lineWidth = 80

// fill writes a paragraph: its first line begins with head, the others with blanks up to the column hang.
func (b *manualText) fill(head string, hang int, text string) {
	line, begun := head, false
	for _, word := range unbroken(text) {
		switch {
		case !begun:
			line += word
		case width(line)+1+width(word) > lineWidth:
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = strings.Repeat(" ", hang) + word
		default:
			line += " " + word
		}
		begun = true
	}
	b.WriteString(line + "\n")
}

func width(s string) int { return utf8.RuneCountInString(s) }

// unbroken are the words of a text. What stands in brackets is one word, and so are a flag and its value, or its default.
func unbroken(text string) (words []string) {
	depth, before := 0, ""
	for _, word := range strings.Fields(text) {
		value := len(before) > 1 && before[0] == '-' && strings.ToUpper(word) == word && word[0] >= 'A'
		if depth > 0 || value || before == "(default" {
			words[len(words)-1] += " " + word
		} else {
			words = append(words, word)
		}
		depth += strings.Count(word, "[") - strings.Count(word, "]")
		before = word
	}
	return words
}

// item is a line of a list: what it is about, two blanks or more, and what it says.
var item = regexp.MustCompile(`^( +\S.*?  +)(\S.*)$`)

// text writes paragraphs, and lists whose items go on where their text begins. Other indented lines stay as they are.
func (b *manualText) text(text string) {
	var head string
	var lines []string
	hang := 0
	flush := func() {
		if len(lines) > 0 {
			b.fill(head, hang, strings.Join(lines, " "))
		}
		head, lines = "", nil
	}
	for _, line := range strings.Split(text, "\n") {
		words := strings.TrimLeft(line, " ")
		indent := len(line) - len(words)
		if len(lines) > 0 && words != "" && indent == hang {
			lines = append(lines, words)
			continue
		}
		flush()
		if words == "" {
			b.WriteString("\n")
		} else if m := item.FindStringSubmatch(line); m != nil {
			head, hang, lines = m[1], width(m[1]), []string{m[2]}
		} else if indent > 0 {
			b.fill(line[:indent], indent+2, words)
		} else {
			hang, lines = 0, []string{words}
		}
	}
	flush()
}

// flags writes a list of flags.
func (b *manualText) flags(head string, list []*flag.Flag) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n" + head + ":\n")
	for _, fl := range list {
		value, text := flag.UnquoteUsage(fl)
		name := "  -" + fl.Name
		if value != "" && !isBool(fl) {
			name += " " + value
		}
		if def := fl.DefValue; def != "" && def != "false" && def != "0" && !strings.Contains(text, "default") {
			text += " (default " + def + ")"
		}
		b.fill(fmt.Sprintf("%-19s  ", name), 21, text)
	}
}

// joint is the last place of a line where a further command begins.
var joint = regexp.MustCompile(`^.* (\||&&) `)

// command writes an example. A line that is too long goes on behind a | or &&, so that it can be pasted.
func (b *manualText) command(text string) {
	const indent = "      "
	for _, line := range strings.Split(text, "\n") {
		line = indent + line
		for width(line) > lineWidth {
			at := joint.FindStringIndex(line[:lineWidth+1])
			if at == nil {
				break
			}
			b.WriteString(line[:at[1]-1] + "\n")
			line = indent + "  " + line[at[1]:]
		}
		b.WriteString(line + "\n")
	}
}
