package adj

import (
	"sort"

	"webmill/pkg/arena"
	"webmill/pkg/work"
)

// Options say how a graph is kept.
type Options struct {
	// the column of a link that lists are made for: 0 source, 1 target; links are sorted by it, then by the other one
	Key        int
	ChunkLinks int  // links of a chunk, about; 0: chunkLinks, or half as many with weights
	Notes      int  // numbers kept with each list
	Weighted   bool // each link has a weight
	work.Room       // its memory is for chunks; the others go to a temporary file
}

const chunkLinks = 16 << 10

// Graph is a graph in compact form. Several goroutines may read it, each through its own Reader.
type Graph struct {
	opt    Options
	store  *store
	chunks table
	links  int64
}

// entry is what is known of a chunk without reading it.
type entry struct {
	offset int64
	key    int32  // of its first list
	links  uint32 // and continues
}

const continues = 1 << 31

// table has the entries of all chunks in blocks outside of the heap: a slice that grows leaves several times as much to
// the collector.
type table struct {
	memory arena.Slabs
	blocks [][][2]uint64 // of tableBlock entries
	n      int
}

const tableBlock = 4096

func (t *table) add(e entry) {
	if t.n%tableBlock == 0 {
		t.blocks = append(t.blocks, arena.View[[2]uint64](t.memory.Words(2*tableBlock)))
	}
	t.blocks[t.n/tableBlock][t.n%tableBlock] = [2]uint64{uint64(e.offset), uint64(uint32(e.key))<<32 | uint64(e.links)}
	t.n++
}

func (t *table) at(i int) entry {
	w := &t.blocks[i/tableBlock][i%tableBlock]
	return entry{offset: int64(w[0]), key: int32(uint32(w[1] >> 32)), links: uint32(w[1])}
}

// Chunks is the number of chunks.
func (g *Graph) Chunks() int { return g.chunks.n }

// Weighted reports whether each link has a weight.
func (g *Graph) Weighted() bool { return g.opt.Weighted }

// Links is the number of links.
func (g *Graph) Links() int64 { return g.links }

// Bytes is the size of all chunks.
func (g *Graph) Bytes() int64 { return g.store.bytes() }

// TableBytes is what a graph has in memory for each chunk, besides the chunk.
const TableBytes = 16

// InMemory is how many bytes of memory the chunks take, and OnDisk the others.
func (g *Graph) InMemory() int64 { return int64(g.store.kept) * g.store.size }

// OnDisk is how many bytes of chunks are in the temporary file: what a sweep reads of it.
func (g *Graph) OnDisk() (n int64) {
	for _, seg := range g.store.segs {
		if seg.bytes == nil {
			n += int64(seg.used)
		}
	}
	return n
}

// First is the key of the first list of a chunk.
func (g *Graph) First(chunk int) int32 { return g.chunks.at(chunk).key }

// ChunkLinks is the number of links of a chunk.
func (g *Graph) ChunkLinks(chunk int) int { return int(g.chunks.at(chunk).links &^ continues) }

// Continues reports whether a chunk begins inside a list.
func (g *Graph) Continues(chunk int) bool { return g.chunks.at(chunk).links&continues != 0 }

// Begin is the first page whose list does not begin before a chunk; after the last chunk it is 1<<31.
func (g *Graph) Begin(chunk int) int64 {
	if chunk >= g.chunks.n {
		return 1 << 31
	}
	e := g.chunks.at(chunk)
	return int64(e.key) + int64(e.links>>31)
}

// Find is the chunk in which the list of a page begins, if the page has one. It is -1 if the page is before all lists.
func (g *Graph) Find(key int32) int {
	return sort.Search(g.chunks.n, func(i int) bool { return g.Begin(i) > int64(key) }) - 1
}

// Shrink moves chunks from memory to the temporary file until those in memory take no more than limit bytes.
func (g *Graph) Shrink(limit int64) error {
	g.store.limit.Store(limit)
	return g.store.fit()
}

// Close gives back memory and disk.
func (g *Graph) Close() error {
	g.chunks.memory.Free()
	g.chunks.blocks = nil
	return g.store.close()
}

// size is the number of bytes of a chunk.
func (g *Graph) size(i int) int {
	from := g.chunks.at(i).offset
	if i+1 < g.chunks.n && g.chunks.at(i+1).offset/g.store.size == from/g.store.size {
		return int(g.chunks.at(i+1).offset - from)
	}
	return g.store.segs[from/g.store.size].used - int(from%g.store.size)
}

// add appends a chunk that is encoded.
func (g *Graph) add(encoded []byte, key int32, links int, goesOn bool) error {
	offset, err := g.store.add(encoded)
	if err != nil {
		return err
	}
	e := entry{offset: offset, key: key, links: uint32(links)}
	if goesOn {
		e.links |= continues
	}
	g.chunks.add(e)
	g.links += int64(links)
	return nil
}

func newGraph(opt Options) *Graph {
	if opt.ChunkLinks == 0 {
		opt.ChunkLinks = chunkLinks
		if opt.Weighted {
			opt.ChunkLinks /= 2
		}
	}
	opt.Threads = max(opt.Threads, 1)
	return &Graph{opt: opt, store: newStore(opt.Room, opt.Memory)}
}

// Reader decodes chunks for one goroutine.
type Reader struct {
	graph  *Graph
	ahead  int
	buf    []byte
	lo, hi int64 // the offsets that are in buf
}

// AheadBytes is what a reader that goes through the chunks of a file should read ahead.
const AheadBytes = 1 << 20

// Reader makes a reader. Of chunks on disk it reads ahead some bytes: none for reading here and there, AheadBytes for going
// through.
func (g *Graph) Reader(ahead int) *Reader { return &Reader{graph: g, ahead: ahead} }

// sweeper is a reader for going through all chunks: it reads ahead a quarter of a segment.
func (g *Graph) sweeper() *Reader { return g.Reader(int(g.store.size / 4)) }

// Read decodes a chunk into c.
func (r *Reader) Read(i int, c *Chunk) error {
	b, err := r.bytes(i)
	if err != nil {
		return err
	}
	c.decode(b, r.graph.opt.Notes, r.graph.opt.Weighted)
	return nil
}

// bytes is a chunk, encoded, with slack behind it.
func (r *Reader) bytes(i int) ([]byte, error) {
	from := r.graph.chunks.at(i).offset
	if g := &r.graph.store.segs[from/r.graph.store.size]; g.bytes != nil {
		return g.bytes[from%r.graph.store.size:], nil
	}
	size := int64(r.graph.size(i))
	if from < r.lo || from+size > r.hi {
		want := max(int(size), r.ahead)
		if len(r.buf) < want+slack {
			r.buf = make([]byte, want+slack)
		}
		n, err := r.graph.store.window(r.buf, from, want)
		if err != nil {
			r.lo, r.hi = 0, 0
			return nil, err
		}
		r.lo, r.hi = from, from+int64(n)
	}
	return r.buf[from-r.lo:], nil
}
