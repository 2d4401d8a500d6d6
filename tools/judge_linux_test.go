package tools_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// These tests let judge work on a terminal, and kill it.

// judgeFolder is a folder with a list of some documents, and them.
func judgeFolder(t *testing.T, n int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var docs, list strings.Builder
	for i := range n {
		fmt.Fprintf(&docs, "{\"url\":\"http://a.test/%d\",\"title\":\"Page %d\",\"text\":\"Text \\u001b[2J of %d\"}\n", i, i, i)
		fmt.Fprintf(&list, "%d\t%d\n", i, i%3)
	}
	for name, text := range map[string]string{"docs.jsonl": docs.String(), "list.txt": list.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// judge is the command that goes on with the judgements of a folder.
func judge(dir string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(binDir, "judge"), "-from", "text", "-S", "42M", "-documents", "docs.jsonl", "-judgements",
		"judged.tsv", "list.txt")
	cmd.Dir, cmd.Env = dir, withTools()
	return cmd
}

// TestJudgeKilled kills judge (SIGKILL) behind each key, as soon as the next document is shown. Whatever was judged until then is
// in the file, and the next run goes on with the first document that was not judged.
func TestJudgeKilled(t *testing.T) {
	keys := []string{"1", "0", ".25\n", "s", "1", "u", "m", "0", "?", "1"}
	dir := judgeFolder(t, len(keys))
	var judged []string // the lines that must be there
	for i, key := range keys {
		cmd := judge(dir)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		shown := bufio.NewReader(out)
		doc := askedFor(t, shown)
		if doc != len(judged) { // the documents come in the order of their ids, and none was left out for good
			t.Errorf("behind key %d: document %d is shown, not %d", i, doc, len(judged))
		}
		if _, err := io.WriteString(in, key); err != nil {
			t.Fatal(err)
		}
		askedFor(t, shown) // judge has done what the key says
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		cmd.Wait()
		switch key {
		case "1", "0":
			judged = append(judged, fmt.Sprintf("%d\t%s\thttp://a.test/%d\n", doc, key, doc))
		case ".25\n":
			judged = append(judged, fmt.Sprintf("%d\t0.25\thttp://a.test/%d\n", doc, doc))
		case "u":
			judged = judged[:len(judged)-1]
		}
		have, err := os.ReadFile(filepath.Join(dir, "judged.tsv"))
		if want := strings.Join(judged, ""); err != nil || string(have) != want {
			t.Fatalf("killed behind key %d, %q: %v, the file has %q, not %q", i, key, err, have, want)
		}
	}
}

// askedFor reads up to the next prompt, and returns which document was shown.
func askedFor(t *testing.T, shown *bufio.Reader) (doc int) {
	t.Helper()
	for {
		line, err := shown.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if _, rest, ok := strings.Cut(line, "judged; document "); ok {
			fmt.Sscan(rest, &doc)
		}
		if strings.HasPrefix(line, "1 relevant, ") || strings.HasPrefix(line, "u undo") {
			return doc
		}
	}
}

// oneJudged is the file behind the first judgement in a terminal: it has the seconds that it took.
var oneJudged = regexp.MustCompile(`^0\t1\thttp://a\.test/0\t[0-9]{1,2}\.[0-9]{3}s\n$`)

// TestJudgeScreen: a terminal of another size is drawn anew without a key; one that is dumb gets no escapes.
func TestJudgeScreen(t *testing.T) {
	for _, term := range []string{"xterm", "dumb"} {
		dir := judgeFolder(t, 2)
		user, screen := openTerminal(t)
		cmd := judge(dir)
		cmd.Env = append(cmd.Env, "TERM="+term)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, io.Discard
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var shown bytes.Buffer
		waitFor(t, user, &shown, "quit:")
		if err := unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: 30, Row: 12}); err != nil {
			t.Fatal(err)
		}
		if term != "dumb" {
			waitFor(t, user, &shown, "1 0 .5 s u m, ? help:")
		}
		if err := typed(user, "1q"); err != nil {
			t.Fatal(err)
		}
		waitFor(t, user, &shown, "1 of 2 documents are judged, 1 of them now: judged.tsv")
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
		if dumb := !strings.Contains(shown.String(), "\x1b"); dumb != (term == "dumb") {
			t.Errorf("%s: %q", term, shown.String())
		}
		have, err := os.ReadFile(filepath.Join(dir, "judged.tsv"))
		if err != nil || !oneJudged.Match(have) {
			t.Errorf("%q %v", have, err)
		}
	}
}

