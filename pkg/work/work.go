// Package work says what a job may take of the machine: memory, threads, temporary files. A job that passes a part of its work
// on passes a part of its room.
package work

import (
	"fmt"
	"math"

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
	// Phase is told of each long part of the job, and of its bytes (-1: not known); it may be nil.
	Phase func(name string, bytes int64) Counter
}

// Counter counts the bytes of a part of the job that are done.
type Counter interface{ Add(n int64) }

// Uncounted is a Counter whose count nobody reads.
var Uncounted Counter = uncounted{}

type uncounted struct{}

func (uncounted) Add(int64) {}

// With is the room with other memory and without Phase, for a part of the work that is no phase of its own.
func (r Room) With(memory int64) Room {
	r.Memory, r.Phase = memory, nil
	return r
}

// Begin begins a part of the job.
func (r Room) Begin(name string, bytes int64) Counter {
	if r.Phase == nil {
		return Uncounted
	}
	return r.Phase(name, bytes)
}

// What -S bounds. A tool promises to take at most -S + 16 MiB + 1 MiB a thread (docs/reliability.md); `make memory` measures
// it.
//
//	on top of -S   16 MiB    the code of the program and what the runtime of Go takes for itself
//	               1 MiB     a thread: its stack and small buffers
//	inside -S      buffers   of Parquet and packed inputs and outputs: pkg/cli subtracts them, and what is left is Room.Memory
//	               24 MiB    of Room.Memory (ProgramBytes), a quarter at most: small values, and garbage not yet collected
//	               the rest  of Room.Memory (Data): large buffers, mostly outside of the heap of Go
//
// Some packages know their small buffers better and have a rule of their own: graph/rank sets more aside for each thread, dict
// subtracts the buffers of its workers, web/docs gives the documents half. Each says so where it divides the memory.

// ProgramBytes is the part of -S for small values of the program, and for garbage that the collector has not yet found,
// where there is enough memory.
const ProgramBytes = 24 << 20

// Data is the part of the memory that is for large buffers: all but ProgramBytes, and three quarters at least.
func Data(memory int64) int64 { return memory - min(ProgramBytes, memory/4) }

// MemoryFor is how much memory there must be so that Data is so much.
func MemoryFor(data int64) int64 { return min((data*4+2)/3, data+ProgramBytes) }

// The least memory of a thread. With less its buffers would be too small, so fewer threads work (Threads).
const (
	ToolThread  = 4 << 20  // of any tool, of -S
	PageThread  = 8 << 20  // that reads records and pages, or numbers strings
	RankThread  = 12 << 20 // of ranks, which reads ahead and decodes
	TableThread = 16 << 20 // that encodes Parquet
)

// Threads is the given number of threads, or fewer if the memory does not hold least bytes for each; at least one.
func Threads(threads int, memory, least int64) int {
	return int(max(1, min(int64(threads), memory/least)))
}

// MiB is how many MiB hold some bytes: a message that names the -S to try rounds up.
func MiB(bytes int64) int64 { return (bytes + 1<<20 - 1) >> 20 }

// MemoryError is the error of a job whose room has too little memory. A tool refuses its -S then and names one that is enough.
type MemoryError struct {
	Least int64  // Room.Memory that is enough
	For   string // what needs it
	Try   int64  // Room.Memory that may be enough for all, if only a part of the input was read; else 0
}

// ForPart is the error of a job that has read a share of its input (0: unknown).
func ForPart(least int64, what string, share float64) error {
	try := 2 * least
	if share > 0 {
		try = max(try, int64(float64(least)/share))
	}
	return &MemoryError{Least: least, For: what, Try: try}
}

// Error implements error.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s need %d MiB of memory", e.For, MiB(e.Least))
}

// Bounded is a size, or 32 TiB if it is more: so it fits an int, as do sums and small multiples of it, and an address space
// has room for it. Where an int has 32 bits, the bound is 256 MiB.
func Bounded(bytes int64) int64 { return min(bytes, 1<<45, math.MaxInt/8) }

// Bytes writes a number of bytes as flags do: 64M.
func Bytes(n int64) string {
	for i, unit := range []string{"T", "G", "M", "K"} {
		if b := int64(1) << (40 - 10*i); n >= b && n%b == 0 {
			return fmt.Sprintf("%d%s", n/b, unit)
		}
	}
	return fmt.Sprint(n)
}
