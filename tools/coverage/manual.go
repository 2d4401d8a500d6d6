package main

// manual is the middle of what -h prints.
const manual = `
Compares lists of URLs that were made by hand, or otherwise without the crawl, with the pages of the crawl: the share that the
crawl has says how complete it is (Bumüller 2019, 5.1). A list may be empty, which has no share. A URL that is in a list twice
counts once. The crawl is one of these:

  -crawl        the folder where fetch lets a crawl grow: its log, and its journal of found URLs
  -crawl-urls   a list of URLs, or Parquet with a column url, as pages.parquet has it. If there is a
                column fetched, pages are those that were fetched; if there is a column status, those with 2xx or none; layer
                gives the depth
  -page-folder  a folder with a file for each page, as extract-text -page-folder writes it

Two URLs are the same if they differ in the scheme, in www., ww2. or ww3. before the host (not www2.), or in slashes at the end.
-unmasked compares canonical URLs as they are. A URL that redirects to another one is found if that one is. A # begins a comment,
at the beginning of a line or behind a blank.

depth is how many links the page is from the start of the crawl, as the crawl went: of one that went breadth first, the fewest.
cause is why a URL is missing:

  http-404 …       the outcome of the last try, as fetch names it: robots, timeout, type …
  waiting          a page links to it, and it was not fetched yet
  rejected:RULE    links to it are not followed. For type, scope and trap the URL itself tells. Otherwise links to its host were
                   rejected by this rule, depth, deny or scope, and it may be among them
  host-unreached   none of the above, and the crawl has no page of its host
  never-found      none of the above: no page of the crawl links to it
  unknown          it is not there, and the list or the folder does not tell more

-table, -by-depth and -levels make tables: of the lists (list, urls, missed, percent), with their mean, their median and all of
them as one; of the shares that crawls of depth 1, 2 … have (list, depth, found, percent); of the levels of a crawl of fetch
(level, depth, frontier, fetched, stored, waiting, failures). Level 0 are the links of the start page, as in Bumüller 2019, so
that level k is depth k + 1; the start page has no level. fetched counts answers of servers; failures are all outcomes but ok.

On a terminal, and with -v, the last lines are the shares. A miss is no error: the exit status is 0.`
