package documents

import (
	"fmt"

	"webmill/pkg/arena"
	"webmill/pkg/cli"
	"webmill/pkg/text/wordtable"
	"webmill/pkg/work"
)

// TableText is the text of a wordtable.Table, which takes at most a share of the memory. What does not fit is only counted.
type TableText struct {
	Text  []byte
	Lines int64

	env         *cli.Env
	share       int64
	most, bytes int64 // of the text
}

// NewTableText makes a text that takes at most the share-th part of the memory, and leaves some bytes of it free.
func NewTableText(env *cli.Env, share, leaves int64) (*TableText, error) {
	t := &TableText{env: env, share: share, most: max(0, min(env.Memory/share, env.Memory-leaves, 1<<32-1))}
	memory, err := arena.Words(int(t.most / 8))
	t.Text = arena.Bytes(memory)[:0]
	return t, err
}

// Add adds a word and its value.
func (t *TableText) Add(word, value []byte) {
	t.Lines++
	t.bytes += int64(len(word) + len(value) + 2)
	if wordtable.Bytes(t.bytes, t.Lines) <= t.most {
		t.Text = append(append(append(append(t.Text, word...), '\t'), value...), '\n')
	}
}

// Done takes the memory of the table. It refuses an -S that is too small; what names the table.
func (t *TableText) Done(name, what string) error {
	size := wordtable.Bytes(t.bytes, t.Lines)
	switch {
	case size > 1<<32-1:
		return fmt.Errorf("%s: has more than 4 GiB", name)
	case size > t.most:
		return cli.Usagef("-S must be at least %dM for %s", work.MiB(t.env.SizeToTake(size, t.share)), what)
	}
	t.env.TakeMemory(size)
	return nil
}
