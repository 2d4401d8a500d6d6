// Package archive stub.
package archive

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"strconv"
	"time"

	"github.com/klauspost/compress/gzip"

	"webmill/pkg/web/warc"
)

type Record struct {
	Type, URL   string
	Date        time.Time
	ID          string
	ContentType string
	Fields      []warc.Field
	Block       [][]byte
}

type Packer struct {
	w   *gzip.Writer
	buf bytes.Buffer
}

func NewPacker(level int) *Packer {
	w, _ := gzip.NewWriterLevel(nil, level)
	return &Packer{w: w}
}

func (p *Packer) NewID() string {
	var b [16]byte
	rand.Read(b[:])
	return fmt.Sprintf("<urn:uuid:%x-%x-4%x-8%x-%x>", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func (p *Packer) Append(dst []byte, r *Record) ([]byte, error) {
	p.buf.Reset()
	p.w.Reset(&p.buf)
	if r.ID == "" {
		r.ID = p.NewID()
	}
	block := bytes.Join(r.Block, nil)
	fmt.Fprintf(p.w, "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n", r.Type, r.ID, r.Date.UTC().Format(time.RFC3339))
	if r.URL != "" {
		fmt.Fprintf(p.w, "WARC-Target-URI: %s\r\n", r.URL)
	}
	for _, f := range r.Fields {
		fmt.Fprintf(p.w, "%s: %s\r\n", f.Name, f.Value)
	}
	fmt.Fprintf(p.w, "WARC-Block-Digest: sha1:%s\r\nContent-Type: %s\r\nContent-Length: %s\r\n\r\n", warc.Digest(block), r.ContentType, strconv.Itoa(len(block)))
	p.w.Write(block)
	p.w.Write([]byte("\r\n\r\n"))
	err := p.w.Close()
	return append(dst, p.buf.Bytes()...), err
}

func Info(name string, t time.Time, fields ...string) *Record {
	return &Record{Type: "warcinfo", Date: t, ContentType: "application/warc-fields", Fields: []warc.Field{{Name: []byte("WARC-Filename"), Value: []byte(name)}}}
}
