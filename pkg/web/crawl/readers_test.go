package crawl

import (
	"sync"
	"testing"

	"webmill/pkg/par"
	"webmill/pkg/vfs"
)

// TestSetReaders: as many answers may be read as was said last, once those that are too many are done.
func TestSetReaders(t *testing.T) {
	s, err := openStore(vfs.OS, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	c := &Crawl{store: s, plan: Plan{Readers: 4}, reading: 4, readers: par.NewStock(4, func() *reader { return &reader{} })}
	c.wake = sync.NewCond(&c.mu)
	busy := []*reader{c.readers.Take(), c.readers.Take(), c.readers.Take()}
	for _, step := range []struct{ most, free int }{{2, 0}, {1, 0}, {3, 2}, {1, 1}, {4, 4}} {
		if err := c.SetReaders(step.most); err != nil || len(c.readers) != step.free {
			t.Errorf("%v: %v, %d are free", step, err, len(c.readers))
		}
		if len(busy) > 0 {
			c.giveReader(busy[0])
			busy = busy[1:]
		}
	}
}
