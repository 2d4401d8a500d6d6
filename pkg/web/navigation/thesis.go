package navigation

import (
	"cmp"
	"encoding/binary"

	"webmill/pkg/hashes"
	"webmill/pkg/par"
	"webmill/pkg/web/harmony"
)

// hostShare is the part of the memory that a host may take, for the method of the thesis. Up to two such parts are hosts that are
// judged, two more are what the workers need.
const hostShare = 8

const listedBytes = 16 // of a link in the array of targets

// display stands for the label of a link and for its display.
func display(label, at uint64) uint64 {
	return label>>33<<32 | hashes.Mix(label+hashes.Mix(at))>>33
}

// putListed notes a group of the page for the method of the thesis: how many links it has, and the links.
func (j *Job) putListed(members []member) error {
	p, from := &j.page, j.stored
	binary.LittleEndian.PutUint64(j.targets.Slot(j.stored), uint64(len(members)))
	for i := range members {
		m := &members[i]
		key := keyOf(m.target)
		target := uint64(long(key[:])) << 1
		if m.inside {
			target |= 1
		}
		j.stored++
		slot := j.targets.Slot(j.stored)
		binary.LittleEndian.PutUint64(slot, target)
		binary.LittleEndian.PutUint64(slot[8:], m.place)
	}
	j.stored++
	j.Stats.Groups++
	number := key{high(j.Stats.Groups), low(j.Stats.Groups)}
	return put(j.groups, keyOf(p.host), keyOf(p.key), number, high(from), low(from))
}

// thesis judges the groups of one host after the other.
func (j *Job) thesis() error {
	if err := j.tables.Sort(&j.groups); err != nil {
		return err
	}
	defer j.groups.Free()
	r := newReader(j.groups)
	var b batch
	for r.rec != nil {
		b.hosts, b.bytes, b.largest, b.groups = b.hosts[:0], 0, 0, b.groups[:0]
		for r.rec != nil && b.bytes < j.opt.Memory/hostShare {
			if h := b.next(); j.readHost(r, h) {
				b.add(h)
			}
		}
		if err := cmp.Or(r.in.Err(), j.store.Err()); err != nil {
			return err
		}
		if err := j.judgeAll(&b); err != nil {
			return err
		}
	}
	return cmp.Or(r.in.Err(), j.store.Err())
}

// batch is hosts that are judged together.
type batch struct {
	made           []*harmony.Host
	hosts          []*harmony.Host
	bytes, largest int64
	groups         []judged
}

// judged is a group of a host, and what was found of it.
type judged struct {
	host    *harmony.Host
	group   int
	verdict harmony.Verdict
}

const judgedBytes = 48

// next is an empty host.
func (b *batch) next() *harmony.Host {
	if len(b.hosts) == len(b.made) {
		b.made = append(b.made, &harmony.Host{})
	}
	h := b.made[len(b.hosts)]
	h.Reset()
	return h
}

func (b *batch) add(h *harmony.Host) {
	h.End()
	b.hosts = append(b.hosts, h)
	b.bytes += h.Bytes()
	b.largest = max(b.largest, h.Bytes())
	for g := range h.Groups() {
		b.groups = append(b.groups, judged{host: h, group: g})
	}
}

// readHost reads the groups of the next host. ok is false if it is too large; then its groups have their verdict.
func (j *Job) readHost(r *reader, h *harmony.Host) (ok bool) {
	var host [oneKey]int32
	copy(host[:], r.rec)
	tooLarge := harmony.Verdict{Reason: harmony.TooLarge}
	limit := j.opt.Memory / hostShare
	for ok = true; r.at(host[:]); r.next() {
		number := long(r.rec[listedNumber:]) - 1
		switch {
		case number < 0 && ok:
			h.Page(uint64(long(r.rec[groupPage:])))
		case number >= 0 && !ok:
			j.putVerdict(number, tooLarge)
		case number >= 0:
			j.readGroup(h, number, long(r.rec[listedFrom:]), limit)
		}
		if ok && h.Bytes()+int64(h.Groups())*judgedBytes > limit {
			ok = false
			j.Stats.LargeHosts++
			for g := range h.Groups() {
				j.putVerdict(h.Number(g), tooLarge)
			}
			h.Reset()
		}
	}
	return ok
}

// readGroup reads a group, as far as the host is not too large.
func (j *Job) readGroup(h *harmony.Host, number, from, limit int64) {
	links := int64(binary.LittleEndian.Uint64(j.targets.Read(from)))
	h.Group(number)
	for i := from + 1; i <= from+links && h.Bytes() <= limit; i++ {
		slot := j.targets.Read(i)
		target, what := binary.LittleEndian.Uint64(slot), binary.LittleEndian.Uint64(slot[8:])
		h.Member(target>>1, target&1 != 0, int32(what>>32), int32(what&(1<<31-1)))
	}
}

// judgeAll judges the groups of some hosts. How many workers there are, and who judges what, means nothing to the verdicts.
func (j *Job) judgeAll(b *batch) error {
	each := harmony.SearchBytes + 2*b.largest
	workers := int(min(int64(j.opt.Threads), int64(len(b.groups)), max(1, j.opt.Memory*2/hostShare/each)))
	searches := make([]*harmony.Search, workers)
	err := par.Each(workers, len(b.groups), func(worker int) func(int) error {
		s := harmony.NewSearch(*j.opt.Thesis)
		searches[worker] = s
		var at *harmony.Host
		return func(i int) error {
			g := &b.groups[i]
			if g.host != at {
				at = g.host
				s.Begin(at)
			}
			g.verdict = s.Judge(g.group)
			return nil
		}
	})
	for _, s := range searches {
		if s != nil {
			j.Stats.Search.Add(s.Counts)
		}
	}
	for i := range b.groups {
		g := &b.groups[i]
		j.putVerdict(g.host.Number(g.group), g.verdict)
	}
	return cmp.Or(err, j.store.Err())
}

// putVerdict keeps what was found of a group in 8 bytes. Large numbers become the largest one that there is space for.
func (j *Job) putVerdict(group int64, v harmony.Verdict) {
	j.Stats.Reasons[v.Reason]++
	binary.LittleEndian.PutUint64(j.placed.Slot(group),
		uint64(v.Reason)<<56|uint64(min(v.Neighbours, 1<<24-1))<<32|uint64(min(v.Choices, 1<<32-1)))
}

func (j *Job) verdictOf(group int64) harmony.Verdict {
	v := j.marksOf(group)
	neighbours, choices := int32(v>>32&(1<<24-1)), int64(v&(1<<32-1))
	return harmony.Verdict{Reason: harmony.Reason(v >> 56), Neighbours: neighbours, Choices: choices}
}

// labelOf is the label of the links of a group.
func labelOf(r harmony.Reason) Label {
	switch {
	case r == harmony.NavigationFound:
		return Navigation
	case r == harmony.OutsiderFound:
		return Outsider
	case r >= harmony.Missing:
		return Undecided
	}
	return Content
}
