package bfs

import (
	"errors"
	"io"
	"testing"

	"webmill/pkg/vfs"
	"webmill/pkg/vfs/fault"
	"webmill/pkg/work"
)

// tangle is a graph large enough for temporary files where there is little memory.
func tangle(pages int32) *graph {
	g := &graph{opt: work.Room{Memory: 30_000, Threads: 2, FS: vfs.OS}}
	for i := range pages {
		g.links = append(g.links, [2]int32{i, i * 7 % pages}, [2]int32{i, i * i % pages}, [2]int32{i, (i + 1) % pages})
	}
	g.links = g.links.Sorted()
	return g
}

func eachFault(t *testing.T, job func(room work.Room) error) {
	fault.Each(t, 1, 8, func(sys *fault.FS) error { return job(work.Room{Memory: 30_000, Threads: 1, FS: sys}) })
}

func TestNumberFaults(t *testing.T) {
	g := tangle(5000)
	layers := g.walk().byID()
	eachFault(t, func(opt work.Room) error {
		_, err := Number(&pairs{}, layers.Input("layers"), g.links.Input("links"), NumberOptions{Room: opt})
		return err
	})
}

func TestVerifyFaults(t *testing.T) {
	g := tangle(5000)
	numbering := g.walk().numbers(1)
	eachFault(t, func(opt work.Room) error {
		_, err := Verify(numbering.Input("numbers"), g.links.Input("links"), VerifyOptions{Room: opt, Base: 1})
		return err
	})
}

// full is a Sink without room.
type full struct{}

func (full) WriteBlock([]int32) error { return io.ErrShortWrite }

func TestNumberOutputFails(t *testing.T) {
	g := tangle(100)
	_, err := Number(full{}, g.walk().byID().Input("layers"), g.links.Input("links"), NumberOptions{Room: g.opt})
	if !errors.Is(err, io.ErrShortWrite) {
		t.Error(err)
	}
}

// TestLayersOfCutMarks: where the file of the bits of the pages ends too early, there is an error and no shorter result.
func TestLayersOfCutMarks(t *testing.T) {
	const far = 7_000_000
	var links pairs
	for i := range int32(300) {
		links = append(links, [2]int32{i * far, (i + 1) % 300 * far})
	}
	whole := int64(299*far/8) + 1
	for _, cut := range []int64{1, markSlotBytes, whole / 2, whole / 2 / markSlotBytes * markSlotBytes} {
		sys := &fault.FS{FS: vfs.OS, CutAt: cut}
		stats, err := Layers(&pairs{}, links.Input("links"), LayersOptions{Room: work.Room{Memory: 1 << 20, Threads: 1, FS: sys}})
		if !errors.Is(err, io.ErrUnexpectedEOF) || sys.OpenFiles() != 0 {
			t.Errorf("cut at %d: %+v, error %v, %d files are open", cut, stats, err, sys.OpenFiles())
		}
	}
}
