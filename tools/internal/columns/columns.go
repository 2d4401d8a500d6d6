// Package columns holds what the tools that choose columns have in common.
package columns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/tuple"
)

// List is a flag that lists columns, by number or name. A column may be in it twice.
type List []string

// String implements flag.Value.
func (l *List) String() string { return "" }

// Set implements flag.Value.
func (l *List) Set(list string) error {
	*l = strings.Split(list, ",")
	if slices.Contains(*l, "") {
		return fmt.Errorf("%q is not a list of columns like 2,1 or id,rank", list)
	}
	if len(*l) > tuple.MaxWidth {
		return fmt.Errorf("a record has at most %d columns", tuple.MaxWidth)
	}
	return nil
}

// Among returns the numbers, from 0, of the columns of the list. The name of an f64 stands for both of its columns.
func (l List) Among(flag string, cols []tuple.Column) (places []int, err error) {
	for _, part := range l {
		at, err := Find(flag, part, cols)
		if err != nil {
			return nil, err
		}
		places = append(places, at)
		if cols[at].Kind == tuple.F64 && cols[at].Name == part {
			places = append(places, at+1)
		}
	}
	return places, nil
}

// Find returns the number, from 0, of the column with a number, counted from 1, or a name.
func Find(flag, column string, cols []tuple.Column) (int, error) {
	if n, err := strconv.Atoi(column); err == nil {
		if n < 1 || n > len(cols) {
			return 0, cli.Usagef("%s: there is no column %d in records of %d", flag, n, len(cols))
		}
		return n - 1, nil
	}
	at := slices.IndexFunc(cols, func(c tuple.Column) bool { return c.Name == column })
	if at < 0 {
		var names []string
		for _, c := range cols {
			names = append(names, c.Name)
		}
		return 0, cli.Usagef("%s: no column is named %q: there are %s", flag, column, strings.Join(names, ", "))
	}
	return at, nil
}

// Order reads an order like 2,1 or rankr,id. A last r means downwards, unless a column has the whole name.
func Order(flag, list string, cols []tuple.Column) (tuple.Order, error) {
	parts := strings.Split(list, ",")
	for i, part := range parts {
		name, down := strings.CutSuffix(part, "r")
		if _, err := strconv.Atoi(name); err == nil {
			continue
		}
		at, err := Find(flag, part, cols)
		if turned, ok := Find(flag, name, cols); err != nil && down && ok == nil {
			parts[i] = strconv.Itoa(turned+1) + "r"
			continue
		}
		if err != nil {
			return nil, err
		}
		parts[i] = strconv.Itoa(at + 1)
	}
	order, err := tuple.ParseOrder(strings.Join(parts, ","), 0)
	if err == nil {
		err = order.Sorts(cols)
	}
	if err != nil {
		return nil, cli.Usagef("%s %s: %v", flag, list, err)
	}
	return order, nil
}
