package main

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/web/urls"
	"webmill/tools/internal/dictionary"
)

type options struct{ byID bool }

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.byID, "id", false, "the operands after the dictionary are ids: print their strings")
	return o.run
}

// wanted is an operand that is looked for: a string, with the nearest string of the dictionary, or an id.
type wanted struct {
	asked, text []byte
	id          int64 // -1 if it is not known
	found       bool
	nearest     []byte // the string with the nearest host and, of those, the nearest rest; nil if none has half of the host
	host, rest  int    // their distances; rest is twice that, and 1 more where scheme or host differ
}

// run prints the ids and strings of the operands. If some are not in the dictionary, the error names the first of them.
func (o *options) run(env *cli.Env) error {
	if len(env.Args) < 2 {
		return cli.Usagef("give the dictionary and what to look up, like lookup urls.txt http://example.org/")
	}
	list, err := o.wanted(env.Args[1:])
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	in, err := dictionary.Open(env, env.Args[0])
	if err != nil {
		return dictionary.Swapped(env, err, env.Args...)
	}
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	strings, err := dictionary.Each(in, func(id int64, line []byte) error {
		for _, w := range list {
			if o.byID {
				w.seeID(id, line)
			} else if w.found && bytes.Equal(line, w.text) {
				return fmt.Errorf("%s: is no dictionary: %.64q stands at line %d and at line %d", in.Name, line, w.id+1, id+1)
			} else {
				w.see(id, line)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	rows := 0
	for _, w := range list {
		if !w.found {
			continue
		}
		rows++
		if _, err := fmt.Fprintf(out, "%d\t%s\n", w.id, w.text); err != nil {
			return err
		}
	}
	env.Stats.Set("rows_out", rows)
	for _, w := range list {
		switch {
		case !w.found && o.byID:
			return &cli.CheckError{Err: fmt.Errorf("%s: has no string for the id %d: it has %d", in.Name, w.id, strings)}
		case !w.found:
			return w.missing(in.Name)
		}
	}
	return nil
}

// wanted makes of the operands what is looked for.
func (o *options) wanted(operands []string) (list []*wanted, err error) {
	for _, s := range operands {
		w := &wanted{asked: []byte(s), id: -1}
		if o.byID {
			id, err := strconv.ParseInt(s, 10, 32)
			if err != nil || id < 0 {
				return nil, cli.Usagef("%q is not an id", s)
			}
			w.id = id
		} else if w.text, err = urls.Canonical(nil, w.asked); err != nil {
			w.text = w.asked // not a URL, but it may be in the dictionary
		}
		host, _ := hostAndRest(w.text)
		w.host = (len(host) + 1) / 2
		list = append(list, w)
	}
	return list, nil
}

func (w *wanted) seeID(id int64, line []byte) {
	if id == w.id {
		w.text, w.found = bytes.Clone(line), true
	}
}

func (w *wanted) see(id int64, line []byte) {
	if bytes.Equal(line, w.text) || !w.found && bytes.Equal(line, w.asked) {
		w.id, w.text, w.found = id, bytes.Clone(line), true
	}
	if w.found {
		return
	}
	host, rest := hostAndRest(line)
	myHost, myRest := hostAndRest(w.text)
	most := math.MaxInt
	h := distance(host, myHost, w.host+1)
	switch {
	case h > w.host, h == w.host && w.nearest == nil:
		return
	case h == w.host:
		most = w.rest
	}
	r := 2 * distance(rest, myRest, most/2+1)
	if !bytes.Equal(line[:len(line)-len(rest)], w.text[:len(w.text)-len(myRest)]) {
		r++ // of two that are as near, that with the same scheme and host
	}
	if r < most {
		w.host, w.rest, w.nearest = h, r, append(w.nearest[:0], line...)
	}
}

// hostAndRest divides a URL, without its scheme and www., which are often the only difference. A word without a slash is all host.
func hostAndRest(url []byte) (host, rest []byte) {
	if _, after, ok := bytes.Cut(url, []byte("://")); ok {
		url = after
	}
	host, rest, _ = bytes.Cut(bytes.TrimPrefix(url, []byte("www.")), []byte("/"))
	return host, rest
}

// distance is how many bytes must be changed, put in or taken out to turn a into b. If that is not below most, it is most or some
// greater number. Of long strings only the first bytes that differ are compared, and the lengths.
func distance(a, b []byte, most int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if longer := max(len(a)-len(b), len(b)-len(a)); longer >= most {
		return longer
	}
	const looked = 256
	var row [looked + 1]int // the distances of what was passed of a from each beginning of b
	more := max(0, len(a)-looked, len(b)-looked)
	a, b = a[:min(len(a), looked)], b[:min(len(b), looked)]
	for j := range b {
		row[j+1] = j + 1
	}
	for i, c := range a {
		least, before := i+1, row[0]
		row[0] = i + 1
		for j, d := range b {
			n := before
			if c != d {
				n = 1 + min(before, row[j], row[j+1])
			}
			before, row[j+1] = row[j+1], n
			least = min(least, n)
		}
		if least >= most {
			return least
		}
	}
	return row[len(b)] + more
}

func (w *wanted) missing(name string) error {
	if w.nearest == nil {
		return &cli.CheckError{Err: fmt.Errorf("%s: %s is not in the dictionary, nor is anything like it", name, w.text)}
	}
	return &cli.CheckError{Err: fmt.Errorf("%s: %s is not in the dictionary; the nearest string is %s", name, w.text, w.nearest)}
}
