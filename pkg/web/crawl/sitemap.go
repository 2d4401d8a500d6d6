package crawl

import (
	"bytes"
	"slices"
	"strconv"
	"unicode/utf8"

	"webmill/pkg/urls"
	"webmill/pkg/web/crawllog"
	"webmill/pkg/web/frontier"
	"webmill/pkg/web/page"
	"webmill/pkg/web/scope"
	"webmill/pkg/web/warc"
)

// Sitemaps and feeds are lists of URLs in XML. They are read by their tags alone: <loc> of a sitemap, and the text or the href of
// <link> of a feed. So a damaged list gives the URLs that can be found in it. A sitemap may also be text with a URL in each line.

const (
	maxSitemap = 50_000  // URLs of a list, as the protocol of sitemaps has it
	maxRef     = 8 << 10 // bytes of a URL as it is written; a longer one is left out
)

// xmlKind is the kind of a document by its first element: sitemap, feed or "". loc is the name of the tag <loc> there: it has the
// prefix of that element.
func xmlKind(body []byte) (kind, loc string) {
	for {
		start := bytes.IndexByte(body, '<')
		if start < 0 || start > 1000 || len(body) < start+2 {
			return "", ""
		}
		body = body[start+1:]
		if skipComment(&body) {
			continue
		}
		if body[0] == '?' || body[0] == '!' {
			continue
		}
		name, _ := tagName(body)
		switch prefix := bytes.TrimSuffix(name, local(name)); string(local(name)) {
		case "urlset", "sitemapindex":
			return crawllog.Sitemap, string(prefix) + "loc"
		case "rss", "feed", "RDF":
			return crawllog.Feed, ""
		}
		return "", ""
	}
}

// listKind is xmlKind, or that of a sitemap that is text.
func listKind(body []byte) (kind, loc string) {
	if kind, loc = xmlKind(body); kind == "" && isTextList(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))) {
		kind = crawllog.Sitemap
	}
	return kind, loc
}

// skipComment takes a comment away from the text behind a <, if one is there.
func skipComment(text *[]byte) bool {
	is := bytes.HasPrefix(*text, []byte("!--"))
	if is {
		_, *text, _ = bytes.Cut(*text, []byte("-->"))
	}
	return is
}

// tagName is the name of a tag, with its prefix, and the text behind it.
func tagName(tag []byte) (name, rest []byte) {
	end := bytes.IndexAny(tag, " \t\r\n/>")
	if end < 0 {
		end = len(tag)
	}
	return tag[:end], tag[end:]
}

// local is a name without its prefix.
func local(name []byte) []byte { return name[bytes.LastIndexByte(name, ':')+1:] }

// textURL is the first line of a text that has one, and the text behind it; ok is false if it is no URL.
func textURL(text []byte) (url, rest []byte, ok bool) {
	for len(url) == 0 && len(text) > 0 {
		url, text, _ = bytes.Cut(text, []byte("\n"))
		url = bytes.TrimSpace(url)
	}
	return url, text, urls.OfWeb(url) && !bytes.ContainsAny(url, " \t<>")
}

// isTextList reports whether each line of a text is a URL. The last one may be cut off.
func isTextList(text []byte) bool {
	_, rest, ok := textURL(text)
	for ok && len(bytes.TrimSpace(rest)) > 0 {
		_, rest, ok = textURL(rest)
	}
	return ok
}

// listLinks calls f for the first n URLs of a sitemap or a feed. loc is that of xmlKind, "" if the sitemap is text.
func listLinks(body []byte, kind, loc string, n int, f func(ref []byte)) {
	for n > 0 {
		var ref []byte
		var more bool
		if kind == crawllog.Sitemap && loc == "" {
			ref, body, _ = textURL(body)
			more = len(ref) > 0
		} else {
			ref, body, more = nextXML(body, kind, loc)
			ref = unescapeXML(ref)
		}
		if !more {
			return
		}
		if 0 < len(ref) && len(ref) <= maxRef {
			f(ref)
			n--
		}
	}
}

// nextXML is the next URL, as it is written, perhaps empty, and the text behind it; ok is false if there is none. A <loc> with a
// prefix is one of an extension, like <image:loc>, unless all tags of sitemaps have it.
func nextXML(body []byte, kind, loc string) (ref, rest []byte, ok bool) {
	for {
		start := bytes.IndexByte(body, '<')
		if start < 0 {
			return nil, nil, false
		}
		body = body[start+1:]
		if skipComment(&body) {
			continue
		}
		name, after := tagName(body)
		if string(name) != loc && kind == crawllog.Sitemap || string(local(name)) != "link" && kind == crawllog.Feed {
			continue
		}
		end := bytes.IndexByte(after, '>')
		if end < 0 {
			return nil, nil, false
		}
		attributes, text := after[:end], after[end+1:]
		if href := attribute(attributes); href != nil {
			return href, text, true
		}
		if text = bytes.TrimLeft(text, " \t\r\n"); bytes.HasPrefix(text, []byte("<![CDATA[")) {
			inside, after, ok := bytes.Cut(text[len("<![CDATA["):], []byte("]]>"))
			if ok {
				return bytes.TrimSpace(inside), after, true
			}
		}
		if next := bytes.IndexByte(text, '<'); next > 0 {
			return bytes.TrimSpace(text[:next]), text[next:], true
		}
		body = text
	}
}

