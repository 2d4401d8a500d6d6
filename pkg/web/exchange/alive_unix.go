//go:build unix

package exchange

import "syscall"

// looker looks at a socket without waiting.
type looker struct {
	raw   syscall.RawConn
	look  func(fd uintptr) // sets quiet; it is made once, so that a request allocates nothing
	quiet bool             // the socket is open, and has no bytes to read
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

// alive reports whether a connection that waits for a request is open, and the server has sent nothing since its last answer.
func (l *looker) alive() bool {
	l.quiet = false
	return l.raw.Control(l.look) == nil && l.quiet
}
