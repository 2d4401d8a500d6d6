// Package exchange sends a request by HTTP/1.1 and reads the answer, byte by byte. It keeps the bytes of both as they were sent
// and received, for web archives. It is made for a crawler: the server may be broken, slow or hostile.
//
// # Method
//
// A Client sends a request on a TCP or TLS connection and reads into one buffer that grows. A message finds in this buffer where
// the head and the body end. Nothing is moved or decoded, so chunks and content codings are still there; a warc.Decoder takes
// them off. Release gives the answer back, and the next one uses its memory.
//
// Connections are kept for the next request to the same scheme, host and port. One that was closed in the meantime is noticed
// before it is used; if it is closed just then, the request is sent once more on a new connection.
//
// The client does not speak HTTP/2, and offers http/1.1 only (ALPN): application/http of WARC needs the bytes of a message, and
// HTTP/2 sends other frames. It sends no cookies, no passwords and no Referer, and uses no proxy, which would hide the address.
//
// # Limits
//
// An error before the body is an Error of a Kind, and nothing of the answer is kept. A body that is cut off, too long or too slow
// is no error: it is kept as far as it came, with the reason in Response.Truncated.
//
// An exchange takes memory for Options.MaxHead and Options.MaxBody at most, as data comes, whatever length the head announces;
// while the buffer grows, the old one is there too. It takes at most the time of Options.Total or Request.Timeout, with lookup
// and connection, and parts of it have limits of their own; but time in which it waits for memory (Options.MaxLarge) does not
// count. It ends at once when its context ends.
//
// Private checks an address after the lookup, and this very address is dialled. So a name cannot pass the check with one address
// and lead to another one.
//
// A connection belongs to one server until it is closed. If the server sends bytes that nobody asked for, they would be taken for
// the answer to the next request. So a connection is closed if such bytes come with an answer, or are there before the next
// request is sent. Bytes that come later cannot be told from an answer of HTTP/1.1.
//
// # Files
//
//	client.go    Options, Client, Do: the order of things
//	request.go   Request; the parts of its URL, its bytes
//	response.go  Response, and the buffer that grows
//	message.go   finds the ends of head and body; chunks.go  the end of a body in chunks
//	conn.go      one connection: sends, reads until a message ends or a limit is met
//	alive_*.go   whether the other end has closed it
//	idle.go      the connections that are kept
//	dial.go      new connections, TLS
//	names.go     addresses of hosts, looked up once
//	guard.go     which addresses are not of the public web
//	error.go     Error and its kinds
package exchange
