package jobs

import (
	"bytes"
	"io"

	"webmill/pkg/extsort"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
	"webmill/tools/beam/objects"
)

// blockBytes is how large a block may be.
const blockBytes = 1 << 20

// dealer deals records out to parts, and passes them on in blocks.
type dealer struct {
	emit     func(int, []byte)
	width    int
	unique   bool      // sorts each block and drops records that are repeated
	head     []int32   // a record that each block begins with; nil: none
	grouping *grouping // makes groups of the records of each block; nil: none
	most     int       // numbers that all blocks may have

	blocks [][]int32 // by part
	held   int
	err    error
}

// newDealer makes a dealer whose blocks take up to half of the memory.
func newDealer(emit func(int, []byte), parts, width int, memory int64) *dealer {
	return &dealer{emit: emit, width: width, most: int(memory / 8), blocks: make([][]int32, parts)}
}

// put gives a record to a part.
func (d *dealer) put(part int, record ...int32) {
	block := d.blocks[part]
	if len(block) == 0 {
		block = append(block, d.head...)
		d.held += len(d.head)
	}
	block = append(block, record...)
	d.blocks[part] = block
	if d.held += d.width; 4*(len(block)+d.width) > blockBytes {
		d.pass(part)
	} else if d.held > d.most {
		d.flush()
	}
}

// pass passes on the block of a part. Nothing may change that block afterwards, so the part gets a new one.
func (d *dealer) pass(part int) {
	block := d.blocks[part]
	d.held -= len(block)
	d.blocks[part] = nil
	if d.unique || d.grouping != nil {
		block = d.reduced(block)
	}
	if len(block) > 0 {
		tuple.ToLE(block)
		d.emit(part, tuple.Bytes(block))
	}
}

// flush passes on all blocks, and returns the first error.
func (d *dealer) flush() error {
	for part, block := range d.blocks {
		if len(block) > 0 {
			d.pass(part)
		}
	}
	return d.err
}

// blockMemory is what the sort of a block takes.
const blockMemory = 16 << 20

// reduced is a block without repeated records, or the groups of its records.
func (d *dealer) reduced(block []int32) (kept []int32) {
	src, err := tuple.Slice(block), error(nil)
	keep := tuple.SinkFunc(func(b []int32) error {
		kept = append(kept, b...)
		return nil
	})
	if d.grouping != nil {
		err = d.grouping.group(keep, &src)
	} else {
		_, err = extsort.Sort(keep, []tuple.Source{&src},
			extsort.Options{Width: d.width, Unique: true, Room: room(blockMemory, "")})
	}
	if d.err == nil {
		d.err = err
	}
	return kept
}

// files is the file system of inputs, outputs and work. It copies objects to the folder temp.
func files(temp string) objects.FS { return objects.New(temp) }

// room is what a task may take. The runner uses all processors by running several tasks at once.
func room(memory int64, temp string) work.Room {
	return work.Room{Memory: memory, Threads: 1, FS: files(temp), TempDir: vfs.TempDir(temp), Cache: memory}
}

// asRecords makes records of the block of an element. The block must not be used afterwards.
func asRecords(b []byte) []int32 {
	if block := tuple.Words(b); !tuple.Aligned(block, 4) {
		b = bytes.Clone(b)
	}
	block := tuple.Words(b)
	tuple.FromLE(block)
	return block
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
