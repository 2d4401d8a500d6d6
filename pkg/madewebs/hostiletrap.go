package madewebs

import (
	"bufio"
	"fmt"
	"html"
	"net/http"
	"strconv"
	"strings"
)

// links is the body of a page with links.
func links(targets ...string) string {
	b := "<title>Links</title>"
	for _, to := range targets {
		b += "<a href=\"" + html.EscapeString(to) + "\">x</a>\n"
	}
	return b
}

// trap is a page that leads to new URLs without end.
func trap(path, what string, answer http.HandlerFunc) trick {
	return at(path, what, "ok", answer).below()
}

// forbidden is the first URL of a trap that a rule forbids.
func forbidden(path, rule string) trick {
	return at(path, "breaks a rule", "trap:"+rule, ordinary).named("trap-" + rule + "-end").linked()
}

// traps are webs without end.
func (h *HostileWeb) traps() []trick {
	grown := ""
	for i := range 19 {
		grown += strconv.Itoa(i) + "/"
	}
	return []trick{
		trap("/trap/echo/", "a relative link to a folder of the same name", page(links("echo/"))),
		forbidden("/trap/echo/echo/echo/echo/", "same-segment"),
		trap("/trap/grow/", "a relative link to a folder, of a new name on each page", growing),
		forbidden("/trap/grow/"+grown, "segments"),
		trap("/trap/parameters", "links with one parameter more", moreParameters),
		forbidden("/trap/parameters?p0=1&p1=1&p2=1&p3=1&p4=1&p5=1&p6=1&p7=1&p8=1&p9=1&p10=1", "parameters"),
		trap("/trap/pair", "links with the same parameter once more", morePairs),
		forbidden("/trap/pair?a=1&a=1", "same-pair"),
		trap("/trap/length/", "a link to a URL of twice the length", longer),
		forbidden("/trap/length/"+strings.Repeat("x", 3200), "length"),
		trap("/trap/orders", "filters in any order: 326 URLs of one page", orders),
		trap("/month/2024-01", "a calendar without end", calendar).on("calendar.hostile.example").named("trap-calendar"),
		at("/month/", "", "", calendar).on("calendar.hostile.example").named("").below(),
		trap("/", "10 pages, whose links have a new session id each time",
			h.sessions).on("sessions.hostile.example").named("trap-sessions"),
		trap("/", "any URL is there, and links to others; all pages are the same",
			h.soft).on("soft.hostile.example").named("trap-soft"),
		trap("/", "each page links to a host below its own", wild).on("wild.hostile.example").named("trap-wild"),
		at("/", "", "", wild).on("*.wild.hostile.example").named("").below(),
	}
}

func growing(w http.ResponseWriter, r *http.Request) {
	depth := strings.Count(r.URL.Path, "/") - 3
	page(links(strconv.Itoa(depth)+"/"))(w, r)
}

func moreParameters(w http.ResponseWriter, r *http.Request) {
	n := 0
	query := r.URL.RawQuery
	if query != "" {
		n = strings.Count(query, "&") + 1
		query += "&"
	}
	page(links("?"+query+"p"+strconv.Itoa(n)+"=1"))(w, r)
}

func morePairs(w http.ResponseWriter, r *http.Request) {
	query := r.URL.RawQuery
	if query != "" {
		query += "&"
	}
	page(links("?"+query+"a=1"))(w, r)
}

func longer(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/trap/length/")
	if name == "" {
		name = strings.Repeat("x", 50)
	}
	page(links("/trap/length/"+name+name))(w, r)
}

// orders answers with links to the page with one filter more. Each order of some of the five filters is a URL.
func orders(w http.ResponseWriter, r *http.Request) {
	var targets []string
	for _, filter := range []string{"a", "b", "c", "d", "e"} {
		query := r.URL.RawQuery
		if strings.Contains(query, filter+"=1") {
			continue
		}
		if query != "" {
			query += "&"
		}
		targets = append(targets, "?"+query+filter+"=1")
	}
	page(links(targets...))(w, r)
}

func calendar(w http.ResponseWriter, r *http.Request) {
	var year, month int
	if n, err := fmt.Sscanf(r.URL.Path, "/month/%d-%d", &year, &month); n != 2 || err != nil {
		sendMissing(w)
		return
	}
	at := func(months int) string { return fmt.Sprintf("/month/%d-%02d", months/12, months%12+1) }
	now := 12*year + month - 1
	page(links(at(now-1), at(now+1), at(now+12)))(w, r)
}

// sessions answers with links to the pages /0 to /9, with a session id that no other answer has.
func (h *HostileWeb) sessions(w http.ResponseWriter, r *http.Request) {
	id := fmt.Sprintf("%016x%016x", uint64(h.draw()), uint64(h.draw()))
	var targets []string
	for i := range 10 {
		form := "/%d?PHPSESSID=%s"
		if i%2 == 0 {
			form = "/%d;jsessionid=%s"
		}
		targets = append(targets, fmt.Sprintf(form, i, id))
	}
	page(links(targets...))(w, r)
}

// draw is a number that no other answer has.
func (h *HostileWeb) draw() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drawn++
	d := diceOf(h.drawn)
	return d.next()
}

