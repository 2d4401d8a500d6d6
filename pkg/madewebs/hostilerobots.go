package madewebs

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// requests are tricks with the requests of a crawler.
func (h *HostileWeb) requests() []trick {
	return []trick{
		at("/page/cookie", "leads to itself until a cookie comes", "redirect|too-many-redirects",
			func(w http.ResponseWriter, r *http.Request) {
				if _, err := r.Cookie("seen"); err == nil {
					ordinary(w, r)
					return
				}
				w.Header().Set("Set-Cookie", "seen=1; Path=/")
				leads("/page/cookie")(w, r)
			}),
		at("/redirect/user", "leads to a URL with a password", "redirect",
			leads("http://user:secret@"+hostileHost+"/page/plain")),
		at("/redirect/cookie", "sets a cookie for all hosts, and leads on", "redirect",
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Set-Cookie", "id=1; Domain=hostile.example; Path=/")
				leads("/page/plain")(w, r)
			}),
		at("/page/plain", "is for requests without cookies, passwords and referers", "ok",
			func(w http.ResponseWriter, r *http.Request) {
				for _, field := range []string{"Cookie", "Authorization", "Referer"} {
					if r.Header.Get(field) != "" {
						sendText(w, http.StatusTeapot, typeHTML, field)
						return
					}
				}
				ordinary(w, r)
			}),
	}
}

// status answers with a status and some header fields.
func status(code int, fields ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(fields); i += 2 {
			w.Header().Set(fields[i], fields[i+1])
		}
		body := "<!DOCTYPE html><title>" + http.StatusText(code) + "</title>\n"
		if code == http.StatusNoContent || code == http.StatusNotModified {
			w.WriteHeader(code)
			return
		}
		sendText(w, code, typeHTML, body)
	}
}

// statuses are tricks with statuses.
func (h *HostileWeb) statuses() (list []trick) {
	add := func(name, what, outcome string, answer http.HandlerFunc) {
		list = append(list, at("/status/"+name, what, outcome, answer))
	}
	for _, code := range []int{400, 403, 404, 405, 410, 418, 451, 500, 501, 502, 504} {
		name := strconv.Itoa(code)
		add(name, "the status", "http-"+name, status(code))
	}
	add("401", "asks for a password", "http-401", status(401, "WWW-Authenticate", "Basic realm=\"x\""))
	add("407", "asks for a password of a proxy", "http-407", status(407, "Proxy-Authenticate", "Basic realm=\"x\""))
	add("204", "no content", "ok|http-204", status(204))
	add("206", "a part, for which nobody asked", "ok|http-206|truncated", status(206, "Content-Range", "bytes 0-10/1000"))
	add("300", "several choices", "http-300|redirect", status(300))
	add("304", "not modified, though nobody asked", "http-304", status(304))
	add("429", "too many requests, forever", "http-429", status(429, "Retry-After", "1"))
	add("429-long", "the same, and to wait for 30 years", "http-429", status(429, "Retry-After", "999999999"))
	add("429-past", "the same, and to wait until a date in the past", "http-429",
		status(429, "Retry-After", time.Unix(0, 0).UTC().Format(http.TimeFormat)))
	add("429-heals", "too many requests, once", "ok", h.heals(1, status(429, "Retry-After", "1")))
	add("503", "unavailable, forever", "http-503", status(503))
	add("503-heals", "unavailable, twice", "ok", h.heals(2, status(503, "Retry-After", "1")))
	add("cut-heals", "closes without a byte, once", "ok", h.heals(1, says("")))
	return list
}

// heals answers with ill to the first requests for a URL, and then with a page.
func (h *HostileWeb) heals(times int, ill http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if h.try(r) <= times {
			ill(w, r)
			return
		}
		ordinary(w, r)
	}
}