// attribute is the value of href among the attributes of a tag, or nil.
func attribute(text []byte) []byte {
	i := bytes.Index(text, []byte("href="))
	if i < 0 || len(text) < i+7 {
		return nil
	}
	quote := text[i+5]
	value, _, ok := bytes.Cut(text[i+6:], []byte{quote})
	if !ok || quote != '"' && quote != '\'' {
		return nil
	}
	return value
}

var xmlNames = map[string]string{"amp": "&", "lt": "<", "gt": ">", "quot": `"`, "apos": "'"}

// unescapeXML replaces references to characters.
func unescapeXML(text []byte) []byte {
	if bytes.IndexByte(text, '&') < 0 {
		return text
	}
	var out []byte
	for len(text) > 0 {
		start := bytes.IndexByte(text, '&')
		if start < 0 {
			break
		}
		out = append(out, text[:start]...)
		text = text[start:]
		end := bytes.IndexByte(text[:min(len(text), 12)], ';')
		if end < 0 {
			out, text = append(out, '&'), text[1:]
			continue
		}
		name := string(text[1:end])
		if s, ok := xmlNames[name]; ok {
			out = append(out, s...)
		} else if n, ok := byNumber(name); ok {
			out = append(out, string(n)...)
		} else {
			out = append(out, text[:end+1]...)
		}
		text = text[end+1:]
	}
	return append(out, text...)
}

// byNumber is the character of a reference by number.
func byNumber(name string) (rune, bool) {
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	base, digits := 10, name[1:]
	if digits[0] == 'x' || digits[0] == 'X' {
		base, digits = 16, digits[1:]
	}
	n, err := strconv.ParseUint(digits, base, 21)
	return rune(n), err == nil
}

// readList reads a document that is a sitemap or a feed, if these are followed, and reports whether it is one.
func (r *reader) readList(a *answer, d *page.Document, h *warc.HTTP) bool {
	if !d.Succeeded() || !r.opt.Sitemaps && !r.opt.Feeds {
		return false
	}
	body := d.Body
	if len(body) > 2 && body[0] == 0x1f && body[1] == 0x8b {
		var fault warc.Fault
		if body, fault = r.decoder.Unpack("gzip", body, r.opt.MaxBody); fault != warc.Whole {
			h.Fault = fault
		}
	}
	wide := bytes.HasPrefix(body, []byte("\xfe\xff")) || bytes.HasPrefix(body, []byte("\xff\xfe"))
	kind, loc := listKind(body)
	if wide || kind != "" && !utf8.Valid(body) {
		if e, name := page.Charset(body, string(d.ContentType)); name != "utf-8" {
			body, _ = e.NewDecoder().Bytes(body)
			kind, loc = listKind(body)
		}
	}
	if kind == "" || kind == crawllog.Sitemap && !r.opt.Sitemaps || kind == crawllog.Feed && !r.opt.Feeds {
		return false
	}
	a.outcome = kind
	listLinks(bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), kind, loc, maxSitemap+1, func(ref []byte) {
		if r.follows(maxSitemap) {
			r.add(ref)
		}
	})
	return true
}

// addSitemaps makes those sitemaps of robots.txt known that belong to the crawl, and counts the others if that is asked. The lock
// is held.
func (c *Crawl) addSitemaps(texts []string, count bool) error {
	if !c.opt.Reading.Sitemaps {
		return nil
	}
	var list []link
	rejected := map[string]int64{}
	for _, text := range texts {
		url, err := urls.Canonical(nil, []byte(text))
		if err != nil {
			rejected[string(scope.Scheme)+"\t"]++
			continue
		}
		if rule := c.opt.Scope.Check(url, 1); rule != scope.None {
			rejected[string(rule)+"\t"+string(urls.Host(url))]++
			continue
		}
		key := frontier.KeyOf(url)
		if _, known := c.front.Find(key); !known {
			list = append(list, link{url, key})
		}
	}
	slices.SortFunc(list, func(a, b link) int { return bytes.Compare(a.url, b.url) })
	list = slices.CompactFunc(list, func(a, b link) bool { return bytes.Equal(a.url, b.url) })
	if !count {
		rejected = nil
	}
	if len(list)+len(rejected) == 0 {
		return nil
	}
	targets, _, err := c.addLinks(0, 1, 0, list, rejected)
	if err == nil {
		c.front.Seed(targets)
	}
	return err
}
