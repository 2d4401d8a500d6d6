package navigation

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strconv"

	"webmill/pkg/ascii"
	"webmill/pkg/extmem"
	"webmill/pkg/spill"
	"webmill/pkg/web/harmony"
	"webmill/pkg/web/linkgroups"
	"webmill/pkg/web/urls"
)

// Job is the links of a crawl.
type Job struct {
	Stats Stats

	opt    Options
	seed   maphash.Seed
	spool  spool
	tables extmem.Tables

	// Their columns are in keys.go.
	atPlaces extmem.Table // (host, place, page by URL, page, links): a record for a page, and one for each of its places
	links    extmem.Table // (host, place, target, page, number of the link)
	groups   extmem.Table // (host, page by URL, place, group + 1), or (…, group + 1, where it is in targets); zeros: a page itself
	asked    extmem.Table // (host, target, place, class)
	hits     extmem.Table // (page, number of the link, and common.with, pages, links; pages with the target)

	store   *spill.Pages
	classes *spill.Array
	targets *spill.Array
	placed  *spill.Array // by group: its class, and marks
	stored  int64        // targets
	known   []known
	sorted  []uint64
	pairs   []pair
	bufs    buffers

	stripped []byte // a URL without its session id

	page pageAtHand
	most int // links of a page whose groups are judged
}

// pageAtHand is the page whose lines come.
type pageAtHand struct {
	url     []byte
	host    uint64
	key     uint64
	counts  map[uint64]int32 // links by place
	members []member
	groups  int32
	links   int32
	last    int32 // the position of the link before
}

// member is a link in a group of the page.
type member struct {
	target uint64
	place  uint64 // of the group; with Options.Thesis, what stands for label and display
	group  int32
	inside bool // the target is on the host
}

const (
	memberBytes = 24
	groupBytes  = 8
	mostPlaces  = 1 << 12 // of a page that are counted at a time
	mostKnown   = 1 << 18
)

// Marks of a group, above its class.
const (
	linksSelf = 1 << (61 + iota) // it leads to its own page
	linksHost                    // and to another one of the host
	isLinked                     // a group of another page that is alike leads to its page
	classMask = 1<<61 - 1
)

// New begins a Job.
func New(opt Options) (*Job, error) {
	j := &Job{opt: opt, seed: maphash.MakeSeed(), spool: spool{Waiting: spill.NewWaiting(opt.Room)}}
	j.tables.Room, j.page.counts = opt.Room, map[uint64]int32{}
	j.most = int(opt.Memory / 32 / memberBytes)
	if opt.Mutual {
		j.known = make([]known, min(mostKnown, max(64, opt.Memory/64/16)))
		j.pairs = make([]pair, len(j.known)/2)
	}
	var err error
	if j.store, err = spill.NewPages(opt.With(max(spill.LeastPages, opt.Memory/8))); err != nil {
		return nil, err
	}
	j.classes, j.targets, j.placed = j.store.NewArray(classBytes), j.store.NewArray(8), j.store.NewArray(groupBytes)
	if opt.Thesis != nil {
		j.targets = j.store.NewArray(listedBytes)
	}
	const wide = threeKeys + 2
	widths := [...]int{wide, wide, wide, wide, hitCols}
	for i, t := range []*extmem.Table{&j.atPlaces, &j.links, &j.groups, &j.asked, &j.hits} {
		if *t, err = j.tables.New(widths[i]); err != nil {
			j.Close()
			return nil, err
		}
	}
	return j, nil
}

// Close frees what the job holds.
func (j *Job) Close() {
	j.spool.Close()
	j.store.Close()
	j.tables.Free()
}

var (
	errMany   = errors.New("has more pages than 2147483647")
	errLinks  = errors.New("is of a page with more links than 2147483647")
	errFields = fmt.Errorf("has not the %d fields of link-groups", len(linkgroups.Columns))
)

func (j *Job) hash(text []byte) uint64 { return maphash.Bytes(j.seed, text) }

