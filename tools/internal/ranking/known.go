package ranking

import (
	"fmt"

	"webmill/pkg/cli"
	"webmill/pkg/idset"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
)

// readKnown limits the links to those of the pages that -known and -share say.
func (o *Flags) readKnown(env *cli.Env) error {
	if o.known == "" {
		return nil
	}
	var err error
	o.reading.Known, o.reading.All, err = knownPages(env, o.known, o.share)
	o.reading.AllOf = o.known
	return err
}

// knownPages reads an order (id, position), positions from 0 or from 1, and returns the pages of its first share, at least
// one. It is read twice: only then it is known how many pages there are.
func knownPages(env *cli.Env, name string, share float64) (known, all *idset.Set, err error) {
	if name == stream.Stdin {
		return nil, nil, cli.Usagef("-known is read twice: it cannot be stdin")
	}
	n, least := int64(0), int32(1<<31-1)
	known, all = &idset.Set{}, &idset.Set{}
	var positions idset.Set
	defer positions.Free()
	err = eachPosition(env, name, func(id, position int32) error {
		n++
		all.Add(id)
		least = min(least, position)
		return inMemory(env, name, 3*all.Bytes()+n/8) // known takes as much as all, and so do the pages that links have
	})
	if err != nil {
		return nil, nil, err
	}
	if n > 0 && least > 1 {
		return nil, nil, fmt.Errorf("%s: the first position is %d, not 0 or 1", name, least)
	}
	first := min(n, max(1, int64(share*float64(n))))
	err = eachPosition(env, name, func(id, position int32) error {
		if int64(position) >= n+int64(least) {
			return fmt.Errorf("%s: position %d of page %d: the order has only %s", name, position, id, tuple.Counted(n, "page"))
		}
		if !positions.Add(position) {
			return fmt.Errorf("%s: two pages have the position %d", name, position)
		}
		if int64(position-least) < first {
			known.Add(id)
		}
		return nil
	})
	return known, all, err
}

func eachPosition(env *cli.Env, name string, use func(id, position int32) error) error {
	in, err := env.Open(name, tuple.IDs("id", "position"))
	if err != nil {
		return err
	}
	in.Check(tuple.Columns(0), true)
	return tuple.EachPair(in, use)
}
