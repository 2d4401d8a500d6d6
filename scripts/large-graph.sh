#!/usr/bin/env bash
# large-graph.sh: a crawl's graph through sort, layers, numbers, PageRank, K-Rank and tau, each step with the same memory; a table
# of what each took. The tools are on PATH.
#
#   PAGES (195700000) and LINKS (1450000000) of a made graph, or GRAPH, a file of links; MEMORY (1600M), DIR (build/chain),
#   K (100), D (0.75), TOL (1e-6), KEEP=1 keeps the files.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
pages=${PAGES:-195700000} links=${LINKS:-1450000000} memory=${MEMORY:-1600M}
k=${K:-100} d=${D:-0.75} tol=${TOL:-1e-6}
dir=${DIR:-build/chain}
mkdir -p "$dir/tmp"
cd "$dir"
log=$PWD/log table=$PWD/table.txt
trap 'rm -rf tmp; [ -n "${KEEP:-}" ] || rm -f ./*.t2' EXIT

# figure KEY: of the JSON of -stats.
figure() { grep -o "\"$1\":[^,}]*" stats.json 2>/dev/null | head -n 1 | cut -d: -f2; }

# step NAME COMMAND: runs it, with -stats, and writes a line of the table.
step() {
  local name=$1 figures
  printf '%s: %s\n' "$name" "$2" >&2
  rm -f stats.json
  figures=$(moved "$2 -stats stats.json -S $memory -T tmp") || { tail -n 3 "$log" >&2; return 1; }
  read -r wall user peak in out <<<"$figures"
  awk -v name="$name" -v wall="$wall" -v user="$user" -v peak="$peak" -v in_="$in" -v out="$out" \
    -v passes="$(figure passes)" -v sweeps="$(figure sweeps)" -v layers="$(figure layers)" \
    'BEGIN {printf "%-24s %8.1f s %8.1f s %6.0f MiB %7.1f GB %7.1f GB  %s\n", name, wall, user, peak / 1024,
      in_ * 512 / 1e9, out * 512 / 1e9,
      (passes == "" ? "" : "passes " passes " ") (layers == "" ? "" : "layers " layers " ") (sweeps == "" ? "" : "sweeps " sweeps)}' |
    tee -a "$table"
}

# moved COMMAND: "wall user peak read written", the last in blocks of 512 bytes that went to the disk.
moved() {
  /usr/bin/time -q -o figures -f '%e %U %M %I %O' bash -o pipefail -c "$1" >"$log" 2>&1 || return 1
  cat figures
}

header "a graph through the chain, -S $memory" | tee "$table"
if [ -n "${GRAPH:-}" ]; then
  ln -sf "$GRAPH" made.t2
else
  graphgen -model web -pages "$pages" -links "$links" -o made.t2
fi
printf '%-24s %10s %10s %10s %10s %10s\n' step wall user peak read written | tee -a "$table"
from=$SECONDS
step 'sort by target' 'extsort -k 2,1 -o by-dst.t2 made.t2'
step 'sort by source' 'extsort -k 1,2 -o by-src.t2 by-dst.t2'
step 'layers' 'bfs-layers -o layers.t2 by-src.t2'
step 'numbers' 'bfs-number -layers layers.t2 -o numbers.t2 by-src.t2'
step 'PageRank' "pagerank -d $d -tol $tol -o ranks.t2 by-dst.t2"
step 'K-Rank' "krank -best $k -d $d -tol $tol -ranks ranks.t2 -o kranks.t2 by-dst.t2"
step 'tau(PageRank, K-Rank)' 'kendall ranks.t2 kranks.t2'
cat "$log" >>"$table"
printf 'the chain: %d s\n' $((SECONDS - from)) | tee -a "$table"
step 'proof of the numbers' 'bfs-number -verify numbers.t2 by-src.t2'
printf 'written to %s\n' "$dir/table.txt"
