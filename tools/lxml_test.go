package tools_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

// This test compares the links of two sites with those that lxml finds.

// lxmlDiffers are the links of the sites that lxml and extract-links see differently, + what only extract-links writes.
var lxmlDiffers = map[string][]string{
	"sqlite-org-3.40": {
		// The places of "</body></html>" with something behind, which lxml drops, and of a backslash, which is a slash
		// to a browser.
		"+https://www.sqlite.org/consortium.html\thttps://sqlite.org/docsrc/honeypot",
		"+https://www.sqlite.org/lang_expr.html\thttps://www.sqlite.org/",
		"+https://www.sqlite.org/prosupport.html\thttps://sqlite.org/docsrc/honeypot",
		"-https://www.sqlite.org/lang_expr.html\thttps://www.sqlite.org/%5C",
	},
	"httpd-docs-2.4": nil,
}

// TestLinksAgainstLxml compares the links of two sites with those that a script finds by lxml, an independent parser, and
// Python's URL functions. With -short it is the smaller site.
func TestLinksAgainstLxml(t *testing.T) {
	t.Parallel()
	python := "/usr/bin/python3" // Debian's, for which lxml is packaged
	if err := exec.Command(python, "-c", "import lxml.html").Run(); err != nil {
		t.Skip("lxml is not installed for ", python, ": install python3-lxml")
	}
	for site, base := range map[string]string{"sqlite-org-3.40": "https://www.sqlite.org/",
		"httpd-docs-2.4": "https://httpd.apache.org/docs/2.4/"} {
		t.Run(site, func(t *testing.T) {
			if testing.Short() && site != "sqlite-org-3.40" {
				t.Skip("only without -short")
			}
			pack := realdata.Path(t, "sites/"+site+".tar.zst")
			dir := t.TempDir()
			if out, err := exec.Command("sh", "-c", fmt.Sprintf("zstd -dc --long=27 %q | tar -x -C %q", pack,
				dir)).CombinedOutput(); err != nil {
				t.Skipf("it cannot be unpacked: %v %s", err, out)
			}
			dir = filepath.Join(dir, site)
			theirs := countLines(t, exec.Command(python, "../scripts/links-lxml.py", dir, base))
			// lxml runs no scripts, so that <noscript> counts.
			ours := countLines(t, exec.Command(filepath.Join(binDir, "extract-links"), "-noscript", "-dir", dir, "-base", base))
			var differ []string
			for line, n := range ours {
				if theirs[line] < n {
					differ = append(differ, "+"+line)
				}
			}
			for line, n := range theirs {
				if ours[line] < n {
					differ = append(differ, "-"+line)
				}
			}
			slices.Sort(differ)
			if !slices.Equal(differ, lxmlDiffers[site]) {
				t.Errorf("of %d different links these differ:\n%s", len(ours), strings.Join(differ, "\n"))
			}
		})
	}
}

// countLines runs a command and says how often each line is in its output.
func countLines(t *testing.T, cmd *exec.Cmd) map[string]int {
	t.Helper()
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, stderrOf(err))
	}
	lines := map[string]int{}
	for line := range strings.Lines(string(out)) {
		lines[line[:len(line)-1]]++
	}
	return lines
}
