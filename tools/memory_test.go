package tools_test

import (
	"os"
	"regexp"
	"testing"
)

// TestMemoryMeasured: "make memory" measures each tool that has -S.
func TestMemoryMeasured(t *testing.T) {
	eachWithRow(t, "../scripts/memory.sh", `^.*measure +'`)
}

// eachWithRow checks that each tool with -S has a line in a file that begins with its name, behind what before matches.
func eachWithRow(t *testing.T, file, before string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range toolNames() {
		manual := emptyPlace(t, &tool{name: name}).run([]string{"-h"}).stdout
		row := regexp.MustCompile(`(?m)` + before + name + `[^a-z-]`)
		if flagS.Match(manual) && !row.Match(text) {
			t.Errorf("%s has no row of %s, which has -S", file, name)
		}
	}
}

var flagS = regexp.MustCompile(`(?m)^  -S SIZE `)
