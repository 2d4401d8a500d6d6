#!/usr/bin/env bash
# content-costs.sh: what main-content costs for sites of different sizes, and how good it is there. The sites are made, with menus
# and articles whose text is known (scripts/made-site). The tools are on PATH. It writes build/content-costs-DATE.tsv, which
# docs/figures/main-content-costs.tsv takes over. Each row is a method: F1 of words in percent at the largest size that was measured; the time
# of one core for a page in milliseconds, user and system, at each size; the time at the last size divided by that at the first.
#
#   SIZES (1000 10000 100000) are the pages of the sites, MEMORY (256M) is -S. SKIP ('lev, links') names the rows that are left
#   out at the last size, with ; between them: lev without -same-tag takes ten minutes there. With SKIP= none is left out.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
sizes=${SIZES:-1000 10000 100000} memory=${MEMORY:-256M} skip=${SKIP-lev, links}
table=build/content-costs-$(date -u +%Y%m%d-%H%M).tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$work/log

command -v main-content >/dev/null || { echo 'content-costs.sh: the tools are not on PATH: use make content-costs' >&2; exit 1; }
mkdir -p build
go build -o "$work/" ./scripts/made-site
last=${sizes##* }

# Rows: a name, and the flags.
rows='page;-method page
site;-method site
ntpc, links;-method ntpc -siblings links
ntpc, dir;-method ntpc -siblings dir
ntpc, host;-method ntpc -siblings host
lev -same-tag, links;-method lev -same-tag -siblings links -max-siblings 10
lev, links;-method lev -siblings links -max-siblings 10'

for pages in $sizes; do
  "$work/made-site" -pages "$pages" -o "$work/site.warc.gz"
  while IFS=';' read -r name flags; do
    if [ "$pages" = "$last" ] && [[ ";$skip;" == *";$name;"* ]]; then continue; fi
    figures=$(timed "main-content -q -j 1 -S $memory -T '$work' $flags -o '$work/found.jsonl' '$work/site.warc.gz'")
    f1=$("$work/made-site" -pages "$pages" -score "$work/found.jsonl" | cut -f 2)
    echo "$figures" | awk -v OFS='\t' -v name="$name" -v pages="$pages" -v f1="$f1" \
      '{print name, pages, f1, 1000 * ($2 + $3) / pages, $4 / 1024}' | tee -a "$work/all" >&2
  done <<<"$rows"
done

awk -v FS='\t' -v OFS='\t' -v sizes="$sizes" '
  !($1 in place) {place[$1] = ++n; by[n] = $1}
  {f1[$1] = $3; cost[$1, $2] = $4; peak[$1] = $5}
  END {
    k = split(sizes, size, " ")
    line = "method" OFS "F1"
    for (i = 1; i <= k; i++) line = line OFS "ms_a_page,_" size[i] "_pages"
    print line, "growth", "peak_MiB"
    for (j = 1; j <= n; j++) {
      name = by[j]
      line = name OFS f1[name]
      for (i = 1; i <= k; i++) line = line OFS ((name, size[i]) in cost ? sprintf("%.2f", cost[name, size[i]]) : "")
      last = cost[name, size[k]]
      print line, last == "" ? "" : sprintf("%.2f", last / cost[name, size[1]]), sprintf("%.0f", peak[name])
    }
  }' "$work/all" >"$table"
cat "$table"
echo "written: $table" >&2
