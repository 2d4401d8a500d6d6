// Package exchange asks for a page by HTTP/1.1 and keeps the bytes of the question and of the answer as they crossed the
// wire, for web archives. Its user is a crawler: the other end may be broken, slow or hostile.
//
// # Method
//
// A Client sends a request on a TCP or TLS connection and reads into one buffer that grows. A message finds in this buffer where
// the head ends, and where the body: nothing is moved, decoded or read past, so chunks and content codings are still there.
// A warc.Decoder takes them off. The answer is given back with Release, and its memory serves the next one.
//
// Connections are kept for the next request to the same scheme, host and port. One that was closed in the meantime is noticed
// before it is used; if it is closed just then, the request is sent once more on a new connection.
//
// HTTP/2 is not spoken, and ALPN offers http/1.1 only: application/http of WARC promises the bytes of a message, and there are
// none in the frames of HTTP/2. There are no cookies, no passwords, no Referer, and no proxy, which would hide the address.
//
// # Limits
//
// What is wrong before the body is an Error of a Kind; nothing of the answer is kept. A body that is cut, too long or too
// slow is no error: it is kept as far as it came, with the reason in Response.Truncated.
//
// An exchange takes memory for Options.MaxHead and Options.MaxBody at most, as data comes, whatever its head promises; while the
// buffer grows, the old one is there too. It takes the time of Options.Total at most, lookup and connection included; parts of
// it have their own limits. An end of the context ends it at once.
//
// An address is judged by Private after the lookup, and this very address is dialled: a name that means another address at its
// second lookup gains nothing.
//
// A connection belongs to one server until it is closed, so what a server sends unasked is taken for its answer to the next
// request, unless it comes with the answer before it or is there when the connection is used again: then the connection is
// closed. HTTP/1.1 cannot tell more.
//
// # Files
//
//	client.go    Options, Client, Do: the order of things
//	request.go   Request; the parts of its URL, its bytes
//	response.go  Response, and the buffer that grows
//	message.go   finds the end of head and body; chunks.go  of a body in chunks
//	conn.go      one connection: sends, reads until a message ends or a limit is met
//	alive_*.go   whether the other end has closed it
//	idle.go      the connections that are kept
//	dial.go      new connections, TLS
//	names.go     addresses of hosts, looked up once
//	guard.go     which addresses are not of the public web
//	error.go     Error and its kinds
package exchange
