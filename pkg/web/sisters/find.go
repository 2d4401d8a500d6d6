package sisters

import (
	"webmill/pkg/extmem"
	"webmill/pkg/tuple"
)

// find finds the sisters of all pages.
func (j *Job) find() error {
	owners, err := j.owners()
	if err != nil {
		return err
	}
	defer owners.free()
	if err := j.dropSameURL(); err != nil {
		return err
	}
	if j.opt.Kind != Links {
		return j.group()
	}
	pairs, err := j.linked(owners)
	if err != nil {
		return err
	}
	err = j.first(pairs)
	pairs.free()
	if err != nil || j.opt.Method == Lev {
		return err
	}
	return j.listWords()
}

// owners sorts the keys of the pages, each with the first page that has it, and notes the others.
func (j *Job) owners() (owners table, err error) {
	if err = j.sort(&j.own, false, 0, 1, 2, 3); err != nil {
		return owners, err
	}
	defer j.own.free()
	if owners, err = j.table(keyInts + 1); err != nil {
		return owners, err
	}
	last, any := key{}, false
	err = j.own.each(func(rec []int32) error {
		if k := key(rec[:keyInts]); !any || k != last {
			last, any = k, true
			return owners.put(rec...)
		}
		j.Stats.SameURL++
		return j.sameURL.put(rec[keyInts])
	})
	if err == nil {
		err = j.sort(&j.sameURL, false, 0)
	}
	return owners, err
}

// dropSameURL removes the pages whose URL an earlier page has from what was found.
func (j *Job) dropSameURL() (err error) {
	if j.sameURL.ints.Len() == 0 {
		return nil
	}
	all := j.found
	defer all.free()
	if j.found, err = j.table(all.width); err != nil {
		return err
	}
	return extmem.Semi(j.found.ints, extmem.Input{Input: all.input(), Width: all.width, Key: []int{keyInts}},
		extmem.Input{Input: j.sameURL.input(), Width: 1, Key: []int{0}}, true)
}

// linked makes pairs (page, number of the link, sister) of what was found, in order.
func (j *Job) linked(owners table) (pairs table, err error) {
	if err = j.sort(&j.found, false, 0, 1, 2); err != nil {
		return pairs, err
	}
	defer j.found.free()
	if pairs, err = j.table(3); err != nil {
		return pairs, err
	}
	join := extmem.Join{
		Left:   extmem.Input{Input: j.found.input(), Width: keyInts + 2, Key: []int{0, 1, 2}},
		Right:  extmem.Input{Input: owners.input(), Width: keyInts + 1, Key: []int{0, 1, 2}, Unique: true},
		Fields: []extmem.Field{{Side: 0, Col: keyInts}, {Side: 0, Col: keyInts + 1}, {Side: 1, Col: keyInts}},
		Room:   j.opt.With(j.opt.Memory / tableShare),
	}
	if err = join.Run(pairs.ints); err == nil {
		err = j.sort(&pairs, false, 0, 1)
	}
	if err != nil || j.opt.Depth <= 1 {
		return pairs, err
	}
	links := pairs
	defer links.free()
	for range j.opt.Depth - 1 {
		nearer := pairs.ints.Len()
		if err := j.deepen(&pairs, links); err != nil {
			return pairs, err
		}
		if pairs.ints.Len() == nearer {
			break
		}
	}
	return pairs, nil
}

// deepen adds the sisters of sisters to pairs, behind those that are nearer. At first, pairs are the links.
func (j *Job) deepen(pairs *table, links table) error {
	bySister, err := j.table(3)
	if err == nil {
		err = j.sortTo(bySister.ints, *pairs, false, 2, 0, 1)
	}
	if err != nil {
		return err
	}
	defer bySister.free()
	all, err := j.table(5) // page, sister, 0 for those that are known, number, number of the link of the sister
	if err != nil {
		return err
	}
	join := extmem.Join{
		Left:   extmem.Input{Input: bySister.input(), Width: 3, Key: []int{2}},
		Right:  extmem.Input{Input: links.input(), Width: 3, Key: []int{0}},
		Fields: []extmem.Field{{Side: 0, Col: 0}, {Side: 1, Col: 2}, {Side: 0, Col: 1}, {Side: 1, Col: 1}},
		Room:   j.opt.With(j.opt.Memory / tableShare),
	}
	err = join.Run(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[4:] {
			if page, sister := block[0], block[1]; page != sister {
				if err := all.put(page, sister, 1, block[2], block[3]); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	if err == nil {
		err = pairs.each(func(rec []int32) error { return all.put(rec[0], rec[2], 0, rec[1], 0) })
	}
	if *pairs != links {
		pairs.free()
	}
	if err == nil {
		err = j.sort(&all, true, 0, 1) // the first record of a pair is that of the shortest way
	}
	if err == nil {
		err = j.sort(&all, false, 0, 2, 3, 4)
	}
	if err == nil {
		*pairs, err = j.numbered(all)
	}
	all.free()
	return err
}

// numbered makes pairs (page, number, sister) of records in their order, whose first two columns are page and sister.
func (j *Job) numbered(all table) (pairs table, err error) {
	if pairs, err = j.table(3); err != nil {
		return pairs, err
	}
	page, n := int32(-1), int32(0)
	return pairs, all.each(func(rec []int32) error {
		if rec[0] != page {
			page, n = rec[0], 0
		}
		n++
		return pairs.put(page, n, rec[1])
	})
}

// first keeps the first sisters of each page.
func (j *Job) first(pairs table) error {
	page, n := int32(-1), 0
	return pairs.each(func(rec []int32) error {
		if rec[0] != page {
			page, n = rec[0], 0
		}
		if n++; j.opt.Most > 0 && n > j.opt.Most {
			return nil
		}
		j.Stats.Pairs++
		return j.pairs.put(rec[0], int32(n), rec[2])
	})
}
