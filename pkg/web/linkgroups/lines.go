package linkgroups

import (
	"bytes"
	"hash/maphash"
	"strconv"

	"webmill/pkg/hashes"
	"webmill/pkg/urls"
	"webmill/pkg/web/links"
	"webmill/pkg/web/page"
)

// Columns are the names of the fields of a line.
var Columns = []string{"source", "target", "position", "group", "up", "group_place", "place", "label"}

// Options say how groups are found.
type Options struct {
	First    bool // by the first algorithm, in which links to one target are a group
	Noscript bool // the links in <noscript> count
	// Full takes the lines when they are many and returns an empty buffer; nil: all lines are kept.
	Full func(lines []byte) []byte
}

const manyLines = 256 << 10 // bytes of lines at which Full is called

const mostWords = 200 // bytes of text, outside of links, of a page that only leads on

// Maker makes the lines of one document after the other: one for each link that leads to a page, in the order of the page. A line
// has the URL of the page, that of the target, and the number of the link on the page, from 1; the number of its group, how many
// steps it climbs to its element, and the place of the group; the place of the link, and its label. What a link has not is empty.
// The line of a page without links has only its URL, and empty fields.
//
// A URL that only leads on is a line with its target, and empty fields: a redirect of the server, or a page that refreshes itself
// as another one, all of whose links lead there and that has no more to say than that.
//
// Places and labels are 16 hexadecimal digits.
type Maker struct {
	opt      Options
	page     *page.Page
	anchors  anchors
	group    grouper
	resolver urls.Resolver
	seed     maphash.Seed
	Counts   links.Counts // of all documents so far
	Groups   int64
	Grouped  int64  // links in groups
	Leading  int64  // pages that only lead on
	First    string // the URL of the first page so far, or ""

	list    []link
	members []member
	targets []byte
	prefix  []byte
	next    int  // the anchor that the next link may be
	refresh bool // a refresh of the page leads to another one
	leads   bool // it only leads on
}

// link is a link of a page.
type link struct {
	to       int32 // where its target ends in targets
	position int32
	member   int32 // -1: it can be in no group
	anchor   int32 // -1: it has no place
}

const mostTargets = 1 << 30 // bytes of the targets of a page, of which each is at most urls.MaxLength

const linkBytes = 16 + 32 + 12 // of a link, its member and what grouper keeps

// New makes a Maker.
func New(opt Options) *Maker {
	m := &Maker{opt: opt, group: grouper{first: opt.First}, seed: maphash.MakeSeed()}
	m.page = page.New(page.Options{Handler: &m.anchors, Noscript: opt.Noscript})
	m.anchors.page = m.page
	m.resolver.Query = func(dst, query []byte) []byte { return m.page.AppendQuery(dst, query) }
	return m
}

// Allow sets the memory that each following document may take.
func (m *Maker) Allow(a page.Allowance) {
	m.anchors.memory.Allowance = a
	m.page.Allow(a)
}

// Append appends the lines of a document.
func (m *Maker) Append(dst []byte, d *page.Document) []byte {
	if why := m.Read(d); why == links.Pages || why == links.Redirects {
		return m.write(dst, why == links.Pages)
	}
	return dst
}

// Read reads the links of a document, as Append does, for Links. Of all that is no page or redirect there are none.
func (m *Maker) Read(d *page.Document) (why links.Count) {
	m.Counts[links.Documents]++
	m.list, m.members, m.targets, m.next = m.list[:0], m.members[:0], m.targets[:0], 0
	m.refresh, m.leads = false, false
	why = links.BadMetadata
	if !d.Metadata { // which has no elements
		why = m.classify(d)
	}
	m.Counts[why]++
	if why == links.Redirects {
		m.page.Parse(nil, "")
		m.add(d.Location, -1)
		m.leads = true
	}
	return why
}

// classify reads a document that is a page, and returns its count.
func (m *Maker) classify(d *page.Document) (why links.Count) {
	why = links.Classify(d, &m.resolver)
	if why == links.Pages && !m.resolver.OfWeb() {
		m.Counts[links.NoWebPages]++
	}
	m.prefix = append(append(m.prefix[:0], m.resolver.Base()...), '\t')
	m.anchors.reset()
	if why == links.Pages && !m.read(d) {
		return links.TooLarge
	}
	if why == links.Pages && m.First == "" {
		m.First = string(m.prefix[:len(m.prefix)-1])
	}
	return why
}

// Links calls do for each link of the document that was read, in the order of its lines: the target, and the number of the a or
// area element with a href that carries it, from 0 on, or -1 if that is not known.
func (m *Maker) Links(do func(target []byte, anchor int32)) {
	from := int32(0)
	for i := range m.list {
		if l := &m.list[i]; l.to > from {
			do(m.targets[from:l.to], l.anchor)
		}
		from = m.list[i].to
	}
}

// URL is that of the document that was read.
func (m *Maker) URL() []byte { return m.prefix[:len(m.prefix)-1] }

// read reads the links of a page. ok is false if it may not take the memory.
func (m *Maker) read(d *page.Document) (ok bool) {
	if !m.page.Parse(d.Body, string(d.ContentType)) || m.anchors.memory.Refused {
		return false
	}
	m.anchors.ended()
	if m.page.Flat() {
		m.Counts[links.Flat]++
	}
	if target, ok := page.RefreshTarget(d.Refresh); ok {
		m.refresh = true
		m.add(target, -1)
	}
	if href, ok := m.page.Base(); ok {
		links.Rebase(&m.resolver, href)
	}
	m.page.Links(m.link)
	if m.leads = m.leadsOn(); m.leads {
		m.Leading++
	}
	return !m.anchors.memory.Refused
}