// types are tricks with media types.
func (h *HostileWeb) types() (list []trick) {
	add := func(name, outcome, mime, body string) {
		list = append(list, at("/type/"+name, "the type "+strconv.Quote(mime), outcome,
			func(w http.ResponseWriter, _ *http.Request) { sendText(w, 200, []string{mime}, body) }))
	}
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	add("image", "type", "image/png", png)
	add("pdf", "type", "application/pdf", "%PDF-1.4\n")
	add("bytes", "type", "application/octet-stream", randomBytes(5000))
	add("text", "type|ok", "text/plain", "plain text\n")
	add("video", "type", "video/mp4", randomBytes(5000))
	add("html-as-image", "type", "image/gif", goodPage)
	add("image-as-html", "ok|type", "text/html", png)
	add("xhtml", "ok", "application/xhtml+xml", goodPage)
	add("odd", "ok|type", ";;;=\"", goodPage)
	add("capitals", "ok", "TEXT/HTML;CHARSET=\"UTF-8\"", goodPage)
	add("header-robots", "ok", "text/html", goodPage)
	return list
}

// robotsHost is a host with a robots.txt of its own, and one page.
func robotsHost(name, what, outcome string, robots http.HandlerFunc) []trick {
	host := "robots-" + name + ".example"
	return []trick{
		at("/page", "robots.txt: "+what, outcome, ordinary).on(host).named("robots-" + name),
		at("/robots.txt", "", "", robots).on(host).named(""),
	}
}

// noPage is a robots.txt that forbids /page.
const noPage = "User-agent: *\nDisallow: /page\n"

// robots are tricks with robots.txt: each has a host of its own. The outcome is that of /page on the host.
func (h *HostileWeb) robots() (list []trick) {
	for _, r := range slices.Concat(h.robotsAnswers(), robotsTexts(), robotsMoves()) {
		list = append(list, robotsHost(r.name, r.what, r.outcome, r.answer)...)
	}
	return append(append(list, robotsChains()...), h.slowRobots()...)
}

// robotsCase is a robots.txt, and the outcome of /page.
type robotsCase struct {
	name, what, outcome string
	answer              http.HandlerFunc
}

const yes, no, none = "ok", "robots", "no-robots"

// robotsAnswers are answers of many kinds: a plain one, statuses, and what is no answer.
func (h *HostileWeb) robotsAnswers() []robotsCase {
	return []robotsCase{
		{"plain", "forbids the page", no, text(noPage)},
		{"empty", "no byte", yes, text("")},
		{"all", "forbids all", no, text("User-agent: *\nDisallow: /\n")},
		{"tie", "forbids and allows the page", yes, text(noPage + "Allow: /page\n")},
		{"401", "the status 401", yes, status(401)},
		{"403", "the status 403", yes, status(403)},
		{"404", "the status 404", yes, status(404)},
		{"410", "the status 410", yes, status(410)},
		{"429", "the status 429", "ok|no-robots", status(429)},
		{"500", "the status 500", none, status(500)},
		{"503", "the status 503", none, status(503)},
		{"503-heals", "the status 503 twice, then all is allowed", "ok|no-robots", h.heals(2, status(503))},
		{"204", "the status 204", "ok|robots", status(204)},
		{"closes", "no answer", none, says("")},
		{"cut", "cut off inside of the head", none, says("HTTP/1.1 200 O")},
		{"garbage", "no HTTP", none, says(randomBytes(2000))},
		{"head", "a head without end", none, saysForever("HTTP/1.1 200 OK\r\n", "X-Field: some text\r\n")},
	}
}

