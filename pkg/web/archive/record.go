package archive

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"webmill/pkg/ascii"
	"webmill/pkg/web/warc"
)

// Record is a record to be written.
type Record struct {
	Type        string    // response, request, metadata, revisit, resource, warcinfo, …
	URL         string    // WARC-Target-URI; "": it has none, as warcinfo
	Date        time.Time // WARC-Date
	ID          string    // WARC-Record-ID; "": Append makes one
	ContentType string    // of the block; "": unknown
	Fields      []Field   // further fields, in their order
	Block       [][]byte  // in parts, which are written one behind the other
}

// Field is a field of the head of a record.
type Field struct{ Name, Value string }

// The values of WARC-Profile: the reason why a revisit has no body.
const (
	ProfileIdentical   = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
	ProfileNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
)

// ErrRecord is the error of a record that cannot be written.
var ErrRecord = errors.New("not a record of WARC")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrRecord, fmt.Sprintf(format, args...))
}

// written are the fields that Append writes by itself.
var written = []string{
	"WARC-Type", "WARC-Record-ID", "WARC-Date", "WARC-Target-URI", "WARC-Block-Digest", "Content-Type", "Content-Length",
}

// hasURL are the types of records that must have a URL.
var hasURL = []string{"response", "request", "revisit", "resource", "conversion", "continuation"}

// check is the reason why a record cannot be written, or nil.
func (r *Record) check() error {
	switch {
	case !isToken(r.Type):
		return refuse("the type is %q", r.Type)
	case strings.IndexFunc(r.URL, func(c rune) bool { return c <= ' ' || c == 0x7f }) >= 0:
		return refuse("the URL is %q", r.URL)
	case r.URL == "" && among(hasURL, r.Type):
		return refuse("a %s without a URL", r.Type)
	case r.URL != "" && ascii.EqualFold(r.Type, "warcinfo"):
		return refuse("a warcinfo with a URL")
	case r.ID != "" && (len(r.ID) < 3 || r.ID[0] != '<' || r.ID[len(r.ID)-1] != '>' || !isText(r.ID)):
		return refuse("the id is %q", r.ID)
	case !isText(r.ContentType):
		return refuse("the content type is %q", r.ContentType)
	case r.Date.IsZero() || r.Date.UTC().Year() < 0 || r.Date.UTC().Year() > 9999:
		return refuse("the date is %v", r.Date)
	case len(r.Fields)+len(written) > warc.MaxFields:
		return refuse("it has %d fields", len(r.Fields))
	}
	for i, f := range r.Fields {
		if !isToken(f.Name) || !isText(f.Value) {
			return refuse("a field is %q: %q", f.Name, f.Value)
		}
		if among(written, f.Name) || !ascii.EqualFold(f.Name, "WARC-Concurrent-To") && isIn(r.Fields[:i], f.Name) {
			return refuse("%s is there twice", f.Name)
		}
	}
	return nil
}

func among(list []string, name string) bool {
	for _, s := range list {
		if ascii.EqualFold(s, name) {
			return true
		}
	}
	return false
}

func isIn(fields []Field, name string) bool {
	for i := range fields {
		if ascii.EqualFold(fields[i].Name, name) {
			return true
		}
	}
	return false
}

// isToken reports whether a text can be the name of a field or the type of a record.
func isToken(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte("()<>@,;:\\\"/[]?={}", s[i]) >= 0 {
			return false
		}
	}
	return s != ""
}

// isText reports whether a text can be the value of a field. It need not be UTF-8, since servers send other bytes too.
func isText(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' && s[i] != '\t' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
