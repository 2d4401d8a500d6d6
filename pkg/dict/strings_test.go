package dict

import (
	"io"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"webmill/pkg/vfs"
	"webmill/pkg/work"
)

// chunks are Strings, with a chunk for each worker.
type chunks struct {
	all   [][]string
	taken atomic.Int64
}

func (p *chunks) Next(worker int, begin func(seq int), add func(s []byte) error) error {
	seq := int(p.taken.Add(1)) - 1
	if seq >= len(p.all) {
		return io.EOF
	}
	begin(seq)
	var buf []byte
	for _, s := range p.all[seq] {
		buf = append(buf[:0], s...)
		if err := add(buf); err != nil {
			return err
		}
	}
	return nil
}

// TestBuildStrings: strings get the numbers that they get as lines, with memory for a few of them.
func TestBuildStrings(t *testing.T) {
	batches := 0
	rapid.Check(t, func(t *rapid.T) {
		p := &chunks{all: make([][]string, rapid.IntRange(0, 12).Draw(t, "chunks"))}
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for i := range p.all {
			for range rapid.IntRange(0, 400).Draw(t, "strings") {
				p.all[i] = append(p.all[i], strings.Repeat("ä", r.IntN(30))+strconv.Itoa(r.IntN(1000)))
			}
		}
		opt := Options{field: slowField, Columns: 1, Room: work.Room{FS: vfs.OS,
			Memory: rapid.Int64Range(0, 20_000).Draw(t, "memory"), Threads: rapid.IntRange(1, 9).Draw(t, "threads")}}
		got := &result{}
		stats, err := BuildStrings(p, opt, Output{Links: got, Words: got.word})
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for _, chunk := range p.all {
			for _, s := range chunk {
				lines.WriteString(s + "\n")
			}
		}
		got.compare(t, slow(lines.String(), 1, Order{}, nil))
		batches = max(batches, stats.Batches)
	})
	if batches < 3 {
		t.Errorf("there were no more than %d batches", batches)
	}
}
