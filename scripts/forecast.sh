#!/usr/bin/env bash
# forecast.sh ARCHIVE START [ARCHIVE START…]: how wrong the forecast of the size of a crawl is over several sites (Nitsche 2003,
# 4.3.2.3.4). The tools are on PATH. It crawls each archive breadth first from the page START and prints a line for each:
#
#   start      the page
#   pages      pages in the end
#   depth      the depth that was complete when a forecast was first possible: it has at most nine tenths of the pages of the
#              depth with the most so far; - if there was none
#   by_then_%  the share of the pages that were there
#   expected   the pages in all that were expected then: as many behind the depth with the most as before it
#   error_%    how far that is from pages: above 0 it is too high
#   by_depth   the pages at the depths 0, 1, 2 and so on
#
# The last two lines are the mean of the errors and that of their sizes without signs, over the sites that have a forecast.
set -euo pipefail
export LC_ALL=C
fail() { echo "forecast.sh: $*" >&2; exit 1; }
(($# > 0 && $# % 2 == 0)) || { echo 'usage: forecast.sh ARCHIVE START [ARCHIVE START…]' >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

printf 'start\tpages\tdepth\tby_then_%%\texpected\terror_%%\tby_depth\n'
while (($# > 0)); do
  rm -rf "$work/crawl"
  fetch -q -state "$work/crawl" -replay "$1" -scope all -robots off -- "$2" 2>"$work/log" ||
    fail "$1: $(head -n 1 "$work/log")"
  awk -v OFS='\t' -v start="$2" '
    /"found":[0-9]/ {
      d = match($0, /"depth":[0-9]+/) ? substr($0, RSTART + 8, RLENGTH - 8) + 0 : 0
      deepest = d > deepest ? d : deepest
      if (/"outcome":"ok"/) {pages[d]++; all++}
    }
    END {
      for (d = peak = before = sum = 0; d <= deepest && !known; d++) {
        if (pages[d] > pages[peak]) {peak = d; before = sum}
        known = pages[peak] && 10 * pages[d] <= 9 * pages[peak]
        sum += pages[d]
      }
      total = 2 * before + pages[peak]
      for (i = 0; i <= deepest; i++) by = by (i ? " " : "") pages[i] + 0
      print start, all, known ? d - 1 : "-", known ? sprintf("%.1f", 100 * sum / all) : "-", known ? total : "-",
        known ? sprintf("%.1f", 100 * (total / all - 1)) : "-", by
    }' "$work/crawl/crawl.jsonl"
  shift 2
done | tee "$work/table"
awk -F '\t' -v OFS='\t' '
  $5 != "-" {n++; wrong = 100 * ($5 / $2 - 1); sum += wrong; size += wrong < 0 ? -wrong : wrong}
  END {
    print "mean", "", "", "", "", n ? sprintf("%.1f", sum / n) : "-", ""
    print "mean of sizes", "", "", "", "", n ? sprintf("%.1f", size / n) : "-", ""
  }' "$work/table"
