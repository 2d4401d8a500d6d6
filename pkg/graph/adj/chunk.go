package adj

import (
	"encoding/binary"
	"slices"
)

// Chunk is some lists, decoded. List i belongs to the page Keys[i] and is Others[Ends[i-1]:Ends[i]], ascending;
// a page that a link repeats stands in it repeatedly. A list may begin in one chunk and go on in the next ones; then
// those begin with the same key and Continues is set.
type Chunk struct {
	Keys      []int32
	Ends      []int32
	Others    []int32
	Weights   []float32  // of the links, where the graph has weights; else empty
	Notes     [][]uint32 // further columns with a number a list, as many as the graph has
	Continues bool       // the first list goes on from the chunk before

	gaps, ids []uint32 // buffers
	codes     map[uint32]uint32
}

// Reset empties a chunk and gives it as many columns as notes says.
func (c *Chunk) Reset(notes int) {
	c.Keys, c.Ends, c.Others, c.Weights, c.Continues = c.Keys[:0], c.Ends[:0], c.Others[:0], c.Weights[:0], false
	for len(c.Notes) < notes {
		c.Notes = append(c.Notes, nil)
	}
	c.Notes = c.Notes[:notes]
	for i := range c.Notes {
		c.Notes[i] = c.Notes[i][:0]
	}
}

// Lists is the number of lists.
func (c *Chunk) Lists() int { return len(c.Keys) }

// List is one of the lists.
func (c *Chunk) List(i int) []int32 { return c.Others[c.begin(i):c.Ends[i]] }

// ListWeights are the weights of one of the lists; nil where there are none.
func (c *Chunk) ListWeights(i int) []float32 {
	if len(c.Weights) == 0 {
		return nil
	}
	return c.Weights[c.begin(i):c.Ends[i]]
}

func (c *Chunk) begin(i int) int32 {
	if i == 0 {
		return 0
	}
	return c.Ends[i-1]
}

// The encoded chunk:
//
//	links, lists, first key   uvarints; links has a low bit for Continues and one for base
//	keys       gap to the key before, less 1 (without the first key)
//	lengths    of the lists, less 1
//	firsts     zigzag of the first of the list less the last of the list before (of the first list: less its key)
//	gaps       in the list, less base; 0 at the place of the first. base is 1 where no list repeats a page, else 0
//	notes
//	weights    if the graph has them, see weights.go
//
// With the places of the firsts kept among the gaps, all lists are one sum of differences: it is undone in one loop
// without a branch a list, which for the short lists of web graphs would cost more than the links.
const (
	flagContinues = 1 << iota
	flagBase
	flags = iota
)

// appendChunk encodes a chunk, which must not be empty.
func appendChunk(dst []byte, c *Chunk) []byte {
	repeated := c.differences()
	head := uint64(len(c.Others)) << flags
	if c.Continues {
		head |= flagContinues
	}
	if !repeated {
		head |= flagBase
	}
	dst = binary.AppendUvarint(dst, head)
	dst = binary.AppendUvarint(dst, uint64(len(c.Keys)))
	dst = binary.AppendUvarint(dst, uint64(c.Keys[0]))
	ids := grow(&c.ids, len(c.Keys))
	for i := range c.Keys[1:] {
		ids[i] = uint32(c.Keys[i+1]-c.Keys[i]) - 1
	}
	dst = appendPacked(dst, ids[:len(ids)-1])
	from := int32(0)
	for i, end := range c.Ends {
		ids[i] = uint32(end-from) - 1
		from = end
	}
	dst = appendPacked(dst, ids)
	before := c.Keys[0]
	from = 0
	for i, end := range c.Ends {
		ids[i] = zigzag(c.Others[from] - before)
		before, from = c.Others[end-1], end
	}
	dst = appendPacked(dst, ids)
	dst = appendPacked(dst, c.gaps)
	for _, note := range c.Notes {
		dst = appendPacked(dst, note)
	}
	if len(c.Weights) > 0 {
		dst = c.appendWeights(dst)
	}
	return dst
}

// differences makes the column of gaps and reports whether a list repeats a page.
func (c *Chunk) differences() (repeated bool) {
	others := c.Others
	gaps := grow(&c.gaps, len(others))
	before := others[0]
	least := uint32(1)
	for i, v := range others {
		gaps[i] = uint32(v-before) - 1
		before = v
	}
	from := int32(0)
	for _, end := range c.Ends {
		gaps[from] = 0
		from = end
	}
	// A repeated page has the gap 0 and so 2^32-1 here.
	for _, g := range gaps {
		least &= ^g >> 31
	}
	if least == 1 {
		return false
	}
	for i := range gaps {
		gaps[i]++
	}
	from = 0
	for _, end := range c.Ends {
		gaps[from] = 0
		from = end
	}
	return true
}

// decode reads what appendChunk wrote; src goes on for slack bytes at least.
func (c *Chunk) decode(src []byte, notes int, weighted bool) {
	head, n := binary.Uvarint(src)
	src = src[n:]
	lists, n := binary.Uvarint(src)
	src = src[n:]
	first, n := binary.Uvarint(src)
	src = src[n:]
	c.Reset(notes)
	c.Continues = head&flagContinues != 0
	base := uint32(0)
	if head&flagBase != 0 {
		base = 1
	}
	ids := grow(&c.ids, int(lists))
	c.Keys, c.Ends = slices.Grow(c.Keys, int(lists))[:lists], slices.Grow(c.Ends, int(lists))[:lists]
	src = unpack(ids[:lists-1], src)
	c.Keys[0] = int32(first)
	for i, gap := range ids[:lists-1] {
		c.Keys[i+1] = c.Keys[i] + int32(gap) + 1
	}
	src = unpack(ids, src)
	end := int32(0)
	for i, length := range ids {
		end += int32(length) + 1
		c.Ends[i] = end
	}
	src = unpack(ids, src)
	links := int(head >> flags)
	gaps := grow(&c.gaps, links)
	src = unpack(gaps, src)
	// The loop below adds base to every gap.
	from := int32(0)
	for i, end := range c.Ends {
		gaps[from] = uint32(unzigzag(ids[i])) - base
		from = end
	}
	c.Others = slices.Grow(c.Others, links)[:links]
	sum := uint32(first)
	for i, gap := range gaps {
		sum += gap + base
		c.Others[i] = int32(sum)
	}
	for i := range c.Notes {
		c.Notes[i] = slices.Grow(c.Notes[i], int(lists)+slack)[:lists]
		src = unpack(c.Notes[i], src)
	}
	if weighted {
		c.decodeWeights(src, links)
	}
}

// grow gives a buffer the length n and space for slack numbers more.
func grow(buf *[]uint32, n int) []uint32 {
	if cap(*buf) < n+slack {
		*buf = make([]uint32, n+n/4+slack)
	}
	*buf = (*buf)[:n]
	return *buf
}

func zigzag(v int32) uint32   { return uint32(v<<1) ^ uint32(v>>31) }
func unzigzag(v uint32) int32 { return int32(v>>1) ^ -int32(v&1) }
