package tools_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScripts runs testdata/script/TOOL/*.txtar, one topic a file. Besides the commands of testscript they have
//
//	raw FILE 1 2 3 4       write a file of little-endian int32
//	cmpraw FILE 1 2 3 4    compare a file, or stdout, with such numbers
//	exits CODE CMD ARG...  run a command that must end with this exit code
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("../testdata/script/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts found (%v)", err)
	}
	dirs := make([]string, len(files))
	for i, f := range files {
		dirs[i] = filepath.Dir(f)
	}
	for _, dir := range slices.Compact(dirs) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			costs(t, filepath.Base(dir))
			testscript.Run(t, testscript.Params{
				Dir:                 dir,
				UpdateScripts:       *update,
				RequireExplicitExec: true,
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"raw": rawCmd, "cmpraw": cmprawCmd, "exits": exitsCmd,
				},
				Setup: func(env *testscript.Env) error {
					env.Setenv("PATH", binDir+":"+env.Getenv("PATH"))
					env.Setenv("GORACE", os.Getenv("GORACE")) // of make race
					return nil
				},
			})
		})
	}
}

func rawCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: raw FILE NUMBER...")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), rawBytes(ts, args[1:]), 0o666))
}

func cmprawCmd(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 {
		ts.Fatalf("usage: [!] cmpraw FILE NUMBER...")
	}
	got, want := ts.ReadFile(args[0]), string(rawBytes(ts, args[1:]))
	if (got == want) == neg {
		ts.Fatalf("%s holds %v", args[0], int32s(got))
	}
}

func exitsCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE CMD ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if code != want {
		ts.Fatalf("exit code %d, not %d", code, want)
	}
	if code == 3 || code == 4 { // which the manual must tell of
		manual, err := exec.Command(filepath.Join(binDir, args[1]), "-h").Output()
		if said := fmt.Sprintf("\n  %d  ", code); err == nil && !strings.Contains(string(manual), said) {
			ts.Fatalf("%s -h does not say when the exit status is %d", args[1], code)
		}
	}
}

func rawBytes(ts *testscript.TestScript, numbers []string) []byte {
	var b []byte
	for _, s := range numbers {
		n, err := strconv.ParseInt(s, 0, 32)
		ts.Check(err)
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// int32s is for messages: the numbers of a raw stream, and what is left over.
func int32s(s string) []string {
	var list []string
	for ; len(s) >= 4; s = s[4:] {
		list = append(list, strconv.Itoa(int(int32(binary.LittleEndian.Uint32([]byte(s))))))
	}
	if s != "" {
		list = append(list, fmt.Sprintf("and the bytes %q", s))
	}
	return list
}
