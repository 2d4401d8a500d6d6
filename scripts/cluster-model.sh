#!/usr/bin/env bash
# cluster-model.sh: what ranks and layers move between the parts of a cluster, and the times of jobs, as tables for docs/cluster.md:
# docs/figures/cluster-moved.tsv and cluster-model.tsv; make docs shows them. The tools are on PATH. Called in the root of the sources.
#
#   PAGES (2690000) and LINKS (94000000) of a made graph; DATA (WEBMILL_DATA, or ../shared/data) has cnr-2000.
set -euo pipefail
pages=${PAGES:-2690000} links=${LINKS:-94000000}
data=${DATA:-${WEBMILL_DATA:-../shared/data}} dir=build/cluster-model
mkdir -p "$dir"
trap 'rm -rf "$dir"' EXIT
go build -o "$dir/shuffle" ./scripts/shuffle

# moved NAME LINKS: the lines of a graph.
moved() {
  extsort -w 2 -u -q "$2" | bfs-layers -q -o "$dir/layers.t2" -
  "$dir/shuffle" -name "$1" -layers "$dir/layers.t2" "$2"
}

tuples -o "$dir/cnr.t2" "$data/graphs/cnr-2000.edges.tsv.zst"
graphgen -pages "$pages" -links "$links" -sinks 0.75 -by dst -q -o "$dir/made.t2"
{ moved cnr-2000 "$dir/cnr.t2"; moved made "$dir/made.t2" | tail -n +2; } >"$dir/moved.tsv"
"$dir/shuffle" -plan >"$dir/model.tsv"
for table in moved model; do mv "$dir/$table.tsv" "docs/figures/cluster-$table.tsv"; done
