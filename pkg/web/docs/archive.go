package docs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"webmill/pkg/ascii"
	"webmill/pkg/stream"
	"webmill/pkg/urls"
	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
)

// openArchives looks at the archives of the list and at those that are named. The same archive under another name, or a copy of
// it, would count its pages twice.
func (r *Reader) openArchives() error {
	taken := copies{reader: r, alone: map[int64]int{}, alike: map[sample][]int{}}
	again, first := 0, ""
	add := func(name string, _ int) error {
		v := r.look(name)
		if v.err == nil && v.info != nil && taken.add(&v) {
			if again++; again == 1 {
				first = v.Label()
			}
			return nil
		}
		r.Volumes = append(r.Volumes, v)
		return nil
	}
	if r.in.List != "" {
		if err := r.lines(r.in.List, add); err != nil {
			return err
		}
		if len(r.Volumes)+len(r.in.Archives) == 0 {
			return fmt.Errorf("%s: names no archive", r.in.List)
		}
	}
	for _, name := range r.in.Archives {
		add(name, 0)
	}
	if again > 0 {
		r.opt.Warn("left out %d of %d inputs, because they are named twice or are copies; the first: %s", again,
			again+len(r.Volumes), first)
	}
	return r.missing()
}

// stdin is the file that stdin reads from.
func (r *Reader) stdin() (fs.FileInfo, error) {
	if r.opt.Stdin == nil {
		return nil, fs.ErrNotExist
	}
	return r.opt.Stdin.Stat()
}

// look finds out whether an archive can be opened, and its size. A FIFO is not opened: that would wait for its writer.
func (r *Reader) look(name string) Volume {
	v := Volume{Name: name, Size: -1}
	if name == stream.Stdin {
		if info, err := r.stdin(); err == nil && info.Mode().IsRegular() {
			v.info = info
		}
		return v
	}
	info, err := r.opt.Room.FS.Stat(name)
	switch {
	case err != nil:
		v.err = vfs.Named(name, err)
	case info.IsDir():
		v.err = fmt.Errorf("%s: is a directory%s", name, behindColon(r.opt.Advice.Dir))
	case info.Mode().IsRegular():
		v.info, v.Size, v.ModTime, v.Changed = info, info.Size(), info.ModTime().UnixNano(), vfs.Changed(info)
		f, err := r.opt.Room.FS.Open(name)
		if err != nil {
			v.err = vfs.Named(name, err)
		} else {
			f.Close()
		}
	}
	return v
}

// missing warns of archives that cannot be read, before the others are read, which may take long.
func (r *Reader) missing() error {
	var first error
	bad := 0
	for i := range r.Volumes {
		if err := r.Volumes[i].err; err != nil {
			bad++
			if first == nil {
				first = err
			}
		}
	}
	switch {
	case bad == len(r.Volumes) && bad > 0:
		if r.in.List != "" {
			first = fmt.Errorf("%w (names in %s are relative to the current folder)", first, r.in.List)
		}
		return InputError{first}
	case bad > 0:
		r.opt.Warn("%d of %d inputs cannot be read and will be left out, the first: %v", bad, len(r.Volumes), first)
	}
	return nil
}

// readArchive reads the records of an archive.
func readArchive[R any](r *Reader, v *Volume, found *Tally, use func(*Batch) (R, error), commit func(R) error) error {
	src, err := stream.OpenStored(r.opt.Room.FS, v.Name, r.opt.Stdin)
	if err != nil {
		return err
	}
	defer src.Close()
	p := &r.Plan
	opt := warc.Options{Threads: p.Threads, Share: p.Share, MaxRecord: p.Record, MaxBody: p.Record}
	stats, err := warc.Run(countingReader{src, &r.done}, opt, func(records *warc.Records) (R, error) {
		batch := &Batch{Worker: records.Worker, Turn: records.Turn}
		batch.next = func(d *Document) error { return batch.record(records, d, p) }
		return use(batch)
	}, commit)
	found.Records, found.Passed, found.Recovered = stats.Records, stats.Passed, stats.Recovered
	stats.Skips.Each(func(why warc.Reason, n int64) { found.skip(p.reason(why), n) })
	n := stats.First
	if stats.Skips.Total() > 0 {
		found.first(p.reason(n.Why)+", at place "+where(n.Offset, n.Inner), n.Offset)
	}
	if errors.Is(err, warc.ErrNoArchive) {
		found.Records, found.Passed, found.Skips, found.Damage = 0, 0, nil, ""
		return fmt.Errorf("%s: %w%s", src.Label(), err, r.hint(v))
	}
	return vfs.Named(src.Label(), err)
}

// where is the place of a record, as the tool warc writes it.
func where(offset, inner int64) string {
	if inner > 0 {
		return fmt.Sprintf("%d+%d", offset, inner)
	}
	return fmt.Sprint(offset)
}

