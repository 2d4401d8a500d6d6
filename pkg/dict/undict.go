package dict

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/parquetio"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// Strings are put beside ids in one of three ways, whichever is enough:
//
//  1. stream  as long as the ids of the only column come in ascending order, the dictionary is read along with them
//  2. memory  else it is loaded; if all of it fits, every id is looked up there
//  3. parts   else it is cut into parts that fit: the ids are dealt to their parts, in the order of the input; part by part
//     they become streams of strings, in the same order; at last the input is read again, and each id takes the next string
//     from the stream of its part, or from the last part, which stays in memory
//
// Passes: one over the input and the dictionary; of parts, one more over the dictionary, and 4 bytes a column, 4 bytes an
// id and the strings of all ids go to a temporary file and back. Memory: the budget, but 12 KiB for each part, and two
// blocks of output.

// Undict says how to put strings beside ids.
type Undict struct {
	Name    string // of the dictionary: line i, from 0, is the string of id i
	Open    func() (io.Reader, error)
	Input   string // how messages name the tuples
	Width   int
	Columns []int // that hold ids
	work.Room

	partBytes int // 0: by the memory; tests use little
}

// Rows takes records with the strings of the columns asked for, one of strings for each column.
type Rows interface {
	WriteRows(block []int32, strings ...parquetio.Strings) error
}

// Run reads all tuples.
func (u *Undict) Run(src tuple.Source, dst Rows) error {
	r := &undictRun{opt: u, dst: dst, out: make([]parquetio.Strings, len(u.Columns)), outBytes: u.outBytes()}
	defer r.close()
	if err := r.reserve(); err != nil {
		return err
	}
	if _, err := tuple.Copy(tuple.SinkFunc(r.take), src, u.Width); err != nil {
		return err
	}
	return r.end()
}

const (
	rowBlock    = 1 << 10 // records
	maxOutBytes = 1 << 20 // of strings of a column in a block, at most

	blocksBytes = 1 << 20 // a part of the memory, for the chunk of the dictionary and the blocks
)

// undictRun is one run.
type undictRun struct {
	opt      *Undict
	dst      Rows
	records  int64 // before the block at hand
	rows     []int32
	out      []parquetio.Strings
	outBytes int

	words  []uint64      // of what follows, and of out
	buf    []byte        // of lines
	lines  *lineReader   // of the stream; nil: not begun
	parts  *parts        // nil: ids come in ascending order so far
	whole  bool          // the only part is loaded
	store  *spill.Blocks // the ids of the parts, where there are several
	file   *spill.File   // the tuples and behind them, part by part, the strings of all ids
	copied *bufio.Writer // writes the tuples
}

// reserve makes the buffers of lines, which are outside of the heap: what is not used of them costs nothing.
func (u *undictRun) reserve() (err error) {
	most := u.outBytes + MaxLine // of a column
	if u.words, err = arena.Words((chunkBytes + most*len(u.out) + 7) / 8); err != nil {
		return err
	}
	memory := arena.Bytes(u.words)
	u.buf, memory = memory[:chunkBytes], memory[chunkBytes:]
	for i := range u.out {
		u.out[i].Bytes, memory = memory[:0:most], memory[most:]
	}
	return nil
}

// LeastMemory is the least memory for strings beside that many columns of ids: as lines, or as the columns of a table, which may
// be their fields.
func LeastMemory(columns int, table bool) int64 {
	of := int64(MaxLine)
	if table {
		of = 4 * MaxLine
	}
	return max(4<<20, of*int64(columns))
}

// outBytes is how many bytes of strings of a column are written at once, if none of them is longer.
func (u *Undict) outBytes() int { return int(min(maxOutBytes, u.Memory/16/int64(len(u.Columns)))) }

