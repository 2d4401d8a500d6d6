package madewebs

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// leads answers with a redirect to a URL.
func leads(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		sendText(w, http.StatusFound, typeHTML, "<!DOCTYPE html><title>Moved</title>\n")
	}
}

// redirects are tricks with the targets of redirects.
func (h *HostileWeb) redirects() []trick {
	again := "redirect|too-many-redirects"
	list := []trick{
		at("/redirect/self", "leads to itself", again, leads("self")),
		at("/redirect/loop", "leads to a URL that leads back", again, leads("loop-back")),
		at("/redirect/loop-back", "leads back", again, leads("loop")).linked(),
		at("/redirect/empty", "an empty Location, which means the URL itself", "http-302|"+again,
			says("HTTP/1.1 302 Found\r\nLocation: \r\nContent-Length: 0\r\n\r\n")),
		at("/redirect/none", "302 without Location", "http-302|redirect",
			says("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")),
		at("/redirect/head-too-long", "a Location of 200 KiB", "no-http",
			says("HTTP/1.1 302 Found\r\nLocation: /"+strings.Repeat("x", 200<<10)+"\r\n\r\n")),
		at("/redirect/nul", "a Location with a NUL", "no-http|redirect",
			says("HTTP/1.1 302 Found\r\nLocation: /a\x00b\r\nContent-Length: 0\r\n\r\n")),
		at("/redirect/other-host", "leads to //host", "redirect", leads("//other.hostile.example/here")),
		at("/here", "the target of //host", "ok", ordinary).on("other.hostile.example").linked(),
		at("/redirect/long-target", "leads to a URL of more than 4,000 bytes", "redirect", leads(longPath)),
		at(longPath, "a URL of more than 4,000 bytes", "trap:length", ordinary).named("redirect-long-target-end").linked(),
		at("/redirect/cut", "the body of the redirect is cut off", "redirect",
			says("HTTP/1.1 302 Found\r\nLocation: /page/good\r\nContent-Length: 1000\r\n\r\n<html>")),
		at("/redirect/twice", "two fields Location", "redirect",
			says("HTTP/1.1 302 Found\r\nLocation: /page/good\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n")),
	}
	for _, odd := range [][2]string{
		{"file", "file:///etc/passwd"}, {"data", "data:text/html,<a href=/x>x</a>"}, {"javascript", "javascript:alert(1)"},
		{"mail", "mailto:a@hostile.example"}, {"ftp", "ftp://hostile.example/x"}, {"about", "about:blank"},
		{"no-host", "http://"}, {"odd-host", "http://a b.example/"}, {"blanks", "  /page/good "},
		{"tab", "/page/\tgood"}, {"umlaut", "/page/\xfc"},
	} {
		list = append(list, at("/redirect/"+odd[0], "leads to "+strconv.Quote(odd[1]), "redirect",
			says("HTTP/1.1 302 Found\r\nLocation: "+odd[1]+"\r\nContent-Length: 0\r\n\r\n")))
	}
	return append(list, chains()...)
}

// longPath is longer than urls.Traps allows.
var longPath = "/" + strings.Repeat("y", 4000)

// mostRedirects is how many redirects in a row a crawler follows.
const mostRedirects = 10

// chains are tricks with redirects in a row.
func chains() (list []trick) {
	for _, chain := range []struct {
		name string
		hops int
	}{{"short", 3}, {"ten", mostRedirects}, {"long", 2 * mostRedirects}} {
		for i := range chain.hops + 1 {
			t := at(fmt.Sprintf("/redirect/%s/%d", chain.name, i), fmt.Sprintf("redirect %d of %d", i+1, chain.hops), "redirect",
				leads(strconv.Itoa(i+1)))
			t.Linked = i > 0
			switch {
			case i > mostRedirects || i == mostRedirects && i < chain.hops:
				t.Outcome = "too-many-redirects" // its target is never requested
			case i == chain.hops:
				t.What, t.Outcome, t.answer = "the page behind redirects", "ok", ordinary
			}
			list = append(list, t)
		}
	}
	return list
}

