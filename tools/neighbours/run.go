package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"sort"
	"strconv"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/tools/internal/dictionary"
)

type options struct {
	back bool
	dict string // the name of the file; "" if there is none
}

func setup(f *cli.Flags) func(*cli.Env) error {
	o := &options{}
	f.BoolVar(&o.back, "back", false, "print the pages that link to the page; LINKS is sorted by target")
	f.Writes("text", stream.Text)
	return o.run
}

func (o *options) run(env *cli.Env) error {
	operands := env.Args
	switch len(operands) {
	case 2:
	case 3:
		o.dict = operands[0]
		env.Args = operands[1:]
	default:
		return cli.Usagef("give a file of links and a page, like neighbours links.t2 17 or neighbours urls.txt links.t2 http://example.org/")
	}
	in, err := env.Open(env.Args[0], tuple.IDs("src", "dst"))
	if err != nil {
		return dictionary.Swapped(env, err, operands...)
	}
	p, err := tuple.PlacesOf(in)
	if err != nil {
		return err
	}
	if p == nil {
		err := cli.Usagef("%s: is no raw file, whose records could be searched: make one by tuples -o links.t2", in.Name)
		return dictionary.Swapped(env, err, operands[:len(operands)-1]...)
	}
	page, err := o.page(env, env.Args[1])
	if err != nil {
		return err
	}
	l := &links{file: p}
	if o.back {
		l.key = 1
	}
	if err := l.sampled(); err != nil {
		return l.file.Fail(err)
	}
	from, to, err := l.find(page)
	if err != nil {
		return l.file.Fail(err)
	}
	p.Count(to - from)
	out, err := env.CreateLines()
	if err != nil {
		return err
	}
	if from == to {
		if err := o.known(env, page); err != nil {
			return err
		}
		env.Warnf("%s: has no link %s page %s", in.Name, map[bool]string{false: "from", true: "to"}[o.back], env.Args[1])
	}
	env.Stats.Set("rows_out", to-from)
	if o.dict != "" {
		return o.named(env, l.ids(from, to), out)
	}
	return plain(l.ids(from, to), out)
}

// page is the id of an operand: itself, or the line of the dictionary that it is.
func (o *options) page(env *cli.Env, operand string) (int32, error) {
	id, err := strconv.ParseInt(operand, 10, 32)
	switch {
	case err == nil && id >= 0:
		return int32(id), nil
	case o.dict == "":
		return 0, cli.Usagef("%q is not an id: for a URL, give the dictionary before the links", operand)
	}
	ids, err := dictionary.Find(env, o.dict, []string{operand})
	var missing *dictionary.Missing
	switch {
	case errors.As(err, &missing):
		return 0, &cli.CheckError{Err: err}
	case err != nil:
		return 0, err
	}
	return ids[0], nil
}

// known refuses an id that the dictionary does not have.
func (o *options) known(env *cli.Env, id int32) error {
	if o.dict == "" {
		return nil
	}
	in, err := dictionary.Open(env, o.dict)
	if err != nil {
		return err
	}
	defer in.Close()
	n, err := dictionary.Each(in, func(int64, []byte) error { return nil })
	if err == nil && int64(id) >= n {
		err = &cli.CheckError{Err: fmt.Errorf("%s: has no string for the id %d: it has %d", o.dict, id, n)}
	}
	return err
}

// errFound ends a search.
var errFound = errors.New("found")

// plain writes ids.
func plain(ids iter.Seq2[int32, error], out io.Writer) error {
	for id, err := range ids {
		if err == nil {
			_, err = fmt.Fprintln(out, id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// named writes ids with their strings, which are read along.
func (o *options) named(env *cli.Env, ids iter.Seq2[int32, error], out io.Writer) error {
	in, err := dictionary.Open(env, o.dict)
	if err != nil {
		return err
	}
	defer in.Close()
	next, stop := iter.Pull2(ids)
	defer stop()
	id, err, more := next()
	n, e := dictionary.Each(in, func(at int64, line []byte) error {
		if err != nil || !more {
			return errFound
		}
		if at < int64(id) {
			return nil
		}
		if _, err := fmt.Fprintf(out, "%d\t%s\n", id, line); err != nil {
			return err
		}
		id, err, more = next()
		return nil
	})
	switch {
	case err != nil || e == errFound:
		return err
	case e == nil && more:
		return fmt.Errorf("%s: has no string for the id %d: it has %d", o.dict, id, n)
	}
	return e
}

// links are the records of a sorted file.
type links struct {
	file *tuple.Places
	key  int // the column by which it is sorted first
}

// record reads a record.
func (l *links) record(i int64) (r [2]int32, err error) {
	err = l.file.Read(r[:], i)
	return r, err
}

const samples = 256

// sampled refuses a file that is not sorted by its key.
func (l *links) sampled() error {
	before := int32(-1)
	for i := range min(samples, l.file.Records) {
		at := i
		if l.file.Records > samples {
			at = int64(float64(l.file.Records-1) * float64(i) / (samples - 1))
		}
		r, err := l.record(at)
		if err != nil {
			return err
		}
		if r[l.key] < before {
			return l.unsorted(at)
		}
		before = r[l.key]
	}
	return nil
}

func (l *links) unsorted(at int64) error {
	order, other := "1,2", "if it is sorted by target, use -back"
	if l.key == 1 {
		order, other = "2,1", "if it is sorted by source, leave out -back"
	}
	return &tuple.PlaceError{Record: at + 1, Err: fmt.Errorf("%w by %s: %s, else sort it by extsort -k %[2]s", tuple.ErrUnsorted, order, other)}
}

// find returns the records of a page, from the first up to the end.
func (l *links) find(page int32) (from, to int64, err error) {
	first := func(ok func(id int32) bool) int64 {
		return int64(sort.Search(int(l.file.Records), func(i int) bool {
			r, e := l.record(int64(i))
			err = cmp.Or(err, e)
			return err != nil || ok(r[l.key])
		}))
	}
	from = first(func(id int32) bool { return id >= page })
	return from, first(func(id int32) bool { return id > page }), err
}

// ids gives the neighbours in a range of records of one page, each once, up to an error.
func (l *links) ids(from, to int64) iter.Seq2[int32, error] {
	return func(yield func(int32, error) bool) {
		var block [tuple.BlockBytes / 4]int32
		before := int32(-1)
		for from < to {
			part := block[:2*min(int64(len(block)/2), to-from)]
			if err := l.file.Read(part, from); err != nil {
				yield(0, l.file.Fail(err))
				return
			}
			for i := 0; i < len(part); i += 2 {
				id := part[i+1-l.key]
				if id < before || part[i+l.key] != part[l.key] {
					yield(0, l.file.Fail(l.unsorted(from+int64(i/2))))
					return
				}
				if id > before && !yield(id, nil) {
					return
				}
				before = id
			}
			from += int64(len(part) / 2)
		}
	}
}
