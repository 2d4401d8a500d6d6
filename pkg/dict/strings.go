package dict

import "io"

// Strings are strings that do not come as lines. They are in chunks, which workers take and go through at the same time.
type Strings interface {
	// Next gives the next chunk to a worker: it calls begin with how many chunks were taken before, and add with each string
	// of the chunk. io.EOF: there is no further chunk. The strings must be fit for a dictionary: not empty, UTF-8, no
	// longer than MaxField, and without control bytes.
	Next(worker int, begin func(seq int), add func(s []byte) error) error
}

// BuildStrings is Build for Strings: each is a record of one column.
func BuildStrings(src Strings, opt Options, out Output) (Stats, error) {
	opt.Columns = 1
	b := &builder{opt: opt, out: out}
	defer b.close()
	err := b.build(func() error { return b.read(false, func(w *worker) error { return w.readStrings(src) }) })
	return b.stats, err
}

// readStrings takes chunks until there are no more, or another worker fails.
func (w *worker) readStrings(src Strings) (err error) {
	begin := func(seq int) { w.chunk.seq = seq }
	for w.build.failed.Get() == nil {
		if err = src.Next(w.index, begin, w.add); err == io.EOF {
			return nil
		}
		if err == nil {
			err = w.addGroup()
		}
		if err != nil {
			return err
		}
		w.endStretch()
	}
	return nil
}

// stringGroup are strings that are looked up together, like the fields of a group.
type stringGroup struct {
	text []byte
	ends [groupFields]int // of the strings in text
	n    int
}

// bytes is no less than what the records of the strings take in the table.
func (g *stringGroup) bytes() int { return 2*len(g.text) + g.n*mostSize(0) }

// add adds a string to the group.
func (w *worker) add(s []byte) error {
	g := &w.strings
	if g.n == groupFields || len(g.text) > len(w.table.heap)/16 {
		if err := w.addGroup(); err != nil {
			return err
		}
	}
	w.hashes[g.n] = w.table.hash(s)
	g.text = append(g.text, s...)
	g.ends[g.n] = len(g.text)
	g.n++
	return nil
}

// addGroup numbers the strings of the group.
func (w *worker) addGroup() error {
	g := &w.strings
	if err := w.fit(g.n, g.bytes()); err != nil {
		return err
	}
	w.table.touch(w.hashes[:g.n])
	from := 0
	for i, to := range g.ends[:g.n] {
		s, h := g.text[from:to], w.hashes[i]
		from = to
		slot, at := w.table.find(s, h)
		if at == 0 {
			if why := w.build.unfit(s); why != "" {
				w.skipped[why]++
				continue
			}
			at = w.table.add(s, h, slot, int32(w.table.count))
		}
		w.count++
		if err := w.records.Int32(w.table.number(at)); err != nil {
			return err
		}
	}
	g.text, g.n = g.text[:0], 0
	return nil
}
