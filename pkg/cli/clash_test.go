package cli

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// clasher copies pairs, reads a folder and has further outputs: -x and -y, which it declares; -late; and -inplace, which may
// replace the first operand.
func clasher() Command {
	c := copier(nil)
	c.Setup = func(f *Flags) func(*Env) error {
		x, y := f.String("x", "", ""), f.String("y", "", "")
		late, inPlace, dir := f.String("late", "", ""), f.String("inplace", "", ""), f.String("dir", "", "")
		f.Outputs("x", "y")
		return func(env *Env) error {
			if *inPlace != "" {
				env.InPlace.Output, env.InPlace.Input = *inPlace, env.Args[0]
			}
			if *dir != "" {
				if err := env.Reads(*dir); err != nil {
					return err
				}
			}
			if err := copyPairs(env); err != nil {
				return err
			}
			for _, name := range []string{*x, *y, *late, *inPlace} {
				if name == "" {
					continue
				}
				if _, err := env.CreateFile(name, tuple.Ints("a", "b"), nil); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return c
}

// TestClashes: the rule of clash.go. Of several outputs that clash, the error names the first on the command line.
func TestClashes(t *testing.T) {
	t.Chdir(t.TempDir())
	const input, one = ": this file is an input, which only -o may replace", ": two outputs cannot go to one file"
	for _, c := range []struct{ args, say string }{
		{"a.t2 -o out.t2 -x x.t2 -y y.t2 -late late.t2 -stats stats.json", ""},
		{"a.t2 -o a.t2", ""},
		{"a.t2 -o a.t2 -x b.t2", ""},
		{"a.t2 -inplace a.t2", ""},
		{"b.t2 a.t2 -inplace a.t2", "a.t2" + input},
		{"a.t2 -x /dev/null -y /dev/null", ""},
		{"a.t2 -x a.t2", "a.t2" + input},
		{"a.t2 -x link.t2", "link.t2" + input},
		{"a.t2 -x ./a.t2", "./a.t2" + input},
		{"a.t2 -late a.t2", "a.t2" + input},
		{"a.t2 -stats a.t2", "-stats a.t2: this file is an input"},
		{"a.t2 -dir site -x site/page", "site/page" + input},
		{"a.t2 -dir site -late site/page", "site/page" + input},
		{"a.t2 -dir site -o site/page.t2", ""},
		{"a.t2 b.t2 -x a.t2 -y b.t2", "a.t2" + input},
		{"a.t2 b.t2 -y b.t2 -x a.t2", "b.t2" + input},
		{"b.t2 -y b.t2 a.t2 -stats a.t2", "b.t2" + input},
		{"b.t2 -stats a.t2 a.t2 -y b.t2", "-stats a.t2: this file is an input"},
		{"a.t2 -dir site -y site/other -x site/page", "site/other" + input},
		{"a.t2 -o out.t2 -x out.t2", "out.t2" + one},
		{"a.t2 -x folder/../x.t2 -late x.t2", "folder/../x.t2" + one},
		{"a.t2 -o - -x -", "two outputs cannot go to stdout: give -o FILE"},
		{"a.t2 -x -", "two outputs cannot go to stdout: give -o FILE"},
		{"a.t2 -stats -", "-stats -: the result goes to stdout: give -o FILE or -stats FILE"},
	} {
		clashFiles(t)
		code, _, stderr := call(t, clasher(), strings.Fields(c.args)...)
		want := ""
		if c.say != "" {
			want = "copier: " + c.say + " (see copier -h)\n"
		}
		if stderr != want || (code == 0) != (c.say == "") {
			t.Errorf("%s: code %d, stderr %q, want %q", c.args, code, stderr, want)
		}
		if data, err := os.ReadFile("a.t2"); c.say != "" && (err != nil || len(data) != 8) {
			t.Errorf("%s: the input has changed: %q, %v", c.args, data, err)
		}
	}
}

// clashFiles makes the files of TestClashes in the current folder.
func clashFiles(t *testing.T) {
	t.Helper()
	os.RemoveAll("site")
	os.Remove("link.t2")
	for _, dir := range []string{"site", "folder"} {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.t2", "b.t2", "site/page", "site/other"} {
		if err := os.WriteFile(name, []byte("\x01\x00\x00\x00\x02\x00\x00\x00"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.t2", "link.t2"); err != nil {
		t.Fatal(err)
	}
}

// TestStdoutIsInput: stdout does not go to an input.
func TestStdoutIsInput(t *testing.T) {
	t.Chdir(t.TempDir())
	clashFiles(t)
	out, err := os.OpenFile("a.t2", os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var stderr bytes.Buffer
	code := Run(copier(nil), []string{"b.t2", "a.t2"}, nil, out, &stderr, vfs.OS)
	if code != 2 || !strings.Contains(stderr.String(), "a.t2: stdout goes to this input") {
		t.Errorf("code %d, stderr %q", code, stderr.String())
	}
}
