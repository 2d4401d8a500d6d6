package crawl

import (
	"crypto/sha1"
	"fmt"
	"strconv"
	"time"

	"webmill/pkg/web/archive"
	"webmill/pkg/web/exchange"
)

// pack makes the records of an exchange: the response, or a revisit if old is the same page in an earlier crawl; the request; and
// a metadata record with what the crawl knows of the URL. first is the length of the first one.
func (r *reader) pack(url, via []byte, res *exchange.Response, digest string, old *earlier) (records []byte, first int,
	err error) {
	dst := r.records[:0]
	id, date := r.newID(), res.Begun.UTC()
	response := archive.Record{
		Type: "response", URL: string(url), Date: date, ID: id, ContentType: "application/http; msgtype=response",
		Fields: []archive.Field{field("WARC-IP-Address", res.Address.Addr().String()), field("WARC-Payload-Digest", digest)},
		Block:  [][]byte{res.Head, res.Body},
	}
	if res.Truncated != "" {
		response.Fields = append(response.Fields, field("WARC-Truncated", res.Truncated))
	}
	if old != nil {
		response.Type, response.Block = "revisit", [][]byte{res.Head}
		profile := archive.ProfileIdentical
		if res.Status == 304 {
			profile = archive.ProfileNotModified
		}
		response.Fields = append(response.Fields, field("WARC-Profile", profile), field("WARC-Refers-To-Target-URI", string(url)),
			field("WARC-Refers-To-Date", old.date.UTC().Format(time.RFC3339)))
	}
	if dst, err = r.packer.Append(dst, &response); err != nil {
		return nil, 0, err
	}
	first = len(dst)
	request := archive.Record{
		Type: "request", URL: response.URL, Date: date, ContentType: "application/http; msgtype=request",
		Fields: []archive.Field{field("WARC-Concurrent-To", id)}, Block: [][]byte{res.Request},
	}
	if dst, err = r.packer.Append(dst, &request); err != nil {
		return nil, 0, err
	}
	text := "fetchTimeMs: " + strconv.FormatInt(res.Took.Milliseconds(), 10) + "\r\n"
	if len(via) > 0 {
		text = "via: " + string(via) + "\r\nhopsFromSeed: " + strconv.Itoa(r.depth-1) + "\r\n" + text
	}
	metadata := archive.Record{
		Type: "metadata", URL: response.URL, Date: date, ContentType: "application/warc-fields",
		Fields: []archive.Field{field("WARC-Concurrent-To", id)}, Block: [][]byte{[]byte(text)},
	}
	r.records, err = r.packer.Append(dst, &metadata)
	return r.records, first, err
}

// numbered makes the ids of a replay, which are the same in each run.
func numbered() func() string {
	n := 0
	return func() string {
		n++
		sum := sha1.Sum(strconv.AppendInt([]byte("webmill replay "), int64(n), 10))
		return fmt.Sprintf("<urn:uuid:%x-%x-5%x-8%x-%x>", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	}
}

// newID makes an id of a record.
func (r *reader) newID() string {
	if r.packer.ID != nil {
		return r.packer.ID()
	}
	return archive.NewID()
}

func field(name, value string) archive.Field { return archive.Field{Name: name, Value: value} }
