package rank

import (
	"errors"
	"testing"

	"webmill/pkg/tuple"
	"webmill/pkg/tuple/tupletest"
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

// TestFarPages: no page has both a link and a link to it, so the set of all takes as much as the two. Reading ends with an error
// before these sets take more than the memory.
func TestFarPages(t *testing.T) {
	var links []link
	for id := int32(1); id < 300000; id++ {
		links = append(links, link{5000*id | 1, 7000*id&^1 | 1<<15})
	}
	refused := 0
	for memory := int64(28 << 20); memory < 40<<20; memory += 2 << 20 {
		l, err := Read(tupletest.Blocks(tupletest.Flat(byTarget(links)), 2000), ReadOptions{}, room(memory, 2))
		small := (*work.MemoryError)(nil)
		switch {
		case errors.As(err, &small):
			refused++
		case err != nil:
			t.Fatal(err)
		default:
			if taken := l.degree.Bytes() + l.core.Bytes() + l.linked.Bytes() + l.pages.Bytes(); taken > memory {
				t.Errorf("of %d bytes the sets take %d", memory, taken)
			}
			l.Close()
		}
	}
	if refused == 0 {
		t.Error("nothing was refused")
	}
}
