//go:build !unix

package exchange

import "syscall"

// looker cannot look at a socket on this system: only the next request finds out that a connection was closed.
type looker struct{}

func newLooker(syscall.RawConn) *looker { return nil }

func (*looker) alive() bool { return true }
