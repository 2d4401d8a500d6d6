package navigation

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"

	"webmill/pkg/ascii"
	"webmill/pkg/tuple"
	"webmill/pkg/web/linkgroups"
)

var (
	errMany   = tuple.BadLine("has more pages than 2147483647")
	errLinks  = tuple.BadLine("is of a page with more links than 2147483647")
	errFields = tuple.BadLine(fmt.Sprintf("does not have the %d fields of link-groups", len(linkgroups.Columns)))
	errOrder  = tuple.BadLine("has a group that does not follow those before it: keep the lines of a page in the order in which " +
		"link-groups wrote them")
)

// linesAtHand is the page whose lines come.
type linesAtHand struct {
	url    []byte
	pages  int32 // with the URLs that lead on
	groups int32
	links  int32
	last   int32 // the position of the link before
}

// Line is what a line of linkgroups.Maker says. Its URLs are parts of the line.
type Line struct {
	source, target  []byte
	position, group int32
	place, at       uint64 // as in entry
	label           uint64
}

// Parse reads a line, with its end or without. Its error is a tuple.BadLine.
func (l *Line) Parse(line []byte) error {
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
	*l = Line{source: f[0], target: f[1], position: position}
	if position == 0 {
		if isRedirect := len(f[1]) > 0; isRedirect && slices.ContainsFunc(f[3:], isFilled) {
			return errFields
		}
		return nil
	}
	var errs [4]error
	l.group, errs[0] = number(f[3])
	l.place, errs[1] = place(f[5])
	l.at, errs[2] = place(f[6])
	l.label, errs[3] = place(f[7])
	if errs != [4]error{} || l.group > 0 != (l.place > 0) {
		return errFields
	}
	return nil
}

func isFilled(field []byte) bool { return len(field) > 0 }

// Add takes a line, as Line.Parse does, and then AddParsed.
func (j *Job) Add(line []byte) error {
	var l Line
	if err := l.Parse(line); err != nil {
		return err
	}
	return j.AddParsed(&l)
}

// AddParsed takes a line. The lines of a page stand together. Where positions begin again, another page begins: an archive may
// have a page twice. A line without a position says that its source leads on to its target. If the line does not follow those
// before it, the error is a tuple.BadLine.
func (j *Job) AddParsed(line *Line) error {
	if line.position == 0 && len(line.target) > 0 {
		return j.redirect(line)
	}
	l := &j.lines
	if line.position <= l.last || !bytes.Equal(line.source, l.url) {
		if err := j.open(newPage, line.source); err != nil {
			return err
		}
	}
	l.last = line.position
	if line.position == 0 {
		return nil
	}
	if l.links == math.MaxInt32 {
		return errLinks
	}
	if line.group > l.groups+1 {
		return errOrder
	}
	l.groups = max(l.groups, line.group)
	l.links++
	e := entry{noGroup + uint64(line.group), line.target, line.place, line.at}
	if j.opt.Thesis != nil && line.group > 0 {
		e.place = display(line.label, line.at)
	}
	return j.spool.put(e)
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
func (j *Job) redirect(l *Line) error {
	from, to, site := int64(j.hash(l.source)), int64(j.hash(l.target)), int64(j.hash(j.opt.Site.of(l.target)))
	if err := j.aliases.redirects.Put(high(from), low(from), high(to), low(to), high(site), low(site)); err != nil {
		return err
	}
	if err := j.open(newRedirect, l.source); err != nil {
		return err
	}
	j.lines.last = math.MaxInt32 // what comes of this URL is another page
	return j.spool.put(entry{kind: noGroup, url: l.target})
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
