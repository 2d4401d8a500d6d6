package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

// TestContactCurve: the contact detector with its threshold curve (2.12 of Nitsche 2003), as docs/marks.md prints it.
func TestContactCurve(t *testing.T) {
	realdata.Path(t, "webkb/webkb-cornell.tar.zst")
	inMarks(t, "contact-curve.sh")
}

// TestJavadocVocabulary: the Javadoc filter with the vocabulary before and after it (2.13 of Nitsche 2003), as docs/marks.md
// prints it.
func TestJavadocVocabulary(t *testing.T) {
	realdata.Path(t, "webkb/webkb-cornell.tar.zst")
	if _, err := os.Stat("../build/javadoc/usr"); err != nil {
		t.Skip("openjdk-17-doc is not there: run scripts/javadoc-words.sh, which fetches it")
	}
	inMarks(t, "javadoc-words.sh")
}

// inMarks compares what a script prints with docs/marks.md.
func inMarks(t *testing.T, script string) {
	t.Parallel()
	cmd := exec.Command("../scripts/" + script)
	cmd.Env = append(os.Environ(), "PATH="+binDir+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.Output()
	if err != nil || len(out) == 0 {
		t.Fatalf("%s: %v %s", script, err, stderrOf(err))
	}
	text, err := os.ReadFile("../docs/marks.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```text\n"+string(out)+"```\n") {
		t.Errorf("docs/marks.md has not what scripts/%s prints:\n%s", script, out)
	}
}

// TestNearCopiesRefuses: what is no lines of documents has no near copies in silence.
func TestNearCopiesRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.jsonl.gz": "\x1f\x8b\x08\x00", "b.parquet": "PAR1\x00\x00", "c.txt": "{\"text\":\"x\"}\n", "d": "",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("../scripts/near-copies.sh", filepath.Join(dir, name))
		cmd.Env = withTools()
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), "does not begin with lines of documents") {
			t.Errorf("%s: %v, %q", name, err, out)
		}
	}
}
