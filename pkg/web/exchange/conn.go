package exchange

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"time"

	"webmill/pkg/par"
)

// conn is a connection to one server. One exchange at a time uses it.
type conn struct {
	net.Conn                // of TLS, or raw
	raw        *net.TCPConn // below TLS
	look       *looker
	key        string // see target.appendKey
	address    netip.AddrPort
	reused     bool // it has served a request before
	unverified bool // the certificate of the server was not checked

	// When the context of an exchange ends, its connection is closed. The watch over the context is kept while the connection
	// waits for a further request, since most requests come with the same context.
	mu    sync.Mutex
	busy  bool            // an exchange uses the connection
	ended <-chan struct{} // of the context that is watched
	stop  func() bool     // ends the watch; nil: there is none

	since        time.Time // when it became idle
	older, newer *conn     // its neighbours among the idle connections with the same key
	prev, next   *conn     // its neighbours among all idle connections
}

// begin gives the connection to an exchange: the end of ctx closes it, from now to finish.
func (k *conn) begin(ctx context.Context) {
	ended := ctx.Done()
	k.mu.Lock()
	same := k.ended == ended
	k.busy, k.ended = true, ended
	k.mu.Unlock()
	if same {
		return
	}
	if k.stop != nil {
		k.stop()
		k.stop = nil
	}
	if ended != nil {
		k.stop = context.AfterFunc(ctx, func() { k.abort(ended) })
	}
}

func (k *conn) abort(ended <-chan struct{}) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.busy && k.ended == ended {
		k.raw.Close()
	}
}

// finish takes the connection from an exchange.
func (k *conn) finish() {
	k.mu.Lock()
	k.busy = false
	k.mu.Unlock()
}

// close ends the connection, without the closing message of TLS, since a server could make us wait for it.
func (k *conn) close() {
	if k.stop != nil {
		k.stop()
	}
	k.raw.Close()
}

// limits are the limits of one exchange.
type limits struct {
	by      time.Time     // when it must be over
	head    time.Duration // from the request to the end of the head
	idle    time.Duration // between two reads of the body
	minRate int64         // see Options.MinRate
	grace   time.Duration // of the body, before minRate counts
	large   par.Limit     // of the client
	wanted  func(status int, fields []Field) bool
	bounds
}

// lasts is how long n bytes may take by minRate.
func (l *limits) lasts(n int) time.Duration {
	return time.Duration(min(float64(n)/float64(l.minRate), 1e9) * float64(time.Second))
}

// errStale is the error of a connection that was closed while it was kept, or before the first byte of an answer came on it.
var errStale = errors.New("the connection was closed while it was kept")

// exchange sends the request of r and reads the answer into it. After errStale the request may be sent on a new connection.
func (k *conn) exchange(ctx context.Context, r *Response, l *limits) error {
	k.begin(ctx)
	defer k.finish()
	if ctx.Err() != nil {
		return failure(ctx, Canceled, ctx.Err())
	}
	k.SetDeadline(earlier(l.by, time.Now().Add(l.head)))
	if k.reused && !k.look.alive() {
		return errStale
	}
	if _, err := k.Write(r.Request); err != nil {
		return k.unanswered(ctx, r, err)
	}
	done, err := k.readHead(ctx, r, l)
	if err == nil && l.wanted != nil && !l.wanted(r.msg.status, r.msg.fields) {
		r.msg.cut(r.buf, &l.bounds, "unspecified")
		done = true
	}
	if err == nil && !done {
		err = k.readBody(ctx, r, l)
	}
	if err != nil {
		return err
	}
	r.Took = time.Since(r.start)
	r.finish()
	return nil
}

// unanswered is the error of an exchange that failed before its head was whole.
func (k *conn) unanswered(ctx context.Context, r *Response, err error) error {
	if k.reused && len(r.buf) == 0 && ctx.Err() == nil && !timedOut(err) {
		return errStale
	}
	if err == io.EOF {
		err = errNoAnswer
		if len(r.buf) > 0 {
			err = errHeadCut
		}
	}
	return failure(ctx, Reset, err)
}

// readHead reads until the head is whole. done reports whether the whole body has come with it.
func (k *conn) readHead(ctx context.Context, r *Response, l *limits) (done bool, err error) {
	for {
		n, err := k.read(r, l)
		if n > 0 && r.First == 0 {
			r.First = time.Since(r.start)
		}
		done, bad := r.msg.advance(r.buf, &l.bounds)
		if bad != nil {
			return false, &Error{BadResponse, bad}
		}
		if done || r.msg.body > 0 {
			return done, nil // if there is more to read, the error comes again
		}
		if err != nil {
			return false, k.unanswered(ctx, r, err)
		}
	}
}

// readBody reads on until the message is done, a limit is met or the connection ends. It keeps what has come.
func (k *conn) readBody(ctx context.Context, r *Response, l *limits) error {
	from := time.Now()
	for now := from; ; now = time.Now() {
		if l.large != nil && !r.held && len(r.buf) >= smallBuffer-leastRead {
			waited, err := k.waitForRoom(ctx, r, l)
			if err != nil {
				return err
			}
			from, now = from.Add(waited), now.Add(waited)
		}
		by := earlier(l.by, now.Add(l.idle))
		if l.minRate > 0 {
			by = earlier(by, from.Add(max(l.grace, l.lasts(len(r.buf)-r.msg.body))))
		}
		k.SetReadDeadline(by)
		n, err := k.read(r, l)
		if n > 0 {
			if done, _ := r.msg.advance(r.buf, &l.bounds); done {
				return nil
			}
		}
		switch {
		case err == nil:
			continue
		case ctx.Err() != nil:
			return failure(ctx, Canceled, err)
		case timedOut(err):
			r.msg.cut(r.buf, &l.bounds, "time")
		default:
			r.msg.closed(r.buf, &l.bounds, err == io.EOF)
		}
		return nil
	}
}

// waitForRoom waits until there is room for a large answer. This time does not count for the limits of time.
func (k *conn) waitForRoom(ctx context.Context, r *Response, l *limits) (waited time.Duration, err error) {
	began := time.Now()
	select {
	case l.large <- struct{}{}:
		r.held = true
	case <-ctx.Done():
		return 0, failure(ctx, Canceled, ctx.Err())
	}
	waited = time.Since(began)
	l.by = l.by.Add(waited)
	return waited, nil
}

func (k *conn) read(r *Response, l *limits) (int, error) {
	n, err := k.Read(r.room(l.bounds.head + int(l.bounds.body) + 1))
	r.buf = r.buf[:len(r.buf)+n]
	return n, err
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
