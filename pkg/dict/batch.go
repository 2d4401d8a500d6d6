package dict

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"unicode/utf8"

	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// worker fills batches from chunks of the input: it cuts lines into fields and numbers these in its table. Fields are
// looked up in groups, because each waits for the memory, and together they wait at the same time.
type worker struct {
	build *builder
	index int // among the workers
	table *table
	chunk chunk

	keys, olds, ranks, records *spill.Writer // streams that are being written

	batches []*batch
	parts   []part
	count   int64 // records since the last part
	links   int64
	skipped map[string]int64

	before []field // of the line before
	canon  []byte  // canonical forms of the group
	spare  []byte  // those of the group before, in turns
	fields []field // the group
	bytes  int     // what it may take in the table
	hashes [groupFields]uint64
	last   [tuple.MaxWidth]int32 // the numbers of the fields of the line before; -1: not known

	strings stringGroup
}

// field is a field of a line.
type field struct {
	raw  []byte // as it is there
	s    []byte // as it is numbered
	hash uint64
	same bool // as in the line before
}

// batch is what was numbered together.
type batch struct {
	run     *run
	strings int
}

// part is what a worker did of a chunk in one batch.
type part struct {
	seq     int // of the chunk
	worker  int
	batch   int // of the worker
	records int64
}

func newWorker(b *builder, index int) (*worker, error) {
	t, err := newTable(b.plan.region, b.opt.Order)
	if err != nil {
		return nil, err
	}
	return &worker{
		build: b, index: index, table: t, skipped: map[string]int64{},
		keys: b.store.NewWriter(), olds: b.store.NewWriter(), ranks: b.store.NewWriter(), records: b.store.NewWriter(),
		before: make([]field, b.opt.Columns),
	}, nil
}

