#!/usr/bin/env bash
# content-quality.sh: measures how good main-content is beside other programs, on sets of pages whose content is known. The tools
# are on PATH. All texts are scored by scripts/train-content. It writes
#
#   build/content-quality-DATE.tsv        F1 of each program on each set, in percent, and its speed
#   build/content-quality-DATE.types.tsv  F1 by kinds of pages, of the set that has them
#   build/content-quality-DATE.txt        both with more figures, and paired tests
#
#   DATA (WEBMILL_DATA, or ../shared/data) has the sets. SETS names those that are read; what is absent is left out, and the report
#   says so. The model was learnt from some sets: of them the figures are those of pkg/web/content/crossed.tsv, which cross-validation
#   found (make content-model). Seconds are those of all cores, whatever -j; a page is read once by each program.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
data=${DATA:-${WEBMILL_DATA:-../shared/data}}/boilerplate
begin content-quality main-content
table=${report%.txt}.tsv types=${report%.txt}.types.tsv
crossed=pkg/web/content/crossed.tsv

go build -o "$work/" ./scripts/train-content

all='cleaneval-dev cleaneval-final cleanportaleval big9-big5-05 big9-big5-13 scrapinghub trafilatura-eval wcxb-dev'
learnt=' wcxb-dev scrapinghub trafilatura-eval '
sisters=' cleanportaleval big9-big5-05 big9-big5-13 ' # sets that have several pages of a site
peers='go-trafilatura;go-trafilatura, recall;go-readability;go-readability of 2024;go-domdistiller;GoOse'
pairs='main-content=go-trafilatura;main-content=go-trafilatura, recall;main-content=go-readability;main-content=go-domdistiller;main-content=GoOse;main-content, site=main-content;lev=ntpc'

: >"$report"
say "$(header 'content of pages')"
(cd scripts/train-content/testdata/peers && go build -o "$work/peers" .) 2>"$log" ||
  { peers=; say 'the other programs cannot be built, and are left out:' "$(tail -n 1 "$log")"; }

# run NAME COMMAND: runs a program over the pages of $set. Its texts are in $texts/NAME, what it took is in $work/times.
run() {
  local figures
  if ! figures=$(timed "$2 >'$texts/$1' || [ \$? = 3 ]"); then # 3: a page was too long for lev
    say "$set: $1 failed, and is left out"
    return
  fi
  [ ! -s "$log" ] || sed "s/^/    /" "$log" >>"$report"
  echo "$figures" | awk -v OFS='\t' -v set="$set" -v by="$1" -v pages="$pages" -v bytes="$bytes" \
    '{cpu = $2 + $3; print set, by, 1000 * cpu / pages, bytes / 1e6 / cpu, bytes}' >>"$work/times"
  found+=(-texts "$1=$texts/$1")
}

