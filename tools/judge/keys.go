package main

import (
	"io"
	"os"

	"golang.org/x/sys/unix"

	"webmill/pkg/cli"
	"webmill/pkg/vfs"
)

// keys are what is typed.
type keys struct {
	typed   chan []byte                // closed at the end
	err     error                      // why it ended, if that is no regular end
	size    func() (columns, rows int) // of the screen; nil: stdin and stdout are not both terminals
	resized <-chan os.Signal           // the screen has another size; nil if size is
	restore func() error               // gives the terminal back as it was
}

// mostKeys is how many bytes are read at once.
const mostKeys = 256

// openKeys begins to read the keys. Those of a terminal come at once and are not shown.
func openKeys(env *cli.Env) (*keys, error) {
	k := &keys{typed: make(chan []byte), restore: func() error { return nil }}
	stdin, isFile := env.Stdin.(*os.File)
	stdout, toFile := env.Stdout.(*os.File)
	if isFile && toFile && isTerminal(stdout) {
		if err := k.takeTerminal(env, stdin, stdout); err != nil {
			return nil, err
		}
	}
	go k.read(env.Stdin)
	return k, nil
}

func (k *keys) read(stdin vfs.File) {
	defer close(k.typed)
	for {
		buf := make([]byte, mostKeys)
		n, err := stdin.Read(buf)
		if n > 0 {
			k.typed <- buf[:n]
		}
		if err != nil {
			if err != io.EOF {
				k.err = vfs.Named("stdin", err)
			}
			return
		}
	}
}

func isTerminal(f *os.File) bool {
	_, err := unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

// takeTerminal reads keys one by one, if stdin is a terminal. Signals stay but those that would end or stop the process without
// giving the terminal back: Ctrl-\ and Ctrl-Z.
func (k *keys) takeTerminal(env *cli.Env, stdin, stdout *os.File) error {
	fd := int(stdin.Fd())
	before, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return nil // it is none
	}
	now := *before
	now.Lflag &^= unix.ICANON | unix.ECHO
	now.Cc[unix.VMIN], now.Cc[unix.VTIME] = 1, 0
	now.Cc[unix.VQUIT], now.Cc[unix.VSUSP] = noKey, noKey
	if err := unix.IoctlSetTermios(fd, setTermios, &now); err != nil {
		return vfs.Named("stdin", err)
	}
	resized, end := env.Resized()
	k.resized = resized
	k.restore = func() error {
		end()
		if err := unix.IoctlSetTermios(fd, setTermios, before); err != nil {
			return vfs.Named("stdin", err)
		}
		return nil
	}
	k.size = func() (columns, rows int) {
		size, err := unix.IoctlGetWinsize(int(stdout.Fd()), unix.TIOCGWINSZ)
		if err != nil || size.Col == 0 || size.Row == 0 {
			return 80, 24
		}
		return int(size.Col), int(size.Row)
	}
	return nil
}
