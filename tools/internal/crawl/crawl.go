// Package crawl is what the tools that read pages have in common: their input, which is a crawl dump (WARC, ARC, WAT) or a
// folder of files, as documents.
package crawl

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"strings"
	"sync/atomic"

	"webmill/pkg/cli"
	"webmill/pkg/par"
	"webmill/pkg/stream"
	"webmill/pkg/web/page"
	"webmill/tools/internal/shared"
)

// Input are the flags that say what is read.
type Input struct {
	list                   string
	dir, base, index, urls string
	headers                bool
	most                   cli.Size

	unlisted int64   // files of dir that are named like HTML but are not in urls
	same     sameURL // files of urls
	passed   passedOver
}

// Flags declares the flags.
func (in *Input) Flags(f *cli.Flags) {
	f.StringVar(&in.list, "list", "", "read the crawl dumps that `FILE` names, one a line, before those of the operands")
	f.StringVar(&in.dir, "dir", "", "read the files in and below `DIR` instead of a crawl dump; needs -base or -urls")
	f.StringVar(&in.base, "base", "", "the `URL` of DIR, like https://example.org/")
	f.StringVar(&in.index, "index", "", "a file of this `NAME` has the URL of its folder")
	f.StringVar(&in.urls, "urls", "", "the URLs of the files of DIR: each line of `FILE` is a path, a TAB, and a URL behind the last TAB")
	f.BoolVar(&in.headers, "headers", false, "the files of DIR begin with HTTP headers, as wget --save-headers writes them; bodies are decoded as these say")
	f.Var(&in.most, "max", shared.Max+" (default: 64M or a 16th of -S, whichever is less)")
}

// Table is the file of -urls.
func (in *Input) Table() string { return in.urls }

// Manual describes the input, for the manuals of the tools.
const Manual = `
Reads WARC, ARC and WAT files, plain or compressed, one after the other; or with -dir the files in and below a folder, in
the order of their names: those that are named like HTML or begin like it. The URL of a file is -base and its path, or what
-urls says; -index index.html gives a file of that name the URL of its folder. Files that -urls does not name are left out; a
warning counts those that are named like HTML. Documents with the same URL, like a page that was captured twice, are one page:
the links of each are written. A warning counts the files to which -urls gives the URL of an earlier one. Files of -urls that
cannot be read or have no usable URL are left out, and the exit status is 3.

A file of a folder that is packed by gzip, bzip2 or zstd, as its first bytes tell, is unpacked, and its URL is without .gz, .bz2
or .zst; if the folder has a file of that name too, the packed one is left out, with a warning. A linked folder is read where the
link is; a link into the folder of -dir or above it, or to a folder that an earlier link led to, is not followed, with a warning.

The file of -list names archives, one a line, relative to the current folder; it may be compressed and have empty lines and #
comments. All inputs are looked at before the first is read. An input that is missing, unreadable or not an archive is named
and left out; the exit status is 3, or 1 if no input could be read. An archive that is named twice is read once, with a
warning. A damaged record is skipped, with all that follows it in the same gzip member, zstd frame or bzip2 stream; behind a
damaged zstd dictionary nothing can be read. A record whose stated length is too short is read whole, and counted as
recovered, if the next record shows where it ends.`

// Unit is a part of the input that is read by itself: an archive, or a folder.
type Unit struct {
	Name    string // the operand
	Size    int64  // of a file, -1 for anything else
	ModTime int64  // of a file, in nanoseconds
	Changed int64  // the same for any change of the file, also of its times
	err     error  // why it cannot be read
}

// Label is how messages name the unit.
func (u *Unit) Label() string {
	if u.Name == stream.Stdin {
		return "stdin"
	}
	return u.Name
}

// Found counts what was read of a unit, besides its documents.
type Found struct {
	Records, Requests, Infos, Metadata, Others int64 // all records, and those that are not documents
	Recovered, Passed                          int64
	Bytes                                      int64
	Headed                                     int64            // files that begin with HTTP headers
	Unlisted                                   int64            // files named like HTML that -urls does not name
	SameURL                                    int64            // files that -urls gives the URL of an earlier one
	SameFirst                                  string           // the place of the first of them
	Skips                                      map[string]int64 // by reason
	Copies                                     int64            // packed files beside which they are unpacked
	Unfollowed                                 int64            // links to folders
	FirstLink                                  string           // the first of them
	NoURL                                      int64            // files that -urls gives no usable URL
	FirstNoURL                                 string           // the place of the first of them
	Damage                                     string           // the first damage, and its place
	DamageAt                                   int64            // the place of its record
	Failed                                     string           // why the unit could not be read to its end; empty if it was
}

func (f *Found) skip(why string, n int64) {
	if n > 0 {
		if f.Skips == nil {
			f.Skips = map[string]int64{}
		}
		f.Skips[why] += n
	}
}

// first keeps the first damage of an archive, or of a folder, whose files come one after the other.
func (f *Found) first(what string, at int64) {
	if f.Damage == "" || at < f.DamageAt {
		f.Damage, f.DamageAt = what, at
	}
}

