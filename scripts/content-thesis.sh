#!/usr/bin/env bash
# content-thesis.sh: the experiment of Miloi 2005 on other pages: 50 pages of nine news sites (the set big9-big5-05, Weninger and
# others), each with the nine others of its site as sister pages. The gold standard of the set is what was filtered by hand. Then
# come the sweeps that the thesis names but lacks: of the threshold, the sister pages and the units. That of the depth is on a made
# site, because the pages of the set do not link to each other. The tools are on PATH; it takes ten minutes of one core. It writes
#
#   build/content-thesis-DATE.tsv  the figures of the experiment: docs/figures/main-content-thesis.tsv takes it over
#   build/content-sweep-DATE.tsv   the sweeps: docs/figures/main-content-sweep.tsv
#   build/content-depth-DATE.tsv   the depth: docs/figures/main-content-depth.tsv
#
#   DATA (WEBMILL_DATA, or ../shared/data) is the folder with the set. PAGES (50) pages are compared; the made site has MADE (1000).
set -euo pipefail
. "$(dirname "$0")/measure.sh"
data=${DATA:-${WEBMILL_DATA:-../shared/data}}/boilerplate set=big9-big5-05
pages=${PAGES:-50} made=${MADE:-1000} date=$(date -u +%Y%m%d-%H%M)
table=build/content-thesis-$date.tsv sweep=build/content-sweep-$date.tsv depth=build/content-depth-$date.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "content-thesis.sh: $*" >&2; exit 1; }
[ -e "$data/$set.tar.zst" ] || fail "$data/$set.tar.zst is missing: DATA names the folder that has it"
command -v main-content >/dev/null || fail 'the tools are not on PATH: use make content-thesis'
mkdir -p build
go build -o "$work/" ./scripts/train-content ./scripts/made-site
tar --zstd -xf "$data/$set.tar.zst" -C "$work"
"$work/train-content" -measure "$work/$set" -pages "$work/pages" -gold "$work/all"

# The pages are taken by turns from the sites, in the order of their names.
mkdir "$work/gold"
sort "$work/$set/sites.tsv" | awk -F '\t' -v OFS='\t' '{print ++n[$2], $2, $1}' | sort -t "$(printf '\t')" -k1,1n -k2,2 |
  awk -F '\t' -v n="$pages" 'NR <= n {print $3 ".html"}' | while IFS= read -r name; do cp "$work/all/$name" "$work/gold/"; done

# evaluate FLAGS: the experiment; its rows are in $work/rows, its figures in $work/stats.
evaluate() {
  # shellcheck disable=SC2086 # flags are words
  main-content -q -evaluate "$work/gold" -dir "$work/pages" -urls "$work/pages/urls.tsv" -siblings host $1 -stats "$work/stats" \
    -o "$work/rows"
}

# figure KEY: of the JSON of -stats.
figure() { grep -o "\"$1\":[^,}]*" "$work/stats" | head -n 1 | cut -d: -f2; }

# experiment: the rows of the table, for doing nothing, ntpc and lev.
experiment() {
  printf 'kept\tindex\tmedian\tF1\tvery_good\tgood\tsatisfactory\tsufficient\tinsufficient\tworse_than_all\tof_what_was_dropped\n'
  printf 'all\t%.3f\t%.3f\t%.3f\t\t\t\t\t\t\t\n' "$(figure man_mean)" "$(figure man_median)" "$(figure f1_man_mean)"
  local name column
  for name in ntpc lev; do
    column=3; [ "$name" = ntpc ] || column=4
    awk -F '\t' -v OFS='\t' -v c="$column" -v head="$(printf '%s\t%.3f\t%.3f\t%.3f' "$name" "$(figure "${name}_mean")" \
      "$(figure "${name}_median")" "$(figure "f1_${name}_mean")")" -v dropped="$(printf '%.3f' "$(figure "dropped_${name}_mean")")" '
      {n[$c]++; worse += $(c + 3) < $5}
      END {print head, n["++"] + 0, n["+"] + 0, n["0"] + 0, n["-"] + 0, n["--"] + 0, worse + 0, dropped}' "$work/rows"
  done
}

# row NAME FLAGS: a row of the sweep.
row() {
  evaluate "$2"
  printf '%s\t%.3f\t%.3f\t%.3f\t%.3f\t%s\t%s\t%.2f\n' "$1" "$(figure ntpc_mean)" "$(figure lev_mean)" "$(figure f1_ntpc_mean)" \
    "$(figure f1_lev_mean)" "$(figure lev_better)" "$(figure lev_worse)" "$(figure t)" | tee -a "$sweep"
}

printf 'experiment\tntpc,_index\tlev,_index\tntpc,_F1\tlev,_F1\tlev_better\tlev_worse\tt\n' >"$sweep"
for least in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8; do
  if [ "$least" = 0.5 ]; then
    row '`-min 0.5`, the thesis' ''
    experiment | tee "$table"
  else
    row "\`-min $least\`" "-min $least"
  fi
done
for n in 1 2 4; do row "\`-max-siblings $n\`" "-max-siblings $n"; done
row '`-same-tag`' '-same-tag'
row '`-inherit`' '-inherit'
row '`-tags html5`' '-tags html5'

# The depth: the text that is kept of the made site, by its truth.
"$work/made-site" -pages "$made" -o "$work/site.warc.gz"
printf 'links\tsister_pages\tntpc,_F1\tlev_-same-tag,_F1\n' | tee "$depth"
for within in dir host; do
  for n in 1 2 3; do
    line="\`-links-within $within -link-depth $n\`" count=
    for method in ntpc 'lev -same-tag'; do
      # shellcheck disable=SC2086
      main-content -q -method $method -links-within "$within" -link-depth "$n" -max-siblings 100 -stats "$work/stats" \
        -o "$work/found.jsonl" "$work/site.warc.gz"
      count=$(awk -v pairs="$(figure pairs)" -v n="$made" 'BEGIN {printf "%.1f", pairs / n}')
      found="${found:-}"$'\t'$("$work/made-site" -pages "$made" -score "$work/found.jsonl" | cut -f 2)
    done
    printf '%s\t%s%s\n' "$line" "$count" "$found" | tee -a "$depth"
    found=
  done
done
echo "written: $table $sweep $depth" >&2