// privates are redirects and links to private addresses, and to a port that is not allowed.
func (h *HostileWeb) privates() (list []trick) {
	body := "<title>Private</title>"
	for i, host := range []string{"127.0.0.2:1", "127.0.0.1", "[::1]", "[::ffff:7f00:1]", "10.0.0.1", "192.168.1.1",
		"169.254.169.254", "100.64.0.1", "0.0.0.0", "[fd00::1]", "[fe80::1]", "[64:ff9b::7f00:1]", "224.0.0.1",
		hostileHost + ":22"} {
		n := strconv.Itoa(i)
		list = append(list, at("/private", "is for nobody", "refused", ordinary).on(host).named("private-"+n).linked(),
			at("/redirect/private-"+n, "leads to "+host, "redirect", leads("http://"+host+"/private")))
		body += "<a href=\"http://" + host + "/private\">x</a>\n"
	}
	for i, host := range []string{"2130706433", "0x7f.1", "0177.0.0.1", "127.1"} { // 127.0.0.1, spelled as a browser reads it
		list = append(list, at("/redirect/number-"+strconv.Itoa(i), "leads to "+host, "redirect",
			leads("http://"+host+"/private")))
	}
	return append(list, at("/page/private", "has links to private addresses", "ok", page(body)))
}

// heads are tricks with the heads of answers.
func (h *HostileWeb) heads() []trick {
	const ok, bad = "ok", "no-http"
	early := "HTTP/1.1 103 Early Hints\r\nLink: </s.css>; rel=preload\r\n\r\n"
	length := "Content-Length: " + strconv.Itoa(len(goodPage))
	return []trick{
		at("/head/endless", "header fields without end", bad, saysForever("HTTP/1.1 200 OK\r\n", "X-Field: some text\r\n")),
		at("/head/line", "a header field without end", bad, saysForever("HTTP/1.1 200 OK\r\nX: ", "xxxxxxxxxxxxxxxx")),
		at("/head/status-line", "a status line without end", bad, saysForever("HTTP/1.1 200 ", "O")),
		at("/head/many", "10,000 short header fields", bad, says("HTTP/1.1 200 OK\r\n"+strings.Repeat("a:b\r\n", 10_000)+"\r\n")),
		at("/head/informed", "answers 100 without end", bad, saysForever("", "HTTP/1.1 100 Continue\r\n\r\n")),
		at("/head/early", "two answers 103, then the page", ok, says(early+early+whole())),
		at("/head/switch", "101, though nobody asked to switch", "no-http|http-101", says("HTTP/1.1 101 Switching Protocols\r\n"+
			"Connection: Upgrade\r\nUpgrade: x\r\n\r\n")),
		at("/head/nothing", "closes without a byte", "cut", says("")),
		at("/head/cut", "closes inside of the head", "cut", says("HTTP/1.1 200 OK\r\nContent-Type: text/h")),
		at("/head/cut-line", "closes inside of the status line", "cut|no-http", says("HTTP/1.")),
		at("/head/none", "a page without a head, as of HTTP/0.9", bad, says(goodPage)),
		at("/head/garbage", "random bytes", bad, says(randomBytes(3000))),
		at("/head/zeros", "zeros without end", bad, saysForever("", "\x00\x00\x00\x00")),
		at("/head/blank-lines", "blank lines without end", bad, saysForever("", "\r\n")),
		at("/head/http2", "frames of HTTP/2", bad, says("\x00\x00\x00\x04\x00\x00\x00\x00\x00"+strings.Repeat("\x00", 64))),
		at("/head/ssh", "the greeting of another protocol", bad, says("SSH-2.0-OpenSSH_9.2\r\n")),
		at("/head/http10", "HTTP/1.0, the body ends with the connection", ok,
			says("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n"+goodPage)),
		at("/head/http3", "a version that is none of ours", "no-http|ok", says("HTTP/3.7 200 OK\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/no-reason", "a status line without reason", ok,
			says("HTTP/1.1 200\r\nContent-Type: text/html\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/reason", "a reason of 20 KB", ok,
			says("HTTP/1.1 200 "+strings.Repeat("OK ", 7000)+"\r\nContent-Type: text/html\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/status-99", "a status of two digits", bad, says("HTTP/1.1 99 Low\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/status-999", "the status 999", "http-999|no-http", says("HTTP/1.1 999 High\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/status-word", "a word as status", bad, says("HTTP/1.1 OK 200\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/lines", "lines end with LF alone", ok, says(strings.ReplaceAll(head(length), "\r\n", "\n")+goodPage)),
		at("/head/folded", "a field goes on in the next line", ok, says(whole("X-Folded: one\r\n two\r\n\tthree"))),
		at("/head/no-colon", "a header line without colon", "no-http|ok", says(whole("no colon here"))),
		at("/head/blank-name", "a blank before the colon", "no-http|ok", says(head("Content-Length : 5")+goodPage)),
		at("/head/nul", "a NUL in a header field", "no-http|ok", says(whole("X-Nul: a\x00b"))),
		at("/head/bytes", "bytes that are no ASCII in a header field", ok, says(whole("X-Text: \xff\xfe\xfd"))),
		at("/head/escape", "a Server that controls the terminal", "ok|no-http", says(whole("Server: \x1b]0;owned\x07\x1b[2J"))),
		at("/head/length-negative", "a negative Content-Length", bad, says(head("Content-Length: -5")+goodPage)),
		at("/head/length-word", "a Content-Length that is no number", bad, says(head("Content-Length: many")+goodPage)),
		at("/head/length-plus", "a Content-Length with a sign", "no-http|ok", says(head("Content-Length: +5")+goodPage)),
		at("/head/length-over", "a Content-Length of more than 64 bits", bad,
			says(head("Content-Length: 99999999999999999999")+goodPage)),
		at("/head/lengths", "two Content-Lengths that differ", bad,
			says(head("Content-Length: 5", "Content-Length: 6")+goodPage)),
		at("/head/lengths-list", "one Content-Length with two values", bad, says(head("Content-Length: 5, 6")+goodPage)),
		at("/head/lengths-same", "a Content-Length twice", ok, says(whole(length))),
		at("/head/both", "chunked, and a Content-Length that is wrong", "ok|no-http",
			says(head("Transfer-Encoding: chunked", "Content-Length: 3")+chunked(goodPage))),
		at("/head/transfer", "a transfer coding that nobody knows", "no-http|coding|ok",
			says(head("Transfer-Encoding: rot13")+goodPage)),
		at("/head/no-type", "no Content-Type", ok, says("HTTP/1.1 200 OK\r\n"+length+"\r\n\r\n"+goodPage)),
		at("/head/two-types", "two fields Content-Type", "ok|type", says(whole("Content-Type: image/png"))),
	}
}

// slowHeads are tricks with heads that a limit of time must end.
func (h *HostileWeb) slowHeads() []trick {
	return []trick{
		at("/head/silent", "never answers", "timeout", saysAndStalls("")).slow(),
		at("/head/stall", "stops inside of the head", "timeout", saysAndStalls("HTTP/1.1 200 OK\r\nContent-Type: te")).slow(),
		at("/head/drip", "a head byte by byte", "timeout",
			h.saysAndDrips("HTTP/1.1 200 OK\r\n", "X-Field: some text\r\n")).slow(),
		at("/head/informed-drip", "answers 100 byte by byte", "timeout",
			h.saysAndDrips("", "HTTP/1.1 100 Continue\r\n\r\n")).slow(),
		at("/head/informed-stall", "answers 100 and no more", "timeout", saysAndStalls("HTTP/1.1 100 Continue\r\n\r\n")).slow(),
	}
}

func randomBytes(n int) string {
	d, b := diceOf(9), make([]byte, n)
	for i := range b {
		b[i] = byte(d.next())
	}
	return string(b)
}

// chunked is a body of one chunk.
func chunked(body string) string {
	return strconv.FormatInt(int64(len(body)), 16) + "\r\n" + body + "\r\n0\r\n\r\n"
}
