package sisters

import (
	"bytes"
	"cmp"
	"io"

	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
	"webmill/pkg/web/units"
)

// count counts, for each page that asks, how many of its sisters have each of its words. shares are in order.
func (j *Job) count(shares extmem.Table) error {
	words, err := j.tables.New(recordInts)
	if err != nil {
		return err
	}
	defer words.Free()
	if err := j.words(words, shares); err != nil {
		return err
	}
	j.Stats.Words = words.Len()
	buffer, err := j.tables.New(recordInts)
	if err != nil {
		return err
	}
	defer buffer.Free()
	c := &counter{most: j.opt.Most, more: buffer, out: tuple.NewWriter(j.counts.Ints, countCols)}
	if err = j.tables.SortTo(c, words); err == nil {
		err = cmp.Or(c.flush(), c.out.Flush())
	}
	if err == nil {
		err = j.tables.Sort(&j.counts, countPage, countWord)
	}
	return err
}

// Columns of the records for the count. They begin with two keys, of a group and of a word.
const (
	recordPage = 2 * keyInts
	recordWord = recordPage + 1 // the number of the word on the page, and below it what the page does
	recordInts = recordPage + 2
)

// words writes the records of all pages that do something in groups.
func (j *Job) words(dst, shares extmem.Table) error {
	var p units.Page
	var v units.Vocabulary
	var mine [][shareCols - shareGroup]int32
	groups := shares.Cursor()
	w := tuple.NewWriter(dst.Ints, recordInts)
	return j.each(func(page int32, line []byte) error {
		mine = mine[:0]
		err := eachOf(groups, page, func(rec []int32) { mine = append(mine, [shareCols - shareGroup]int32(rec[shareGroup:])) })
		if err != nil || len(mine) == 0 {
			return err
		}
		if err := decode(&p, line); err != nil {
			return err
		}
		v.Fill(&p)
		for id := range v.Len() {
			k := keyOf(v.Word(id))
			for _, m := range mine {
				w.Put(m[0], m[1], m[2], k[0], k[1], k[2], page, int32(id)<<doing|m[shareDoes-shareGroup])
			}
		}
		return w.Flush()
	})
}

// eachOf calls do for the records of a cursor whose first column is id. No id is less than that of the call before.
func eachOf(c *tuple.Cursor, id int32, do func(rec []int32)) error {
	c.SkipTo(int64(id))
	for rec := c.Take(int64(id)); rec != nil; rec = c.Take(int64(id)) {
		do(rec)
	}
	return c.Err()
}

// decode reads the units of a page from its line, which begins with what the caller said about it.
func decode(p *units.Page, line []byte) error {
	_, code, ok := bytes.Cut(line, []byte{'\t'})
	if !ok {
		return errLine
	}
	return p.Decode(code)
}

// each calls do for the line of each page, without its end, in their order. The line is valid until the next.
func (j *Job) each(do func(page int32, line []byte) error) error {
	lines, err := j.lines.Reader()
	if err != nil {
		return err
	}
	var line []byte
	for page := range j.pages {
		size := j.linesAt.of(page).size
		if cap(line) < int(size) || cap(line) > 4*int(size)+keepLine {
			line = make([]byte, size)
		}
		line = line[:size]
		_, err := io.ReadFull(lines, line)
		if err == nil {
			err = j.store.Err()
		}
		if err == nil {
			err = do(page, line[:size-1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const keepLine = 256 << 10 // bytes of the memory of a line, for the next one

// counter takes the records in their order, and writes (page, word, sisters that have it) for the pages that ask.
type counter struct {
	most int
	last [2 * keyInts]int32
	few  []int32      // the records with one group and one word
	more extmem.Table // and those for which there is no space in few
	out  *tuple.Writer
}

const fewInts = 1 << 14 // of counter.few

// WriteBlock implements tuple.Sink.
func (c *counter) WriteBlock(block []int32) error {
	for ; len(block) > 0; block = block[recordInts:] {
		if k := [2 * keyInts]int32(block); k != c.last {
			if err := c.flush(); err != nil {
				return err
			}
			c.last = k
		}
		if len(c.few) < fewInts {
			c.few = append(c.few, block[:recordInts]...)
		} else if err := c.more.Put(block[:recordInts]...); err != nil {
			return err
		}
	}
	return nil
}

// each calls do for the records.
func (c *counter) each(do func(rec []int32)) error {
	for few := c.few; len(few) > 0; few = few[recordInts:] {
		do(few[:recordInts])
	}
	if c.more.Len() == 0 {
		return nil
	}
	return c.more.Each(func(rec []int32) error {
		do(rec)
		return nil
	})
}

// flush counts the members that have the word, and answers those that ask.
func (c *counter) flush() error {
	if len(c.few) <= recordInts {
		c.few = c.few[:0]
		return nil
	}
	have, behind := int32(0), int32(0)
	err := c.each(func(rec []int32) {
		does := rec[recordWord]
		have += does & early
		behind += does & next / next
	})
	if err == nil {
		err = c.each(func(rec []int32) {
			does := rec[recordWord]
			others := have - does&early
			if does&early != 0 && c.most > 0 {
				others += behind
			}
			if does&asks != 0 && others > 0 {
				c.out.Put(rec[recordPage], does>>doing, others)
			}
		})
	}
	c.few = c.few[:0]
	c.more.Ints.Reset()
	return cmp.Or(err, c.out.Err())
}