// TestJudgeTerminal: in a terminal keys act at once, keys like Home do not judge, pages cannot steer the terminal, and the
// terminal is as before when judge has ended, by a key or a signal.
func TestJudgeTerminal(t *testing.T) {
	for _, end := range []struct {
		name string
		do   func(user *os.File, p *os.Process) error
	}{
		{"q", func(user *os.File, _ *os.Process) error { return typed(user, "q") }},
		{"Ctrl-C", func(user *os.File, _ *os.Process) error { return typed(user, "\x03") }},
		{"Ctrl-D", func(user *os.File, _ *os.Process) error { return typed(user, "\x04") }},
		{"TERM", func(_ *os.File, p *os.Process) error { return p.Signal(syscall.SIGTERM) }},
		{"HUP", func(_ *os.File, p *os.Process) error { return p.Signal(syscall.SIGHUP) }},
		{"INT", func(_ *os.File, p *os.Process) error { return p.Signal(syscall.SIGINT) }},
	} {
		t.Run(end.name, func(t *testing.T) {
			if end.name == "HUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("SIGHUP is ignored here, as under nohup")
			}
			dir := judgeFolder(t, 5)
			user, screen := openTerminal(t)
			before := terminalFlags(t, screen)
			cmd := judge(dir)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = screen, screen, screen
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			var shown bytes.Buffer
			waitFor(t, user, &shown, "quit:")
			if terminalFlags(t, screen) == before {
				t.Error("keys need Enter")
			}
			if err := typed(user, "1\x1b[1~\x1bOP\x1a\x1c\x1b[A"); err != nil { // Home, F1, Ctrl-Z, Ctrl-\, arrow
				t.Fatal(err)
			}
			waitFor(t, user, &shown, "quit:")
			time.Sleep(50 * time.Millisecond) // the other keys
			if err := end.do(user, cmd.Process); err != nil {
				t.Fatal(err)
			}
			waitFor(t, user, &shown, "documents are judged, 1 of them now: judged.tsv")
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			if terminalFlags(t, screen) != before {
				t.Error("the terminal is not as before")
			}
			if n := strings.Count(strings.ReplaceAll(shown.String(), "\x1b[H\x1b[2J", ""), "\x1b"); n > 1 { // of the progress
				t.Errorf("%d escapes: %q", n, shown.String())
			}
			have, err := os.ReadFile(filepath.Join(dir, "judged.tsv"))
			if err != nil || !oneJudged.Match(have) {
				t.Errorf("%q %v", have, err)
			}
		})
	}
}

func typed(user *os.File, keys string) error {
	_, err := io.WriteString(user, keys)
	return err
}

// waitFor reads the screen until it shows some words.
func waitFor(t *testing.T, user *os.File, shown *bytes.Buffer, words string) {
	t.Helper()
	from := shown.Len()
	buf := make([]byte, 4096)
	for !strings.Contains(shown.String()[from:], words) {
		user.SetReadDeadline(time.Now().Add(20 * time.Second))
		n, err := user.Read(buf)
		shown.Write(buf[:n])
		if err != nil {
			t.Fatalf("%v, waiting for %q behind %q", err, words, shown.String())
		}
	}
}

// openTerminal opens a pseudo terminal: what is written to screen is read from user.
func openTerminal(t *testing.T) (user, screen *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Skip("no pseudo terminals here:", err)
	}
	t.Cleanup(func() { user.Close() })
	n := 0
	conn, err := user.SyscallConn()
	if err == nil {
		err = conn.Control(func(fd uintptr) {
			if err := unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err == nil {
				n, _ = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
			}
		})
	}
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

// terminalFlags are the settings of a terminal.
func terminalFlags(t *testing.T, screen *os.File) unix.Termios {
	t.Helper()
	settings, err := unix.IoctlGetTermios(int(screen.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return *settings
}
