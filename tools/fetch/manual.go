package main

// manual is the middle of what -h prints.
const manual = `
Fetches the URLs, the pages that they link to, and so on, as far as they belong to the crawl (-scope), and keeps what the
servers send in archives, as it was sent. -state DIR is where the crawl grows. Stop it whenever you like: by a signal, by
kill -9, by a power failure. The same command goes on. It finds how far the files of DIR agree, cuts off what was not
finished, and fetches again only what was in flight. The first signal ends it in order, the second at once. Without -state a
crawl cannot go on, its archive goes to -o or stdout, and a signal ends it without one. This line begins a crawl of the web,
and goes on with it:
  fetch -state crawl -agent 'name/1.0 (+https://example.org/bot)' https://example.org/

DIR holds
  crawl-00001.warc.gz …  archives: a response, its request, and how it was found, for each URL that has an answer
  crawl.cdxj             an index of the archives, made at the end of each run (not after a kill)
  crawl.jsonl            the log: a line of JSON for each URL that was tried
  found.journal          all URLs that were found, for the next run
make CRAWL=DIR makes links, ranks and texts of it. With -o FILE all archives are also written there, one behind the other.

-institutions FILE crawls a list: lines id, TAB, label, TAB, URL. Each has a folder DIR/id and a scope of its own.

A URL belongs to the crawl if it is of the same host as a seed (-scope host), of the same registrable domain (domain), if
its host has the main domain of a seed as a label (main-domain), if it begins like a seed (prefix), is a seed (list), or
matches -allow (allowed). Where a seed redirects to counts as a seed too. -allow and -deny are lists of patterns, one a
line: a host, *.host, the beginning of a URL, or a number like 131.159.*.*, which is compared with the addresses of the
host; one of them is enough. /%7E is the same as /~. URLs that look like a trap are left out: more than 2083 bytes, 20
segments, 3 equal segments, 10 parameters, or a parameter twice with the same value. Each link that is not followed is
counted by the first rule that it breaks (-rejected): scheme, scope, deny, type, depth, trap.

A host is asked by one connection, and rests at least -delay seconds, or the Crawl-delay of its robots.txt, and -slow times
as long as its answer took. After an error it rests a second, then twice as long each time, up to an hour, or as long as
Retry-After says; other hosts are not held up. robots.txt is read before anything else of a server, and once a day (RFC
9309): no answer or a server error means that nothing is fetched. Without a contact in -agent only loopback is asked.
Private addresses are refused, also behind redirects and names.

-sitemaps reads the sitemaps that robots.txt names, and those that links lead to; -feeds reads RSS and Atom.

-strategy is the order, as crawl-order has it: bfs, opic, opic-all or sites. Of the pages whose host may be asked, the best
one comes next.

-since asks only for what has changed: with the ETag and the date of the earlier answer. What has not is written as a record
of type revisit, without its body. With -recrawl N only those pages are asked for that are due, if N are asked for in a day:
the visits that the indexes list tell how often a page changes (F(t) = exp(-λ·t^a) is the probability that it has not), and
the N are shared out so that most copies are up to date. A page that changes faster than that is worth is left alone. Where
no visit found a change, or all did, pages are due in turn. -replay takes the answers from archives, where - is stdin; what
they do not have is absent, and nobody waits. They must not be empty.

-rules thesis crawls as Bumüller 2019 does; each of its rules is a flag by itself.

The outcome of a URL in the log is ok, redirect, unchanged, http-404 and so on, robots, no-robots (robots.txt could not be
had), type (no page), noindex, sitemap, feed, not-due, address, too-many-redirects, truncated (the body is too long, slow or
cut off, and kept so far), coding (it cannot be decoded), timeout, cut, dns, connect, tls, refused or no-http (there is no
answer), or absent. "copy" says that the page is known under another URL: by its address, its path or its content.`
