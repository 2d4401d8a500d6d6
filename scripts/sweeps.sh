#!/usr/bin/env bash
# sweeps.sh [PAGES…]: how many sweeps the variants of PageRank need as a web grows (Nitsche 2003, 3.5.1). The tools are on PATH.
# A variant ends when its mean change is at most a millionth of the mean rank. For made webs of as many pages, with ten links each,
# it prints the number of links and the sweeps of basic, improved and accelerated, the means of three random seeds.
#
# docs/figures/unico-sweeps.tsv is what it prints.
set -euo pipefail
export LC_ALL=C
[ $# -gt 0 ] || set -- 100 1000 10000 100000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

variants='basic improved accelerated'
printf 'links\t%s\n' "${variants// /$'\t'}"
for pages; do
  tol=$(awk -v pages="$pages" 'BEGIN {print 1e-6 / pages}') # the sum of ranks is 1
  for seed in 1 2 3; do
    graphgen -pages "$pages" -by dst -u -self 0 -random-seed "$seed" -o links.t2
    tuples -count links.t2
    for variant in $variants; do
      pagerank -q -pages "$pages" -variant "$variant" -tol "$tol" -stats stats.json -o ranks.t2 links.t2
      sed 's/.*"sweeps":\([0-9]*\).*/\1/' stats.json
    done
  done | awk -v columns=4 '
    {sum[NR % columns] += $1}
    END {
      if (NR != 3 * columns) exit 1
      printf "%.0f\t%.0f\t%.0f\t%.0f\n", sum[1] / 3, sum[2] / 3, sum[3] / 3, sum[0] / 3
    }'
done
