package sitemap

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"webmill/pkg/dict"
	"webmill/pkg/spill"
	"webmill/pkg/urls"
)

// graph is what is known of the pages, by their ids.
type graph struct {
	opt   Options
	stats *Stats

	pairs *spill.Ints    // of ids
	marks *spill.Waiting // the mark of each pair
	urls  *spill.Waiting // by id

	store   *spill.Arrays
	hosts   *spill.Array // hostBytes
	pages   *spill.Array // pageBytes
	links   *spill.Array // the links of a page, their number before them; those of content inverted
	queue   *spill.Array // of the search of a host: spot
	known   int32        // pages
	sites   int64        // hosts
	largest int64        // the host with most crawled pages
	found   bool         // Options.Home
	near    string       // a URL that differs from Options.Home by its scheme
}

// Parts of the memory.
const (
	workShare  = 2 // for the dictionary, then for the sort
	storeShare = 4
	pairShare  = 16
)

func newGraph(opt Options, stats *Stats) (*graph, error) {
	g := &graph{opt: opt, stats: stats, marks: spill.NewWaiting(opt.Room), urls: spill.NewWaiting(opt.Room)}
	var err error
	if g.pairs, err = spill.NewTuples(opt.Room, opt.Memory/pairShare, 2); err != nil {
		return nil, err
	}
	if g.store, err = spill.NewArrays(opt.With(max(spill.LeastArrays, opt.Memory/storeShare))); err != nil {
		g.pairs.Close()
		return nil, err
	}
	g.hosts, g.pages = g.store.NewArray(hostBytes), g.store.NewArray(pageBytes)
	g.links, g.queue = g.store.NewArray(4), g.store.NewArray(spotBytes)
	return g, nil
}

func (g *graph) close() {
	g.pairs.Close()
	g.store.Close()
	g.marks.Close()
	g.urls.Close()
}

// nextLine reads a line without its end. A line has no more than dict.MaxLine bytes.
func nextLine(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return nil, cmpEOF(err)
	}
	return line[:len(line)-1], nil
}

// cmpEOF is the error of a temporary file that ends too early.
func cmpEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// node is what is known of a page: a slot of graph.pages.
type node []byte

const (
	pageBytes   = 32
	atLinks     = 0  // int64: where its links are in graph.links, and 1
	atPlace     = 8  // int64: its place among what is written, from 1
	atHost      = 16 // its host, and 1; 0: none
	atMenus     = 20 // links of menus that lead to it
	atDepth     = 24 // clicks from the home page, and 1
	atLength    = 28 // the length of its URL, how many folders it is in, and marks
	wasCrawled  = 1
	wasFailure  = 2 // it answered with an error, or with a redirect by its status
	wasPage     = 4 // it was crawled, and does not only lead on
	isIndex     = 8 // it is the first page of a folder, by its URL
	folderShift = 4
	mostFolders = 1<<8 - 1 // that are told apart
	lengthShift = 12
)

func (p node) number(at int) int32         { return int32(binary.LittleEndian.Uint32(p[at:])) }
func (p node) set(at int, v int32)         { binary.LittleEndian.PutUint32(p[at:], uint32(v)) }
func (p node) long(at int) int64           { return int64(binary.LittleEndian.Uint64(p[at:])) }
func (p node) setLong(at int, v int64)     { binary.LittleEndian.PutUint64(p[at:], uint64(v)) }
func (p node) crawled() bool               { return p[atLength]&wasCrawled != 0 }
func (p node) isPage() bool                { return p[atLength]&wasPage != 0 }
func (p node) failure() bool               { return p[atLength]&wasFailure != 0 }
func (p node) index() bool                 { return p[atLength]&isIndex != 0 }
func (p node) folders() int32              { return p.number(atLength) >> folderShift & mostFolders }
func (p node) length() int32               { return p.number(atLength) >> lengthShift }
func (g *graph) page(id int32) node        { return g.pages.Read(int64(id)) }
func (g *graph) change(id int32) node      { return g.pages.Slot(int64(id)) }
func (g *graph) link(at int64) int32       { return node(g.links.Read(at)).number(0) }
func (g *graph) setLink(at int64, v int32) { node(g.links.Slot(at)).set(0, v) }

// site is what is known of a host. Home pages are ids, and 1; 0: none.
type site struct {
	from, to    int64    // its pages
	home        [2]int64 // the page "/" by http and https
	given       int64    // Options.Home
	root        int64
	crawled     int64 // pages
	reached     int64
	missing     int64
	deeper      int64
	depth       int64
	bytes       int64
	first, last int64 // places of its pages
}

const hostBytes = 128

