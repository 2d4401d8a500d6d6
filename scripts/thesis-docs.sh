#!/usr/bin/env bash
# thesis-docs.sh NAME=FOLDER…: writes docs/figures/thesis.tsv and docs/figures/claims.tsv, from which `make docs` makes the tables and the picture
# of docs/thesis.md. Each FOLDER is what thesis.mk left for a graph, which the tables call NAME. Run it at the top of the
# repository.
set -euo pipefail
(($# > 0)) || { echo 'usage: thesis-docs.sh NAME=FOLDER…' >&2; exit 2; }
cd "$(dirname "$0")/.."

strategies() {
  printf 'graph\tstrategy\tcollected of PageRank by 10 %%\tarea of PageRank\tarea of K-Rank\ttau at 50 %%\n'
  for of in "$@"; do
    awk -F '\t' -v OFS='\t' -v graph="${of%%=*}" '
      NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i; next}
      {print graph, $1, sprintf("%.3f", $at["share10"]), $at["area_pagerank"], $at["area_krank"], $at["tau50"]}' "${of#*=}/strategies.tsv"
  done
}

# claims: a line for each claim, with what the thesis says and a field for each graph.
claims() {
  for of in "$@"; do
    sed "1d;s/^/${of%%=*}\t/" "${of#*=}/claims.tsv"
  done | awk -F '\t' -v OFS='\t' '
    !($1 in seen) {seen[$1]; graph[++graphs] = $1}
    !($2 in said) {said[$2] = $5; claim[++n] = $2}
    {found[$1, $2] = $4 ": " $3}
    END {
      line = "claim" OFS "in the thesis"
      for (g = 1; g <= graphs; g++) line = line OFS graph[g]
      print line
      for (i = 1; i <= n; i++) {
        line = claim[i] OFS said[claim[i]]
        for (g = 1; g <= graphs; g++) line = line OFS found[graph[g], claim[i]]
        print line
      }
    }' | sed 's/\tthesis: /\t/'
}

strategies "$@" >docs/figures/thesis.tsv
claims "$@" >docs/figures/claims.tsv
echo 'written: docs/figures/thesis.tsv docs/figures/claims.tsv; make docs makes the page of them'
