package dict

import "testing"

// TestThreads: for any memory and any number of threads, the parts are no more than the whole. Below 20 MiB, the buffers of two
// workers take a part of the 16 MiB that the program may have besides.
func TestThreads(t *testing.T) {
	for memory := int64(16 << 20); memory < 1<<40; memory += memory / 7 {
		for _, n := range []int{1, 2, 8, 16, 64, 128, 256} {
			o := &Options{Columns: 2, field: MaxField}
			o.Memory, o.Threads = memory, n
			o.Threads = threads(o)
			p := newPlan(o)
			sum := p.store + int64(o.Threads)*(p.region+buffers(memory))
			most := memory
			if memory < 20<<20 {
				most += 5 << 20
			}
			if sum > most || o.Threads < 1 || o.Threads > n {
				t.Errorf("%d MiB, -j %d: %d threads take %d MiB", memory>>20, n, o.Threads, sum>>20)
			}
		}
	}
}
