package site

import (
	"bytes"
	"crypto/sha1"
	"encoding/base32"
	"fmt"
	"net/textproto"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// A warcFile is a file of records, each a gzip member.
type warcFile struct {
	out     bytes.Buffer
	records map[string]int
	info    string // the id of the record about the file
	now     time.Time
}

// warc writes the crawl and counts its records by type.
func (s *site) warc() ([]byte, map[string]int, error) {
	w := &warcFile{records: map[string]int{}, now: time.Date(2016, 5, 2, 8, 0, 0, 0, time.UTC)}
	w.info = w.id("warcinfo", "")
	err := w.write("warcinfo", "", []string{"WARC-Filename: site.warc.gz", "Content-Type: application/warc-fields"},
		[]byte("software: webmill, made without a network\r\nformat: WARC File Format 1.0\r\ndescription: the web of a university that does not exist\r\n"))
	if err != nil {
		return nil, nil, err
	}
	err = w.write("resource", "urn:x-demosite:seeds", []string{"Content-Type: text/plain"}, []byte(www+"/\n"+press+"/\n"))
	for _, p := range s.order() {
		if err == nil {
			err = w.exchange(s, p)
		}
	}
	return w.out.Bytes(), w.records, err
}

// order is the order of the crawl: robots.txt of each host first, then the hosts by turns.
func (s *site) order() []*page {
	byHost := map[*host][]*page{}
	for _, p := range s.pages {
		byHost[p.host] = append(byHost[p.host], p)
	}
	turn := map[*page]int{}
	for _, pages := range byHost {
		slices.SortStableFunc(pages, func(a, b *page) int {
			robots := func(p *page) int {
				if strings.HasSuffix(p.url, "/robots.txt") {
					return 0
				}
				return 1
			}
			return robots(a) - robots(b)
		})
		for i, p := range pages {
			turn[p] = i
		}
	}
	order := slices.Clone(s.pages)
	slices.SortStableFunc(order, func(a, b *page) int { return turn[a] - turn[b] })
	return order
}

// exchange writes what was asked and answered for a page.
func (w *warcFile) exchange(s *site, p *page) error {
	w.now = w.now.Add(2 * time.Second)
	payload, err := p.payload()
	if err != nil {
		return fmt.Errorf("%s: %w", p.url, err)
	}
	head, body, err := w.answer(p, payload)
	if err != nil {
		return err
	}
	digest := "WARC-Payload-Digest: " + sha(payload)
	id := w.id("response", p.url)
	concurrent := "WARC-Concurrent-To: " + id
	site, path := split(p.url)
	request := "GET " + path + " HTTP/1.1\r\nHost: " + site[strings.Index(site, "//")+2:] +
		"\r\nUser-Agent: webmill-demo\r\nAccept: */*\r\n\r\n"
	number := len(p.host.id) + int(p.host.id[0])
	address := fmt.Sprintf("WARC-IP-Address: 192.0.2.%d", number)
	if err := w.write("request", p.url, []string{"Content-Type: application/http; msgtype=request", concurrent, address},
		[]byte(request)); err != nil {
		return err
	}
	if err := w.write("response", p.url, []string{"Content-Type: application/http; msgtype=response", digest, address},
		append(head, body...)); err != nil {
		return err
	}
	if w.records["response"]%25 == 0 {
		fields := fmt.Sprintf("fetchTimeMs: %d\r\nvia: %s/\r\nhopsFromSeed: L\r\n", 20+len(body)%180, www)
		if err := w.write("metadata", p.url, []string{"Content-Type: application/warc-fields", concurrent},
			[]byte(fields)); err != nil {
			return err
		}
	}
	if !slices.Contains(s.recaptured, p.url) {
		return nil
	}
	first := w.now
	w.now = w.now.Add(24 * time.Hour)
	err = w.write("revisit", p.url, []string{"Content-Type: application/http; msgtype=response", digest, "WARC-Refers-To: " + id,
		"WARC-Refers-To-Target-URI: " + p.url, "WARC-Refers-To-Date: " + first.Format(time.RFC3339),
		"WARC-Profile: http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"}, head)
	w.now = first
	return err
}

var reasons = map[int]string{200: "OK", 301: "Moved Permanently", 302: "Found", 307: "Temporary Redirect", 403: "Forbidden",
	404: "Not Found", 500: "Internal Server Error"}

// answer is the head of the answer and its body, coded for transfer.
func (w *warcFile) answer(p *page, payload []byte) (head, body []byte, err error) {
	var h bytes.Buffer
	fmt.Fprintf(&h, "HTTP/1.1 %d %s\r\nDate: %s\r\nServer: Apache\r\n", p.status, reasons[p.status],
		w.now.Format("Mon, 02 Jan 2006 15:04:05 GMT"))
	mime := p.mime
	if mime == "" {
		mime = "text/html"
	}
	if p.label != "" {
		mime += "; charset=" + p.label
	}
	header := func(name, value string) { fmt.Fprintf(&h, "%s: %s\r\n", textproto.CanonicalMIMEHeaderKey(name), value) }
	header("Content-Type", mime)
	if p.location != "" {
		header("Location", p.location)
	}
	body = payload
	switch p.transfer {
	case "chunked":
		header("Transfer-Encoding", "chunked")
		body = chunked(payload)
	case "gzip":
		header("Content-Encoding", "gzip")
		if body, err = packed(payload); err != nil {
			return nil, nil, err
		}
		header("Content-Length", fmt.Sprint(len(body)))
	default:
		header("Content-Length", fmt.Sprint(len(body)))
	}
	h.WriteString("\r\n")
	return h.Bytes(), body, nil
}

func chunked(b []byte) []byte {
	var out bytes.Buffer
	for len(b) > 0 {
		n := min(len(b), 1000)
		fmt.Fprintf(&out, "%x\r\n%s\r\n", n, b[:n])
		b = b[n:]
	}
	out.WriteString("0\r\n\r\n")
	return out.Bytes()
}

func packed(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}

// id is the id of a record: a hash of what and when, in the form of a UUID.
func (w *warcFile) id(kind, url string) string {
	h := sha1.Sum([]byte(kind + " " + url + " " + w.now.String()))
	return fmt.Sprintf("<urn:uuid:%x-%x-%x-%x-%x>", h[:4], h[4:6], h[6:8], h[8:10], h[10:16])
}

func sha(b []byte) string {
	h := sha1.Sum(b)
	return "sha1:" + base32.StdEncoding.EncodeToString(h[:])
}

// write writes a record.
func (w *warcFile) write(kind, url string, fields []string, block []byte) error {
	w.records[kind]++
	var r bytes.Buffer
	fmt.Fprintf(&r, "WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: %s\r\nWARC-Date: %s\r\n", kind, w.id(kind, url),
		w.now.Format(time.RFC3339))
	if url != "" {
		fmt.Fprintf(&r, "WARC-Target-URI: %s\r\nWARC-Warcinfo-ID: %s\r\n", url, w.info)
	}
	for _, f := range fields {
		r.WriteString(f + "\r\n")
	}
	fmt.Fprintf(&r, "WARC-Block-Digest: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", sha(block), len(block), block)
	member, err := packed(r.Bytes())
	w.out.Write(member)
	return err
}
