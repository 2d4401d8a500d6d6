package crawl

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"net/netip"
	"strconv"
	"time"

	"webmill/pkg/urls"
	"webmill/pkg/web/exchange"
	"webmill/pkg/web/warc"
)

// errAbsent says that the archives have no answer for a URL.
var errAbsent = errors.New("the archives have no answer for it")

// Replay is a Transport that takes the answers from archives. Like a server's, a body is cut at MaxBody bytes.
type Replay struct {
	Captures *Captures
	MaxBody  int64 // 0: bodies are whole
}

// maxReplayed is how many bytes of a record are read; a longer one is no answer.
const maxReplayed = 64 << 20

// Do implements Transport. A URL without an answer is errAbsent.
func (r Replay) Do(_ context.Context, req *exchange.Request) (*exchange.Response, error) {
	c, ok, err := r.Captures.find(req.URL)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errAbsent
	}
	record, err := r.Captures.read(&c, maxReplayed)
	if errors.Is(err, warc.ErrTooLarge) || errors.Is(err, warc.ErrNoRecord) {
		return nil, &exchange.Error{Kind: exchange.BadResponse, Err: err}
	}
	if err != nil {
		return nil, err
	}
	res, err := responseOf(record, req.URL, c.date)
	if err != nil {
		return nil, err
	}
	if most := cmp.Or(req.MaxBody, r.MaxBody); most > 0 && int64(len(res.Body)) > most {
		res.Body, res.Truncated = res.Body[:most], "length"
	}
	return res, nil
}

// responseOf is the answer in a record. A record without a head of HTTP, like a resource, gets one with the status 200.
func responseOf(record *warc.Record, url []byte, date time.Time) (*exchange.Response, error) {
	h, err := record.Head()
	if err != nil {
		return nil, &exchange.Error{Kind: exchange.BadResponse, Err: err}
	}
	res := &exchange.Response{Status: h.Status, Fields: h.Header, Body: h.Payload, Begun: date}
	res.Head = record.Block[:len(record.Block)-len(h.Payload)]
	if h.Line == nil {
		res.Status = 200
		mime := record.Header.Get("Content-Type")
		res.Head = []byte("HTTP/1.1 200 OK\r\nContent-Type: " + string(mime) + "\r\nContent-Length: " +
			strconv.Itoa(len(h.Payload)) + "\r\n\r\n")
		res.Fields = []exchange.Field{{Name: []byte("Content-Type"), Value: mime}}
	}
	switch why := string(bytes.TrimSpace(record.Header.Get("WARC-Truncated"))); why {
	case "", "length", "time":
		res.Truncated = why
	default:
		res.Truncated = "disconnect"
	}
	path := urls.AfterHost(url)
	res.Request = append(append(append(res.Request, "GET "...), path...), " HTTP/1.1\r\n\r\n"...)
	if a, err := netip.ParseAddr(string(bytes.TrimSpace(record.Header.Get("WARC-IP-Address")))); err == nil {
		res.Address = netip.AddrPortFrom(a, 0)
	}
	return res, nil
}

// Release implements Transport.
func (r Replay) Release(*exchange.Response) {}

// Addresses implements Transport. A replay has no addresses.
func (r Replay) Addresses(context.Context, string) ([]netip.Addr, error) { return nil, nil }
