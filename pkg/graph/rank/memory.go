package rank

import (
	"webmill/pkg/graph/adj"
	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// setAside is the memory set aside for the program and the buffers of readers and workers: what work.Data sets aside, and
// workerBytes for each further thread.
func setAside(r *work.Room) int64 { return min(r.Memory/4, mostSetAside(r)) }

// mostSetAside is setAside where memory is not short.
func mostSetAside(r *work.Room) int64 { return work.ProgramBytes + int64(r.Threads-1)*workerBytes }

// memoryWith is how much memory there must be so that setAside leaves data bytes.
func memoryWith(data int64, r *work.Room) int64 { return min(data*4/3, data+mostSetAside(r)) }

// leastMemory is the memory that the pages may always take.
const leastMemory = 6 << 20

// checkMemory returns an error if the pages need more memory than there is.
func checkMemory(need int64, r *work.Room) error {
	if need > max(r.Memory, leastMemory) {
		return errMemory(need)
	}
	return nil
}

func errMemory(need int64) error { return &work.MemoryError{Least: need, For: "the pages"} }

// workerBytes is what a worker takes besides the first: what it reads ahead and decodes.
const workerBytes = 8 << 20

// aheadBytes is how much a lane's reader reads ahead of rows on disk.
func aheadBytes(r *work.Room) int {
	return int(min(adj.AheadBytes, max(tuple.BlockBytes, r.Memory/256)))
}
