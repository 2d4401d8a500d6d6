package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"webmill/pkg/vfs"
)

// openTerminal opens a pseudo terminal: what is written to screen is read from user.
func openTerminal(t *testing.T) (user, screen *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo terminals here:", err)
	}
	t.Cleanup(func() { user.Close() })
	if err := unix.IoctlSetPointerInt(int(user.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(user.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	screen, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { screen.Close() })
	return user, screen
}

// TestTerminal: binary is not written to a terminal, unless -force says so.
func TestTerminal(t *testing.T) {
	record := []byte{1, 0, 0, 0, 2, 0, 0, 0}
	in := filepath.Join(t.TempDir(), "pairs.t2")
	if err := os.WriteFile(in, record, 0o666); err != nil {
		t.Fatal(err)
	}
	writeTable := func(env *Env) error {
		out, _, err := env.CreateTable()
		if err == nil {
			_, err = out.Write(record)
		}
		return err
	}
	for _, c := range []struct {
		name   string
		do     func(*Env) error // nil: copy
		args   []string
		shown  string
		refuse string
	}{
		{"raw", nil, nil, "", "stdout: will not write binary to a terminal: use -o FILE, -to text or -force"},
		{"Parquet", nil, []string{"-to", "parquet"}, "",
			"stdout: will not write binary to a terminal: use -o FILE, -to text or -force"},
		{"a table", writeTable, []string{"-to", "parquet"}, "", "stdout: will not write binary to a terminal: use -o FILE"},
		{"raw, forced", nil, []string{"-force"}, string(record), ""},
		{"a table, forced", writeTable, []string{"-to", "parquet", "-force"}, string(record), ""},
		{"text", nil, []string{"-to", "text"}, "1\t2\r\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			user, screen := openTerminal(t)
			var msg bytes.Buffer
			code := Run(copier(c.do), append(c.args, in), nil, screen, &msg, vfs.OS)
			screen.Close()
			shown, err := io.ReadAll(user)
			if err != nil && !errors.Is(err, syscall.EIO) { // EIO: nobody has the terminal open any more
				t.Fatal(err)
			}
			if string(shown) != c.shown {
				t.Errorf("the terminal got %q, want %q", shown, c.shown)
			}
			if refused := code != 0; refused != (c.refuse != "") || !strings.Contains(msg.String(), c.refuse) {
				t.Errorf("status %d, message %q", code, msg.String())
			}
		})
	}
}

// TestTypedInput: a terminal is no input of binary, and a tool that waits for lines says so.
func TestTypedInput(t *testing.T) {
	lines := func(env *Env) error {
		in, err := env.OpenLines("-")
		if err == nil {
			_, err = io.Copy(env.Stderr, in)
		}
		return err
	}
	for _, c := range []struct {
		name string
		do   func(*Env) error // nil: copy
		args []string
		want string
	}{
		{"raw", nil, nil, "copier: stdin is a terminal: name the file to read, or pipe it in (see copier -h)\n"},
		{"text", nil, []string{"-from", "text", "-to", "text"},
			"copier: warning: reading lines from the terminal; Ctrl-D ends them\n"},
		{"lines", lines, nil, "copier: warning: reading lines from the terminal; Ctrl-D ends them\n1 2\n"},
		{"lines, quiet", lines, []string{"-q"}, "1 2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			user, screen := openTerminal(t)
			if _, err := user.WriteString("1 2\n\x04"); err != nil { // Ctrl-D
				t.Fatal(err)
			}
			out, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			var msg bytes.Buffer
			code := Run(copier(c.do), append(c.args, "-"), screen, out, &msg, vfs.OS)
			if refused := c.do == nil && c.args == nil; (code == ExitUsage) != refused || msg.String() != c.want {
				t.Errorf("status %d, message %q", code, msg.String())
			}
		})
	}
}
