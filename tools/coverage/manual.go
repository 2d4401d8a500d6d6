package main

// manual is the middle of what -h prints.
const manual = `
Compares lists of URLs, made by hand or in another way without the crawl, with the pages of the crawl. The share of a list that
the crawl has tells how complete the crawl is (Bumüller 2019, 5.1). An empty list has no share. A URL that is in a list twice
counts once. The crawl is one of these:

  -crawl        the folder in which a crawl of fetch grows: its log, and its journal of found URLs
  -crawl-urls   a list of URLs, or Parquet with a column url, like pages.parquet. With a column fetched, pages are the rows
                where it is true; with a column status, those where it is 2xx or unknown; a column layer gives the depth
  -page-folder  a folder with a file for each page, as extract-text -page-folder writes it

Two URLs are the same if they differ only in the scheme, in www., ww2. or ww3. before the host (not www2.), or in slashes at the
end. -unmasked compares canonical URLs as they are. A URL that redirects is found if its target is. A # begins a comment, at the
beginning of a line or behind a blank.

depth is how many links lead from a seed to the page, on the way on which the crawl found it; breadth first, that is the fewest.
cause is the reason why a URL is missing:

  http-404 …       the outcome of the last try, as fetch names it: robots, timeout, type …
  waiting          it was found, and is not fetched yet
  rejected:RULE    links to it are not followed. For the rules type, scope and trap:… the URL alone tells that. For depth,
                   deny, or scope too, links to its host were rejected by the rule, and those to the URL may be among them
  host-unreached   none of the above, and the crawl has no page of its host
  never-found      none of the above: no page of the crawl links to it
  unknown          none of the above, and the list or the folder does not tell which URLs were found

-table has a row for each list (list, urls, missed, percent), and the rows mean, median and pooled, which is all lists as one.
-by-depth has the shares of crawls of depth 1, 2 … (list, depth, found, percent). -levels has the levels of a crawl of fetch
(level, depth, frontier, fetched, stored, waiting, failures). As in Bumüller 2019, level 0 is the links of the start page, so
level k is depth k + 1, and the start page has no level. fetched counts URLs that a server answered, stored those that are
pages, and failures all others by outcome, also redirects.

On a terminal, and with -v, the last lines are the shares. A miss is no error: the exit status is 0.`
