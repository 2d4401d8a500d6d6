//go:build !unix

package exchange

import "syscall"

// looker cannot look at a socket here: a connection that was closed is found out by its use.
type looker struct{}

func newLooker(syscall.RawConn) *looker { return nil }

func (*looker) alive() bool { return true }
