// Package webs has webs that do not exist. It serves them on loopback, so that a crawler is tested and measured without a
// network.
//
//	Flat     one host, an exact number of pages of one size; Big is the same with large pages
//	Hosts    many hosts with robots.txt, redirects and missing pages; the set that a crawl must find is known
//	Wide     pages of 1,000 links each to URLs that no other page links to
//	Folder   the files of a folder as a site
//	Hostile  a path for each trick of a bad server, and what a crawler must report of it
//
// A web is an http.Handler. Every page is computed from its URL alone, so a web of ten million pages takes no memory. The
// name of the host is taken from the request: a crawler connects to the address of the Server whatever the host. Clients
// that cannot do that use the Server as their HTTP proxy.
//
// The package is for tests and for scripts/serve-web.
//
// # Files
//
//	serve.go  Server; accesslog.go  its log; tls.go  its certificate
//	text.go   what pages are made of: links, words, random numbers
//	flat.go   Flat and Big; wide.go  Wide; folder.go  Folder
//	hosts.go  Hosts: its answers; hostgraph.go  its graph of links and the set that can be reached
//	hostile.go  Hostile and its table; the cases:
//	hostilehead.go    redirects and heads; hostilebody.go  bodies and their codings
//	hostiletrap.go    URLs without end, odd pages
//	hostilerobots.go  what a crawler sends, statuses, types, robots.txt
package webs
