package crawl

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
)

// openArchives looks at the archives of -list and at the operands.
func (r *Reader) openArchives() error {
	in, env := r.in, r.env
	if in.base != "" || in.urls != "" || in.index != "" || in.headers {
		return cli.Usagef("-base, -index, -urls and -headers are only for -dir")
	}
	taken := map[string]bool{}
	twice, first := 0, ""
	add := func(name string) error {
		u := r.look(name)
		path, err := filepath.Abs(name)
		if u.Size < 0 || err != nil || !taken[path] {
			r.Units = append(r.Units, u)
		} else if twice++; twice == 1 {
			first = name
		}
		taken[path] = true
		return nil
	}
	if in.list != "" {
		err := lines(env, in.list, func(line string, _ int) error { return add(line) })
		if err != nil {
			return err
		}
		if len(r.Units) == 0 && len(env.Args) == 0 {
			return fmt.Errorf("%s: names no archive", in.list)
		}
	}
	names := env.Args
	if in.list == "" {
		names = env.Operands()
	}
	for _, name := range names {
		add(name)
	}
	if twice > 0 {
		env.Warnf("%d inputs are named again and read only once, the first: %s", twice, first)
	}
	return r.missing()
}

// look finds out whether an archive can be opened, and its size. A FIFO is not opened: that would wait for its writer.
func (r *Reader) look(name string) Unit {
	u := Unit{Name: name, Size: -1}
	if name == stream.Stdin {
		return u
	}
	info, err := r.env.FS.Stat(name)
	switch {
	case err != nil:
		u.err = fmt.Errorf("%s: %w", name, bare(err))
	case info.IsDir():
		u.err = fmt.Errorf("%s: is a directory: to read HTML files in it, use -dir", name)
	case info.Mode().IsRegular():
		u.Size, u.ModTime, u.Changed = info.Size(), info.ModTime().UnixNano(), vfs.Changed(info)
		f, err := r.env.FS.Open(name)
		if err != nil {
			u.err = fmt.Errorf("%s: %w", name, bare(err))
		} else {
			f.Close()
		}
	}
	return u
}

// missing warns of archives that cannot be read, before the others are read, which may take long.
func (r *Reader) missing() error {
	var first error
	bad := 0
	for i := range r.Units {
		if err := r.Units[i].err; err != nil {
			if bad++; first == nil {
				first = err
			}
		}
	}
	switch {
	case bad == len(r.Units) && bad > 0:
		if r.in.list != "" {
			first = fmt.Errorf("%w (names in %s are relative to the current folder)", first, r.in.list)
		}
		return first
	case bad > 0:
		r.env.Warnf("%d of %d inputs cannot be read and will be left out, the first: %v", bad, len(r.Units), first)
	}
	return nil
}

func runArchive[R any](r *Reader, u *Unit, found *Found, work func(*Docs) (R, error), commit func(R) error) error {
	src, err := stream.OpenStored(r.env.FS, u.Name, r.env.Stdin)
	if err != nil {
		return err
	}
	defer src.Close()
	p := &r.Plan
	opt := warc.Options{Threads: p.Threads, Share: p.Share, MaxRecord: p.Record, MaxBody: p.Record}
	stats, err := warc.Run(counted{src, &r.done}, opt, func(run *warc.Records) (R, error) {
		d := &Docs{Worker: run.Worker, Turn: run.Turn}
		d.next = func(doc *page.Document) error { return d.record(run, doc, p) }
		return work(d)
	}, commit)
	found.Records, found.Passed, found.Recovered = stats.Records, stats.Passed, stats.Recovered
	stats.Skips.Each(func(why warc.Reason, n int64) { found.skip(p.reason(why), n) })
	if n := stats.First; stats.Skips.Total() > 0 {
		found.first(p.reason(n.Why)+", at place "+where(n.Offset, n.Inner), n.Offset)
	}
	if errors.Is(err, warc.ErrNoArchive) {
		found.Records, found.Passed, found.Skips, found.Damage = 0, 0, nil, ""
		return fmt.Errorf("%s: %w%s", src.Label(), err, r.hint(u))
	}
	return place(src.Label(), err)
}

// where is the place of a record, as the tool warc writes it.
func where(offset, inner int64) string {
	if inner > 0 {
		return fmt.Sprintf("%d+%d", offset, inner)
	}
	return fmt.Sprint(offset)
}

// hint says what a file that is not an archive may be, and which flag reads it.
func (r *Reader) hint(u *Unit) string {
	if u.Size < 0 {
		return ""
	}
	file, err := stream.OpenBytes(r.env.FS, u.Name, nil)
	if err != nil {
		return ""
	}
	defer file.Close()
	head := make([]byte, 1024)
	n, _ := file.Read(head)
	head = head[:n]
	first, _, _ := bytes.Cut(head, []byte("\n"))
	name := strings.TrimSuffix(string(bytes.TrimSpace(first)), ".gz")
	switch path.Ext(name) {
	case ".warc", ".arc", ".wat", ".zst", ".bz2":
		return ": to read a list of archives, use -list"
	}
	if page.BeginsHTML(head) {
		return ": to read HTML files, give their folder to -dir"
	}
	if r.in.list == "" {
		if _, err := r.env.FS.Stat(name); err == nil && name != "" {
			return ": to read a list of archives, use -list"
		}
	}
	return ""
}

// record reads up to the next record that is a document: a response of a server, or metadata of one.
func (d *Docs) record(run *warc.Records, doc *page.Document, p *Plan) error {
	for {
		r, err := run.Next()
		if err != nil {
			return err
		}
		switch r.Type {
		case "response", "resource", "revisit":
			doc.Revisit = r.Type == "revisit"
			if fault := document(r, doc); fault != warc.Whole && isPage(doc, fault) {
				why := p.fault(fault)
				d.found.wrong(why, why+", at place "+where(r.Offset, r.Inner), r.Offset)
			}
			return nil
		case "metadata":
			if mime := r.Header.Get("Content-Type"); len(mime) >= 16 && bytes.EqualFold(mime[:16], []byte("application/json")) {
				doc.Metadata, doc.Body = true, r.Block
				return nil
			}
			d.found.Metadata++
		case "request":
			d.found.Requests++
		case "warcinfo":
			d.found.Infos++
		default:
			d.found.Others++
		}
	}
}

// document makes a document of a record.
func document(r *warc.Record, d *page.Document) warc.Fault {
	d.URL = r.URL
	h, err := r.HTTP()
	if err != nil {
		d.Broken = true
		return warc.Whole
	}
	if h.Line == nil {
		d.Body, d.ContentType = h.Body, h.ContentType()
		return warc.Whole
	}
	fillIn(d, &h)
	return h.Fault
}

// fillIn puts what a server answered into a document.
func fillIn(d *page.Document, h *warc.HTTP) {
	d.Status, d.Body = h.Status, h.Body
	d.ContentType, d.Location, d.Robots = h.Header.Get("Content-Type"), h.Location(), robots(h.Header.Get("X-Robots-Tag"))
}

// isPage reports whether the body of a document counts, which is not whole.
func isPage(d *page.Document, fault warc.Fault) bool {
	untold := fault == warc.Undecoded && d.Status > 0 && len(d.ContentType) == 0
	return d.Succeeded() && !d.Revisit && (d.IsHTML() || untold)
}
