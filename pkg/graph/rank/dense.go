package rank

import (
	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/work"
)

// dense is a file of float64, one for each page, in nameless temporary storage.
type dense struct{ f *spill.File }

const denseBlock = 1 << 15 // numbers

// newDense makes a file of n zeros.
func newDense(room work.Room, n int) (*dense, error) {
	d := &dense{spill.NewFile(room)}
	zeros := make([]uint64, min(n, denseBlock))
	for at := 0; at < n; at += denseBlock {
		if err := d.write(at, zeros[:min(denseBlock, n-at)]); err != nil {
			d.f.Close()
			return nil, err
		}
	}
	return d, nil
}

func (d *dense) read(at int, words []uint64) error {
	if len(words) == 0 {
		return nil
	}
	_, err := d.f.ReadAt(arena.Bytes(words), 8*int64(at))
	return err
}

func (d *dense) write(at int, words []uint64) error {
	_, err := d.f.WriteAt(arena.Bytes(words), 8*int64(at))
	return err
}

// eachBlockOf goes through files of n numbers side by side. Those of the first list are written back after use, of which
// the blocks come first.
func eachBlockOf(n int, changed, read []*dense, use func(from int, blocks [][]float64) error) error {
	files := append(append([]*dense{}, changed...), read...)
	words := make([][]uint64, len(files))
	blocks := make([][]float64, len(files))
	for k := range words {
		words[k] = make([]uint64, min(n, denseBlock))
	}
	for from := 0; from < n; from += denseBlock {
		size := min(denseBlock, n-from)
		for k, f := range files {
			if err := f.read(from, words[k][:size]); err != nil {
				return err
			}
			blocks[k] = arena.View[float64](words[k][:size])
		}
		if err := use(from, blocks); err != nil {
			return err
		}
		for k, f := range changed {
			if err := f.write(from, words[k][:size]); err != nil {
				return err
			}
		}
	}
	return nil
}
