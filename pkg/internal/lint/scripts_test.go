package lint

import (
	"path"
	"regexp"
	"strings"
	"testing"
)

// What bash 3.2, as macOS has it, does not know.
var newBash = regexp.MustCompile(`EPOCH|BASHPID|mapfile|readarray|coproc|globstar|lastpipe|wait -n|(declare|local) -[Agn]|\$\{\w+(,,|\^)|` +
	`\w\[-1\]|&>>|@Q\}|%\(|\[\[ -v|=~ \S*\([^)]* [^)]*\)|== \S*[?@!+]\(|exec \{`)

// TestScripts: the scripts run with bash 3.2.
func TestScripts(t *testing.T) {
	for _, name := range tracked(t) {
		if path.Ext(name) != ".sh" {
			continue
		}
		n := 0
		for line := range strings.Lines(document(t, name)) {
			n++
			if found := newBash.FindString(line); found != "" && !strings.Contains(line, "awk") {
				t.Errorf("%s:%d: bash 3.2 does not know %q", name, n, found)
			}
		}
	}
}
