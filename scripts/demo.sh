#!/usr/bin/env bash
# demo.sh DIR: a small web graph through the tools; what each step does, and how long it takes. The tools are on PATH.
# PAGES and LINKS set the size.
set -euo pipefail
export LC_ALL=C # times have a decimal point
unset CDPATH
dir=${1:?usage: demo.sh DIR}
pages=${PAGES:-1000000} links=${LINKS:-10000000}
mkdir -p "$dir"
home=$PWD
cd "$dir"
rm -f ./*.t2 ./*.parquet ./*.txt ./*.json

# step TEXT COMMAND: says what comes, runs it and times it.
n=0
step() {
  printf '\n%d. %s\n   $ %s\n' "$((++n))" "$1" "${2//$'\n'/$'\n'     }"
  local TIMEFORMAT='   (%2R s)'
  { time eval "$2" 2>&3 3>&- | sed 's/^/   /'; } 3>&2 2>&1
}

printf '\nA web graph of %d pages and %d links through the same tools, in %s\n' "$pages" "$links" "$dir"

step 'A web graph: pairs (source, target) of int32, sorted by source. The same seed makes the same graph.' \
  "graphgen -model web -pages $pages -links $links -random-seed 1 -o links.t2"

step 'A raw file has no header, so its order is checked, not believed.' \
  'tuples -check sorted=1,2 links.t2 && tuples -count links.t2'

step 'Sorted the other way: by target, then by source. The memory is set far below the size of the file.' \
  'extsort -k 2,1 -S 16M -o links-by-dst.t2 links.t2'

step 'And back again: the same bytes.' \
  'extsort -k 1,2 links-by-dst.t2 | cmp - links.t2 && echo the same'

step 'In-degrees: the links of each target, counted in one pass over the sorted file.' \
  'tuplejoin -group 2 -agg count -o indegree.t2 links-by-dst.t2'

step 'The ten pages with most links to them: page, links.' \
  'extsort -k 2r,1 -o by-indegree.t2 indegree.t2 && tuples -head 10 -to text by-indegree.t2'

step 'Breadth-first layers: how many clicks a page is from the lowest page of its component.' \
  'bfs-layers -sizes layer-sizes.t2 -o layers.t2 links.t2 && tuples -head 8 -to text layer-sizes.t2'

step 'The same as an order in which a crawler fetches, by sorting alone, and a proof that it is one.' \
  'bfs-number -layers layers.t2 -o numbers.t2 links.t2 && bfs-number -verify numbers.t2 links.t2 && echo proved'

step 'PageRank: the best ten pages.' \
  'pagerank -stats pagerank.json -o ranks.t2 links-by-dst.t2 &&
extsort -k 2r,1 -o by-rank.t2 ranks.t2 && tuples -columns id,rank:f32 -head 10 -to text by-rank.t2'

step 'K-Rank: the same, where only the 20 best links to a page count.' \
  'krank -best 20 -ranks ranks.t2 -o kranks.t2 links-by-dst.t2 &&
extsort -k 2r,1 -o by-krank.t2 kranks.t2 && tuples -columns id,rank:f32 -head 10 -to text by-krank.t2'

step 'How far the two orders agree: Kendall'"'"'s tau, over all pages and over the thousand best.' \
  'kendall ranks.t2 kranks.t2 && kendall -top 1000 ranks.t2 kranks.t2'

step 'While the crawl runs: the ranks of a tenth of it, in the order of the numbers, against those of the whole.' \
  'pagerank -known numbers.t2 -share 0.1 -o ranks-10.t2 links-by-dst.t2 && kendall ranks-10.t2 ranks.t2'

step 'For the notebook: the same columns as Parquet.' \
  'tuples -o links.parquet links.t2 && tuples -o by-indegree.parquet by-indegree.t2 &&
pagerank -init ranks.t2 -o ranks.parquet links-by-dst.t2'

step 'And back from Parquet: the same bytes.' \
  'tuples -to raw links.parquet | cmp - links.t2 && echo the same'

printf '\nWritten in %d s:\n' "$SECONDS"
cd "$home"
ls -l "$dir" | awk -v d="$dir" 'NR > 1 {printf "  %11d bytes  %s/%s\n", $5, d, $9}'
