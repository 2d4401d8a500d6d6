package rank

import (
	"errors"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// TestPagesThatDoNotFit: if the pages take more than the memory, reading the links ends early with an error.
func TestPagesThatDoNotFit(t *testing.T) {
	next := int32(0)
	links := tuple.SourceFunc(func(dst []int32) (int, error) {
		for k := 0; k < len(dst); k += 2 {
			dst[k], dst[k+1] = next, next
			next++
		}
		return len(dst), nil
	})
	l, err := Read(links, ReadOptions{}, work.Room{Memory: 12 << 20, Threads: 2, FS: vfs.OS})
	if err == nil {
		l.Close()
	}
	small := (*work.MemoryError)(nil)
	if !errors.As(err, &small) || small.Least <= 12<<20 || small.Try < 2*small.Least || next > 8<<20 {
		t.Errorf("after %d pages: %v", next, err)
	}
}
