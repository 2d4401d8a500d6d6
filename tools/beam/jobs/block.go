package jobs

import (
	"io"
	"slices"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// blockBytes is how large a block may be.
const blockBytes = 1 << 20

// dealer deals records out to parts, and passes them on in blocks.
type dealer struct {
	emit   func(int, []byte)
	width  int
	unique bool // sorts each block and drops records that are repeated
	most   int  // numbers that are kept at once

	blocks [][]int32 // by part
	held   int
	err    error
}

// newDealer keeps up to half of the memory.
func newDealer(emit func(int, []byte), parts, width int, memory int64) *dealer {
	return &dealer{emit: emit, width: width, most: int(memory / 8), blocks: make([][]int32, parts)}
}

// put gives a record to a part.
func (d *dealer) put(part int, record ...int32) {
	block := append(d.blocks[part], record...)
	d.blocks[part] = block
	if d.held += d.width; 4*(len(block)+d.width) > blockBytes {
		d.pass(part)
	} else if d.held > d.most {
		d.flush()
	}
}

// pass passes the block of a part on.
func (d *dealer) pass(part int) {
	block := d.blocks[part]
	d.held -= len(block)
	d.blocks[part] = block[:0]
	if d.unique {
		block = d.distinct(block)
	}
	if len(block) > 0 {
		d.emit(part, asBytes(block))
	}
}

// flush passes all blocks on, and returns the first error.
func (d *dealer) flush() error {
	for part, block := range d.blocks {
		if len(block) > 0 {
			d.pass(part)
			d.blocks[part] = nil
		}
	}
	return d.err
}

func (d *dealer) distinct(block []int32) (kept []int32) {
	src := tuple.Slice(block)
	_, err := extsort.Sort(tuple.SinkFunc(func(b []int32) error {
		kept = append(kept, b...)
		return nil
	}), []tuple.Source{&src}, extsort.Options{Width: d.width, Unique: true, Room: room(16<<20, "")})
	if d.err == nil {
		d.err = err
	}
	return kept
}

// room is what a task may take. The runner uses all processors by running several tasks at once.
func room(memory int64, temp string) work.Room {
	return work.Room{Memory: memory, Threads: 1, FS: vfs.OS, TempDir: vfs.TempDir(temp), Cache: memory}
}

// asBytes is a copy of a block as an element has it.
func asBytes(block []int32) []byte {
	block = slices.Clone(block)
	tuple.ToLE(block)
	return tuple.Bytes(block)
}

// blocks is a Source of the records of the blocks that a part has got.
type blocks struct {
	next func(*[]byte) bool
	rest []byte
}

// ReadBlock implements tuple.Source.
func (b *blocks) ReadBlock(dst []int32) (int, error) {
	for len(b.rest) == 0 {
		if !b.next(&b.rest) {
			return 0, io.EOF
		}
	}
	n := copy(tuple.Bytes(dst), b.rest)
	b.rest = b.rest[n:]
	tuple.FromLE(dst[:n/4])
	return n / 4, nil
}
