package bfs

import (
	"errors"
	"io"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
)

// tangle is a graph large enough for temporary files where there is little memory.
func tangle(pages int32) *graph {
	g := &graph{opt: Options{Memory: 30_000, Threads: 2, FS: vfs.OS}}
	for i := range pages {
		g.links = append(g.links, [2]int32{i, i * 7 % pages}, [2]int32{i, i * i % pages}, [2]int32{i, (i + 1) % pages})
	}
	g.links = g.links.sorted()
	return g
}

// eachFault runs work with one operation on files failing, at many places, until none fails.
func eachFault(t *testing.T, work func(opt Options) error) {
	noneLeft := fault.NoGoroutinesLeft(t)
	for i, step := 0, 1; ; i, step = i+step, step+step/8+1 {
		sys, hit := fault.ErrorAt(vfs.OS, i)
		failed := ""
		inner := sys.Check
		sys.Check = func(op string, n int) error {
			err := inner(op, n)
			if err != nil {
				failed = op
			}
			return err
		}
		err := work(Options{Memory: 30_000, Threads: 1, FS: sys})
		if !hit() {
			if err != nil || i == 0 {
				t.Errorf("the run without a fault came after %d: %v", i, err)
			}
			break
		}
		if !errors.Is(err, fault.Injected) && failed != "close" {
			t.Fatalf("fault %d, %s: error %v", i, failed, err)
		}
		if n := sys.OpenFiles(); n != 0 {
			t.Fatalf("fault %d, %s: %d files are open", i, failed, n)
		}
	}
	noneLeft()
}

func TestNumberFaults(t *testing.T) {
	g := tangle(5000)
	layers := g.walk().byID()
	eachFault(t, func(opt Options) error {
		_, err := Number(&pairs{}, layers.input("layers"), g.links.input("links"), NumberOptions{Options: opt})
		return err
	})
}

func TestVerifyFaults(t *testing.T) {
	g := tangle(5000)
	numbering := g.walk().numbers(1)
	eachFault(t, func(opt Options) error {
		_, err := Verify(numbering.input("numbers"), g.links.input("links"), VerifyOptions{Options: opt, Base: 1})
		return err
	})
}

// full is a Sink without room.
type full struct{}

func (full) WriteBlock([]int32) error { return io.ErrShortWrite }

func TestNumberOutputFails(t *testing.T) {
	g := tangle(100)
	_, err := Number(full{}, g.walk().byID().input("layers"), g.links.input("links"), NumberOptions{Options: g.opt})
	if !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
}
