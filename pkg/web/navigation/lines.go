package navigation

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strconv"

	"webmill/pkg/ascii"
	"webmill/pkg/tuple"
	"webmill/pkg/web/linkgroups"
)

var (
	errMany   = tuple.BadLine("has more pages than 2147483647")
	errLinks  = tuple.BadLine("is of a page with more links than 2147483647")
	errFields = tuple.BadLine(fmt.Sprintf("does not have the %d fields of link-groups", len(linkgroups.Columns)))
)

// linesAtHand is the page whose lines come.
type linesAtHand struct {
	url    []byte
	pages  int32 // with the URLs that lead on
	groups int32
	links  int32
	last   int32 // the position of the link before
}

// Add takes a line of linkgroups.Maker, with its end or without. What is wrong with the line is a tuple.BadLine. The lines of a
// page stand together. Where positions begin again, the page does, as where an archive has it twice. A line without a position
// says that its source leads on to its target.
func (j *Job) Add(line []byte) error {
	var f [8][]byte
	line = bytes.TrimSuffix(line, []byte{'\n'})
	for i := range f {
		end := bytes.IndexByte(line, '\t')
		if end < 0 != (i == len(f)-1) {
			return errFields
		}
		if end < 0 {
			end = len(line)
		}
		f[i], line = line[:end], line[min(end+1, len(line)):]
	}
	if len(f[0]) == 0 {
		return errFields
	}
	position, err := number(f[2])
	if err != nil || position > 0 && len(f[1]) == 0 {
		return errFields
	}
	if position == 0 && len(f[1]) > 0 {
		return j.redirect(&f)
	}
	l := &j.lines
	if !bytes.Equal(f[0], l.url) || position <= l.last {
		if err := j.open(newPage, f[0]); err != nil {
			return err
		}
	}
	l.last = position
	if position == 0 {
		return nil
	}
	group, err1 := number(f[3])
	groupPlace, err2 := place(f[5])
	at, err3 := place(f[6])
	label, err4 := place(f[7])
	if err := errors.Join(err1, err2, err3, err4); err != nil || group > 0 != (groupPlace > 0) {
		return errFields
	}
	if j.opt.Thesis != nil && group > 0 {
		groupPlace = display(label, at)
	}
	if l.links == math.MaxInt32 {
		return errLinks
	}
	if group > l.groups+1 {
		return fmt.Errorf("%w: the groups of a page are not numbered from 1 on", errFields)
	}
	l.groups = max(l.groups, group)
	l.links++
	return j.spool.put(entry{noGroup + uint64(group), f[1], groupPlace, at})
}

// open begins a page or a URL that leads on.
func (j *Job) open(kind uint64, url []byte) error {
	l := &j.lines
	if l.pages == math.MaxInt32 {
		return errMany
	}
	*l = linesAtHand{url: append(l.url[:0], url...), pages: l.pages + 1}
	if kind == newPage {
		key := int64(j.hash(url))
		if err := j.aliases.pages.Put(high(key), low(key)); err != nil {
			return err
		}
	}
	return j.spool.put(entry{kind: kind, url: url})
}

// redirect takes a line that says that a URL leads on.
func (j *Job) redirect(f *[8][]byte) error {
	for _, rest := range f[3:] {
		if len(rest) > 0 {
			return errFields
		}
	}
	from, to, site := int64(j.hash(f[0])), int64(j.hash(f[1])), int64(j.hash(j.opt.Site.of(f[1])))
	if err := j.aliases.redirects.Put(high(from), low(from), high(to), low(to), high(site), low(site)); err != nil {
		return err
	}
	if err := j.open(newRedirect, f[0]); err != nil {
		return err
	}
	j.lines.last = math.MaxInt32 // what comes of this URL is another page
	return j.spool.put(entry{kind: noGroup, url: f[1]})
}

func number(text []byte) (n int32, err error) {
	if len(text) == 0 {
		return 0, nil
	}
	v, err := strconv.ParseInt(string(text), 10, 32)
	if err == nil && v <= 0 {
		err = errFields
	}
	return int32(v), err
}

// place reads a hash; 0 stands for none.
func place(text []byte) (h uint64, err error) {
	if len(text) == 0 {
		return 0, nil
	}
	if len(text) != 16 {
		return 0, errFields
	}
	const small = 'a' - 'A' // the bit that digits and small letters have, and capitals lack
	bad := uint8(0)
	for _, c := range text {
		v := ascii.Hex[c]
		h, bad = h<<4|uint64(v&15), bad|v|^c&small
	}
	if bad > 15 {
		return 0, errFields
	}
	return max(h, 1), nil
}
