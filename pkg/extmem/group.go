package extmem

import (
	"io"

	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
)

// group keeps the records of one key: in memory up to a limit, and those before in a temporary file.
type group struct {
	width int
	most  int64 // int32 in memory
	fs    vfs.FS
	dir   string

	mem   []int32
	file  vfs.File // kept for the next group that needs one
	bytes int64    // of this group in the file
	buf   []int32
}

// reset makes the group empty.
func (g *group) reset() { g.mem, g.bytes = g.mem[:0], 0 }

// add appends a record.
func (g *group) add(rec []int32) error {
	if int64(len(g.mem)+g.width) > g.most && len(g.mem) > 0 {
		if err := g.spill(); err != nil {
			return err
		}
	}
	g.mem = append(g.mem, rec...)
	return nil
}

func (g *group) spill() (err error) {
	if g.file == nil {
		if g.file, err = g.fs.Temp(vfs.TempDir(g.dir)); err != nil {
			return err
		}
		g.buf = make([]int32, tuple.BlockBytes/4/g.width*g.width)
	}
	n, err := g.file.WriteAt(tuple.Bytes(g.mem), g.bytes)
	g.bytes += int64(n)
	g.mem = g.mem[:0]
	return err
}

// eachInFile calls f with blocks of the records that are not in mem, in the order in which they were added.
func (g *group) eachInFile(f func(records []int32) error) error {
	for at := int64(0); at < g.bytes; {
		part := g.buf[:min(int64(len(g.buf)), (g.bytes-at)/4)]
		n, err := g.file.ReadAt(tuple.Bytes(part), at)
		if n < 4*len(part) {
			if err == nil || err == io.EOF {
				err = io.ErrUnexpectedEOF // somebody else cut the file
			}
			return err
		}
		if err := f(part); err != nil {
			return err
		}
		at += int64(n)
	}
	return nil
}

func (g *group) close() {
	if g.file != nil {
		g.file.Close()
	}
}
