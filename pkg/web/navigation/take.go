package navigation

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"

	"webmill/pkg/extmem"
	"webmill/pkg/spill"
	"webmill/pkg/urls"
	"webmill/pkg/web/harmony"
)

// Job is the links of a crawl.
type Job struct {
	Stats Stats

	opt    Options
	seed   maphash.Seed
	spool  spool
	lines  linesAtHand
	tables extmem.Tables
	halves [2]extmem.Tables // what the rules sort, each with half of the memory

	// Their columns are in keys.go.
	atPlaces extmem.Table // (host, place, page by URL, page, links): a record for a page, and one for each of its places
	links    extmem.Table // (host, place, target, page, number of the link)
	groups   extmem.Table // (host, page by URL, place, group + 1), or (…, group + 1, where it is in targets); zeros: a page itself
	asked    extmem.Table // (host, target, place, class)
	hits     extmem.Table // (page, number of the link, and common.with, pages, links; pages with the target)

	store   *spill.Arrays
	classes *spill.Array
	targets *spill.Array
	placed  *spill.Array // by group: its class, and marks
	stored  int64        // targets
	known   []known
	sorted  []uint64
	pairs   []pair
	bufs    buffers

	aliases  aliases
	stripped []byte // a URL without its session id

	page pageAtHand
	most int // links of a page whose groups are judged
}

// pageAtHand is the page whose links are taken.
type pageAtHand struct {
	open    bool   // it is a page, and more links may come
	number  int32  // from 1 on, with the URLs that lead on
	url     []byte // of which site is a part
	site    []byte
	host    uint64 // the site, as a hash
	key     uint64
	counts  map[uint64]int32 // links by place
	members []member
	groups  int32
	links   int32
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
	j := &Job{opt: opt, seed: maphash.MakeSeed(), spool: spool{file: spill.NewWaiting(opt.Room)}}
	j.tables.Room, j.page.counts = opt.Room, map[uint64]int32{}
	j.halves[0].Room = opt.With(opt.Memory / 2)
	j.halves[1].Room = j.halves[0].Room
	j.most = int(opt.Memory / 32 / memberBytes)
	if opt.Mutual {
		j.known = make([]known, min(mostKnown, max(64, opt.Memory/64/16)))
		j.pairs = make([]pair, len(j.known)/2)
	}
	var err error
	if j.store, err = spill.NewArrays(opt.With(max(spill.LeastArrays, opt.Memory/8))); err != nil {
		return nil, err
	}
	targetBytes := 8
	if opt.Thesis != nil {
		targetBytes = listedBytes
	}
	j.classes, j.targets, j.placed = j.store.NewArray(classBytes), j.store.NewArray(targetBytes), j.store.NewArray(groupBytes)
	a := &j.aliases
	widths := [...]int{wide, wide, wide, wide, hitCols, threeKeys, oneKey}
	for i, t := range []*extmem.Table{&j.atPlaces, &j.links, &j.groups, &j.asked, &j.hits, &a.redirects, &a.pages} {
		if *t, err = j.tables.New(widths[i]); err != nil {
			j.Close()
			return nil, err
		}
	}
	return j, nil
}

// Close frees what the job holds.
func (j *Job) Close() {
	j.spool.file.Close()
	j.store.Close()
	j.tables.Free()
	j.halves[0].Free()
	j.halves[1].Free()
}

// take takes the pages and links that wait.
func (j *Job) take() error {
	if err := j.joinRedirects(); err != nil {
		return err
	}
	err := j.spool.each(func(e *entry) error {
		if e.kind >= noGroup {
			return j.link(e)
		}
		return j.begin(e)
	})
	if err != nil {
		return err
	}
	return j.end()
}

// begin begins a page, or a URL that leads on.
func (j *Job) begin(e *entry) error {
	if err := j.end(); err != nil {
		return err
	}
	p := &j.page
	p.number++
	p.groups, p.links, p.open = 0, 0, e.kind == newPage
	if p.open {
		p.url = append(p.url[:0], e.url...)
		p.site = j.opt.Site.of(p.url)
		p.host, p.key = j.hash(p.site), j.hash(p.url)
		j.Stats.Pages++
	}
	return nil
}

// target is the key of the URL to which a link of the page leads, behind redirects, and whether that is on the site of the page.
func (j *Job) target(url []byte) (key uint64, inside bool) {
	key = j.hash(url)
	if to, site, ok := j.aliases.end(key); ok {
		return to, site == j.page.host
	}
	return key, bytes.Equal(j.opt.Site.of(url), j.page.site)
}

// hash is a number of 62 bits.
func (j *Job) hash(text []byte) uint64 { return max(1, maphash.Bytes(j.seed, text)>>2) }

// link takes a link of the page.
func (j *Job) link(e *entry) error {
	p := &j.page
	group, at := int32(e.kind-noGroup), e.at
	p.groups = max(p.groups, group)
	j.Stats.Links++
	if j.hasSession(e.url) {
		j.Stats.Sessions++
	}
	if !p.open { // it leads on
		return nil
	}
	t, inside := j.target(e.url)
	if at > 0 && j.opt.Place {
		if err := put(j.links, keyOf(p.host), keyOf(at), keyOf(t), p.number, p.links); err != nil {
			return err
		}
		if p.counts[at]++; len(p.counts) > mostPlaces {
			if err := j.putPlaces(); err != nil {
				return err
			}
		}
	}
	p.links++
	if group > 0 && (j.opt.Mutual || j.opt.Thesis != nil) && len(p.members) <= j.most {
		p.members = append(p.members, member{t, e.place, group, inside})
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
		if err := put(j.atPlaces, h, keyOf(at), u, j.page.number, n); err != nil {
			return err
		}
	}
	clear(j.page.counts)
	return nil
}

// end ends the page at hand.
func (j *Job) end() error {
	p := &j.page
	if !p.open {
		return nil
	}
	p.open = false
	h, u := keyOf(p.host), keyOf(p.key)
	if err := put(j.atPlaces, h, key{}, u, p.number, 0); err != nil {
		return err
	}
	if long := j.opt.Thesis != nil && len(p.members) > j.most; !long { // a page without its groups is one that was not crawled
		if err := put(j.groups, h, u, key{}, 0, 0); err != nil {
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
	if err := put(j.groups, h, u, a, high(j.Stats.Groups), low(j.Stats.Groups)); err != nil || !isNew {
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
		if err := put(j.asked, h, keyOf(t), a, high(id), low(id)); err != nil {
			return err
		}
	}
	return nil
}
