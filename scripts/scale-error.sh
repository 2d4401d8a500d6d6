#!/usr/bin/env bash
# scale-error.sh [PAGES…]: how the scale error of Nitsche 2003 changes the order of pages. The tools are on PATH. The code in
# 7.4.1.2 divides 0.85 by the number of pages S once too often. The effect is a damping of 85 / (85 + 0.15 S), which falls as the
# web grows. For made webs of as many pages, with ten links each, it prints lines of figures, the means of three random seeds:
#
#   damping       the one that the error leaves
#   rounds        of pagerank -variant unico, which ends when the mean change of ranks changes by 1/S at most
#   as_coded      Kendall's tau between PageRank (damping 0.85) and pagerank -variant unico
#   same_damping  tau between PageRank and PageRank with that damping: the scale error alone
#   in_degree     tau between PageRank and the number of links to a page
#   in_degree_as_coded  tau between pagerank -variant unico and that number
#   of_100_best   how many of the 100 best pages are among the 100 best of pagerank -variant unico
#
# docs/figures/unico-scale.tsv is what it prints.
set -euo pipefail
export LC_ALL=C
[ $# -gt 0 ] || set -- 100 1000 10000 100000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# best RANKS: the 100 best pages.
best() {
  extsort -k 2r,1 -o sorted.t2 "$1"
  tuples -head 100 -cols 1 sorted.t2 | extsort -w 1
}

printf 'pages\tdamping\trounds\tas_coded\tsame_damping\tin_degree\tin_degree_as_coded\tof_100_best\n'
for pages; do
  damping=$(awk -v s="$pages" 'BEGIN {printf "%.4f", 85 / (85 + 0.15 * s)}')
  for seed in 1 2 3; do
    graphgen -pages "$pages" -by dst -u -self 0 -random-seed "$seed" -o links.t2
    pagerank -q -pages "$pages" -o right.t2 links.t2
    pagerank -q -pages "$pages" -variant unico -stats stats.json -o coded.t2 links.t2
    pagerank -q -pages "$pages" -d "$damping" -o damped.t2 links.t2
    tuplejoin -group 2 -agg count -to text links.t2 | tuples -from text -columns id,n:f32 -to raw -o in.t2
    best right.t2 >right.t1
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$(sed 's/.*"sweeps":\([0-9]*\).*/\1/' stats.json)" "$(kendall right.t2 coded.t2)" \
      "$(kendall right.t2 damped.t2)" \
      "$(kendall -over any=0 right.t2 in.t2)" "$(kendall -over any=0 coded.t2 in.t2)" \
      "$(best coded.t2 | tuplejoin -how semi -w 1 - right.t1 | tuples -w 1 -count)"
  done | awk -v pages="$pages" -v damping="$damping" '
    {for (i = 1; i <= NF; i++) sum[i] += $i}
    END {
      if (NR < 3) exit 1
      printf "%d\t%s\t%.0f", pages, damping, sum[1] / NR
      for (i = 2; i < NF; i++) printf "\t%.3f", sum[i] / NR
      printf "\t%.0f\n", sum[NF] / NR
    }'
done
