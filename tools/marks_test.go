package tools_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"webmill/pkg/realdata"
)

// These tests run the scripts for docs/marks.md: they print what the page says, and refuse what is no input.

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

// TestAnchorDocumentsRefuses: files that do not belong together give one line that says so, and no documents.
func TestAnchorDocumentsRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	files := map[string]string{
		"links.txt": "0\t1\n0\t2\n1\t2\n", "urls.txt": "http://x.test/\nhttp://x.test/b\nhttp://x.test/c\n",
		"few-urls.txt": "http://x.test/\n", "right": "a\t1\tB\na\t2\t\na\t1\tC \"q\"\n",
		"marked": "a\t1\tB\t\na\t2\t\t\na\t1\tC \"q\"\tnofollow\n", "few": "a\t1\tB\na\t2\t\n",
		"many":  "a\t1\tB\na\t2\t\na\t1\tC\na\t2\tD\n",
		"long":  "a\t1\tB\na\t2\t" + strings.Repeat("x", 999_990) + "\na\t1\t" + strings.Repeat("y", 20) + "\n",
		"texts": "\nB\nC\n", "first": "a\tB\na\tC\na\tD\n", "void": "",
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	script, err := filepath.Abs("../scripts/anchor-documents.sh")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ urls, anchors, want, fails string }{
		{"urls.txt", "right", `{"id":1,"url":"http://x.test/b","text":"B"}` + "\n" +
			`{"id":2,"url":"http://x.test/c","text":"C \"q\""}` + "\n", ""},
		{"urls.txt", "marked", `{"id":1,"url":"http://x.test/b","text":"B"}` + "\n" +
			`{"id":2,"url":"http://x.test/c","text":"C \"q\""}` + "\n", ""},
		{"urls.txt", "long", `{"id":1,"url":"http://x.test/b","text":"B"}` + "\n" +
			`{"id":2,"url":"http://x.test/c","text":"` + strings.Repeat("x", 999_990) + "\"}\n", ""},
		{"urls.txt", "few", "", "few has fewer lines, 2, than links.txt has records: are they of one run?"},
		{"urls.txt", "void", "", "void has fewer lines, 0, than links.txt has records: are they of one run?"},
		{"urls.txt", "many", "", "many has more lines than links.txt has records, 3: are they of one run?"},
		{"urls.txt", "texts", "", "texts: line 1 is not kind, place and text of a link, as extract-links -anchors writes them"},
		{"urls.txt", "first", "", "first: line 1 is not kind, place and text of a link, as extract-links -anchors writes them"},
		{"few-urls.txt", "right", "", "undict: stdin: few-urls.txt has no string for the id 1: it has 1 in all (is it the dictionary of other tuples?), at record 1"},
		{"urls.txt", "absent", "", "paste: absent: No such file or directory"},
	} {
		cmd := exec.Command(script, "links.txt", c.urls, c.anchors)
		cmd.Dir, cmd.Env = dir, withTools("LC_ALL=C")
		out, err := cmd.Output()
		said := string(stderrOf(err))
		if c.fails != "" {
			c.fails = "anchor-documents.sh: " + c.fails + "\n"
		}
		if string(out) != c.want || said != c.fails {
			t.Errorf("%s: %q, %q; not %q, %q", c.anchors, out, said, c.want, c.fails)
		}
	}
	// A reader that has ended says why: the script has nothing to add.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	var said strings.Builder
	cmd := exec.Command(script, "links.txt", "urls.txt", "right")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, withTools("LC_ALL=C"), w, &said
	if err := cmd.Run(); err == nil || strings.HasSuffix(said.String(), "anchor-documents.sh: \n") {
		t.Errorf("without a reader: %v, %q", err, &said)
	}
}

// TestNearCopiesRefuses: what is no lines of documents has no near copies in silence.
func TestNearCopiesRefuses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const begin = "does not begin with lines of documents"
	for name, c := range map[string]struct{ text, fails string }{
		"a.jsonl.gz": {"\x1f\x8b\x08\x00", begin}, "b.parquet": {"PAR1\x00\x00", begin}, "c.txt": {"{\"text\":\"x\"}\n", begin},
		"d": {"", "d: is empty\n"},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("../scripts/near-copies.sh", filepath.Join(dir, name))
		cmd.Env = withTools()
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.Contains(string(out), c.fails) {
			t.Errorf("%s: %v, %q", name, err, out)
		}
	}
}
