// Package madewebs makes webs and serves them on loopback, to test and measure a crawler without a network.
//
//	Flat     one host with an exact number of pages of one size; Big is the same with large pages
//	Hosts    many hosts with robots.txt, redirects and missing pages; the URLs that a crawl must request are known
//	Wide     pages with 1,000 links each, to URLs that no other page links to
//	Topics   pages of twelve topics that link to their own topic, to measure focused crawling
//	Folder   the files of a folder as a site
//	Site     the pages of a site with menus, and their truth: content, links, the tree of the menus; it is not served
//	Hostile  a path for each trick of a bad server, and the outcome that a crawler must report
//
// A web is an http.Handler, but for Site. Flat, Hosts, Wide and Topics compute a page from its URL alone, so a web of ten million
// pages takes no memory. The host is the one that the request names: a crawler connects to the address of the Server for all
// hosts. A client that cannot do that uses the Server as its HTTP proxy.
//
// The package is for tests, scripts/serve-web and scripts/made-site.
//
// # Files
//
//	serve.go  Server; accesslog.go  its log; tls.go  its certificate
//	text.go   what pages are made of: links, words, random numbers
//	flat.go   Flat and Big; wide.go  Wide; topics.go  Topics; folder.go  Folder
//	hosts.go  Hosts: its answers; hostgraph.go  its graph of links, and the URLs that can be reached
//	site.go  Site: its menus and URLs; sitepage.go  its pages; sitewords.go  their words
//	hostile.go  Hostile and its table; the cases:
//	hostilehead.go    redirects and heads; hostilebody.go  bodies and their codings
//	hostiletrap.go    URLs without end, odd pages
//	hostilerobots.go  what a crawler sends, statuses, types, robots.txt
package madewebs
