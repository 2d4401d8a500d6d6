package madewebs

import (
	"bufio"
	"context"
	"html"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// hostileHost is the host of all tricks that need no host of their own.
const hostileHost = "hostile.example"

// Case is a URL of the hostile web, and what it does to a crawler.
type Case struct {
	Host, Path string // Path has the query too
	Name       string
	What       string // what the server does
	// Outcome is the outcome that a polite crawler with default limits reports for the URL. If several are right, | divides them.
	//
	//	ok                  the page is kept, perhaps without some of its links
	//	redirect            it leads to another URL, which the crawler follows later
	//	too-many-redirects  ten redirects in a row led to it, and it is one more
	//	http-404            the status, if it is neither a success nor a redirect
	//	robots              robots.txt forbids it; it is never requested
	//	no-robots           robots.txt could not be had; it is never requested
	//	refused             its address is private, or its port is not allowed; it is never requested
	//	trap:RULE           a rule of urls.Traps forbids it; it is never requested
	//	timeout             the head did not come in time
	//	cut                 the connection ended before the head was whole
	//	no-http             the answer is not HTTP/1, or its head breaks a limit
	//	truncated           the head came, and a body that is too long, too slow or cut off
	//	coding              the body cannot be decoded
	//	type                it is no page of HTML
	Outcome string
	Linked  bool // other cases lead here; it is no seed
	Slow    bool // a limit of time leads to the outcome
}

// URL is the URL of the case, with http.
func (c Case) URL() string { return "http://" + c.Host + c.Path }

// Accepts reports whether an outcome is right.
func (c Case) Accepts(outcome string) bool {
	return slices.Contains(strings.Split(c.Outcome, "|"), outcome)
}

// trick is a case and its answer. A trick without a name is no case, but belongs to one, like a robots.txt.
type trick struct {
	Case
	answer http.HandlerFunc
	tree   bool // the answer is for all URLs with a path that begins like that of the case
}

// at is a trick on the hostile host. Its name is made of its path.
func at(path, what, outcome string, answer http.HandlerFunc) trick {
	name := strings.ReplaceAll(strings.Trim(path, "/"), "/", "-")
	return trick{Case: Case{Host: hostileHost, Path: path, Name: name, What: what, Outcome: outcome}, answer: answer}
}

func (t trick) on(host string) trick    { t.Host = host; return t }
func (t trick) named(name string) trick { t.Name = name; return t }
func (t trick) linked() trick           { t.Linked = true; return t }
func (t trick) slow() trick             { t.Slow = true; return t }
func (t trick) below() trick            { t.tree = true; return t }

// HostileWeb is a web of bad servers. It needs a Server of its own: when that is closed, answers without end stop.
type HostileWeb struct {
	// Pace is how long a slow server waits before each byte.
	Pace time.Duration

	tricks []trick
	exact  map[string]http.HandlerFunc // by host and path

	mu    sync.Mutex
	tries map[string]int // how often URLs were requested that answer by that number
	drawn int            // see draw
}

// Hostile is a web with a path for each trick of a bad server. Its page / has links to all cases but the linked ones.
func Hostile() *HostileWeb {
	h := &HostileWeb{Pace: 300 * time.Millisecond, exact: map[string]http.HandlerFunc{}, tries: map[string]int{}}
	h.tricks = slices.Concat(
		[]trick{at("/", "a page with links to all cases", "ok", func(w http.ResponseWriter, _ *http.Request) {
			sendText(w, 200, typeHTML, h.index())
		}).named("index")},
		h.redirects(), h.privates(), h.heads(), h.slowHeads(), h.bodies(), h.chunks(), h.codings(), h.traps(), h.pages(),
		h.requests(), h.statuses(), h.types(), h.robots())
	for _, t := range h.tricks {
		if h.exact[t.key()] == nil { // a forbidden URL of a trap may differ from the trap by its query alone; nobody asks for it
			h.exact[t.key()] = t.answer
		}
	}
	return h
}

// key is the host and the path of a trick.
func (t trick) key() string {
	path, _, _ := strings.Cut(t.Path, "?")
	return t.Host + path
}

// Cases are all cases.
func (h *HostileWeb) Cases() []Case {
	var list []Case
	for _, t := range h.tricks {
		if t.Name != "" {
			list = append(list, t.Case)
		}
	}
	return list
}

// Seeds are the URLs of the cases that are not linked.
func (h *HostileWeb) Seeds() (list []string) {
	for _, c := range h.Cases() {
		if !c.Linked {
			list = append(list, c.URL())
		}
	}
	return list
}

func (h *HostileWeb) index() string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><title>Cases</title>\n")
	for _, c := range h.Cases() {
		if !c.Linked {
			b.WriteString("<p><a href=\"//" + html.EscapeString(c.Host+c.Path) + "\">" + html.EscapeString(c.Name) + "</a>\n")
		}
	}
	return b.String()
}

