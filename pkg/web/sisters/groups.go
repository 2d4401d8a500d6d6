package sisters

import "webmill/pkg/extmem"

// group makes sisters of the pages that have a key in common: pairs for lev, or words that are counted for ntpc.
func (j *Job) group() error {
	if err := j.tables.Sort(&j.found, 0, 1, 2, keyPage); err != nil {
		return err
	}
	defer j.found.Free()
	shares, err := j.tables.New(shareCols)
	if err != nil {
		return err
	}
	buffer, err := j.tables.New(memberCols)
	if err != nil {
		return err
	}
	defer buffer.Free()
	var group key
	flush := func() error {
		var err error
		if buffer.Len() > 1 && j.opt.Method == Lev {
			err = j.groupPairs(buffer)
		} else if buffer.Len() > 1 {
			err = j.groupShares(shares, group, buffer)
		}
		buffer.Ints.Reset()
		return err
	}
	err = j.found.Each(func(rec []int32) error {
		if k := key(rec[:keyInts]); k != group {
			if err := flush(); err != nil {
				return err
			}
			group = k
		}
		return buffer.Put(rec[keyPage], rec[keyNumber])
	})
	if err == nil {
		err = flush()
	}
	if err != nil {
		return err
	}
	if j.opt.Method == Lev {
		return j.tables.Sort(&j.pairs, pairPage, pairNumber)
	}
	if err = j.tables.Sort(&j.sisterCounts, havePage); err == nil {
		err = j.tables.Sort(&shares, sharePage)
	}
	if err == nil {
		err = j.count(shares)
	}
	shares.Free()
	return err
}

// What a page does in a group, in bits.
const (
	early = 1 << iota // its words count for the others: it is one of the first Most
	next              // it is the one behind them, which counts for those
	asks              // its own words are looked for
	doing = iota      // bits
)

// Columns of the members of a group.
const (
	memberPage = iota
	memberAsks // 1: it is to be compared; 0: it is only compared with
	memberCols
)

// Columns of what pages do in groups.
const (
	sharePage  = 0
	shareGroup = 1 // a key
	shareDoes  = shareGroup + keyInts
	shareCols  = shareDoes + 1
)

// groupShares notes what each member of a group does there.
func (j *Job) groupShares(shares extmem.Table, group key, members extmem.Table) error {
	size, at := members.Len(), 0
	sisters := size - 1
	if j.opt.Most > 0 {
		sisters = min(sisters, int64(j.opt.Most))
	}
	return members.Each(func(rec []int32) error {
		does := int32(0)
		switch {
		case j.opt.Most == 0 || at < j.opt.Most:
			does = early
		case at == j.opt.Most:
			does = next
		}
		at++
		if rec[memberAsks] == 1 {
			does |= asks
			if err := j.sisterCounts.Put(rec[memberPage], int32(sisters)); err != nil {
				return err
			}
		}
		if does == 0 {
			return nil
		}
		return shares.Put(rec[memberPage], group[0], group[1], group[2], does)
	})
}

// groupPairs pairs each member that asks with the first others.
func (j *Job) groupPairs(members extmem.Table) error {
	return members.Each(func(rec []int32) error {
		if rec[memberAsks] == 0 {
			return nil
		}
		n := 0
		r := members.Reader()
		for other := r.Next(); other != nil && (j.opt.Most == 0 || n < j.opt.Most); other = r.Next() {
			if other[memberPage] == rec[memberPage] {
				continue
			}
			n++
			j.Stats.Pairs++
			if err := j.pairs.Put(rec[memberPage], int32(n), other[memberPage]); err != nil {
				return err
			}
		}
		return r.Err()
	})
}
