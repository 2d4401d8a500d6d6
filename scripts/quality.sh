#!/usr/bin/env bash
# quality.sh: measures how well findnames finds names, by its models and by the machine of the thesis, in texts whose names are
# known. The tools are on PATH. It writes a table, build/quality-DATE.tsv, and the table with the worst errors of each kind,
# build/quality-DATE.txt.
#
#   DATA (../shared/data) has lists of names, pages and German sentences. TEXTS (DATA/names/texts) has the texts of which the
#   models were made (pkg/text/names/crf/data/README.md). On these texts the script measures models that it trains without the part
#   that they read; this takes some minutes of a core. Texts that are absent are skipped, and the report says so.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
data=${DATA:-${WEBMILL_DATA:-../shared/data}}
texts=${TEXTS:-$data/names/texts}
begin quality findnames
table=${report%.txt}.tsv

go build -o "$work/" ./scripts/name-quality ./scripts/train-names
quality=$work/name-quality

: >"$report"
say "$(header 'names of persons that were found')"
printf 'text\tby\tP\tR\tF1\tnames\tnames_a_page\n' >"$table"

# row TEXT BY FIGURES: writes a row of the table, of which FIGURES are the last fields, and the errors of $work/errors.
row() {
  # Each line has all seven fields.
  printf '%s\t%s\t%s\n' "$1" "$2" "$3" | awk 'BEGIN {FS = OFS = "\t"} {$7 = $7; print}' >>"$table"
  say "$(printf '\n%s, %s: %s' "$1" "$2" "$(echo "$3" | tr '\t' ' ')")"
  [ ! -s "$work/errors" ] || sed 's/^/    /' "$work/errors" >>"$report"
  : >"$work/errors"
}

skipped() { say "$(printf '\n%s: skipped: no data (%s)' "$1" "$2")"; }

# lists: makes the lists for the machine of the thesis. It fails if their sources are absent.
lists() {
  local names=$data/names
  [ -e "$names/nam_dict.firstnames.csv.zst" ] || return 1
  mkdir -p "$work/lists"
  {
    zstd -dcq "$names/nam_dict.firstnames.csv.zst" | sed '1d;s/;.*//;s/+/ /g'
    zstd -dcq "$names/de/vornamen-berlin-2012-2023.tsv.zst" | sed '1d;s/\t.*//'
    zstd -dcq "$names/us-census-1990/dist.female.first.zst" "$names/us-census-1990/dist.male.first.zst" | capitals
  } | grep -v ' ' >"$work/lists/first.labels"
  {
    zstd -dcq "$names/us-census-1990/dist.all.last.zst" | capitals
    zstd -dcq "$names/de/nachnamen-dfa.txt.zst" | tr -d '\r'
  } | grep -v ' ' >"$work/lists/last.labels"
  # Each list is made alone, and as last names: namelists takes a label of one word for a last name.
  local list
  for list in first last; do
    namelists -q -lasts "$work/lists/$list.txt" -o "$work/lists/rows" "$work/lists/$list.labels"
  done
  printf '%s\n' von van de der den di da del la le ten ter zu zur zum al bin ibn dos du des | sort >"$work/lists/middle.txt"
}

# capitals: the name of a line in capitals, as Smith of "SMITH 1.006".
capitals() { awk '{print substr($1, 1, 1) tolower(substr($1, 2))}'; }

# found BY DOCUMENTS: writes the names that are found to $work/found.jsonl. BY is models or thesis.
found() {
  local how=()
  [ "$1" = models ] || how=(-machine thesis -first-names "$work/lists/first.txt" -middle-names "$work/lists/middle.txt"
    -last-names "$work/lists/last.txt")
  findnames -q "${how[@]}" -dict "$work/dict" -mentions "$work/found.jsonl" -o "$work/names.t2" "$2" 2>"$log" ||
    [ $? = 3 ] || { cat "$log" >&2; return 1; }
}

ways='models'
if lists; then ways='thesis models'; else skipped "the machine of the thesis" "$data/names"; fi

# scored HOW TEXT GOLD [DOCUMENTS]: a row for each of $ways. HOW is score, where GOLD has documents with their names, or pages, where
# GOLD has the names of each page of DOCUMENTS, without places.
scored() {
  local by
  for by in $ways; do
    found "$by" "${4:-$3}"
    row "$2" "$by" "$("$quality" "$1" -errors "$work/errors" "$3" "$work/found.jsonl")"
  done
}

