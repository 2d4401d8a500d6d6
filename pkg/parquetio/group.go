package parquetio

import (
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// group are the rows that are encoded together. They wait in memory and, where that is not enough, in a temporary file.
type group struct {
	words   []uint64
	store   *spill.Blocks
	rows    int
	width   int
	numbers spill.Bytes // the records of the columns that are numbers
	texts   []textColumn
}

// textColumn are the strings of a column, one behind the other, and where each of them ends.
type textColumn struct{ bytes, ends spill.Bytes }

const (
	groupBlock = 64 << 10 // the most bytes that go to the file at once
	leastBlock = 4 << 10  // the least
	numbersRun = 64 << 10 // bytes of records that are read at once
)

// newGroup makes an empty group that takes so much memory, or a few blocks more if that is too little.
func newGroup(room work.Room, memory int64, width, texts int) (*group, error) {
	if room.FS == nil {
		room.FS = vfs.OS
	}
	columns := int64(1 + 2*texts)
	block := max(leastBlock, min(groupBlock, memory/(2*columns)&^(leastBlock-1)))
	words, err := arena.Words(int(max(memory, columns*block) / 8))
	if err != nil {
		return nil, err
	}
	g := &group{words: words, store: spill.NewBlocks(room, arena.Bytes(words), int(block)), width: width}
	g.numbers = g.store.NewBytes()
	for range texts {
		g.texts = append(g.texts, textColumn{g.store.NewBytes(), g.store.NewBytes()})
	}
	return g, nil
}

func (g *group) close() {
	if g != nil {
		g.store.Close()
		arena.Free(g.words)
	}
}

// add appends some of the rows of a block.
func (g *group) add(numbers []int32, texts []Strings, from, to int) error {
	if err := g.numbers.Add(tuple.Bytes(numbers[from*g.width : to*g.width])); err != nil {
		return err
	}
	for i := range texts {
		if err := g.texts[i].add(&texts[i], from, to); err != nil {
			return err
		}
	}
	g.rows += to - from
	return nil
}

func (c *textColumn) add(s *Strings, from, to int) error {
	begin := s.begin(from)
	shift := int32(c.bytes.Len()) - begin
	if err := c.bytes.Add(s.Bytes[begin:s.Ends[to-1]]); err != nil {
		return err
	}
	var buf [1 << 10]int32
	for ends := s.Ends[from:to]; len(ends) > 0; {
		n := min(len(ends), len(buf))
		for i, end := range ends[:n] {
			buf[i] = end + shift
		}
		if err := c.ends.Add(tuple.Bytes(buf[:n])); err != nil {
			return err
		}
		ends = ends[n:]
	}
	return nil
}

// text is how many bytes of text there are.
func (g *group) text() (sum int) {
	for i := range g.texts {
		sum += g.texts[i].bytes.Len()
	}
	return sum
}

// reset removes all rows.
func (g *group) reset() {
	g.rows = 0
	g.numbers.Reset()
	for i := range g.texts {
		g.texts[i].bytes.Reset()
		g.texts[i].ends.Reset()
	}
}

// records calls do for the records of some rows, in runs.
func (g *group) records(from, to int, buf *[]int32, do func(run []int32)) error {
	step := max(1, numbersRun/4/g.width)
	for from < to {
		n := min(step, to-from)
		*buf = grow(*buf, n*g.width)
		if err := g.numbers.Read(tuple.Bytes(*buf), 4*from*g.width); err != nil {
			return err
		}
		do(*buf)
		from += n
	}
	return nil
}

// strings reads the strings of a page.
func (c *textColumn) strings(p *page, s *Strings) error {
	s.Ends = grow(s.Ends, p.to-p.from)
	s.Bytes = slices.Grow(s.Bytes[:0], p.end-p.begin)[:p.end-p.begin]
	if err := c.ends.Read(tuple.Bytes(s.Ends), 4*p.from); err != nil {
		return err
	}
	for i := range s.Ends {
		s.Ends[i] -= int32(p.begin)
	}
	return c.bytes.Read(s.Bytes, p.begin)
}

// pages makes the pages of a column of some rows: they end at a number of rows, or where their text would be too long.
func (c *textColumn) pages(col *writtenColumn, rows int) (pages []page, err error) {
	p := page{col: col}
	var buf [1 << 10]int32
	for at := 0; at < rows; {
		ends := buf[:min(len(buf), rows-at)]
		if err := c.ends.Read(tuple.Bytes(ends), 4*at); err != nil {
			return nil, err
		}
		for _, end := range ends {
			if p.to > p.from && (p.to-p.from == pageValues || int(end)-p.begin > pageText) {
				pages = append(pages, p)
				p = page{col: col, from: p.to, to: p.to, begin: p.end, end: p.end}
			}
			p.to, p.end = p.to+1, int(end)
		}
		at += len(ends)
	}
	return append(pages, p), nil
}
