// Package work says what a job may take of the machine: memory, threads, temporary files. A job that passes a part of its work
// on passes a part of its room.
package work

import (
	"fmt"
	"webmill/pkg/vfs"
)

// Room is what a job may take.
type Room struct {
	Memory  int64 // bytes
	Threads int
	FS      vfs.FS
	TempDir string // the folder of temporary files; "": that of the system
	// Cache is how many bytes the system can keep in its page cache. A job that moves more goes past it.
	Cache int64
	// Phase is told of each long stretch of work, and of its bytes (-1: not known); it may be nil.
	Phase func(name string, bytes int64) Counter
}

// Counter counts the bytes of a stretch of work that are done.
type Counter interface{ Add(n int64) }

// Uncounted is a Counter whose count nobody reads.
var Uncounted Counter = uncounted{}

type uncounted struct{}

func (uncounted) Add(int64) {}

// With is a room with other memory, for a part of the work that is not a phase of its own.
func (r Room) With(memory int64) Room {
	r.Memory, r.Phase = memory, nil
	return r
}

// Begin begins a stretch of work.
func (r Room) Begin(name string, bytes int64) Counter {
	if r.Phase == nil {
		return Uncounted
	}
	return r.Phase(name, bytes)
}

// What -S means: Room.Memory is -S, less what the inputs and outputs take. Data is the part of it for large buffers; the rest, at
// most ProgramBytes, is for what the Go program needs besides. What a tool takes in all may be above -S by 16 MiB, where the runtime
// and the pages of the program itself lie, and by 1 MiB for the stacks and small buffers of each thread. `make memory` measures it.

// ProgramBytes is what the program itself takes where there is enough memory: its code, small buffers, and garbage that the
// collector has not yet found.
const ProgramBytes = 24 << 20

// Data is the part of the memory that is for data: what the program itself leaves, and three quarters at least.
func Data(memory int64) int64 { return memory - min(ProgramBytes, memory/4) }

// Enough is the least memory that leaves n bytes for data.
func Enough(data int64) int64 { return min((data*4+2)/3, data+ProgramBytes) }

// Bytes writes a number of bytes as flags do: 64M.
func Bytes(n int64) string {
	for i, unit := range []string{"T", "G", "M", "K"} {
		if b := int64(1) << (40 - 10*i); n >= b && n%b == 0 {
			return fmt.Sprintf("%d%s", n/b, unit)
		}
	}
	return fmt.Sprint(n)
}
