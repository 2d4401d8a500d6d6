package exchange

import (
	"context"
	"errors"
	"os"
)

// Kind says at which step an exchange failed.
type Kind uint8

// The kinds of errors.
const (
	DNS         Kind = iota // the host has no address, or the lookup failed
	Refused                 // by the client: a private address, a port that is not allowed, a request that cannot be sent
	Connect                 // no address of the host takes the connection
	TLS                     // the handshake failed, or the certificate is not good for the host
	Timeout                 // a limit of time was met before the head was whole
	Reset                   // the connection ended before the head was whole
	BadResponse             // the answer is not HTTP/1, or its head breaks a limit
	Canceled                // the context ended, or the client is closed
	NoContact               // the client asks only this machine (Options.Loopback), and the host is another
)

var kinds = [...]string{"dns", "refused", "connect", "tls", "timeout", "cut", "no-http", "stopped", "no-contact"}

// String is a short word for logs.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k]
	}
	return "unknown"
}

// Error is the reason why there is no answer.
type Error struct {
	Kind Kind
	Err  error
}

func (e *Error) Error() string { return e.Kind.String() + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// The faults of requests and answers.
var (
	errURL      = errors.New("not a canonical http or https URL")
	errField    = errors.New("a header field that would break the request")
	errPrivate  = errors.New("the address is not of the public web")
	errPort     = errors.New("the port is not allowed")
	errAway     = errors.New("not on loopback")
	errNoHTTP   = errors.New("the answer does not begin like HTTP/1")
	errHead     = errors.New("the head is too long")
	errFields   = errors.New("the head has too many fields")
	errNUL      = errors.New("the head holds a NUL")
	errInterim  = errors.New("too many heads before the answer")
	errUpgrade  = errors.New("the answer goes on in another protocol")
	errLength   = errors.New("the length of the body is no number, or there are several")
	errClosed   = errors.New("the client is closed")
	errNoAnswer = errors.New("the connection was closed without an answer")
	errHeadCut  = errors.New("the connection was closed inside the head of the answer")
)

// failure makes an Error of an error of a step. If the context has ended, that is the reason; if a limit of time was met, the
// kind is Timeout.
func failure(ctx context.Context, kind Kind, err error) *Error {
	if ctx.Err() != nil {
		return &Error{Canceled, context.Cause(ctx)}
	}
	if timedOut(err) {
		kind = Timeout
	}
	return &Error{kind, err}
}

func timedOut(err error) bool {
	if errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	var net interface{ Timeout() bool }
	return errors.As(err, &net) && net.Timeout()
}
