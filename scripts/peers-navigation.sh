#!/usr/bin/env bash
# peers-navigation.sh: the labels of the links of made pages, and HITS beside PageRank and by other programs. The tools are on PATH.
# Writes build/peers-navigation-DATE.txt. What is not installed is named and left out.
#
#   PAGES (100000) of LINKS (100); HITS_LINKS (60000000) of the graph for sweeps, PEER_LINKS (3000000) of that for other programs;
#   RUNS (3); MEMORY (1G). PEERS= leaves out all other programs.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
pages=${PAGES:-100000} links=${LINKS:-100} graph=${HITS_LINKS:-60000000} small=${PEER_LINKS:-3000000} runs=${RUNS:-3}
memory=${MEMORY:-1G} peers=${PEERS-yes}
begin peers-navigation link-groups peers/navigation
trap 'rm -rf "$work"/our.* "$work/tmp"' EXIT
crawl=$work/menus-$pages-$links.warc
[ -f "$crawl" ] || { python3 scripts/genmenus.py "$pages" "$links" >"$work/new" && mv "$work/new" "$crawl"; }
cp scripts/hits-peer.py "$work/"
cd "$work"
bytes=$(stat -c %s "$crawl")
sized="-q -S $memory -T tmp"
say "$(header "navigation of $pages pages of $links links")"

what="groups and labels of links, $pages pages, $((bytes / 1000000)) MB of HTML"
say ''
title "$what"
line "$what" 'link-groups -j 1' "$bytes" "link-groups $sized -j 1 -o our.groups.tsv '$crawl'"
line "$what" 'link-groups | nav-links' "$bytes" "link-groups $sized '$crawl' | nav-links $sized -o our.labels.tsv"
line "$what" 'nav-links' 0 "nav-links $sized -o our.labels.tsv our.groups.tsv"
line "$what" 'nav-links -method thesis -rho 0.5' 0 "nav-links $sized -method thesis -rho 0.5 -o our.labels.tsv our.groups.tsv"
line "$what" 'nav-links -method thesis' 0 "nav-links $sized -method thesis -o our.labels.tsv our.groups.tsv"
say "links: $(wc -l <our.groups.tsv)"

# sweep PROGRAM COMMAND: the CPU time of a sweep, as the difference of 24 sweeps and 4.
sweep() {
  local few many
  few=$(for ((i = 0; i < runs; i++)); do once "$2 -max-sweeps 4 || [ \$? = 3 ]" && echo "$wall $(awk "BEGIN {print $user + $sys}") $peak"; done)
  many=$(for ((i = 0; i < runs; i++)); do once "$2 -max-sweeps 24 || [ \$? = 3 ]" && echo "$wall $(awk "BEGIN {print $user + $sys}") $peak"; done)
  record "$what" "$1" "$(awk -v a="$(median 1 <<<"$few")" -v b="$(median 1 <<<"$many")" 'BEGIN {printf "%.3f", (b - a) / 20}')" \
    "$(awk -v a="$(median 2 <<<"$few")" -v b="$(median 2 <<<"$many")" 'BEGIN {printf "%.3f", (b - a) / 20}')" "$(median 3 <<<"$many")"
  say "$(tail -n 1 "${report%.txt}.tsv" | awk -F'\t' '{printf "%-52s %8.3f %8.3f %29d", $2, $3, $4, $5}')"
}
what="one sweep over $graph links"
say ''
title "$what"
[ -f "graph-$graph.t2" ] || graphgen -q -links "$graph" -by dst -o "graph-$graph.t2"
sweep 'hits' "hits $sized -f64 -tol 1e-30 -o our.hits graph-$graph.t2"
sweep 'pagerank' "pagerank $sized -f64 -vector float64 -tol 1e-30 -o our.ranks graph-$graph.t2"

what="HITS of $small links, to 1e-9, with reading"
say ''
title "$what"
[ -f "graph-$small.t2" ] || graphgen -q -links "$small" -by dst -o "graph-$small.t2"
tuples -q -to text -o our.links "graph-$small.t2"
line "$what" hits 0 "hits $sized -f64 -tol 1e-9 -max-sweeps 1000 -o our.hits graph-$small.t2"
for peer in igraph networkx; do
  [ -n "$peers" ] || continue
  python=$(python_with "$peer, scipy") || { say "$peer (Python) is not installed: left out"; continue; }
  line "$what" "$peer" 0 "'$python' hits-peer.py $peer <our.links"
done
echo "written: $report"
