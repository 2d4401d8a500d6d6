package rank

import (
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// dense is a file of float64, one for each page, in nameless temporary storage.
type dense struct{ f vfs.File }

const denseBlock = 1 << 15 // numbers

// newDense makes a file of n zeros.
func newDense(room Room, n int) (*dense, error) {
	f, err := room.FS.Temp(vfs.TempDir(room.TempDir))
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary file: %w", err)
	}
	d := &dense{f}
	zeros := make([]uint64, min(n, denseBlock))
	for at := 0; at < n; at += denseBlock {
		if err := d.write(at, zeros[:min(denseBlock, n-at)]); err != nil {
			f.Close()
			return nil, err
		}
	}
	return d, nil
}

func (d *dense) read(at int, words []uint64) error {
	if len(words) == 0 {
		return nil
	}
	if _, err := d.f.ReadAt(tuple.Bytes(tuple.Ints32(words)), 8*int64(at)); err != nil {
		return fmt.Errorf("temporary file: %w", err)
	}
	return nil
}

func (d *dense) write(at int, words []uint64) error {
	if _, err := d.f.WriteAt(tuple.Bytes(tuple.Ints32(words)), 8*int64(at)); err != nil {
		return fmt.Errorf("temporary file: %w", err)
	}
	return nil
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
			blocks[k] = arena.Floats64(words[k][:size])
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
