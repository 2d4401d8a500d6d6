package tuple

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// ColumnList is a list of columns as a user gives it: names like src,dst, or names with kinds like page:id,rank:f32.
type ColumnList struct {
	List  []Column // of kind Unsaid if no kind was given
	Kinds bool     // at least one kind was given: then columns without a kind are int
	Flag  string   // that gives the list; "": none does
}

// ParseColumns parses a list of columns.
func ParseColumns(s string) (ColumnList, error) {
	var l ColumnList
	for _, part := range strings.Split(s, ",") {
		name, kind, given := strings.Cut(part, ":")
		if strings.HasSuffix(name, "?") {
			return l, fmt.Errorf("%q: say a kind before the ?, like %sid?", part, strings.TrimSuffix(name, "?")+":")
		}
		columns := []Column{{Name: name}}
		if given {
			l.Kinds = true
			kind, null := strings.CutSuffix(kind, "?")
			k := slices.IndexFunc(givenKinds, func(k Kind) bool { return k.String() == kind })
			if k < 0 {
				return l, fmt.Errorf("%q is not a kind: id, int, f32, f64, id? or f32?", kind)
			}
			columns[0].Null = null
			if null && givenKinds[k] != ID && givenKinds[k] != F32 {
				return l, fmt.Errorf("%q: only an id or an f32 can be unknown: id? or f32?", part)
			}
			columns[0].Kind = givenKinds[k]
			if givenKinds[k] == F64 {
				columns = F64Column(name)
			}
		}
		if name == "" || slices.ContainsFunc(l.List, func(o Column) bool { return strings.EqualFold(o.Name, name) }) {
			return l, fmt.Errorf("%q: columns need different names, not only by case", s)
		}
		l.List = append(l.List, columns...)
	}
	if len(l.List) > MaxWidth {
		return l, fmt.Errorf("a record has at most %d columns", MaxWidth)
	}
	return l, nil
}

// Counted is a number and the words after it: "1 column", "2 columns". Words that need more than an s have a second form:
// "1 file has", "2 files have".
func Counted[N int | int64](n N, one string, many ...string) string {
	switch {
	case n == 1:
	case len(many) > 0:
		one = many[0]
	default:
		one += "s"
	}
	return fmt.Sprintf("%d %s", n, one)
}

// Distinct adds numbers to names that repeat an earlier one, but for case: SQL does not tell them apart.
func Distinct(cols []Column) []Column {
	taken := map[string]bool{}
	for i := range cols {
		if cols[i].Kind == F64High {
			cols[i].Name = cols[i-1].Name
			continue
		}
		name := cols[i].Name
		for n := 2; taken[strings.ToLower(cols[i].Name)]; n++ {
			cols[i].Name = fmt.Sprintf("%s_%d", name, n)
		}
		taken[strings.ToLower(cols[i].Name)] = true
	}
	return cols
}

// givenKinds are the kinds that a user can give.
var givenKinds = []Kind{Int, ID, F32, F64}

// AsText returns the columns as text shows them: a column of unknown kind is an int.
func AsText(cols []Column) []Column {
	cols = slices.Clone(cols)
	for i := range cols {
		if cols[i].Kind == Unsaid {
			cols[i].Kind = Int
		}
	}
	return cols
}

// Rename returns the columns with the names of the list; the kinds stay.
func (l ColumnList) Rename(cols []Column) ([]Column, error) {
	if len(l.List) != len(cols) {
		return nil, fmt.Errorf("-columns names %s, records have %d", Counted(len(l.List), "column"), len(cols))
	}
	named := slices.Clone(cols)
	for i, c := range l.List {
		named[i].Name = c.Name
	}
	return named, nil
}

// Project is a Source of some columns of a source, by their numbers from 0, in the given order.
func Project(src Source, width int, cols []int) Source {
	return &projection{src: src, width: width, cols: cols, swap: width == 2 && slices.Equal(cols, []int{1, 0})}
}

// projection picks, swaps and repeats columns.
type projection struct {
	src   Source
	width int
	cols  []int
	swap  bool // pairs are only swapped: faster
	buf   []int32
}

// ReadBlock implements Source.
func (p *projection) ReadBlock(dst []int32) (int, error) {
	if p.swap {
		n, err := p.src.ReadBlock(dst)
		pairs := Pairs(dst[:n])
		for i, v := range pairs {
			pairs[i] = bits.RotateLeft64(v, 32)
		}
		return n, err
	}
	if p.buf == nil {
		p.buf = make([]int32, BlockBytes/4/p.width*p.width)
	}
	records := min(len(dst)/len(p.cols), len(p.buf)/p.width)
	n, err := p.src.ReadBlock(p.buf[:records*p.width])
	records = n / p.width
	for to, col := range p.cols {
		for i := range records {
			dst[i*len(p.cols)+to] = p.buf[i*p.width+col]
		}
	}
	return records * len(p.cols), err
}
