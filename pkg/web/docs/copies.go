package docs

import (
	"bytes"
	"hash/maphash"
	"io"
	"os"
	"slices"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
)

// copies finds archives that are one file under several names, or have the same bytes. Only those with the same size,
// beginning and end are read for that.
type copies struct {
	reader *Reader
	alone  map[int64]int    // the only unit of a size
	alike  map[sample][]int // units, if there are several of a size
}

// sample is the size of a file, and a hash of its beginning and end.
type sample struct {
	size int64
	hash uint64
}

// add reports whether an earlier unit has the same bytes. If none has, it remembers that the unit will be the next of the reader.
func (c *copies) add(u *Unit) bool {
	r, size := c.reader, u.info.Size()
	if _, known := c.alone[size]; !known {
		c.alone[size] = len(r.Units)
		return false
	}
	if first := c.alone[size]; first >= 0 {
		of := r.sample(&r.Units[first])
		c.alike[of] = append(c.alike[of], first)
		c.alone[size] = -1
	}
	of := r.sample(u)
	if slices.ContainsFunc(c.alike[of], func(i int) bool { return r.same(&r.Units[i], u) }) {
		return true
	}
	c.alike[of] = append(c.alike[of], len(r.Units))
	return false
}

var hashSeed = maphash.MakeSeed()

// sample reads the sample of a regular file. What cannot be read is left out: reading it later says why.
func (r *Reader) sample(u *Unit) sample {
	f := r.opt.Stdin
	if u.Name != stream.Stdin {
		file, err := r.opt.Room.FS.Open(u.Name)
		if err != nil {
			return sample{size: u.info.Size()}
		}
		defer file.Close()
		f = file
	}
	const part = 4 << 10
	var text [2 * part]byte
	n, _ := f.ReadAt(text[:part], 0)
	m, _ := f.ReadAt(text[n:n+part], max(0, u.info.Size()-part))
	return sample{u.info.Size(), maphash.Bytes(hashSeed, text[:n+m])}
}

// same reports whether two units of one size are one file, or have the same bytes.
func (r *Reader) same(a, b *Unit) bool {
	if os.SameFile(a.info, b.info) {
		return true
	}
	if a.Size <= 0 || b.Size <= 0 {
		return false // empty ones are named; what stands on stdin cannot be read twice
	}
	var files [2]vfs.File
	for i, u := range []*Unit{a, b} {
		f, err := r.opt.Room.FS.Open(u.Name)
		if err != nil {
			return false // reading it later says why
		}
		defer f.Close()
		files[i] = f
	}
	var blocks [2][64 << 10]byte
	for {
		n, err := io.ReadFull(files[0], blocks[0][:])
		m, other := io.ReadFull(files[1], blocks[1][:])
		if err != other || !bytes.Equal(blocks[0][:n], blocks[1][:m]) {
			return false
		}
		if err != nil {
			return err == io.EOF || err == io.ErrUnexpectedEOF
		}
	}
}