# measured: the rows of $set.
measured() {
  local texts=$work/texts dir=$work/pages name
  found=()
  rm -rf "$texts" "$dir"
  mkdir "$texts"
  "$work/train-content" -measure "$work/$set" -pages "$dir"
  pages=$(wc -l <"$dir/urls.tsv") bytes=$(cat "$dir"/*.html | wc -c)
  local ours="main-content -q -j 1 -dir '$dir' -urls '$dir/urls.tsv'"
  run main-content "$ours"
  case $sisters in *" $set "*)
    run 'main-content, site' "$ours -method site"
    run ntpc "$ours -siblings host -method ntpc"
    run lev "$ours -siblings host -method lev" ;;
  esac
  while IFS= read -r name; do
    [ -z "$name" ] || run "$name" "GOMAXPROCS=1 '$work/peers' '$name' '$dir'"
  done < <(tr ';' '\n' <<<"$peers")
  case $learnt in *" $set "*)
    if [ -e "$crossed" ]; then
      found+=(-crossed "$crossed")
    else
      say "$set: main-content is left out, since its model was learnt from this set: run make content-model"
      found=("${found[@]:2}")
    fi ;;
  esac
  while IFS= read -r name; do found+=(-pair "$name"); done < <(tr ';' '\n' <<<"$pairs")
  "$work/train-content" -measure "$work/$set" "${found[@]}" >"$work/rows" 2>"$log" || { cat "$log" >&2; return 1; }
  sed 's/^/    /' "$log" >>"$report"
  grep -v '^pair' "$work/rows" | awk -v OFS='\t' -v set="$set" '{print set, $0}' FS='\t' >>"$work/scores"
  grep '^pair' "$work/rows" | awk -v OFS='\t' -v set="$set" '{$1 = set; print}' FS='\t' >>"$work/pairs"
}

: >"$work/times" >"$work/scores" >"$work/pairs"
read=
for set in ${SETS:-$all}; do
  if [ ! -e "$data/$set.tar.zst" ]; then
    say "$set: left out: no data ($data)"
    continue
  fi
  tar --zstd -xf "$data/$set.tar.zst" -C "$work"
  measured
  rm -rf "${work:?}/$set"
  read="$read $set"
  say "$set: $pages pages, $((bytes / 1000000)) MB"
done
[ -n "$read" ] || { say 'there are no sets'; exit 1; }

# The table: a row for each program. F1 is that of words, or where only strings of the content are known, of these.
awk -v FS='\t' -v OFS='\t' -v sets="$read" '
  FILENAME ~ /times$/ {if ($5 > most[$2]) {most[$2] = $5; ms[$2] = $3; mb[$2] = $4}; next}
  !($2 in place) {place[$2] = ++n; by[n] = $2}
  {f[$1, $2] = $3 == "" ? $5 : $3}
  END {
    k = split(sets, set, " ")
    line = "by"
    for (i = 1; i <= k; i++) line = line OFS set[i]
    print line, "ms_a_page", "MB/s"
    for (j = 1; j <= n; j++) {
      line = by[j]
      for (i = 1; i <= k; i++) line = line OFS ((set[i], by[j]) in f ? sprintf("%.1f", f[set[i], by[j]]) : "")
      print line, by[j] in ms ? sprintf("%.2f", ms[by[j]]) : "", by[j] in mb ? sprintf("%.1f", mb[by[j]]) : ""
    }
  }' "$work/times" "$work/scores" >"$table"
{
  printf 'by\tall\tarticle\tservice\tproduct\tcollection\tforum\tlisting\tdocumentation\n'
  awk -v FS='\t' -v OFS='\t' 'NF > 10 {
    line = $2 OFS sprintf("%.1f", $3)
    for (i = 6; i <= NF; i++) line = line OFS sprintf("%.1f", $i)
    print line
  }' "$work/scores"
} >"$types"

# shown FILE: a table for people.
shown() { awk -v FS='\t' '{printf "    %-24s", $1; for (i = 2; i <= NF; i++) printf " %17s", $i; print ""}' "$1" | tee -a "$report"; }
say "$(printf '\nF1 of words (trafilatura-eval: of strings) in percent; CPU time on the largest set that a program read')"
shown "$table"
if [ "$(wc -l <"$types")" -gt 1 ]; then
  say "$(printf '\nF1 of words by kinds of pages')"
  shown "$types"
fi
say "$(printf '\nF1 of words, of runs of four words, and of strings; milliseconds a page, MB a second')"
awk -v FS='\t' -v OFS='\t' 'FILENAME ~ /times$/ {t[$1, $2] = sprintf("%.2f\t%.1f", $3, $4); next}
  {print $1 ", " $2, $3, $4, $5, t[$1, $2]}' "$work/times" "$work/scores" |
  awk -v FS='\t' '{printf "    %-42s %8s %8s %8s %9s %8s\n", $1, $2, $3, $4, $5, $6}' | tee -a "$report"
say "$(printf '\nA paired test by pages: how many are better and worse; t; p of the sign test')"
awk -v FS='\t' '{printf "    %-18s %-20s against %-24s %5d %5d %8s %10s\n", $1, $2, $3, $4, $5, $6, $7}' "$work/pairs" |
  tee -a "$report"
say "$(printf '\nwritten: %s %s %s' "${report#"$root/"}" "${table#"$root/"}" "${types#"$root/"}")"
