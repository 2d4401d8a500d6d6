package bfs

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"webmill/pkg/tuple"
	"webmill/pkg/work"
)

// ParseSeeds reads a list of ids like 5,17.
func ParseSeeds(list string) (tuple.Source, error) {
	var ids column
	for _, s := range strings.Split(list, ",") {
		id, err := strconv.ParseUint(strings.TrimSpace(s), 10, 31)
		if err != nil {
			return nil, fmt.Errorf("%q is not an id, 0 … 2147483647", s)
		}
		ids = append(ids, int32(id))
	}
	return &ids, nil
}

// column is a Source of records of one column.
type column []int32

func (c *column) ReadBlock(dst []int32) (int, error) {
	if len(*c) == 0 {
		return 0, io.EOF
	}
	n := copy(dst, *c)
	*c = (*c)[n:]
	return n, nil
}

// sortSeeds writes each seed once, by id.
func sortSeeds(room *work.Room, dst tuple.Sink, seeds []tuple.Source, memory int64) error {
	any := false
	err := unique(room, tuple.SinkFunc(func(ids []int32) error {
		any = true
		return dst.WriteBlock(ids)
	}), seeds, memory)
	if err == nil && !any {
		err = errors.New("there are no seeds in what was given as such")
	}
	return err
}

func notPage(seed int32) error { return fmt.Errorf("the seed %d is not a page", seed) }
