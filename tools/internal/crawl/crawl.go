// Package crawl is what the tools that read pages have in common: their input, which is a crawl dump (WARC, ARC, WAT) or a
// folder of files, as documents.
package crawl

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/page"
	"webmill/pkg/warc"
)

// Input are the flags that say what is read.
type Input struct {
	list                   string
	dir, base, index, urls string
	headers                bool
}

// Flags declares the flags.
func (in *Input) Flags(f *cli.Flags) {
	f.StringVar(&in.list, "list", "", "read the crawl dumps that `FILE` names, one a line, before those of the operands")
	f.StringVar(&in.dir, "dir", "", "read the files in and below `DIR` instead of a crawl dump; needs -base or -urls")
	f.StringVar(&in.base, "base", "", "the `URL` of DIR")
	f.StringVar(&in.index, "index", "", "a file of this `NAME` has the URL of its folder")
	f.StringVar(&in.urls, "urls", "", "the URLs of the files of DIR: each line of `FILE` is a path, a TAB, and a URL behind the last TAB")
	f.BoolVar(&in.headers, "headers", false, "the files of DIR begin with the headers of the server, as wget --save-headers writes them")
}

// Manual describes the input, for the manuals of the tools.
const Manual = `
Reads WARC, ARC and WAT files, plain or compressed, one after the other; or with -dir the files in and below a folder, in
the order of their names: those that are named like HTML or begin like it. The URL of a file is -base and its path, or what
-urls says; -index index.html gives a file of that name the URL of its folder.`

// Docs gives the documents of one piece of the input.
type Docs struct {
	Worker int // which of the workers reads it, from 0
	next   func(*page.Document) error
	doc    page.Document
}

// Next is the next document, valid until the call after it; io.EOF is the end.
func (d *Docs) Next() (*page.Document, error) {
	d.doc = page.Document{}
	if err := d.next(&d.doc); err != nil {
		return nil, err
	}
	return &d.doc, nil
}

// Run gives the documents of the whole input, piece by piece, to work, several at once, and the results to commit, in the
// order of the input. work may be called again for documents that it has had: only what is committed counts.
func Run[R any](env *cli.Env, in *Input, work func(*Docs) (R, error), commit func(R) error) error {
	if in.dir != "" {
		return runDir(env, in, work, commit)
	}
	if in.base != "" || in.urls != "" || in.index != "" || in.headers {
		return cli.Usagef("-base, -index, -urls and -headers are for -dir")
	}
	names, err := in.names(env)
	if err != nil {
		return err
	}
	var total warc.Stats
	for _, name := range names {
		stats, err := runArchive(env, name, work, commit)
		if err != nil {
			return err
		}
		total.Records += stats.Records
		total.Passed += stats.Passed
		stats.Skips.Each(func(why warc.Reason, n int64) { env.SkipN(why.String(), n) })
	}
	env.Stats.Set("records", total.Records)
	env.Stats.Set("bytes_passed_over", total.Passed)
	return nil
}

// names are the crawl dumps, all of which can be opened.
func (in *Input) names(env *cli.Env) ([]string, error) {
	names := env.Args
	if in.list != "" {
		file, err := env.OpenBytes(in.list)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(file)
		if err != nil {
			return nil, place(in.list, err)
		}
		names = slices.Concat(strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' || r == '\r' }), names)
	} else {
		names = env.Operands()
	}
	for _, name := range names {
		if err := env.Probe(name); err != nil {
			return nil, err
		}
	}
	return names, nil
}

func runArchive[R any](env *cli.Env, name string, work func(*Docs) (R, error), commit func(R) error) (warc.Stats, error) {
	src, err := env.OpenStored(name)
	if err != nil {
		return warc.Stats{}, err
	}
	defer src.Close()
	opt := warc.Options{Threads: env.Threads}
	stats, err := warc.Run(src, opt, func(run *warc.Records) (R, error) {
		return work(&Docs{Worker: run.Worker, next: func(d *page.Document) error { return nextDocument(run, d) }})
	}, commit)
	return stats, place(src.Label(), err)
}

// nextDocument reads up to the next record that holds what a server gave, or tells about it.
func nextDocument(run *warc.Records, d *page.Document) error {
	for {
		r, err := run.Next()
		if err != nil {
			return err
		}
		switch r.Type {
		case "response", "resource":
			return document(r, d)
		case "revisit":
			err := document(r, d)
			if !d.Redirects() {
				d.Status = 304 // the content is in an earlier record
			}
			return err
		case "metadata":
			if mime := r.Header.Get("Content-Type"); len(mime) >= 16 && bytes.EqualFold(mime[:16], []byte("application/json")) {
				d.Metadata, d.Body = true, r.Block
				return nil
			}
		}
	}
}

func document(r *warc.Record, d *page.Document) error {
	d.URL = r.URL
	h, err := r.HTTP()
	if err != nil {
		return nil // a broken answer is a document without content
	}
	d.Status, d.Body = h.Status, h.Body
	if h.Line == nil {
		d.ContentType = h.ContentType()
		return nil
	}
	d.ContentType, d.Location, d.Robots = h.Header.Get("Content-Type"), h.Location(), robots(h.Header.Get("X-Robots-Tag"))
	return nil
}

// robots are directives that are for all crawlers: those for one begin with its name.
func robots(value []byte) []byte {
	if name, _, ok := bytes.Cut(value, []byte(":")); ok && !strings.Contains(string(name), ",") && !bytes.EqualFold(name, []byte("unavailable_after")) {
		return nil
	}
	return value
}

// readAll reads a file of at most limit bytes; ok is whether it is not longer.
func readAll(dst []byte, r io.Reader, limit int) (out []byte, ok bool, err error) {
	for {
		if len(dst) == cap(dst) {
			dst = append(dst, 0)[:len(dst)]
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst) > limit:
			return dst, false, nil
		case err == io.EOF:
			return dst, true, nil
		case err != nil:
			return dst, false, err
		}
	}
}