// ServeHTTP implements http.Handler.
func (h *HostileWeb) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = r.Host
	}
	for _, host := range []string{r.Host, name} {
		if answer := h.exact[host+r.URL.Path]; answer != nil {
			answer(w, r)
			return
		}
	}
	for _, t := range h.tricks {
		inHost := name == t.Host || strings.HasPrefix(t.Host, "*") && strings.HasSuffix(name, t.Host[1:])
		if t.tree && inHost && strings.HasPrefix(r.URL.Path, t.Path) && r.URL.Path != "/robots.txt" {
			t.answer(w, r)
			return
		}
	}
	sendMissing(w)
}

// try is how often a URL was requested, this request included.
func (h *HostileWeb) try(r *http.Request) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	key := r.Host + r.URL.Path
	h.tries[key]++
	return h.tries[key]
}

// ordinary answers with a page without faults.
func ordinary(w http.ResponseWriter, _ *http.Request) { sendText(w, 200, typeHTML, goodPage) }

const goodPage = "<!DOCTYPE html><html><head><title>A page</title></head><body><p>Nothing is wrong here.</p></body></html>\n"

// page answers with a body of HTML.
func page(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { sendText(w, 200, typeHTML, "<!DOCTYPE html>"+body) }
}

// stream answers with HTML, without its length.
func stream(write func(b *bufio.Writer)) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = typeHTML
		b := bufio.NewWriterSize(w, 64<<10)
		write(b)
		b.Flush()
	}
}

// raw takes the connection from net/http for f, and closes it after f or when the server closes.
func raw(f func(ctx context.Context, c net.Conn)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer c.Close()
		defer context.AfterFunc(r.Context(), func() { c.Close() })()
		f(r.Context(), c)
	}
}

// says answers with these bytes, as they are, and closes the connection.
func says(text string) http.HandlerFunc {
	return raw(func(_ context.Context, c net.Conn) { io.WriteString(c, text) })
}

// saysForever answers with text, and then with more again and again.
func saysForever(text, more string) http.HandlerFunc {
	more = strings.Repeat(more, 1+(32<<10)/len(more))
	return raw(func(_ context.Context, c net.Conn) {
		_, err := io.WriteString(c, text)
		for err == nil {
			_, err = io.WriteString(c, more)
		}
	})
}

// saysAndStalls answers with text, and then keeps the connection until the client closes it.
func saysAndStalls(text string) http.HandlerFunc {
	return raw(func(_ context.Context, c net.Conn) {
		io.WriteString(c, text)
		io.Copy(io.Discard, c)
	})
}

// saysAndDrips answers with text, and then with slow again and again, byte by byte.
func (h *HostileWeb) saysAndDrips(text, slow string) http.HandlerFunc {
	return raw(func(ctx context.Context, c net.Conn) {
		io.WriteString(c, text)
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-time.After(h.Pace):
			}
			if _, err := io.WriteString(c, slow[i%len(slow):][:1]); err != nil {
				return
			}
		}
	})
}

// head is the head of a good answer, with some further lines.
func head(lines ...string) string {
	text := "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"
	for _, line := range lines {
		text += line + "\r\n"
	}
	return text + "\r\n"
}

// whole is a good answer with some further lines.
func whole(lines ...string) string {
	return head(append(lines, "Content-Length: "+strconv.Itoa(len(goodPage)))...) + goodPage
}
