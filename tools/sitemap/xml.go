package main

import (
	"bufio"
	"errors"
	"path/filepath"
	"strconv"
	"strings"

	"webmill/pkg/cli"
	"webmill/pkg/stream"
	"webmill/pkg/tuple"
	"webmill/pkg/urls"
	"webmill/pkg/web/escape"
	"webmill/pkg/web/sitemap"
)

// The limits of the protocol, for a file.
const (
	mostURLs  = 50_000
	mostBytes = 50 << 20
)

const (
	xmlHead  = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"
	xmlSpace = ` xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">` + "\n"
	setHead  = xmlHead + "<urlset" + xmlSpace
	setEnd   = "</urlset>\n"
	listHead = xmlHead + "<sitemapindex" + xmlSpace
	listEnd  = "</sitemapindex>\n"
	urlHead  = "<url><loc>"
	urlEnd   = "</loc></url>\n"
	partHead = "<sitemap><loc>"
	partEnd  = "</loc></sitemap>\n"
)

// xmlWriter writes the pages of one host: into one file, or into several with an index.
type xmlWriter struct {
	env   *cli.Env
	name  string        // of its file
	out   *bufio.Writer // that file
	part  *bufio.Writer // the file of pages, which may be the same
	text  []byte
	index bool
	parts int
	pages int64
	left  int64 // pages of other schemes
	urls  int   // of the part
	bytes int
	site  []byte // scheme, host and slash, before the names of parts
}

func (w *xmlWriter) Host(h *sitemap.Host) error {
	most := h.Bytes*int64(escape.AddressXML.Longest()) + h.Crawled*int64(len(urlHead)+len(urlEnd)) // bytes of XML
	if w.index = h.Crawled > mostURLs || most > mostBytes-1024; !w.index {
		w.part = w.out
		_, err := w.out.WriteString(setHead)
		return err
	}
	if w.name == "" || w.name == "-" {
		return errors.New("stdout: the pages need several files of XML: name one by -o or -xml")
	}
	_, err := w.out.WriteString(listHead)
	return err
}

func (w *xmlWriter) Page(p *sitemap.Page) error {
	if !urls.OfWeb(p.URL) { // a search engine takes no other scheme
		w.left++
		return nil
	}
	w.text = append(escape.AddressXML.Append(append(w.text[:0], urlHead...), p.URL), urlEnd...)
	if w.index && (w.part == nil || w.urls == mostURLs || w.bytes+len(w.text) > mostBytes-len(setEnd)) {
		if err := w.next(p.URL); err != nil {
			return err
		}
	}
	w.urls++
	w.pages++
	w.bytes += len(w.text)
	_, err := w.part.Write(w.text)
	return err
}

// next begins a further part. The index names it by the site of a page.
func (w *xmlWriter) next(url []byte) error {
	if err := w.endPart(); err != nil {
		return err
	}
	if w.parts++; w.parts > mostURLs {
		return errors.New("an index of XML names at most 50000 files")
	}
	name := partName(w.name, w.parts)
	file, err := w.env.CreateBytesFile(name)
	if err != nil {
		return err
	}
	w.part, w.urls, w.bytes = newBuffer(file), 0, len(setHead)
	if w.site == nil {
		w.site = append(append(w.site, urls.Origin(url)...), '/')
	}
	line := escape.AddressXML.Append(append([]byte(partHead), w.site...), []byte(filepath.Base(name)))
	if _, err := w.out.Write(append(line, partEnd...)); err != nil {
		return err
	}
	_, err = w.part.WriteString(setHead)
	return err
}

// partName is the name of a part beside that of the index: sitemap.xml.gz and sitemap-1.xml.gz.
func partName(name string, part int) string {
	at := len(name)
	if end := stream.Ending(name); end != "" {
		at = max(0, strings.LastIndex(strings.ToLower(name), end))
	}
	return name[:at] + "-" + strconv.Itoa(part) + name[at:]
}

func (w *xmlWriter) endPart() error {
	if w.part == nil {
		return nil
	}
	w.part.WriteString(setEnd)
	return w.part.Flush()
}

// warnOfOldPart says that an earlier run left parts that this index does not name.
func (w *xmlWriter) warnOfOldPart() {
	if w.name == "" || w.name == "-" {
		return
	}
	name := partName(w.name, w.parts+1)
	if f, err := w.env.FS.Open(name); err == nil {
		f.Close()
		w.env.Warnf("%s is of an earlier run, and %s does not name it: remove it and those with higher numbers", name, w.name)
	}
}

func (w *xmlWriter) end() (int64, error) {
	w.warnOfOldPart()
	w.env.Stats.Set("pages_not_http", w.left)
	if w.left > 0 {
		w.env.Warnf("the XML leaves out %s of another scheme than http and https", tuple.Counted(w.left, "page"))
	}
	switch {
	case w.index:
		if err := w.endPart(); err != nil {
			return 0, err
		}
		w.out.WriteString(listEnd)
		return w.pages, w.out.Flush()
	case w.part == nil: // there is no host
		w.part = w.out
		w.out.WriteString(setHead)
	}
	return w.pages, w.endPart()
}
