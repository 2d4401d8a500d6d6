package main

import "webmill/pkg/cli"

// sections are the flags that not every crawl needs.
func sections(f *cli.Flags) {
	f.Section("flags for what is fetched", "institutions", "at-once", "main-domain", "allow", "deny", "endings", "types",
		"max-links", "no-traps", "obey", "sitemaps", "feeds", "strategy", "scores")
	f.Section("flags for how hosts are asked", "robots", "slow", "connections", "per-host", "by-address", "max-rate", "control",
		"attempts", "timeout", "allow-private", "ports", "ca", "resolve")
	f.Section("flags for when a run ends", "max-bytes", "max-pages-per-host", "max-time")
	f.Section("flags for what is kept", "max-body", "archive-size", "level", "rejected")
	f.Section("flags for earlier crawls and for archives", "since", "recrawl", "now", "replay")
	f.Section("flags for the rules of a thesis", "rules", "hrefs", "bare", "doctype", "no-base", "unverified")
}

// manual is the middle of what -h prints.
const manual = `
Fetches the seeds, the pages that they link to, and so on, as far as these belong to the crawl (-scope). What the servers
send goes to archives, byte by byte. The crawl grows in the folder -state DIR. A signal, kill -9 or a power failure may stop
it at any time. The same command goes on: it finds how far the files of DIR agree, cuts off what was not finished, and
fetches again only what was in flight or, after a power failure, came in the last two seconds. The first signal ends a run in
order, the second at once. Without -state a crawl cannot go on: its archive goes to -o or stdout, and a signal ends it
without an archive.

DIR holds
  crawl-00001.warc.gz …  archives: of each answer that is kept the response, the request, and how the URL was found
  crawl.cdxj             an index of the archives, made at the end of each run (not after a kill)
  crawl.jsonl            the log: a line of JSON for each URL that was tried, for each robots.txt, and for events of a run
  found.journal          all URLs that were found, for the next run
make CRAWL=DIR makes links, ranks and texts of it. -o FILE gets all archives, one behind the other.

-institutions FILE crawls a list of institutions, one a line: id, TAB, label, TAB, URL. Each has a folder DIR/id and a scope
of its own.

-scope says which URLs belong to the crawl: those on the host of a seed (host), in its registrable domain (domain), on a host
that has the main domain of a seed as a label (main-domain), those that begin like a seed, up to its last slash (prefix), the
seeds alone (list), those that match -allow (allowed), or all. If a seed redirects, its target is a seed too (not with -rules
thesis). -allow and -deny are lists of patterns, one a line: a host, *.host, the beginning of a URL, or a number like
131.159.*.*, which one of the addresses of the host must match. A beginning that ends in a letter or digit stands for whole
segments and parameters: /a is /a, /a/b and /a?x, not /ab or /a.html. /%7E is the same as /~. URLs that look like a trap do not
belong to the crawl: more than 2083 bytes, 20 segments, 3 equal segments, 10 parameters, or a parameter twice with the same
value. A link that breaks a rule is not followed, and -rejected counts it under the first rule that it breaks: scheme, scope,
deny, type, depth, trap:…. Links after the first -max-links of a page are counted under links.

fetch asks a host by one connection. After an answer the host rests -delay seconds, or its Crawl-delay, or -slow times as
long as the answer took (30 s at most), whichever is longest. After an error it rests a second, then twice as long each time,
up to an hour, or as long as Retry-After says. Other hosts go on. With -delay 0 a host rests only after errors. robots.txt is
read before anything else of a server, and once a day (RFC 9309). If it does not come, or the server answers with an error of
its own (5xx), nothing else is fetched there. A crawl needs a contact in -agent, unless it stays on loopback: by its seeds
and -scope host or prefix, or by -resolve. Without a contact it asks no other host, wherever a redirect leads. fetch refuses
private addresses, also where a redirect or a name leads to one.

-sitemaps reads the sitemaps that robots.txt names, and those that links lead to: XML, or text of nothing but URLs. A sitemap
has to belong to the crawl, like any link; -rejected counts those that do not. -feeds reads RSS and Atom.

-strategy is the order, as crawl-order has it: bfs, opic, opic-all or sites. Next comes the best URL of all hosts that do not
rest.

-scores FILE makes a focused crawl: best first, by scores of pages. A line is a URL, a TAB and a score from 0 to 1. It may come
at any time: - is stdin; a pipe or a file that grows is read as long as the run goes on, and what a file already has is read
before the first page. A URL that waits goes by its own score, or else by the scores of the pages that link to it: each adds its
score less 1/4. Equal URLs go in the order in which they were found; so without scores the order is bfs. The score of a URL that
was not found yet is kept until it is. The log keeps the scores, so the next run knows them, and may have another FILE.

-control FILE changes a run at work. FILE has lines like these; it is read again when it changes, and may come later:
  connections 64
  threads 2
  delay 2.5
  max-rate 20
  stop
A delay holds from the next answer of a host on. To take a line out undoes nothing. The log has each change. The next run
begins with what FILE says then: take out stop.

-since asks only for what has changed, by the ETag and the date of the earlier answer. A page that has not changed gets a record
of type revisit, without its body. An answer that was cut off is asked for as if it was new. -recrawl N asks only for the pages
that are due, if N are asked for in a day. The visits in the indexes tell how often a page changes: F(t) = exp(-λ·t^a) is the
probability that it has not changed after t days. The N are shared out so that most copies are up to date; a page that changes
too fast for that is not asked for. If no visit found a change, or all did, the pages are due in turn. -replay takes the answers
from archives, which must not be empty; - is stdin. Of several answers for a URL the first counts. A URL without an answer there
is absent. A replay does not wait between exchanges.

-rules thesis crawls as Bumüller 2019 does. It sets the flags that are listed at -rules below, unless they are given.

The log gives each URL an outcome. Pages have these:
  ok                  a page, which is kept
  unchanged           a page that has not changed since the earlier crawl
URLs that are neither pages nor failures have these:
  redirect            leads to another URL
  not-due             a page of the earlier crawl that is asked for later
  type                a kind of document that is no page
  robots              robots.txt forbids it
  noindex             the page asks not to be kept
  sitemap, feed       a list of URLs
  address             -allow or -deny refuses the address of the host
  refused             fetch does not ask a private address, or a port that is not allowed
  no-contact          not on loopback, and -agent has no contact
  scheme, scope, deny, depth, trap:…  a seed breaks this rule, or a URL does since the lists have changed
All others are failures:
  http-404 …          the status of the answer
  no-robots           robots.txt did not come, so nothing else is asked for
  too-many-redirects  more redirects in a row than are followed
  truncated           the body is too long, too slow or cut off, and kept as far as it came
  coding              the body cannot be decoded
  absent              the archives of -replay have no answer
  dns                 the host has no address
  connect             the server takes no connection
  tls                 no secure connection
  timeout             no answer in time
  cut                 the connection ended before the answer was whole
  no-http             what came is not HTTP
"copy" in the log says that the page is known under another URL: by its address, its path or its content.`