// behindColon is how a message ends with advice.
func behindColon(advice string) string {
	if advice == "" {
		return ""
	}
	return ": " + advice
}

// hint says how a file can be read that is not an archive.
func (r *Reader) hint(v *Volume) string {
	if v.Size < 0 {
		return ""
	}
	file, err := stream.OpenWithin(r.opt.Room.FS, v.Name, nil, r.opt.Room.Memory/2)
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
		return behindColon(r.opt.Advice.List)
	}
	said := stream.SaidFormat(v.Name, stream.Auto)
	switch {
	case page.BeginsHTML(head):
		return behindColon(r.opt.Advice.Page)
	case said == stream.Raw || said == stream.Parquet:
		return behindColon(r.opt.Advice.Tuples)
	case len(head) > 262 && string(head[257:262]) == "ustar":
		return behindColon(r.opt.Advice.Tar)
	case bytes.HasPrefix(first, []byte(" CDX ")), bytes.Contains(first, []byte(` {"`)):
		return behindColon(r.opt.Advice.Index)
	case bytes.HasPrefix(first, []byte(`{"`)):
		return behindColon(r.opt.Advice.Log)
	case urls.OfWeb(first):
		return behindColon(r.opt.Advice.URLs)
	}
	if r.in.List == "" {
		if _, err := r.opt.Room.FS.Stat(name); err == nil && name != "" {
			return behindColon(r.opt.Advice.List)
		}
	}
	return ""
}

// record reads up to the next record that is a document: a response of a server, or metadata of one.
func (p *Batch) record(records *warc.Records, d *Document, plan *Plan) error {
	for {
		r, err := records.Next()
		if err != nil {
			return err
		}
		d.Record = r
		if r.IsSegment() {
			p.found.wrong(warc.Segment, warc.Segment+", at "+d.where(), r.Offset)
		}
		switch r.Type {
		case "response", "resource", "revisit":
			d.Revisit = r.Type == "revisit"
			fault := d.answer()
			if fault != warc.Whole && d.isPage(fault) {
				why := plan.fault(fault)
				p.found.wrong(why, why+", at "+d.where(), r.Offset)
			} else if d.cutOff() {
				p.found.CutOff++
			}
			return nil
		case "metadata":
			if mime := r.Header.Get("Content-Type"); len(mime) >= 16 && bytes.EqualFold(mime[:16], []byte("application/json")) {
				d.Metadata, d.Body = true, r.Block
				return nil
			}
			p.found.Metadata++
		case "request":
			p.found.Requests++
		case "warcinfo":
			p.found.Infos++
		default:
			p.found.Others++
			if r.Type == "conversion" {
				p.found.Converted++
			}
			if !slices.Contains(warc.StandardTypes(), r.Type) {
				p.found.wrong("record of a type that WARC does not have",
					fmt.Sprintf("the type %.40q, which WARC does not have, at %s", r.Type, d.where()), r.Offset)
			}
		}
	}
}

// answer puts what the record says that a server answered into the document.
func (d *Document) answer() warc.Fault {
	d.URL, d.short = urls.OfBytes(d.Record.URL), false
	h, err := d.Record.HTTP()
	if err != nil {
		d.Broken = true
		return warc.Whole
	}
	if h.Line == nil {
		d.Body, d.ContentType = h.Body, h.ContentType()
		return warc.Whole
	}
	d.fillIn(&h)
	if h.Fault == warc.Whole && d.IsHTML() && warc.Packing(h.Body) != "" { // it was packed twice
		d.Body = nil
		return warc.BrokenBody
	}
	return h.Fault
}

// fillIn puts what a server answered into the document.
func (d *Document) fillIn(h *warc.HTTP) {
	d.Status, d.Body = h.Status, h.Body
	d.ContentType, d.Location, d.Robots = h.Header.Get("Content-Type"), urls.OfBytes(h.Location()), nil
	d.Refresh = urls.OfBytes(h.Header.Get("Refresh"))
	d.short = h.Short
	for _, f := range h.Header {
		if ascii.EqualFold(f.Name, "X-Robots-Tag") {
			d.Robots = page.AppendRobots(d.Robots, f.Value)
		}
	}
}

const partialContent = 206 // the status of an answer to a request for a part

// cutOff reports whether a page is not whole: the server sent a part of it, the connection ended too soon, or the record has only
// a part.
func (d *Document) cutOff() bool {
	return d.isPage(warc.Whole) && (d.Status == partialContent || d.short ||
		d.Record != nil && d.Record.Header.Get("WARC-Truncated") != nil)
}

// isPage reports whether a damaged body is that of a page, so that the damage counts.
func (d *Document) isPage(fault warc.Fault) bool {
	untold := fault == warc.Undecoded && d.Status > 0 && len(d.ContentType) == 0
	return d.Succeeded() && !d.Revisit && (d.IsHTML() || untold)
}
