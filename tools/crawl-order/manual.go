package main

// manual is the middle of what -h prints.
const manual = `
Simulates a crawler on a web of which all links are given. First the crawler knows the seeds: ids or, with -dictionary,
URLs. Of the pages that it knows and has not fetched it fetches the best one, gets to know the pages to which that one
links, and so on. The strategy says which page is best; of equally good ones it is that with the lowest id. When nothing is
left to fetch, the crawler goes on with the lowest page that it does not know, or ends, with -reachable. Without seeds it
begins with the lowest page. With -limit N it ends after N pages.

  bfs         first in, first out, links by ascending id: the numbers of bfs-number
  dfs         last in, first out; a page that is found again moves to the top; of a page's links the lowest comes first
  dfs-push    last in, first out, but a page stays where it was found first; of a page's links the highest comes first
  random      any of the pages that are known, drawn at random; -random-seed makes another order
  opic        the most credit (On-line Page Importance Computation). The seeds share a credit of 1; a page with which the
              crawler goes on has 1. A page that is fetched divides its credit among those pages that it links to and
              that are not fetched; if there are none, its credit is lost
  opic-all    the same, but it divides its credit among all its links; what goes to fetched pages is lost
  partial     the greatest PageRank in the graph fetched so far, in which pages that are not fetched have no links.
              Ranks are computed after the first page, and again when the number of fetched pages has doubled, or every
              -step N pages; a page found in between has the sum of what the pages that link to it pass on; -d and -tol
              are as in pagerank
  earlier     the greatest importance in an earlier crawl, -importance; a page that has none there has, by -new:
                omniscient  its final importance, from -final; 0 if it has none
                random      that of a page of the earlier crawl, drawn at random
                zero        0
                parent      that of the page where it was found first, divided by the number of links there; 0 for
                            a page with which the crawler begins or goes on
  sites       larger sites first: of the host (-host-of) with the most pages that are known and not fetched, the page that
              was found first; of hosts with equally many, the one with the lowest id
  omniscient  the greatest final importance, from -importance; 0 if a page has none

Links of a page to itself count for opic-all, parent and partial, as any link does, and change nothing else. Credit is a
float64, added up in the order of fetching.

With -delay, no host (-host-of) is asked twice within that many seconds. The crawler takes the best page whose host need
not wait, and waits itself if there is none. With -rate R it fetches at most R pages a second; without -rate, fetching takes
no time. -times writes the second at which each page is fetched, from 0.`