// Add takes a line of linkgroups.Maker, with its end or without. The lines of a page stand together. Where positions begin again,
// the page does, as where an archive has it twice.
func (j *Job) Add(line []byte) error {
	var f [8][]byte
	line = bytes.TrimSuffix(line, []byte{'\n'})
	for i := range f {
		end := bytes.IndexByte(line, '\t')
		if end < 0 != (i == len(f)-1) {
			return errFields
		}
		if end < 0 {
			end = len(line)
		}
		f[i], line = line[:end], line[min(end+1, len(line)):]
	}
	if len(f[0]) == 0 {
		return errFields
	}
	position, err := number(f[2])
	if err != nil || (position > 0) != (len(f[1]) > 0) {
		return errFields
	}
	if !bytes.Equal(f[0], j.page.url) || position <= j.page.last {
		if err := j.begin(f[0]); err != nil {
			return err
		}
	}
	if j.page.last = position; position == 0 {
		return nil
	}
	group, err1 := number(f[3])
	groupPlace, err2 := place(f[5])
	at, err3 := place(f[6])
	label, err4 := place(f[7])
	if err := errors.Join(err1, err2, err3, err4); err != nil || group > 0 != (groupPlace > 0) {
		return errFields
	}
	if j.opt.Thesis != nil && group > 0 {
		groupPlace = display(label, at)
	}
	return j.link(f[1], group, groupPlace, at)
}

func number(text []byte) (n int32, err error) {
	if len(text) == 0 {
		return 0, nil
	}
	v, err := strconv.ParseInt(string(text), 10, 32)
	if err == nil && v <= 0 {
		err = errFields
	}
	return int32(v), err
}

// place reads a hash; 0 stands for none.
func place(text []byte) (h uint64, err error) {
	if len(text) == 0 {
		return 0, nil
	}
	if len(text) != 16 {
		return 0, errFields
	}
	const small = 'a' - 'A' // the bit that digits and small letters have, and capitals lack
	bad := uint8(0)
	for _, c := range text {
		v := ascii.Hex[c]
		h, bad = h<<4|uint64(v&15), bad|v|^c&small
	}
	if bad > 15 {
		return 0, errFields
	}
	return max(h, 1), nil
}

// begin begins a page.
func (j *Job) begin(url []byte) error {
	if err := j.end(); err != nil {
		return err
	}
	if j.Stats.Pages == 1<<31-1 {
		return errMany
	}
	p := &j.page
	p.url = append(p.url[:0], url...)
	p.host, p.key, p.groups, p.links, p.last = j.hash(urls.Authority(url)), j.hash(url), 0, 0, 0
	j.Stats.Pages++
	return j.spool.put(newPage, url)
}

// link takes a link of the page.
func (j *Job) link(target []byte, group int32, groupPlace, at uint64) error {
	p := &j.page
	if p.links == 1<<31-1 {
		return errLinks
	}
	if group > p.groups+1 {
		return fmt.Errorf("%w: the groups of a page are not numbered from 1 on", errFields)
	}
	p.groups = max(p.groups, group)
	inside := bytes.Equal(urls.Authority(target), urls.Authority(p.url))
	t := j.hash(target)
	if err := j.spool.put(noGroup+uint64(group), target); err != nil {
		return err
	}
	if j.hasSession(target) {
		j.Stats.Sessions++
	}
	if at > 0 && j.opt.Place {
		h, a, k := keyOf(p.host), keyOf(at), keyOf(t)
		if err := j.links.Put(h[0], h[1], a[0], a[1], k[0], k[1], int32(j.Stats.Pages), p.links); err != nil {
			return err
		}
		if p.counts[at]++; len(p.counts) > mostPlaces {
			if err := j.putPlaces(); err != nil {
				return err
			}
		}
	}
	p.links++
	j.Stats.Links++
	if group > 0 && (j.opt.Mutual || j.opt.Thesis != nil) && len(p.members) <= j.most {
		p.members = append(p.members, member{t, groupPlace, group, inside})
	}
	return nil
}

