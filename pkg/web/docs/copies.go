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
	alone  map[int64]int    // the only volume of a size
	alike  map[sample][]int // volumes, if there are several of a size
}

// sample is the size of a file, and a hash of its beginning and end.
type sample struct {
	size int64
	hash uint64
}

// add reports whether an earlier volume has the same bytes. If none has, it remembers that the volume will be the next of
// the reader.
func (c *copies) add(v *Volume) bool {
	r, size := c.reader, v.info.Size()
	if _, known := c.alone[size]; !known {
		c.alone[size] = len(r.Volumes)
		return false
	}
	if first := c.alone[size]; first >= 0 {
		of := r.sample(&r.Volumes[first])
		c.alike[of] = append(c.alike[of], first)
		c.alone[size] = -1
	}
	of := r.sample(v)
	if slices.ContainsFunc(c.alike[of], func(i int) bool { return r.same(&r.Volumes[i], v) }) {
		return true
	}
	c.alike[of] = append(c.alike[of], len(r.Volumes))
	return false
}

var hashSeed = maphash.MakeSeed()

// sample reads the sample of a regular file. What cannot be read is left out: reading it later says why.
func (r *Reader) sample(v *Volume) sample {
	f := r.opt.Stdin
	if v.Name != stream.Stdin {
		file, err := r.opt.Room.FS.Open(v.Name)
		if err != nil {
			return sample{size: v.info.Size()}
		}
		defer file.Close()
		f = file
	}
	const part = 4 << 10
	var text [2 * part]byte
	n, _ := f.ReadAt(text[:part], 0)
	m, _ := f.ReadAt(text[n:n+part], max(0, v.info.Size()-part))
	return sample{v.info.Size(), maphash.Bytes(hashSeed, text[:n+m])}
}

// same reports whether two volumes of one size are one file, or have the same bytes.
func (r *Reader) same(a, b *Volume) bool {
	if os.SameFile(a.info, b.info) {
		return true
	}
	if a.Size <= 0 || b.Size <= 0 {
		return false // empty ones are named; what stands on stdin cannot be read twice
	}
	var files [2]vfs.File
	for i, v := range []*Volume{a, b} {
		f, err := r.opt.Room.FS.Open(v.Name)
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
