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
	defer owners.Free()
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
	pairs.Free()
	if err != nil || j.opt.Method == Lev {
		return err
	}
	return j.listWords()
}

// owners sorts the keys of the pages, each with the first page that has it, and notes the others.
func (j *Job) owners() (owners extmem.Table, err error) {
	if err = j.tables.Sort(&j.own, 0, 1, 2, keyPage); err != nil {
		return owners, err
	}
	defer j.own.Free()
	if owners, err = j.tables.New(keyPage + 1); err != nil {
		return owners, err
	}
	last, any := key{}, false
	err = j.own.Each(func(rec []int32) error {
		if k := key(rec[:keyInts]); !any || k != last {
			last, any = k, true
			return owners.Put(rec...)
		}
		j.Stats.SameURL++
		return j.sameURL.Put(rec[keyPage])
	})
	if err == nil {
		err = j.tables.Sort(&j.sameURL, 0)
	}
	return owners, err
}

// dropSameURL removes the pages whose URL an earlier page has from what was found.
func (j *Job) dropSameURL() (err error) {
	if j.sameURL.Ints.Len() == 0 {
		return nil
	}
	all := j.found
	defer all.Free()
	if j.found, err = j.tables.New(all.Width); err != nil {
		return err
	}
	return extmem.Semi(j.found.Ints, all.Input(keyPage), j.sameURL.Input(0), true)
}

// linked makes pairs (page, number of the link, sister) of what was found, in order.
func (j *Job) linked(owners extmem.Table) (pairs extmem.Table, err error) {
	if err = j.tables.Sort(&j.found, 0, 1, 2); err != nil {
		return pairs, err
	}
	defer j.found.Free()
	if pairs, err = j.tables.New(pairCols); err != nil {
		return pairs, err
	}
	join := extmem.Join{
		Left:   j.found.Input(0, 1, 2),
		Right:  owners.Input(0, 1, 2),
		Fields: []extmem.Field{{Side: 0, Col: keyPage}, {Side: 0, Col: keyNumber}, {Side: 1, Col: keyPage}},
		Room:   j.opt.With(j.opt.Memory / extmem.TableShare),
	}
	join.Right.Unique = true
	if err = join.Run(pairs.Ints); err == nil {
		err = j.tables.Sort(&pairs, pairPage, pairNumber)
	}
	if err != nil || j.opt.Depth <= 1 {
		return pairs, err
	}
	links := pairs
	defer links.Free()
	for range j.opt.Depth - 1 {
		nearer := pairs.Ints.Len()
		if err := j.deepen(&pairs, links); err != nil {
			return pairs, err
		}
		if pairs.Ints.Len() == nearer {
			break
		}
	}
	return pairs, nil
}

// Columns of the sisters of sisters, with those that are nearer.
const (
	deepPage = iota
	deepSister
	deepNew    // 0: a nearer one
	deepNumber // of the sister whose sister it is; of a nearer one, its own
	deepLink   // the number of the link of that sister
	deepCols
)

// deepen adds the sisters of sisters to pairs, behind those that are nearer. At first, pairs are the links.
func (j *Job) deepen(pairs *extmem.Table, links extmem.Table) error {
	bySister, err := j.tables.New(pairCols)
	if err == nil {
		err = j.tables.SortTo(bySister.Ints, *pairs, pairSister, pairPage, pairNumber)
	}
	if err != nil {
		return err
	}
	defer bySister.Free()
	all, err := j.tables.New(deepCols)
	if err != nil {
		return err
	}
	join := extmem.Join{
		Left:  bySister.Input(pairSister),
		Right: links.Input(pairPage),
		Fields: []extmem.Field{
			{Side: 0, Col: pairPage}, {Side: 1, Col: pairSister}, {Side: 0, Col: pairNumber}, {Side: 1, Col: pairNumber},
		},
		Room: j.opt.With(j.opt.Memory / extmem.TableShare),
	}
	err = join.Run(tuple.SinkFunc(func(block []int32) error {
		for ; len(block) > 0; block = block[len(join.Fields):] {
			if page, sister := block[0], block[1]; page != sister {
				if err := all.Put(page, sister, 1, block[2], block[3]); err != nil {
					return err
				}
			}
		}
		return nil
	}))
	if err == nil {
		err = pairs.Each(func(rec []int32) error {
			return all.Put(rec[pairPage], rec[pairSister], 0, rec[pairNumber], 0)
		})
	}
	if *pairs != links {
		pairs.Free()
	}
	if err == nil {
		err = j.tables.SortUnique(&all, deepPage, deepSister) // the first record of a pair is that of the shortest way
	}
	if err == nil {
		err = j.tables.Sort(&all, deepPage, deepNew, deepNumber, deepLink)
	}
	if err == nil {
		*pairs, err = j.numbered(all)
	}
	all.Free()
	return err
}

// numbered makes pairs (page, number, sister) of the records of deepen, in their order.
func (j *Job) numbered(all extmem.Table) (pairs extmem.Table, err error) {
	if pairs, err = j.tables.New(pairCols); err != nil {
		return pairs, err
	}
	page, n := int32(-1), int32(0)
	return pairs, all.Each(func(rec []int32) error {
		if rec[deepPage] != page {
			page, n = rec[deepPage], 0
		}
		n++
		return pairs.Put(page, n, rec[deepSister])
	})
}

// first keeps the first sisters of each page.
func (j *Job) first(pairs extmem.Table) error {
	page, n := int32(-1), 0
	return pairs.Each(func(rec []int32) error {
		if rec[pairPage] != page {
			page, n = rec[pairPage], 0
		}
		if n++; j.opt.Most > 0 && n > j.opt.Most {
			return nil
		}
		j.Stats.Pairs++
		return j.pairs.Put(rec[pairPage], int32(n), rec[pairSister])
	})
}