// take adds the strings of a block.
func (u *undictRun) take(block []int32) error {
	if u.parts == nil && len(u.opt.Columns) == 1 {
		n, err := u.stream(block)
		if err != nil {
			return err
		}
		u.records += int64(n)
		if block = block[n*u.opt.Width:]; len(block) == 0 {
			return nil
		}
	}
	if u.parts == nil {
		if err := u.load(); err != nil {
			return err
		}
	}
	err := u.fromParts(block)
	u.records += int64(len(block) / u.opt.Width)
	return err
}

// stream goes on reading the dictionary as long as the ids ascend. It returns how many records that were.
func (u *undictRun) stream(block []int32) (n int, err error) {
	if u.lines == nil {
		if u.lines, err = u.open(); err != nil {
			return 0, err
		}
	}
	for ; n < len(block)/u.opt.Width; n++ {
		rec := block[n*u.opt.Width:][:u.opt.Width]
		id := int64(rec[u.opt.Columns[0]])
		if id < max(0, u.lines.id) {
			return n, nil
		}
		for u.lines.id < id {
			ok, err := u.lines.next()
			if err != nil {
				return 0, err
			}
			if !ok {
				return 0, u.unknown(u.records+int64(n), int32(id), u.lines.id+1)
			}
		}
		if err := u.put(rec, u.lines.line); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// unknown is the error of an id that the dictionary does not have.
func (u *undictRun) unknown(records int64, id int32, strings int64) error {
	err := NoString(u.opt.Name, int64(id), strings)
	if int64(id) >= strings {
		err = fmt.Errorf("%w (is it the dictionary of other tuples?)", err)
	}
	return fmt.Errorf("%s: %w", u.opt.Input, &tuple.PlaceError{Record: records + 1, Err: err})
}

// NoString is the error of an id that a dictionary does not have, and how many strings it has.
func NoString(name string, id, strings int64) error {
	return fmt.Errorf("%s has no string for the id %d: it has %d in all", name, id, strings)
}

// put adds a record with its strings to the output, after what is there already if that is much.
func (u *undictRun) put(rec []int32, strings ...[]byte) error {
	if err := u.begin(rec); err != nil {
		return err
	}
	for i, s := range strings {
		u.out[i].Append(s)
	}
	return nil
}

// begin adds a record to the output, whose strings come next.
func (u *undictRun) begin(rec []int32) error {
	full := len(u.rows) >= rowBlock*u.opt.Width
	for i := range u.out {
		full = full || len(u.out[i].Bytes) > u.outBytes
	}
	if full {
		if err := u.flush(); err != nil {
			return err
		}
	}
	u.rows = append(u.rows, rec...)
	return nil
}

func (u *undictRun) flush() error {
	if len(u.rows) == 0 {
		return nil
	}
	err := u.dst.WriteRows(u.rows, u.out...)
	u.rows = u.rows[:0]
	for i := range u.out {
		u.out[i].Reset()
	}
	return err
}

// load cuts the dictionary into parts and loads the first, which may be all.
func (u *undictRun) load() (err error) {
	if u.lines, err = u.open(); err != nil {
		return err
	}
	u.parts, err = newParts(u.lines, u.opt.partSize())
	if err != nil || u.parts.n() <= 1 {
		u.whole = true
		return err
	}
	block := int(max(minBlock, min(maxBlock, u.opt.Memory/int64(16*u.parts.n())&^4095)))
	u.store = spill.NewBlocks(u.opt.Room, nil, block)
	u.file = spill.NewFile(u.opt.Room)
	u.copied = bufio.NewWriterSize(u.file, tuple.BlockBytes)
	u.parts.begin(u.store)
	return nil
}

// partSize is how much of the dictionary is loaded at once. A line is never longer.
func (u *Undict) partSize() int {
	if u.partBytes > 0 {
		return u.partBytes
	}
	most := int64(len(u.Columns)) * int64(u.outBytes()+MaxLine)
	return int(max(2*MaxLine, min((work.Data(u.Memory)-blocksBytes-most)*9/10, math.MaxUint32)))
}

// fromParts takes strings from memory or, where that does not hold all of them, deals the ids to their parts.
func (u *undictRun) fromParts(block []int32) error {
	strings := make([][]byte, len(u.opt.Columns))
	for i := 0; i < len(block); i += u.opt.Width {
		rec := block[i : i+u.opt.Width]
		for k, c := range u.opt.Columns {
			id := rec[c]
			if id < 0 || int64(id) >= u.parts.strings {
				return u.unknown(u.records+int64(i/u.opt.Width), id, u.parts.strings)
			}
			if u.whole {
				strings[k] = u.parts.string(id)
			} else if err := u.parts.deal(id); err != nil {
				return err
			}
		}
		if u.whole {
			if err := u.put(rec, strings...); err != nil {
				return err
			}
		}
	}
	if u.whole {
		return nil
	}
	return u.copy(block)
}

// copy keeps the tuples for the second reading.
func (u *undictRun) copy(block []int32) error {
	tuple.ToLE(block)
	_, err := u.copied.Write(tuple.Bytes(block))
	tuple.FromLE(block)
	return err
}

// end writes what is left, and where the dictionary is in parts, all of it.
func (u *undictRun) end() error {
	if u.copied == nil {
		return u.flush()
	}
	again, err := u.open()
	if err != nil {
		return err
	}
	if err := u.copied.Flush(); err != nil {
		return err
	}
	copied, records := bufio.NewReaderSize(u.file.Reader(), tuple.BlockBytes), u.file.Size()/int64(4*u.opt.Width)
	if err := u.parts.resolve(again, u.file); err != nil {
		return err
	}
	rec := make([]int32, u.opt.Width)
	for range records {
		if _, err := io.ReadFull(copied, tuple.Bytes(rec)); err != nil {
			return err
		}
		tuple.FromLE(rec)
		if err := u.begin(rec); err != nil {
			return err
		}
		for k, c := range u.opt.Columns {
			if u.out[k].Bytes, err = u.parts.next(rec[c], u.out[k].Bytes); err != nil {
				return err
			}
			u.out[k].End()
		}
	}
	return u.flush()
}

func (u *undictRun) close() {
	if u.parts != nil {
		u.parts.close()
	}
	if u.store != nil {
		u.store.Close()
		u.file.Close()
	}
	arena.Free(u.words)
}

// open begins to read the dictionary; an earlier reading goes on no more.
func (u *undictRun) open() (*lineReader, error) {
	in, err := u.opt.Open()
	if err != nil {
		return nil, err
	}
	return &lineReader{name: u.opt.Name, feed: feed{srcs: []io.Reader{in}, oneChunk: true}, id: -1, chunk: chunk{buf: u.buf}}, nil
}

// lineReader reads a dictionary.
type lineReader struct {
	name  string
	feed  feed
	chunk chunk
	text  []byte
	id    int64 // of the line at hand
	line  []byte
}

// next goes to the next line; ok is false at the end.
func (l *lineReader) next() (ok bool, err error) {
	for len(l.text) == 0 {
		if l.chunk.long {
			return false, l.fail(longLine)
		}
		if err := l.feed.next(&l.chunk); err != nil {
			if err == io.EOF {
				return false, nil
			}
			return false, err
		}
		l.text = l.chunk.text
	}
	l.line, l.text = cutLine(l.text)
	if l.id++; l.id > math.MaxInt32 {
		return false, l.fail("more lines than there are ids")
	}
	return true, nil
}

func (l *lineReader) fail(what string) error {
	return fmt.Errorf("%s: %s, at line %d", l.name, what, l.id+2)
}

// parts are stretches of the dictionary; one at a time is in memory.
type parts struct {
	first   []int64 // the first id of each
	strings int64   // of all
	words   []uint64
	bytes   []byte  // of the part in memory: its strings,
	ends    []int32 // and from the end backwards the places where each of them ends
	used    int     // of bytes
	count   int     // of ends
	loaded  int64   // the first id in memory

	ids   []*spill.Writer // of each part, in the order of the input
	texts []*bufio.Reader // their strings
}

// newParts reads the dictionary to find its parts. The first one, which may be all, stays in memory.
func newParts(in *lineReader, bytes int) (*parts, error) {
	words, err := arena.Words(bytes / 8)
	p := &parts{words: words, bytes: arena.Bytes(words), ends: tuple.Ints32(words)}
	kept, size := true, 0
	for err == nil {
		var ok bool
		if ok, err = in.next(); !ok {
			return p, err
		}
		if need := len(in.line) + 4; p.strings == 0 || size+need > len(p.bytes) {
			kept = p.strings == 0
			p.first = append(p.first, p.strings)
			size = need
		} else {
			size += need
		}
		if kept {
			p.add(in.line)
		}
		p.strings++
	}
	return p, err
}

func (p *parts) n() int { return len(p.first) }

func (p *parts) add(s []byte) {
	p.used += copy(p.bytes[p.used:], s)
	p.count++
	p.ends[len(p.ends)-p.count] = int32(uint32(p.used))
}

// string is one of the part in memory.
func (p *parts) string(id int32) []byte {
	i := len(p.ends) - 1 - int(int64(id)-p.loaded)
	from := uint32(0)
	if i+1 < len(p.ends) {
		from = uint32(p.ends[i+1])
	}
	return p.bytes[from:uint32(p.ends[i])]
}

func (p *parts) of(id int32) int {
	i, found := slices.BinarySearch(p.first, int64(id))
	if !found {
		i--
	}
	return i
}

func (p *parts) begin(s *spill.Blocks) {
	for range p.first {
		p.ids = append(p.ids, s.NewWriter())
	}
}

// deal adds an id to its part. Those of the last part need not be remembered: it stays in memory at the end.
func (p *parts) deal(id int32) error {
	i := p.of(id)
	if i == p.n()-1 {
		return nil
	}
	return p.ids[i].Int32(id)
}

// resolve makes streams of strings, one behind the other, of those of ids, and loads the last part.
func (p *parts) resolve(in *lineReader, file *spill.File) error {
	for i, w := range p.ids {
		ids, err := w.Finish()
		if err != nil {
			return err
		}
		end := p.strings
		if i+1 < p.n() {
			end = p.first[i+1]
		}
		p.used, p.count, p.loaded = 0, 0, p.first[i]
		for in.id < end-1 {
			ok, err := in.next()
			if err == nil && !ok {
				err = vfs.Named(in.name, vfs.ErrShorter)
			}
			if err != nil {
				return err
			}
			p.add(in.line)
		}
		if i == p.n()-1 {
			break
		}
		from := file.Size()
		if err := p.write(w.Blocks.Window(ids), file); err != nil {
			return err
		}
		p.texts = append(p.texts, bufio.NewReaderSize(io.NewSectionReader(file, from, file.Size()-from), w.Blocks.Block))
		p.ids[i] = nil
	}
	return nil
}

// write writes the strings of ids, each with its length.
func (p *parts) write(ids spill.Window, file *spill.File) error {
	out := bufio.NewWriterSize(file, tuple.BlockBytes)
	for {
		if err := ids.More(4); err != nil {
			return err
		}
		if len(ids.Buf) == ids.Pos {
			return out.Flush()
		}
		id, _ := ids.Int32()
		s := p.string(id)
		out.Write(binary.AppendUvarint(out.AvailableBuffer(), uint64(len(s))))
		if _, err := out.Write(s); err != nil {
			return err
		}
	}
}

// next appends the next string of the part in which an id is. It must be the string of that id.
func (p *parts) next(id int32, dst []byte) ([]byte, error) {
	i := p.of(id)
	if i == p.n()-1 {
		return append(dst, p.string(id)...), nil
	}
	n, err := binary.ReadUvarint(p.texts[i])
	if err != nil {
		return nil, err
	}
	at := len(dst)
	dst = slices.Grow(dst, int(n))[:at+int(n)]
	_, err = io.ReadFull(p.texts[i], dst[at:])
	return dst, err
}

func (p *parts) close() { arena.Free(p.words) }
