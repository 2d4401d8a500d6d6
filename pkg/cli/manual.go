package cli

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// manual is what -h prints.
func manual(c *Command, f *Flags) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s - %s\n\nusage: %s\n", c.Name, c.Synopsis, strings.Join(c.usageLines(), "\n       "))
	b.WriteString("\n")
	for _, line := range []struct{ head, text string }{
		{"purpose", string(c.Purpose)}, {"input", c.In}, {"output", c.Out}, {"memory", c.Memory}, {"passes", c.Passes},
	} {
		if line.text != "" {
			fmt.Fprintf(&b, "%-8s %s\n", line.head, line.text)
		}
	}
	if c.Manual != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(c.Manual))
	}
	var own, rare, shared, profiles strings.Builder
	f.VisitAll(func(fl *flag.Flag) {
		list := &own
		if strings.HasSuffix(fl.Name, "profile") {
			list = &profiles
		} else if f.shared[fl.Name] {
			list = &shared
		} else if slices.Contains(f.rare, fl.Name) {
			list = &rare
		}
		list.WriteString(flagLine(fl))
	})
	b.WriteString("\nflags:\n")
	if rare.Len() > 0 {
		own.WriteString("\nflags that are rarely needed:\n" + rare.String())
	}
	if own.Len() > 0 {
		b.WriteString(own.String() + "\nflags that tools share:\n")
	}
	b.WriteString(shared.String() + profiles.String())
	if len(c.Examples) > 0 {
		b.WriteString("\nexamples:\n")
		for _, e := range c.Examples {
			fmt.Fprintf(&b, "  %s:\n      %s\n", e.Does, strings.ReplaceAll(e.Line, "\n", "\n      "))
		}
	}
	b.WriteString("\nexit status: 0 done; 1 failed; 2 wrong usage")
	if c.Partial != "" {
		b.WriteString("; 3 finished, but " + c.Partial)
	}
	if c.Check != "" {
		b.WriteString("; 4 " + c.Check)
	}
	b.WriteString("\n")
	return b.String()
}

func flagLine(fl *flag.Flag) string {
	value, text := flag.UnquoteUsage(fl)
	if value != "" && !isBool(fl) {
		value = " " + value
	} else {
		value = ""
	}
	if def := fl.DefValue; def != "" && def != "false" && def != "0" && !strings.Contains(text, "default") {
		text += " (default " + def + ")"
	}
	return fmt.Sprintf("  %-16s  %s\n", "-"+fl.Name+value, text)
}