// wrong counts something that was left out, by its reason.
func (f *Found) wrong(why, what string, at int64) {
	f.skip(why, 1)
	f.first(what, at)
}

// Docs gives the documents of one piece of the input.
type Docs struct {
	Worker int         // number of the worker that reads the piece, from 0
	Turn   func() bool // waits until the pieces before this one have been committed; false if its result will not be used
	next   func(*page.Document) error
	doc    page.Document
	found  Found
}

// Next is the next document, valid until the call after it; io.EOF is the end.
func (d *Docs) Next() (*page.Document, error) {
	d.doc = page.Document{}
	if err := d.next(&d.doc); err != nil {
		return nil, err
	}
	return &d.doc, nil
}

// Reader reads the units of an input.
type Reader struct {
	Plan  Plan
	Units []Unit

	env  *cli.Env
	in   *Input
	done atomic.Int64 // bytes
	size int64        // of all units, -1 if that is not known
}

// Open looks at all units of the input, without reading them.
func (in *Input) Open(env *cli.Env) (*Reader, error) {
	r := &Reader{env: env, in: in}
	var err error
	if r.Plan, err = in.plan(env); err != nil {
		return nil, err
	}
	if in.dir != "" {
		err = r.openDir()
	} else {
		err = r.openArchives()
	}
	if err != nil {
		return nil, err
	}
	for i := range r.Units {
		if size := r.Units[i].Size; size < 0 || r.size < 0 {
			r.size = -1
		} else {
			r.size += size
		}
	}
	env.Watch(r)
	return r, nil
}

// Dir reports whether the input is a folder.
func (r *Reader) Dir() bool { return r.in.dir != "" }

// Done is the number of bytes read so far.
func (r *Reader) Done() int64 { return r.done.Load() }

// Size is the number of bytes of all units, -1 if it is not known.
func (r *Reader) Size() int64 { return r.size }

// Skip counts the bytes of a unit as done, because the unit need not be read.
func (r *Reader) Skip(u *Unit) { r.done.Add(max(0, u.Size)) }

// Read reads a unit in pieces. It calls work for the documents of each piece, several pieces at the same time, and commit for
// the results, in the order of the input. work may be called again for documents it has already had: only committed results
// count. Found says what is wrong with the unit; the error is any other failure.
func Read[R any](r *Reader, u *Unit, work func(*Docs) (R, error), commit func(R) error) (Found, error) {
	var found Found
	var fatal error
	type result struct {
		mine  R
		found Found
	}
	do := func(d *Docs) (result, error) {
		mine, err := work(d)
		return result{mine, d.found}, err
	}
	take := func(one result) error {
		found.Add(&one.found)
		fatal = commit(one.mine)
		return fatal
	}
	before := r.done.Load()
	err := u.err
	switch {
	case err != nil:
	case r.in.dir != "":
		err = runDir(r, do, take)
		in := r.in
		found.Unlisted, found.Unfollowed, found.FirstLink = in.unlisted, in.passed.links, in.passed.first
		found.SameURL, found.SameFirst = in.same.files, in.same.place(in.urls)
		found.NoURL, found.FirstNoURL = in.same.unusable, in.same.noURL
	default:
		err = runArchive(r, u, &found, do, take)
	}
	found.Bytes = r.done.Load() - before
	var internal *par.Panic
	if fatal != nil || errors.As(err, &internal) {
		return found, err
	}
	if err != nil {
		found.Failed = err.Error()
	}
	return found, nil
}

// Add adds the counts of another Found.
func (f *Found) Add(o *Found) {
	for to, n := range map[*int64]int64{
		&f.Records: o.Records, &f.Requests: o.Requests, &f.Infos: o.Infos, &f.Metadata: o.Metadata, &f.Others: o.Others,
		&f.Recovered: o.Recovered, &f.Passed: o.Passed, &f.Bytes: o.Bytes, &f.Headed: o.Headed, &f.Unlisted: o.Unlisted,
		&f.SameURL: o.SameURL, &f.Copies: o.Copies, &f.Unfollowed: o.Unfollowed, &f.NoURL: o.NoURL,
	} {
		*to += n
	}
	for why, n := range o.Skips {
		f.skip(why, n)
	}
	if f.Damage == "" {
		f.Damage, f.DamageAt = o.Damage, o.DamageAt
	}
	f.SameFirst, f.FirstLink, f.FirstNoURL = cmp.Or(f.SameFirst, o.SameFirst), cmp.Or(f.FirstLink, o.FirstLink), cmp.Or(f.FirstNoURL, o.FirstNoURL)
}

// counted is a Reader that counts the bytes read.
type counted struct {
	io.Reader
	done *atomic.Int64
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.done.Add(int64(n))
	return n, err
}

// bare returns the error of a file operation without the names of the operation and the file.
func bare(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// robots are directives that are for all crawlers: those for one begin with its name.
func robots(value []byte) []byte {
	name, _, ok := strings.Cut(string(value), ":")
	if ok && !strings.Contains(name, ",") && !strings.EqualFold(name, "unavailable_after") {
		return nil
	}
	return value
}
