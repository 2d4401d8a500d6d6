//go:build unix

package cli

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"webmill/pkg/vfs"
)

// onSignals removes files with temporary names before a signal ends the process, by that signal. A tool that ends in order (Stop)
// is told of the first signal, and the second one ends it.
func onSignals() {
	c := notify(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s := (<-c).(syscall.Signal)
		if stop.hear() {
			s = (<-c).(syscall.Signal)
		}
		vfs.RemoveNamed()
		signal.Reset(s)
		syscall.Kill(syscall.Getpid(), s)
	}()
}

// notify returns a channel that gets the signals which are not ignored, as some are under nohup.
func notify(signals ...os.Signal) chan os.Signal {
	c := make(chan os.Signal, 1)
	for _, s := range signals {
		if !signal.Ignored(s) {
			signal.Notify(c, s)
		}
	}
	return c
}

// Resized returns a channel that tells of another size of the terminal, until end is called.
func (env *Env) Resized() (resized <-chan os.Signal, end func()) {
	c := notify(unix.SIGWINCH)
	return c, func() { signal.Stop(c) }
}

// messages is stderr under another number. A process that writes to a broken pipe dies of SIGPIPE if the pipe is its stdout or
// stderr; but only the loss of readers of the result is to end a tool: a message without a reader is no reason to forget the exit
// status.
func messages() *os.File {
	fd, err := unix.FcntlInt(os.Stderr.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return os.Stderr
	}
	return os.NewFile(uintptr(fd), "stderr")
}

// isTerminal reports whether a stream of the process is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	_, err = unix.IoctlGetWinsize(int(f.Fd()), unix.TIOCGWINSZ)
	return err == nil
}

// Descriptors is how many files the process may have open.
func Descriptors() int {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &limit) != nil {
		return 256
	}
	return int(min(limit.Cur, 1<<20))
}
