package cli

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

// TestGroupMemory: the least limit of a group and of those around it counts, in both versions of control groups.
func TestGroupMemory(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{
		"memory.max":                                "900\n",
		"a/memory.max":                              "max\n",
		"a/b/memory.max":                            "700\n",
		"memory/memory.limit_in_bytes":              "9223372036854771712\n",
		"memory/job/memory.limit_in_bytes":          "500\n",
		"memory/job/step/memory.limit_in_bytes":     "600\n",
		"memory/other/memory.limit_in_bytes":        "-1\n",
		"cpu/memory.limit_in_bytes":                 "1\n",
		"memory/other/memory.limit_in_bytes.backup": "1\n",
	} {
		file = filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for groups, want := range map[string]int64{
		"":                      math.MaxInt64,
		"0::/":                  900,
		"0::/a\n":               900,
		"0::/a/b\n":             700,
		"0::/../outside\n":      900,
		"0::/not/here\n":        900,
		"4:memory:/\n":          9223372036854771712,
		"4:cpu:/\n":             math.MaxInt64,
		"4:memory:/job\n":       500,
		"4:memory:/job/step\n":  500,
		"4:cpu,memory:/other\n": 9223372036854771712,
		"4:memory:/outside/here\n1:cpu:/\n0::/a/b\n": 700,
		"no line of groups\n":                        math.MaxInt64,
	} {
		if got := groupMemory(groups, root); got != want {
			t.Errorf("%q: %d, want %d", groups, got, want)
		}
	}
}