// hasSession reports whether a URL has a session id, which gives each visit targets of its own.
func (j *Job) hasSession(url []byte) bool {
	if bytes.IndexByte(url, '?') < 0 && bytes.IndexByte(url, ';') < 0 {
		return false
	}
	j.stripped = urls.StripSessions(j.stripped[:0], url)
	return len(j.stripped) < len(url)
}

// putPlaces writes how many links each place of the page has had since the last call.
func (j *Job) putPlaces() error {
	h, u := keyOf(j.page.host), keyOf(j.page.key)
	for at, n := range j.page.counts {
		a := keyOf(at)
		if err := j.atPlaces.Put(h[0], h[1], a[0], a[1], u[0], u[1], int32(j.Stats.Pages), n); err != nil {
			return err
		}
	}
	clear(j.page.counts)
	return nil
}

// end ends the page at hand.
func (j *Job) end() error {
	p := &j.page
	if j.Stats.Pages == 0 {
		return nil
	}
	h, u := keyOf(p.host), keyOf(p.key)
	if err := j.atPlaces.Put(h[0], h[1], 0, 0, u[0], u[1], int32(j.Stats.Pages), 0); err != nil {
		return err
	}
	if long := j.opt.Thesis != nil && len(p.members) > j.most; !long { // a page without its groups is one that was not crawled
		if err := j.groups.Put(h[0], h[1], u[0], u[1], 0, 0, 0, 0); err != nil {
			return err
		}
	}
	if err := j.putPlaces(); err != nil {
		return err
	}
	err := j.putGroups()
	p.members = p.members[:0]
	return cmp.Or(err, j.store.Err())
}

// putGroups notes the groups of the page.
func (j *Job) putGroups() error {
	p := &j.page
	if len(p.members) > j.most {
		j.Stats.LongPages++
		for range p.groups {
			if j.opt.Thesis != nil {
				j.putVerdict(j.Stats.Groups, harmony.Verdict{Reason: harmony.TooLarge})
			} else {
				binary.LittleEndian.PutUint64(j.placed.Slot(j.Stats.Groups), classMask)
			}
			j.Stats.Groups++
		}
		return nil
	}
	slices.SortStableFunc(p.members, func(a, b member) int { return int(a.group - b.group) })
	for at := 0; at < len(p.members); {
		end := at + 1
		for end < len(p.members) && p.members[end].group == p.members[at].group {
			end++
		}
		if err := j.putGroup(p.members[at:end]); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// putGroup notes a group of the page, whose members are in order.
func (j *Job) putGroup(members []member) error {
	if j.opt.Thesis != nil {
		return j.putListed(members)
	}
	p := &j.page
	targets, marks := j.bufs.group[:0], uint64(0)
	for i := range members {
		m := &members[i]
		targets = append(targets, m.target)
		switch {
		case m.inside && m.target == p.key:
			marks |= linksSelf
		case m.inside:
			marks |= linksHost
		}
	}
	j.bufs.group = targets
	at := members[0].place
	id, isNew := j.classOf(at, targets)
	binary.LittleEndian.PutUint64(j.placed.Slot(j.Stats.Groups), uint64(id)|marks)
	j.Stats.Groups++
	h, u, a := keyOf(p.host), keyOf(p.key), keyOf(at)
	if err := j.groups.Put(h[0], h[1], u[0], u[1], a[0], a[1], high(j.Stats.Groups), low(j.Stats.Groups)); err != nil || !isNew {
		return err
	}
	inside := j.bufs.inside[:0]
	for i := range members {
		if members[i].inside {
			inside = append(inside, members[i].target)
		}
	}
	inside = distinct(inside)
	j.bufs.inside = inside
	for _, t := range inside {
		k := keyOf(t)
		if err := j.asked.Put(h[0], h[1], k[0], k[1], a[0], a[1], high(id), low(id)); err != nil {
			return err
		}
	}
	return nil
}
