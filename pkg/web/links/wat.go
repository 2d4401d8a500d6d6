package links

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"webmill/pkg/web/page"
)

// envelope is the part of a WAT record that is about links: what Common Crawl's extractor has found in a page.
type envelope struct {
	Envelope struct {
		Header struct {
			URL string `json:"WARC-Target-URI"`
		} `json:"WARC-Header-Metadata"`
		Payload struct {
			Response *struct {
				Message struct {
					Status json.RawMessage
				} `json:"Response-Message"`
				Headers map[string]json.RawMessage
				HTML    struct {
					Head struct {
						Base    string
						Title   string
						Metas   []watMeta
						Link    []watLink
						Scripts []watLink
					}
					Links []watLink
				} `json:"HTML-Metadata"`
			} `json:"HTTP-Response-Metadata"`
		} `json:"Payload-Metadata"`
	}
}

type watMeta struct {
	Name    string
	Equiv   string `json:"http-equiv"`
	Content string
}

type watLink struct {
	Path, URL, Text, Alt, Rel string
}

// watMemory returns an upper bound of the memory for reading a WAT record: its strings, and its lists, which grow by copying and
// whose elements can be as short as "1,".
func watMemory(body []byte) int64 {
	const element = 250
	return 3*int64(len(body)) + element*int64(bytes.Count(body, []byte(","))+bytes.Count(body, []byte("{")))
}

// watKinds are the kinds by the beginnings of a path: A@/href.
var watKinds = map[string]page.Kind{
	"A": page.A, "AREA": page.Area, "IFRAME": page.Iframe, "FRAME": page.Frame, "LINK": page.LinkTag, "IMG": page.Img,
	"SCRIPT": page.Script, "FORM": page.Form,
}

// appendMetadata appends the lines of a WAT record. Records about other records than responses have none.
func (x *Extractor) appendMetadata(dst []byte, d *page.Document) []byte {
	if !x.allowed.Ask(watMemory(d.Body)) {
		x.Counts[TooLarge]++
		return dst
	}
	var e envelope
	if json.Unmarshal(d.Body, &e) != nil {
		x.Counts[BadMetadata]++
		return dst
	}
	r := e.Envelope.Payload.Response
	if r == nil {
		x.Counts[NotResponse]++
		return dst
	}
	doc := watDocument(e.Envelope.Header.URL, string(r.Message.Status), r.Headers)
	if err := x.resolver.SetBase(doc.URL); err != nil {
		x.Counts[whyNoURL(&doc)]++
		return dst
	}
	x.begin()
	if x.opt.Seen {
		x.Last.see(&doc)
	}
	x.Last.Title = append(x.Last.Title, page.PlainTitle([]byte(r.HTML.Head.Title))...)
	x.nofollow = page.ForbidsFollowing(doc.Robots)
	x.page.Parse(nil, "")
	x.out = dst
	links, why, head := x.Counts[Links], Pages, &r.HTML.Head
	switch {
	case doc.Redirects():
		why = Redirects
		x.put(page.Location, x.nofollow, doc.Location, nil)
	case !doc.Succeeded():
		why = Errors
	default:
		for _, m := range head.Metas {
			x.nofollow = x.nofollow || strings.EqualFold(m.Name, "robots") && page.ForbidsFollowing([]byte(m.Content))
		}
		x.refresh(&doc)
		if head.Base != "" {
			Rebase(&x.resolver, []byte(head.Base))
		}
		for _, m := range head.Metas {
			if target, ok := page.RefreshTarget([]byte(m.Content)); ok && strings.EqualFold(m.Equiv, "refresh") {
				x.put(page.Meta, x.nofollow, target, nil)
			}
		}
		for _, list := range [][]watLink{head.Link, head.Scripts, r.HTML.Links} {
			for i := range list {
				x.watLink(&list[i])
			}
		}
	}
	x.Counts[why]++
	return x.end(why, links)
}

// watDocument is the document that a record is about.
func watDocument(url, status string, headers map[string]json.RawMessage) page.Document {
	doc := page.Document{URL: []byte(url), ContentType: []byte(watHeader(headers, "content-type")),
		Location: []byte(watHeader(headers, "location"))}
	for _, field := range watHeaders(headers, "x-robots-tag") {
		doc.Robots = page.AppendRobots(doc.Robots, []byte(field))
	}
	doc.Refresh = []byte(watHeader(headers, "refresh"))
	if text := strings.Trim(status, `"`); len(text) == 3 {
		doc.Status, _ = strconv.Atoi(text)
	}
	return doc
}

func (x *Extractor) watLink(l *watLink) {
	element, _, _ := strings.Cut(l.Path, "@")
	kind, ok := watKinds[element]
	if !ok || l.URL == "" && kind.Loads() {
		return
	}
	text := l.Text
	if kind == page.Area || kind == page.Img {
		text = l.Alt
	}
	x.put(kind, x.nofollow || page.ForbidsFollowing([]byte(l.Rel)), []byte(l.URL), page.Plain([]byte(text)))
}

// watHeader is the first value of a header field, "" if there is none.
func watHeader(headers map[string]json.RawMessage, name string) string {
	for _, value := range watHeaders(headers, name) {
		return value
	}
	return ""
}

// watHeaders are the values of a header field, in any case of letters.
func watHeaders(headers map[string]json.RawMessage, name string) (values []string) {
	var keys []string
	for key := range headers {
		if strings.EqualFold(key, name) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		var one string
		var all []string
		if json.Unmarshal(headers[key], &one) == nil {
			values = append(values, one)
		} else if json.Unmarshal(headers[key], &all) == nil {
			values = append(values, all...)
		}
	}
	return values
}
