package docs

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"webmill/pkg/stream"
	"webmill/pkg/vfs"
	"webmill/pkg/web/page"
	"webmill/pkg/web/warc"
)

// Unreadable is the reason why a file is left out.
const Unreadable = "file that cannot be read"

// files reads the files of a batch.
type files struct {
	reader  *Reader
	left    []file
	stored  []byte
	header  warc.Header
	decoder warc.Decoder
}

func newFiles(r *Reader) *files {
	return &files{reader: r, decoder: warc.Decoder{Most: r.Plan.Record, Share: r.Plan.ordinary()}}
}

func (r *files) next(p *Batch, d *Document) error {
	for len(r.left) > 0 {
		f := &r.left[0]
		r.left = r.left[1:]
		if err := r.read(p, f.name); err != nil {
			p.found.wrong(Unreadable, vfs.Named(f.name, err).Error(), 0)
			continue
		}
		long := int64(len(r.stored)) > r.reader.Plan.Record
		d.File = f.name
		fault, ok := r.document(p, f, d)
		if ok && long && d.isPage(fault) {
			why := "file " + r.reader.Plan.larger()
			p.found.wrong(why, d.where()+": "+why, 0)
			ok = false
		}
		if !ok {
			*d = Document{Volume: d.Volume}
			continue
		}
		if fault != warc.Whole && d.isPage(fault) {
			why := r.reader.Plan.fault(fault)
			p.found.wrong(why, d.where()+": "+why, 0)
		} else if d.cutOff() {
			p.found.CutOff++
		}
		return nil
	}
	return io.EOF
}

// document makes a document of the file that was read. ok is false if it is left out.
func (r *files) document(p *Batch, f *file, d *Document) (fault warc.Fault, ok bool) {
	d.URL, d.Body, d.Begun = []byte(f.url), r.stored, false
	foreign := func(format, advice string) bool {
		if format == "" || !namedHTML(f.name) {
			return false
		}
		p.found.wrong(Unreadable, fmt.Sprintf("%s: looks like %s, which is %s", f.name, format, advice), 0)
		return true
	}
	if foreign(stream.Foreign(r.stored), "not read: unpack it") {
		return 0, false
	}
	if packing := warc.Packing(r.stored); packing != "" {
		if f.copy {
			p.found.Copies++
			return 0, false
		}
		d.URL = []byte(f.unpacked)
		d.Body, fault = r.decoder.Unpack(packing, r.stored, beginning)
		d.Begun = fault == warc.LongBody
		if namedHTML(f.name) || r.reader.in.Headers ||
			page.BeginsHTML(d.Body) {
			d.Body, fault = r.decoder.Unpack(packing, r.stored, r.decoder.Most)
			d.Begun = false
		}
		if r.reader.in.Headers { // the decoder is needed again
			r.stored = append(r.stored[:0], d.Body...)
			d.Body = r.stored
		}
	}
	if headed := r.cutHeaders(d, &fault); headed && !r.reader.in.Headers {
		p.found.Headed++
		surely := bytes.HasPrefix(d.Body, []byte("HTTP/")) || r.header.Get("content-type") != nil
		if surely && foreign("an answer with its HTTP headers", "no HTML: use -headers") {
			return 0, false
		}
	}
	if d.ContentType == nil && foreign(notHTML(d.Body), "no HTML") {
		return 0, false
	}
	if d.ContentType == nil && namedHTML(f.name) {
		d.ContentType = []byte("text/html")
	}
	return fault, true
}

// notHTML names what a body is, by its first bytes; "" if it may be a page.
func notHTML(body []byte) string {
	if packing := warc.Packing(body); packing != "" {
		return packing + " inside of a packed file"
	}
	for _, other := range []struct{ magic, name string }{
		{"PAR1", "Parquet"}, {"WARC/", "a web archive"}, {"%PDF-", "PDF"}, {"\x89PNG", "PNG"}, {"GIF8", "GIF"},
		{"\xff\xd8\xff", "JPEG"},
	} {
		if bytes.HasPrefix(body, []byte(other.magic)) {
			return other.name
		}
	}
	return stream.Foreign(body)
}

// beginning is how much of a file that is packed and not named like HTML is unpacked at first.
const beginning = 4 << 10

// read reads a file as it is stored, or a little more than the largest record of it.
func (r *files) read(p *Batch, name string) error {
	in, err := r.reader.opt.Room.FS.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	share := r.reader.Plan.ordinary()
	r.decoder.Trim()
	if int64(cap(r.stored)) > 2*share {
		r.stored = nil
	}
	r.stored = r.stored[:0]
	mine := false
	for {
		if len(r.stored) == cap(r.stored) {
			r.stored = append(r.stored, 0)[:len(r.stored)]
		}
		n, err := in.Read(r.stored[len(r.stored):cap(r.stored)])
		r.stored = r.stored[:len(r.stored)+n]
		r.reader.done.Add(int64(n))
		switch size := int64(len(r.stored)); {
		case size > r.reader.Plan.Record, err == io.EOF:
			return nil
		case err != nil:
			return err
		case size > share && !mine:
			mine = true
			p.Turn()
		}
	}
}

// namedHTML reports whether a name has one of the endings of HTML, which the language may follow: page.html.en.
func namedHTML(name string) bool {
	parts := strings.Split(strings.ToLower(path.Base(name)), ".")
	for _, p := range parts[max(1, len(parts)-3):] {
		switch p {
		case "html", "htm", "xhtml", "shtml":
			return true
		}
	}
	return false
}

// cutHeaders reports whether the body begins with HTTP headers. With Headers it removes them, and decodes the body.
// Then lines that are no fields are passed over, as browsers do, if there is a content type; and a file may end in its headers.
func (r *files) cutHeaders(d *Document, fault *warc.Fault) bool {
	rest, status, odd := d.Body, 0, false
	r.header = r.header[:0]
	for n := 0; ; n++ {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if !ok {
			cut := status > 0 && !odd && r.reader.in.Headers
			if cut {
				d.fillIn(&warc.HTTP{Status: status, Header: r.header, Short: true})
			}
			return cut
		}
		rest = after
		if len(line) == 0 {
			if odd && r.header.Get("content-type") == nil {
				return false
			}
			if n > 0 && r.reader.in.Headers {
				h := warc.HTTP{Status: status, Header: r.header, Body: rest}
				r.decoder.Decode(&h)
				d.fillIn(&h)
				*fault = max(*fault, h.Fault)
			}
			return n > 0
		}
		if n == 0 && bytes.HasPrefix(line, []byte("HTTP/")) {
			fmt.Sscanf(string(line), "HTTP/%s %d", new(string), &status)
			continue
		}
		key, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || bytes.ContainsAny(key, " <>\t") && line[0] != ' ' && line[0] != '\t' {
			if !r.reader.in.Headers || line[0] == '<' {
				return false
			}
			odd = true
			continue
		}
		switch name := strings.ToLower(string(key)); name {
		case "content-type", "content-length", "content-encoding", "transfer-encoding", "location", "refresh", "x-robots-tag":
			if name == "x-robots-tag" || r.header.Get(name) == nil {
				r.header = append(r.header, warc.Field{Name: key, Value: bytes.TrimSpace(value)})
			}
		}
	}
}