# crossed TEXT ARGUMENT…: a row for the machine of the thesis, and one for models that train-names trains with these arguments and
# without the part that they read.
crossed() {
  local what=$1
  shift
  (cd "$texts" && "$work/train-names" "$@" -gold "$work/gold.jsonl" -found "$work/cross.jsonl" >"$work/cross.txt" 2>>"$log")
  if [ "$ways" != models ]; then
    found thesis "$work/gold.jsonl"
    row "$what" thesis "$("$quality" score -errors "$work/errors" "$work/gold.jsonl" "$work/found.jsonl")"
  fi
  row "$what" 'models, cross-validated' "$("$quality" score -errors "$work/errors" "$work/gold.jsonl" "$work/cross.jsonl")"
}

if [ -e "$texts/pud-de.iob2" ]; then
  . scripts/train-names/options.sh
  crossed 'GermEval 2014 dev' "${german[@]}"
  crossed 'EWT dev and test' "${english[@]}"
else
  skipped 'GermEval 2014 dev, EWT dev and test' "$texts"
fi

labels='900 lines of webkb-cornell'
if [ -e "$data/webkb/webkb-cornell.tar.zst" ]; then
  tar --zstd -xf "$data/webkb/webkb-cornell.tar.zst" -C "$work"
  cut -f 1,4 "$work/webkb-cornell/index.tsv" >"$work/urls"
  extract-text -q -dir "$work/webkb-cornell" -headers -urls "$work/urls" -o "$work/webkb.jsonl"
  "$quality" labels testdata/name-labels.tsv "$work/webkb.jsonl" >"$work/lines.jsonl"
  scored score "$labels" "$work/lines.jsonl"
  head -n 300 "$work/lines.jsonl" >"$work/lines300.jsonl"
  scored score 'the first 300 of them' "$work/lines300.jsonl"
else
  skipped "$labels" "$data/webkb"
fi

books='swde-book-booksamillion, authors'
if [ -e "$data/boilerplate/swde-book-booksamillion.tar.zst" ]; then
  tar --zstd -xf "$data/boilerplate/swde-book-booksamillion.tar.zst" -C "$work"
  base=$work/swde-book-booksamillion
  awk -F '\t' -v OFS='\t' 'FNR > 2 {for (i = 3; i <= NF; i++) print $i, "http://books.example/" $1 ".htm"}' \
    "$base/gold/book-booksamillion-author.txt" >"$work/authors"
  extract-text -q -dir "$base/html" -base http://books.example/ -o "$work/books.jsonl"
  for by in $ways; do
    found "$by" "$work/books.jsonl"
    # Only the authors are known: a name that is no author may be right.
    figures=$("$quality" pages -errors "$work/errors" "$work/authors" "$work/found.jsonl")
    sed -i '/^wrong/d' "$work/errors"
    row "$books" "$by" "$(awk -F '\t' -v OFS='\t' '{print "", $2, "", $4, $5}' <<<"$figures")"
  done
else
  skipped "$books" "$data/boilerplate"
fi

"$quality" grid testdata/name-grid >"$work/grid.jsonl"
for by in $ways; do
  found "$by" "$work/grid.jsonl"
  "$quality" score -groups "$work/grid.jsonl" "$work/found.jsonl" >"$work/groups"
  say "$(printf '\ngrid, %s: recall of each origin\n' "$by"; awk -F '\t' '{printf "    %-12s %s\n", $1, $3}' "$work/groups")"
  sort -t $'\t' -k 3,3 "$work/groups" | awk -F '\t' -v OFS='\t' 'NR == 1; {last = $0} END {print last}' >"$work/ends"
  row 'grid, the origin with the least recall' "$by" "$(sed -n '1s/.*\t\(.*\)\t.*/\t\1\t/p' "$work/ends")"
  row 'grid, the origin with the most recall' "$by" "$(sed -n '2s/.*\t\(.*\)\t.*/\t\1\t/p' "$work/ends")"
  row 'grid, all origins' "$by" "$("$quality" score -errors "$work/errors" "$work/grid.jsonl" "$work/found.jsonl")"
done

extract-text -q -o "$work/crawl.jsonl" testdata/crawl/site.warc.gz 2>>"$log" || [ $? = 3 ]
scored pages 'bundled crawl, mentions.tsv' testdata/crawl/mentions.tsv "$work/crawl.jsonl"

say "$(printf '\nwritten: %s %s' "${report#"$root/"}" "${table#"$root/"}")"
