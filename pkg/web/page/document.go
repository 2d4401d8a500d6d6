package page

import (
	"bytes"

	"webmill/pkg/ascii"
)

// Document is what a server gave for a URL.
type Document struct {
	URL         []byte
	Status      int // of HTTP; 0 if it is not known
	ContentType []byte
	Location    []byte // where the server sends on to
	Robots      []byte // X-Robots-Tag
	Refresh     []byte // of the head: as that of a meta element, relative to URL
	Body        []byte
	Metadata    bool // the body is JSON about the page, as in a WAT file
	Revisit     bool // the body is in an earlier record
	Broken      bool // the HTTP response cannot be read
}

// Redirects reports whether the server sends on to another page. 304 says that the page has not changed.
func (d *Document) Redirects() bool {
	return d.Status/100 == 3 && d.Status != 304 && len(d.Location) > 0
}

// Succeeded reports whether the body is what was asked for.
func (d *Document) Succeeded() bool { return d.Status == 0 || d.Status/100 == 2 }

// IsHTML reports whether the body is a page: by its type, and where the type is missing or only says text, by its beginning.
func (d *Document) IsHTML() bool {
	mime, _, _ := bytes.Cut(d.ContentType, []byte(";"))
	mime = bytes.TrimSpace(mime)
	switch {
	case ascii.EqualFold(mime, "text/html"), IsXHTML(mime):
		return true
	case len(mime) == 0, len(mime) > 5 && ascii.EqualFold(mime[:5], "text/"), ascii.EqualFold(mime, "unknown/unknown"),
		ascii.EqualFold(mime, "application/unknown"), string(mime) == "*/*":
		return BeginsHTML(d.Body)
	}
	return false
}

// IsXHTML reports whether a content type is that of HTML as XML.
func IsXHTML(contentType []byte) bool {
	mime, _, _ := bytes.Cut(contentType, []byte(";"))
	return ascii.EqualFold(bytes.TrimSpace(mime), "application/xhtml+xml")
}

// commentEnd is where the last byte of a comment is, with which a text begins; -1 if the comment does not end.
func commentEnd(text []byte) int {
	for i := len("<!"); ; i++ {
		k := bytes.Index(text[i:], []byte("--"))
		if k < 0 {
			return -1
		}
		switch i += k; {
		case bytes.HasPrefix(text[i+2:], []byte(">")):
			return i + 2
		case bytes.HasPrefix(text[i+2:], []byte("!>")) && i > len("<!"):
			return i + 3
		}
	}
}

// BeginsHTML reports whether a body looks like a page: behind blanks and comments its first tag is one with which pages begin.
func BeginsHTML(body []byte) bool {
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	for {
		body = bytes.TrimLeft(body, "\t\n\f\r ")
		end := -1
		if bytes.HasPrefix(body, []byte("<!--")) {
			end = commentEnd(body)
		} else if bytes.HasPrefix(body, []byte("<?")) {
			end = bytes.IndexByte(body, '>')
		} else {
			break
		}
		if end < 0 {
			return false
		}
		body = body[end+1:]
	}
	for _, tag := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<script", "<style", "<iframe",
		"<frameset", "<h1", "<p", "<a", "<table", "<div", "<b", "<br", "<font"} {
		if len(body) > len(tag) && ascii.EqualFold(body[:len(tag)], tag) && endsName[body[len(tag)]] {
			return true
		}
	}
	return false
}
