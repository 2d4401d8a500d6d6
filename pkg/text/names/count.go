package names

import (
	"bytes"

	"webmill/pkg/linesort"
	"webmill/pkg/work"
)

// Counts are how often a part is in each list: of first, middle and last names.
type Counts [3]int64

// Count sorts parts by their bytes and calls do for each with its counts. source gives the parts; they may not have TABs or
// newlines. Memory: that of the room; what does not fit goes to a file.
func Count(room work.Room, source func(add func(part []byte, list Class) error) error,
	do func(part []byte, n *Counts) error) error {
	g := &counter{do: do}
	err := linesort.SortEach(room, func(add func(line []byte) error) error {
		var line []byte
		return source(func(part []byte, list Class) error {
			line = append(append(line[:0], part...), '\t', none|byte(list))
			return add(line)
		})
	}, g.add)
	if err != nil {
		return err
	}
	return g.end()
}

// counter counts the lines of each part, which stand together.
type counter struct {
	do   func(part []byte, n *Counts) error
	part []byte
	n    Counts
}

// add counts a line: a part, a TAB and its list.
func (c *counter) add(line []byte) error {
	at := len(line) - 2
	if part := line[:at]; !bytes.Equal(part, c.part) {
		if err := c.end(); err != nil {
			return err
		}
		c.part = append(c.part[:0], part...)
	}
	for i := range c.n {
		if line[at+1]&^none == 1<<i {
			c.n[i]++
		}
	}
	return nil
}

// end passes the last part on.
func (c *counter) end() error {
	if c.n == (Counts{}) {
		return nil
	}
	n := c.n
	c.n = Counts{}
	return c.do(c.part, &n)
}
