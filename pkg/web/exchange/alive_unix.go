//go:build unix

package exchange

import "syscall"

// looker looks at a socket without waiting.
type looker struct {
	raw   syscall.RawConn
	look  func(fd uintptr) // made once: nothing is allocated for a request
	quiet bool
}

func newLooker(raw syscall.RawConn) *looker {
	l := &looker{raw: raw}
	var one [1]byte
	l.look = func(fd uintptr) {
		_, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		l.quiet = err == syscall.EAGAIN || err == syscall.EINTR
	}
	return l
}

// alive reports whether a connection without a request is open, and nothing came on it unasked.
func (l *looker) alive() bool {
	l.quiet = false
	return l.raw.Control(l.look) == nil && l.quiet
}
