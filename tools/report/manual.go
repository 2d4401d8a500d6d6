package main

// manual is the middle of what -h prints.
const manual = `
Reads the results in a folder and writes a page about them: text, tables, and pictures as SVG with a description
and their numbers beside them. The page can be read on a phone, in light and dark, and on paper. It begins with
findings and with what was read (crawl.tsv, extract.json). Of the URLs of the crawl only home pages of persons are
links. A script in the page sorts tables and saves them as CSV; all else works without it. Each section appears if its
files exist:

  the best pages       ranks.t2, kranks.t2, with urls.txt, indegree.t2, layers.t2, and title, archive and offset of
                       pages.parquet
  hosts                hosts.parquet, hosts.txt, host-links.parquet; or page-host.t2, hosts.txt
  links                indegree.t2, outdegree.t2: how many pages have how many; links.t2: which only link to themselves
  what was crawled     extract.json, links.t2, hosts.txt
  the crawl            crawl.jsonl, the log of fetch, so that DIR may also be the folder where it is at work;
                       rejected.tsv, its table of links that were not followed
  status, types        pages.parquet, if it has a column fetched, status, type, declared_lang, title or time
  words                documents.parquet, lengths.t2, growth.tsv, words.json, frequencies.t2, host-terms.parquet
  main content         content.parquet, documents of main-content
  people               people.parquet, host-people.parquet
  clusters             cluster-sizes.t2, with cluster-map.t3 and keywords.parquet: a map, and the words of the largest 60
  relevant pages       relevant.parquet, with ranks.t2, and title, archive and offset of pages.parquet
  relevance            relevance.t2: of all pages; relevance-ways.tsv, relevance-curve.tsv: how good it is, by judged pages
  layers               layer-sizes.t2
  rank against rank    ranks.t2 and kranks.t2, tau.txt
  convergence          pagerank.json, krank.json
  times and memory     times.tsv, and the statistics of tools (*.json)
  files                *.parquet

There are further sections for the tables in the folder "thesis" of DIR, whose first lines name their columns. Their
charts show the curves of Kulvait 2007 in the background:

  growing agreement    correlation.tsv: phase tau_all tau_rated
  stability            stability-100.tsv, stability-50.tsv: phase krank pagerank, and maybe
                       krank_rated pagerank_rated; by what is collected, share-100.tsv, share-50.tsv: share_krank krank
                       share_pagerank pagerank
  accumulation         accumulate-{pagerank,krank}-{100,50}.tsv: percent order max random
  strategies           strategies.tsv: strategy area_pagerank area_krank share10 share50 phase_at_half seconds
                       peak_bytes, and maybe tau10, tau20 …; strategy-NAME.tsv and krank-by-NAME.tsv: percent order
                       max random; stability-by-NAME.tsv: phase krank pagerank, and maybe pagerank_rated
  claims               claims.tsv: claim value holds explanation; holds is yes, no, partly or no value
  times                times.tsv

-derive writes, as text, one of the tables that follow from others in DIR: share-100 or share-50 from stability and
accumulation; strategies from order-NAME.json and the curves of the strategies that the flag names; claims from all of
these.

A folder with none of these files is an error, and so is a damaged file. Results of different crawls are refused if
their numbers show it: how many records, lines, links, hosts, pages and mentions a file has, the figures of the
statistics beside it, and tau in tau.json. ranks.t2 and kranks.t2 must rate all pages of urls.txt. Crawls with equal numbers
cannot be told apart. crawl.tsv, times.tsv and the places of cluster-map.t3 are taken as they are. So are tau.txt
without tau.json, and crawl.jsonl without extract.json.

The page says which Parquet files cannot be read. The same folder makes the same page.`
