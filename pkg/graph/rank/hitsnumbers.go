package rank

import (
	"webmill/pkg/arena"
	"webmill/pkg/idset"
)

// number numbers the targets and the sources. The sets of the links are not needed any more.
func (b *hitsBuilder) number() error {
	s, l := b.hits, b.links
	if b.opt.Root == nil && !b.dropsUnlike() {
		s.targets.pages, l.linked = l.linked, idset.Set{}
		s.sources.pages, *l.core = *l.core, idset.Set{}
	} else {
		for _, set := range []struct{ to, from *idset.Set }{{&s.targets.pages, &l.linked}, {&s.sources.pages, l.core}} {
			for id := range set.from.All {
				if s.pages.Has(id) {
					set.to.Add(id)
				}
			}
			if err := b.checkMemory(s.sets()); err != nil {
				return err
			}
		}
		l.pages.Free()
		l.linked.Free()
		l.core.Free()
	}
	s.targets.pages.Index()
	s.sources.pages.Index()
	return nil
}

// hostsRetry times the memory is what a user is told to try if the hosts of one side do not fit. They are not read to their end,
// so what they need is not known. Twice the memory has twice the share for them.
const hostsRetry = 2

// byNumber makes the hosts and the similarities by number.
func (b *hitsBuilder) byNumber() error {
	if b.opt.Hosts != nil && (b.opt.HostMost > 0 || b.opt.HostShare) {
		if err := b.opt.Hosts.together(); err != nil {
			return err
		}
	}
	if err := b.describe(&b.hits.targets); err != nil {
		return err
	}
	return b.describe(&b.hits.sources)
}

// describe makes what is known of the pages of a side.
func (b *hitsBuilder) describe(side *hitsSide) (err error) {
	if b.opt.Similar != nil {
		if side.words, err = arena.Words((side.pages.Len() + 1) / 2); err != nil {
			return err
		}
		side.similar = arena.View[float32](side.words)
		i := 0
		for id := range side.pages.All {
			side.similar[i] = float32(b.opt.Similar.of(id))
			i++
		}
	}
	if b.opt.Hosts == nil {
		return nil
	}
	side.hosts = &Hosts{Name: b.opt.Hosts.Name}
	host, i := hostFinder{hosts: b.opt.Hosts}, int32(0)
	for id := range side.pages.All {
		of, err := host.of(id)
		if err != nil {
			return err
		}
		side.hosts.Add(i, of)
		i++
		if side.hosts.Bytes() > max(b.left/hostsDivisor, 1<<20) {
			return errMemory(hostsRetry * b.links.room.Memory)
		}
	}
	return nil
}