// link takes a link of the page.
func (m *Maker) link(l *page.Link) {
	if !page.ToPages.Has(l.Kind) {
		return
	}
	ref, ok := m.page.Reference(l)
	if !ok {
		return
	}
	m.refresh = m.refresh || l.Kind == page.Meta
	m.add(ref, m.find(l, ref))
}

// leadsOn reports whether the page that was read only leads on to another one.
func (m *Maker) leadsOn() bool {
	x := &m.anchors
	if !m.refresh || x.shows || x.words > mostWords {
		return false
	}
	var to []byte
	from := int32(0)
	for i := range m.list {
		target := m.targets[from:m.list[i].to]
		from = m.list[i].to
		if i == 0 {
			to = target
		}
		if !bytes.Equal(target, to) {
			return false
		}
	}
	return len(to) > 0 && !bytes.Equal(to, m.URL())
}

// find is the anchor of a link, or -1.
func (m *Maker) find(l *page.Link, ref []byte) int {
	if l.Kind != page.A && l.Kind != page.Area {
		return -1
	}
	list, area := m.anchors.list, l.Kind == page.Area
	if at, ok := l.At(); ok {
		for m.next < len(list) && list[m.next].end <= at {
			m.next++
		}
		if m.next < len(list) && list[m.next].area == area {
			m.next++
			return m.next - 1
		}
		return -1
	}
	for i := m.next; i < min(len(list), m.next+maxLook); i++ {
		if a := &list[i]; a.area == area && a.ref == refOf(ref) {
			m.next = i + 1
			return i
		}
	}
	return -1
}

// add takes a link, which is an anchor or has no place.
func (m *Maker) add(ref []byte, at int) {
	position := int32(1)
	if n := len(m.list); n > 0 {
		position = m.list[n-1].position + 1
	}
	x := &m.anchors
	held := int64(len(x.list))*anchorBytes + int64(len(x.open.nodes))*nodeBytes
	if !x.memory.Room(held + int64(len(m.list)+1)*linkBytes + int64(len(m.targets)+len(ref)+len(m.resolver.Base()))) {
		return
	}
	if len(m.targets) > mostTargets {
		x.memory.Refused = true
		return
	}
	from := len(m.targets)
	var err error
	if m.targets, err = m.resolver.Resolve(m.targets, ref); err != nil {
		m.miss(err)
	}
	l := link{to: int32(len(m.targets)), position: position, member: -1, anchor: int32(at)}
	if at >= 0 && err == nil && x.list[at].node >= 0 && !x.list[at].area {
		l.member = int32(len(m.members))
		m.members = append(m.members, member{node: x.list[at].node, target: maphash.Bytes(m.seed, m.targets[from:])})
	}
	m.list = append(m.list, l)
}

// miss counts a link that leads to no page.
func (m *Maker) miss(err error) {
	switch err {
	case urls.ErrScheme:
		m.Counts[links.NoWeb]++
	case urls.ErrLong:
		m.Counts[links.TooLong]++
	default:
		m.Counts[links.Invalid]++
	}
}

// write appends the lines of the links.
func (m *Maker) write(dst []byte, alone bool) []byte {
	if !m.leads {
		m.Groups += int64(m.group.group(m.anchors.open.nodes, m.members))
	}
	from, rows := int32(0), int64(0)
	for i := range m.list {
		l := &m.list[i]
		if l.to > from {
			dst = m.line(dst, l, m.targets[from:l.to])
			rows++
			if m.opt.Full != nil && len(dst) > manyLines {
				dst = m.opt.Full(dst)
			}
		}
		from = l.to
	}
	m.Counts[links.Links] += rows
	m.Counts[links.Rows] += rows
	if rows == 0 && alone {
		m.Counts[links.Rows]++
		dst = append(append(dst, m.prefix...), "\t\t\t\t\t\t\n"...)
	}
	return dst
}

// line appends the line of a link.
func (m *Maker) line(dst []byte, l *link, target []byte) []byte {
	dst = append(append(append(dst, m.prefix...), target...), '\t')
	if m.leads {
		return append(dst, "\t\t\t\t\t\n"...)
	}
	dst = append(strconv.AppendInt(dst, int64(l.position), 10), '\t')
	if in := l.member; in >= 0 && m.members[in].group > 0 {
		g := &m.members[in]
		m.Grouped++
		dst = append(strconv.AppendInt(dst, int64(g.group), 10), '\t')
		dst = append(strconv.AppendInt(dst, int64(g.up), 10), '\t')
		dst = append(hashes.AppendHex(dst, m.anchors.open.nodes[g.meets].place), '\t')
	} else {
		dst = append(dst, "\t\t\t"...)
	}
	if l.anchor < 0 || m.anchors.list[l.anchor].node < 0 {
		return append(dst, '\t', '\n')
	}
	a := &m.anchors.list[l.anchor]
	return append(hashes.AppendHex(append(hashes.AppendHex(dst, a.place), '\t'), a.label), '\n')
}
