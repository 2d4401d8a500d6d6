package tools_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestFlagsMeanTheSame: a flag of one name has the same kind of value and the same words in every tool that has it.
// Only the default may differ. A manual lists it once.
func TestFlagsMeanTheSame(t *testing.T) {
	line := regexp.MustCompile(`(?m)^  -([\w-]+)( \S+)? +(.*)$`)
	goesOn := regexp.MustCompile(`\n {10,}`)
	defaults := regexp.MustCompile(` \(default.*\)$`)
	type meaning struct{ tool, value, words string }
	first := map[string]meaning{}
	for _, name := range toolNames() {
		manual := string(emptyPlace(t, &tool{name: name}).run([]string{"-h"}).stdout)
		_, flags, _ := strings.Cut(manual, "\nflags:\n")
		flags, _, _ = strings.Cut(flags, "\nexamples:\n")
		flags = goesOn.ReplaceAllString(flags, " ")
		found := line.FindAllStringSubmatch(flags, -1)
		if len(found) < 5 {
			t.Fatalf("%s: -h lists %d flags", name, len(found))
		}
		listed := map[string]bool{}
		for _, m := range found {
			if listed[m[1]] {
				t.Errorf("%s: -h lists -%s twice", name, m[1])
			}
			listed[m[1]] = true
			is := meaning{name, m[2], defaults.ReplaceAllString(m[3], "")}
			was, known := first[m[1]]
			if !known {
				first[m[1]] = is
			} else if is.value != was.value || is.words != was.words {
				t.Errorf("-%s means two things:\n%s:%s %s\n%s:%s %s", m[1], was.tool, was.value, was.words,
					is.tool, is.value, is.words)
			}
		}
	}
}