func (s *site) fields() [14]*int64 {
	return [...]*int64{&s.from, &s.to, &s.home[0], &s.home[1], &s.given, &s.root, &s.crawled, &s.reached, &s.missing, &s.deeper,
		&s.depth, &s.bytes, &s.first, &s.last}
}

func (g *graph) site(h int64) (s site) {
	slot := node(g.hosts.Read(h))
	for i, v := range s.fields() {
		*v = slot.long(8 * i)
	}
	return s
}

func (g *graph) putSite(h int64, s site) {
	slot := node(g.hosts.Slot(h))
	for i, v := range s.fields() {
		slot.setLong(8*i, *v)
	}
}

// read makes a dictionary of the input, and then takes the links.
func (g *graph) read(in Input) error {
	names := &namer{g: g}
	out := dict.Output{Links: g.pairs, Words: names.add, Rest: g.marks}
	opt := dict.Options{Columns: 2, Order: dict.URLs(), Room: g.opt.With(g.opt.Memory / workShare)}
	stats, err := dict.Build([]io.Reader{newFeed(in, g.opt.Home, g.stats)}, opt, out)
	g.stats.Spilled += stats.Spilled
	if err != nil {
		return err
	}
	names.end()
	g.stats.URLs = int64(g.known)
	if g.opt.Home != "" && !g.found {
		if g.near != "" {
			return fmt.Errorf("%w, but one names %s", errHome, g.near)
		}
		return errHome
	}
	if err := g.eachPair((&taker{g: g}).take); err != nil {
		return err
	}
	return g.store.Err()
}

var errHome = errors.New("no line of the input names the home page")

// namer takes the URLs in the order of their ids.
type namer struct {
	g    *graph
	host []byte
	site site
}

// hostOf is the host of a URL, with its port; none if it has no path.
func hostOf(url []byte) []byte {
	path := urls.AfterHost(url)
	_, rest, _ := bytes.Cut(url, []byte("://"))
	if path == nil {
		return nil
	}
	return rest[:len(rest)-len(path)]
}

// shape is what a URL says of a page, for atLength. The first page of a folder is that without a name, or named index. and more.
func shape(url []byte) int32 {
	path, _, query := bytes.Cut(urls.AfterHost(url), []byte{'?'})
	name := path[bytes.LastIndexByte(path, '/')+1:]
	bits := int32(len(url))<<lengthShift | int32(min(bytes.Count(path, []byte{'/'}), mostFolders))<<folderShift
	if !query && (len(name) == 0 || bytes.HasPrefix(name, []byte("index."))) {
		bits |= isIndex
	}
	return bits
}

func (n *namer) add(id int32, url []byte) error {
	host := hostOf(url)
	if !bytes.Equal(host, n.host) {
		n.end()
		n.host, n.site = append(n.host[:0], host...), site{from: int64(id)}
	}
	p := n.g.change(id)
	p.set(atLength, shape(url))
	if len(host) > 0 {
		p.set(atHost, int32(n.g.sites)+1)
	}
	n.site.to = int64(id) + 1
	if string(urls.AfterHost(url)) == "/" {
		k := 0
		if bytes.HasPrefix(url, []byte("https:")) {
			k = 1
		}
		n.site.home[k] = int64(id) + 1
	}
	if string(url) == n.g.opt.Home && len(host) > 0 {
		n.site.given, n.g.found = int64(id)+1, true
	}
	if n.g.near == "" && !n.g.found && sameButScheme(url, n.g.opt.Home) {
		n.g.near = string(url)
	}
	n.g.known = id + 1
	if _, err := n.g.urls.Write(url); err != nil {
		return err
	}
	return n.g.urls.WriteByte('\n')
}

// sameButScheme reports whether two URLs are the same behind their schemes.
func sameButScheme(a []byte, b string) bool {
	_, rest, _ := bytes.Cut(a, []byte("://"))
	_, other, found := strings.Cut(b, "://")
	return found && string(rest) == other
}

// end ends the host at hand.
func (n *namer) end() {
	if len(n.host) > 0 {
		n.g.putSite(n.g.sites, n.site)
		n.g.sites++
	}
}

// eachPair goes through the pairs with their marks.
func (g *graph) eachPair(do func(src, dst int32, mark []byte) error) error {
	marks, err := g.marks.Reader()
	if err != nil {
		return err
	}
	in, at := g.pairs.Reader(), int64(0)
	for {
		block, err := in.From(at)
		if err != nil || len(block) == 0 {
			return err
		}
		for i := 0; i < len(block); i += 2 {
			mark, err := nextLine(marks)
			if err != nil {
				return err
			}
			if err := do(block[i], block[i+1], mark); err != nil {
				return err
			}
		}
		at += int64(len(block))
	}
}
