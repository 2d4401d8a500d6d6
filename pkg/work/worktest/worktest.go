// Package worktest gives tests a room for the packages that they test.
package worktest

import (
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Room has that much memory and as many threads, and the disk of the machine.
func Room(memory int64, threads int) work.Room {
	return work.Room{Memory: memory, Threads: threads, FS: vfs.OS}
}