// robotsTexts are rules that are hard to read.
func robotsTexts() []robotsCase {
	comment := strings.Repeat("# a comment of sixty-four bytes, that says nothing to a crawler.\n", 10_000)
	border := noPage[:len(noPage)-1]
	border = comment[:robotsBytes-len(border)-1] + "\n" + border // it ends where crawlers stop reading
	wild := strings.Repeat("*a", 8000)
	return []robotsCase{
		{"endless", "a rule, then comments without end", no, saysForever(head()+noPage, "# a comment\n")},
		{"late", "the rule stands behind 600 KiB", yes, text(comment + noPage)},
		{"large", "the rule stands before 600 KiB", no, text(noPage + comment)},
		{"border", "a rule for /page-not goes beyond 500 KiB", yes, text(border + "-not\n" + comment)},
		{"html", "a page of HTML", yes, page("<title>Home</title>\n<p>" + noPage)},
		{"binary", "random bytes", yes, text(randomBytes(20_000))},
		{"nuls", "100 KB of NULs", yes, text(strings.Repeat("\x00", 100_000))},
		{"mark", "a byte order mark", no, text("\ufeff" + noPage)},
		{"returns", "lines that end with CR alone", no, text(strings.ReplaceAll(noPage, "\n", "\r"))},
		{"utf16", "UTF-16", "ok|robots", text("\xff\xfe" + strings.Join(strings.Split(noPage, ""), "\x00") + "\x00")},
		{"capitals", "capitals and blanks", no, text("USER-AGENT :  *\r\n  DISALLOW\t:  /page  # nobody\r\n")},
		{"typos", "misspelled names", no, text("useragent: *\ndissallow: /page\n")},
		{"long-line", "a line of 20,000 bytes, then the rule", no,
			text("User-agent: *\nDisallow: /" + strings.Repeat("x", 20_000) + "\nDisallow: /page\n")},
		{"wild", "a pattern with 8,000 asterisks", yes, text("User-agent: *\nDisallow: /" + wild + "$\n")},
		{"groups", "30,000 lines of User-agent, then the rule", "ok|robots",
			text(strings.Repeat("User-agent: x\n", 30_000) + noPage)},
		{"gzip", "packed by gzip", no, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			sendText(w, 200, typeText, gzipped(noPage))
		}},
		{"bomb", "packed by gzip: the rule, then 256 MiB", "ok|robots", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			sendText(w, 200, typeText, gzipped(noPage)+gzipBomb())
		}},
		{"delay", "a Crawl-delay of 30 years", yes, text("User-agent: *\nCrawl-delay: 999999999\n")},
	}
}

// robotsMoves are redirects of robots.txt.
func robotsMoves() []robotsCase {
	return []robotsCase{
		{"self", "redirects to itself", yes, leads("/robots.txt")},
		{"away", "redirects to the rules of another host", no, leads("http://robots-plain.example/robots.txt")},
		{"file", "redirects to a file", "ok|no-robots", leads("file:///etc/passwd")},
		{"private", "redirects to a private address", "ok|no-robots", leads("http://127.0.0.2:1/robots.txt")},
	}
}

// text answers with a robots.txt.
func text(s string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { sendText(w, 200, typeText, s) }
}

// robotsBytes is how much of a robots.txt is read.
const robotsBytes = 500 << 10

// robotsChains are hosts with rules behind redirects. Five are followed; behind a sixth it is as if there were no rules.
func robotsChains() (list []trick) {
	for _, hops := range []int{1, 5, 6} {
		outcome := "robots"
		if hops > 5 {
			outcome = "ok"
		}
		name := "hops-" + strconv.Itoa(hops)
		list = append(list, robotsHost(name, strconv.Itoa(hops)+" redirects to the rule", outcome, leads("/rules/1"))...)
		for i := 1; i <= hops; i++ {
			answer := leads("/rules/" + strconv.Itoa(i+1))
			if i == hops {
				answer = text(noPage)
			}
			list = append(list, at("/rules/"+strconv.Itoa(i), "", "", answer).on("robots-"+name+".example").named(""))
		}
	}
	return list
}

// slowRobots are hosts with rules that do not come in time.
func (h *HostileWeb) slowRobots() (list []trick) {
	for _, r := range []struct {
		name, what string
		answer     http.HandlerFunc
	}{
		{"silent", "never comes", saysAndStalls("")},
		{"drip", "byte by byte", h.saysAndDrips(head(), "# no rule\n")},
	} {
		tricks := robotsHost(r.name, r.what, none, r.answer)
		list = append(list, tricks[0].slow(), tricks[1])
	}
	return list
}