// readLines takes chunks of a feed until it ends, or another worker fails.
func (w *worker) readLines(f *feed, old bool) error {
	if w.chunk.buf == nil {
		w.chunk.buf = make([]byte, chunkBytes)
	}
	for w.build.failed.Get() == nil {
		err := f.next(&w.chunk)
		if err == io.EOF {
			return nil
		}
		if err == nil && old {
			err = w.oldChunk()
		} else if err == nil {
			err = w.newChunk()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newChunk numbers the fields of the lines of the chunk.
func (w *worker) newChunk() error {
	clear(w.before) // which lay where the chunk is now
	for text := w.chunk.text; len(text) > 0; {
		var line []byte
		if line, text = cutLine(text); len(line) > MaxLine {
			w.skipped[longLine]++
		} else if err := w.line(line); err != nil {
			return err
		}
	}
	if w.chunk.long {
		w.skipped[longLine]++
	}
	err := w.group()
	w.endStretch()
	return err
}

// cutLine takes the first line off a text whose lines all end with a newline. The line comes without it and a carriage
// return before it.
func cutLine(text []byte) (line, rest []byte) {
	n := bytes.IndexByte(text, '\n')
	line, rest = text[:n], text[n+1:]
	if n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, rest
}

// line adds the fields of a line to the group.
func (w *worker) line(line []byte) error {
	if len(w.fields)+w.build.opt.Columns > groupFields {
		if err := w.group(); err != nil {
			return err
		}
	}
	n, need := len(w.fields), 0
	for c := range w.before {
		raw, rest, more := bytes.Cut(line, []byte{'\t'})
		line = rest
		if !more && c < len(w.before)-1 {
			if c == 0 && w.build.opt.Alone {
				return w.alone(raw)
			}
			w.fields = w.fields[:n]
			w.skipped[FewColumns]++
			return nil
		}
		f := field{raw: raw, s: raw, same: bytes.Equal(raw, w.before[c].raw)}
		if why := w.canonical(&f, c); why != "" {
			w.fields = w.fields[:n]
			w.skipped[why]++
			return nil
		}
		need += mostSize(len(f.s))
		w.fields = append(w.fields, f)
	}
	copy(w.before, w.fields[n:])
	w.bytes += need
	if w.bytes > len(w.table.heap)/4 { // only where the memory is very small or the strings are very long
		return w.group()
	}
	return nil
}

// alone puts a string into the dictionary that is the only one of its line.
func (w *worker) alone(raw []byte) error {
	if err := w.group(); err != nil {
		return err
	}
	defer w.swapCanon()
	f := field{raw: raw, s: raw}
	why := w.canonical(&f, 0)
	if why == "" {
		why = w.build.unfit(f.s)
	}
	if why != "" {
		w.skipped[why]++
		return nil
	}
	if need := mostSize(len(f.s)); !w.table.reserve(1, need) {
		if err := w.endBatch(false, true); err != nil {
			return err
		}
		w.table.reserve(1, need)
	}
	f.hash = w.table.hash(f.s)
	if i, at := w.table.find(f.s, f.hash); at == 0 {
		w.table.add(f.s, f.hash, i, int32(w.table.count))
	}
	return nil
}

// canonical brings a field to the form in which it is numbered, or says why it cannot be.
func (w *worker) canonical(f *field, c int) string {
	if f.same && len(f.raw) > 0 {
		f.s = w.before[c].s
		return ""
	}
	if w.build.opt.Canonical != nil && len(f.raw) > 0 {
		from := len(w.canon)
		var err error
		if w.canon, err = w.build.opt.Canonical(w.canon, f.raw); err != nil {
			return noForm
		}
		f.s = w.canon[from:]
	}
	switch {
	case len(f.s) == 0:
		return emptyField
	case len(f.s) > w.build.opt.field:
		return longField(w.build.opt.field)
	}
	return ""
}

// group numbers the fields of the group.
func (w *worker) group() error {
	if len(w.fields) == 0 {
		return nil
	}
	if err := w.fit(len(w.fields), w.bytes); err != nil {
		return err
	}
	hashes := w.hashes[:0]
	for i := range w.fields {
		if f := &w.fields[i]; !f.same {
			f.hash = w.table.hash(f.s)
			hashes = append(hashes, f.hash)
		}
	}
	w.table.touch(hashes)
	for i := 0; i < len(w.fields); i += w.build.opt.Columns {
		if err := w.record(w.fields[i : i+w.build.opt.Columns]); err != nil {
			return err
		}
	}
	w.fields, w.bytes = w.fields[:0], 0
	w.swapCanon()
	return nil
}

// fit makes sure that n strings, whose records have no more than some bytes, can be added to the table.
func (w *worker) fit(n, size int) error {
	if w.table.reserve(n, size) {
		return nil
	}
	if err := w.endBatch(false, true); err != nil {
		return err
	}
	if !w.table.reserve(n, size) {
		return fmt.Errorf("%d bytes of strings do not fit into the memory", size)
	}
	return nil
}

// swapCanon exchanges the two buffers of canonical forms. before still needs the forms of the last line, so they are copied.
func (w *worker) swapCanon() {
	if w.build.opt.Canonical == nil {
		return
	}
	w.canon, w.spare = w.spare[:0], w.canon
	for c := range w.before {
		from := len(w.canon)
		w.canon = append(w.canon, w.before[c].s...)
		w.before[c].s = w.canon[from:]
	}
}

// record numbers the fields of one line. A string that is new is looked at more closely: the line is left out where one
// of them cannot be in a dictionary.
func (w *worker) record(fields []field) error {
	missing := false
	for c := range fields {
		f := &fields[c]
		if f.same {
			if w.last[c] >= 0 {
				continue
			}
			f.hash = w.table.hash(f.s)
		}
		if _, at := w.table.find(f.s, f.hash); at > 0 {
			w.last[c] = w.table.number(at)
		} else {
			w.last[c], missing = -1, true
		}
	}
	if missing && !w.addMissing(fields) {
		return nil
	}
	w.count++
	for c := range fields {
		if err := w.records.Int32(w.last[c]); err != nil {
			return err
		}
	}
	return nil
}

// addMissing adds the strings of a line that are not yet in the table. It reports whether all of them are fit; if not,
// it adds none.
func (w *worker) addMissing(fields []field) bool {
	for c := range fields {
		if w.last[c] < 0 {
			if why := w.build.unfit(fields[c].s); why != "" {
				w.skipped[why]++
				return false
			}
		}
	}
	for c := range fields {
		if w.last[c] < 0 {
			f := &fields[c]
			i, at := w.table.find(f.s, f.hash)
			if at == 0 {
				at = w.table.add(f.s, f.hash, i, int32(w.table.count))
			}
			w.last[c] = w.table.number(at)
		}
	}
	return true
}

// oldChunk adds the lines of the chunk, whose ids are their numbers.
func (w *worker) oldChunk() error {
	id := w.chunk.first
	for text := w.chunk.text; len(text) > 0; id++ {
		var s []byte
		s, text = cutLine(text)
		if !w.table.reserve(1, w.table.size(s)) {
			if err := w.endBatch(true, true); err != nil {
				return err
			}
			w.table.reserve(1, w.table.size(s))
		}
		h := w.table.hash(s)
		i, at := w.table.find(s, h)
		if at > 0 {
			return w.build.repeated(s, w.table.number(at), id)
		}
		w.table.add(s, h, i, id)
	}
	return nil
}

func (b *builder) repeated(s []byte, id, other int32) error {
	return fmt.Errorf("%s: %.64q stands at line %d and at line %d", b.opt.Existing.Name, s,
		int64(min(id, other))+1, int64(max(id, other))+1)
}

func (w *worker) endStretch() {
	if w.count > 0 {
		w.parts = append(w.parts, part{seq: w.chunk.seq, batch: len(w.batches), records: w.count})
		w.links += w.count
		w.count = 0
	}
}

// endBatch writes what is in the table as a run; full says that it had no space for more.
func (w *worker) endBatch(old, full bool) error {
	if w.table.count == 0 {
		return nil
	}
	w.endStretch()
	b := &batch{strings: w.table.count}
	out := runWriter{keys: w.keys}
	if old {
		out.old = w.olds
	}
	var err error
	if b.run, err = w.table.writeRun(&out); err != nil {
		return err
	}
	if !old {
		if err := w.table.writeRanks(w.ranks); err != nil {
			return err
		}
	}
	w.batches = append(w.batches, b)
	w.table.reset(full)
	for c := range w.last {
		w.last[c] = -1
	}
	return nil
}

// release gives the memory of batches back.
func (w *worker) release() {
	if w.table != nil {
		w.table.free()
		w.table, w.chunk.buf = nil, nil
	}
}

// Why lines are left out.
const (
	FewColumns = "too few columns" // a line has fewer than Options.Columns
	emptyField = "an empty field"
	control    = "a control byte in a field"
	notUTF8    = "a field that is not UTF-8"
	longLine   = "a line longer than 1 MiB"
	noForm     = "not a valid http or https URL"
)

func longField(n int) string { return fmt.Sprintf("a field longer than %d bytes", n) }

// unfit says why a string cannot be in a dictionary, if so.
func (b *builder) unfit(s []byte) string {
	switch {
	case len(s) == 0:
		return emptyField
	case len(s) > b.opt.field:
		return longField(b.opt.field)
	}
	return Unfit(s)
}

// Unfit says why no dictionary has a string with such bytes, "" if one may have it.
func Unfit(s []byte) string {
	switch {
	case hasControl(s):
		return control
	case !utf8.Valid(s):
		return notUTF8
	}
	return ""
}

// hasControl reports whether a string has a control byte. It looks at 8 bytes at a time.
func hasControl(s []byte) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; len(s) >= 8; s = s[8:] {
		x := binary.LittleEndian.Uint64(s)
		del := x ^ 0x7f*ones
		if ((x-0x20*ones)&^x|(del-ones)&^del)&tops != 0 {
			return true
		}
	}
	for _, c := range s {
		if c < ' ' || c == 0x7f {
			return true
		}
	}
	return false
}
