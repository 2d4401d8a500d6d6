package dict

import (
	"encoding/binary"
	"fmt"
	"slices"

	"webmill/pkg/arena"
	"webmill/pkg/spill"
	"webmill/pkg/tuple"
)

// parts are stretches of the dictionary, of which one at a time is in memory.
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
	texts []spill.Window  // their strings
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

// resolve makes streams of strings of those of ids, and loads the last part.
func (p *parts) resolve(in *lineReader) error {
	for i, w := range p.ids {
		ids, err := w.Take()
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
				err = fmt.Errorf("%s: has become shorter while it was read", in.name)
			}
			if err != nil {
				return err
			}
			p.add(in.line)
		}
		if i == p.n()-1 {
			break
		}
		texts, err := p.write(w, ids)
		if err != nil {
			return err
		}
		p.texts = append(p.texts, w.Blocks.Window(texts))
		p.ids[i] = nil
	}
	return nil
}

// write writes the strings of ids, each with its length.
func (p *parts) write(w *spill.Writer, ids spill.Text) (spill.Text, error) {
	in := w.Blocks.Window(ids)
	for {
		if err := in.More(4); err != nil {
			return nil, err
		}
		if len(in.Buf) == in.Pos {
			return w.Take()
		}
		id, _ := in.Int32()
		s := p.string(id)
		if err := w.Room(binary.MaxVarintLen32); err != nil {
			return nil, err
		}
		w.Buf = binary.AppendUvarint(w.Buf, uint64(len(s)))
		if _, err := w.Write(s); err != nil {
			return nil, err
		}
	}
}

// next is the next string of the part of an id, which is id's; it is appended to dst.
func (p *parts) next(id int32, dst []byte) ([]byte, error) {
	i := p.of(id)
	if i == p.n()-1 {
		return append(dst, p.string(id)...), nil
	}
	r := &p.texts[i]
	if err := r.More(binary.MaxVarintLen32); err != nil {
		return nil, err
	}
	n, k := binary.Uvarint(r.Buf[r.Pos:])
	r.Pos += max(k, 0)
	if err := r.Full(int(n)); err != nil {
		return nil, err
	}
	dst = append(dst, r.Buf[r.Pos:r.Pos+int(n)]...)
	r.Pos += int(n)
	return dst, nil
}

func (p *parts) close() { arena.Free(p.words) }