func (h *HostileWeb) soft(w http.ResponseWriter, r *http.Request) {
	page(fmt.Sprintf("<title>Welcome</title><p>We have what you look for.\n<a href=\"/%x\">x</a><a href=\"/%x/\">x</a>",
		h.draw(), h.draw()))(w, r)
}

func wild(w http.ResponseWriter, r *http.Request) {
	page(links("//a."+r.Host+"/", "//b."+r.Host+"/"))(w, r)
}

// pages are tricks with HTML.
func (h *HostileWeb) pages() []trick {
	many := func(before, each, after string, n int) http.HandlerFunc {
		return stream(func(b *bufio.Writer) {
			b.WriteString("<!DOCTYPE html><title>Many</title>" + before)
			for i := range n {
				b.WriteString(strings.ReplaceAll(each, "#", strconv.FormatInt(int64(i), 36)))
			}
			b.WriteString(after)
		})
	}
	return []trick{
		at("/page/good", "nothing is wrong", "ok", ordinary),
		at("/page/links", "10^6 links, 16 MB", "truncated|ok", many("", "<a href=/l/#>", "", 1_000_000)),
		at("/page/links-less", "500,000 links, less than the limit", "ok", many("", "<a href=/l/#>", "", 500_000)),
		at("/page/attribute", "an attribute of 9 MB", "ok", many("<a href=\"/", strings.Repeat("x", 1000), "\">x</a>", 9000)),
		at("/page/attributes", "10^6 attributes of one tag", "ok", many("<a ", "a#=1 ", "href=/page/good>", 1_000_000)),
		at("/page/same-attributes", "700,000 times the same attribute", "ok", many("<a ", "href=/# ", ">", 700_000)),
		at("/page/deep", "500,000 elements in each other", "ok", many("", "<div>", "<a href=/page/good>x</a>", 500_000)),
		at("/page/tables", "100,000 tables in each other", "ok", many("", "<table><tr><td>", "", 100_000)),
		at("/page/html-tags", "100,000 tags <html> with new attributes", "ok", many("", "<html a#=1>", "", 100_000)),
		at("/page/body-tags", "100,000 tags <body> with new attributes", "ok", many("", "<body a#=1>", "", 100_000)),
		at("/page/formats", "300,000 tags <b> and <i>, nested wrongly", "ok", many("", "<b><i><p></b></i>", "", 300_000)),
		at("/page/comments", "700,000 comments that do not end well", "ok", many("", "<!--#--!", "", 700_000)),
		at("/page/entities", "300,000 character references, and as many bare ampersands", "ok",
			many("<p>", "&#38;#&NotEqualTilde", "", 300_000)),
		at("/page/angles", "8 MB of angle brackets", "ok", many("", "<<<<<<<<", "", 1_000_000)),
		at("/page/title", "a title that controls the terminal, with lines and tabs", "ok",
			page("<title>a\x1b]0;owned\x07\x1b[2J\r\nb\tc\x00\u202eevil\u2028d</title><a href=\"/page/good\">x</a>")),
		at("/page/escape", "a link that controls the terminal", "ok", page("<a href=\"/l/\x1b[2J\r\n\t&#10;x\">x</a>")),
		at("/page/title-long", "a title of 5 MB", "ok", many("<title>", "word # ", "</title>", 500_000)),
		at("/page/canonical", "says to be itself, spelled differently", "ok",
			page("<link rel=canonical href=\"HTTP://Hostile.Example:80/x/../page/./%63anonical#x\"><title>Canonical</title>")),
		at("/page/base", "the base of its links is another host", "ok",
			page("<base href=\"//other.hostile.example/x/\"><a href=\"../here\">x</a>")),
		at("/page/base-script", "the base of its links is no URL of the web", "ok",
			page("<base href=\"javascript:x\"><a href=\"good\">x</a>")),
		at("/page/refresh", "refreshes to itself at once", "ok",
			page("<meta http-equiv=refresh content=\"0; url=/page/refresh\">")),
		at("/page/frame", "is its own frame", "ok", page("<iframe src=\"/page/frame\"></iframe>")),
		at("/page/schemes", "links that are none of the web", "ok",
			page(links("file:///etc/passwd", "javascript:alert(1)", "data:,x", "mailto:a@b.example", "ftp://hostile.example/",
				"http://", "http://[", "//", "http://a:b:c/", "\\\\hostile.example\\x"))),
		at("/page/utf16", "UTF-16, said to be UTF-8", "ok", says(whole16())),
		at("/page/utf7", "says to be UTF-7", "ok", page("<meta charset=utf-7>+ADw-a href=/x+AD4-")),
		at("/page/nuls", "1 MB of NULs", "ok", many("", strings.Repeat("\x00", 1000), "<a href=/page/good>x</a>", 1000)),
		at("/page/cut", "ends inside of a tag", "ok", page("<a href=\"/page/good\">x</a><a href=\"/l/cut")),
	}
}

// whole16 is an answer with a page in UTF-16.
func whole16() string {
	body := "\xff\xfe"
	for _, c := range []byte(goodPage) {
		body += string([]byte{c, 0})
	}
	return "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}
