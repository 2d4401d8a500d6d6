#!/usr/bin/env bash
# fetch-sites.sh: two real sites, served on loopback and crawled by the rules of Bumüller 2019 and by those of the web, and pages of
# a university. Writes docs/fetch-sites.md: the levels of each crawl, and how much it has of the files of the site, a list that no
# crawler made, or of the pages of persons. The tools are on PATH. DATA (docs/data.md) has sites and webkb.
#
#   scripts/fetch-sites.sh CRAWL LIST [CRAWL LIST …]
#
# prints the same of other crawls, like those of two universities: CRAWL is a folder of fetch -state, LIST a list of URLs, one a line.
set -euo pipefail
export LC_ALL=C
data=${DATA:-${WEBMILL_DATA:-../shared/data}} page=$PWD/docs/fetch-sites.md
work=$(mktemp -d) server=''
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
fail() { echo "fetch-sites.sh: $*" >&2; exit 1; }
command -v fetch >/dev/null || fail 'the tools are not on PATH: use make fetch-sites'

# crawl STATE LIST WHAT: the levels of a crawl, and how much it has of a list of URLs, which are what.
crawl() {
  local urls percent
  coverage -q -crawl "$1" -levels "$work/levels.tsv" -by-depth "$work/depths.tsv" -table "$work/table.tsv" \
    -o "$work/found.tsv" "$2" || fail "$1: coverage ended with status $?"
  read -r urls percent <<<"$(awk -F '\t' 'NR == 1 {print $2, $4}' "$work/table.tsv")"
  markdown <"$work/levels.tsv"
  printf '\nOf the %d %s the crawl has %s %%;\nto depth %s.\n' "$urls" "$3" "$percent" "$(depths <"$work/depths.tsv")"
  printf 'Why %s are missing: %s.\n' "${3%% *}" "$(counts 5 0 <"$work/found.tsv")"
}

# site NAME TITLE STRIP SEED: serves a site, crawls it in both ways, and prints its part of the page.
site() {
  local name=$1 title=$2 strip=$3 seed=$4 rules base=${4%/*}
  zstd -dcq "$data/sites/$name.tar.zst" | tar -x
  rm -f address
  ./serve-web -web folder -dir "$name" -strip "$strip" >address 2>/dev/null &
  server=$!
  until [ -s address ]; do sleep 0.1; done
  (cd "$name" && find . -type f -name '*.htm*') | sed "s|^\.|$base|" | sort >files.txt
  printf '\n## %s\n' "$title"
  for rules in thesis web; do
    fetch -q -state "$name-$rules" -resolve "$(cat address)" -delay 0 -rules "$rules" -depth 8 \
      -rejected "$name-$rules/rejected.tsv" "$seed" || fail "$name: fetch ended with status $?"
    printf '\nBy `-rules %s`:\n\n' "$rules"
    crawl "$name-$rules" files.txt 'files of the site that are pages'
    printf '\nLinks that were not followed, by the first rule that they broke: %s.\n' "$(counts 1 3 <"$name-$rules/rejected.tsv")"
  done
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=''
}

# university: the pages of Cornell in WebKB are crawled from an archive of them.
university() {
  zstd -dcq --long=27 "$data/webkb/webkb-cornell.tar.zst" | tar -x
  ./webkb-warc webkb-cornell >webkb.warc.gz 2>/dev/null
  awk -F '\t' '$2 ~ /^(student|faculty|staff)$/ {print $4}' webkb-cornell/index.tsv >persons.txt
  fetch -q -state cornell -replay webkb.warc.gz -rules thesis -scope host http://www.cs.cornell.edu/ ||
    fail "cornell: fetch ended with status $?"
  printf '\n## Computer science at Cornell, 1997\n\n867 pages of the 4 Universities data set (WebKB), by `-rules thesis`. What is "absent" is not in the set.\n\n'
  crawl cornell persons.txt 'pages of students, faculty and staff'
}

markdown() {
  printf '| level | depth | frontier | fetched | stored | waiting | not stored, and why |\n|---:|---:|---:|---:|---:|---:|:---|\n'
  awk -F '\t' -v OFS=' | ' '{$1 = $1; print "| " $0 " |"}'
}
listed() { awk -F '\t' '{printf "%s%s", (NR > 1 ? ", " : ""), $0}'; }
depths() { awk -F '\t' 'NR == 1 {list = $1} $1 == list {print $2 ": " $4 " %"}' | listed; }

# counts KEY N: prints the sums of column N for each word in column KEY, or how many rows have it if N is 0.
counts() {
  awk -F '\t' -v key="$1" -v n="$2" '$key != "" {c[$key] += n == 0 ? 1 : $n} END {for (k in c) print k " " c[k]}' |
    sort -k2,2nr -k1,1 | listed
}

if [ $# -gt 0 ]; then
  [ $(($# % 2)) = 0 ] || fail 'each crawl needs a list of URLs: fetch-sites.sh CRAWL LIST [CRAWL LIST …]'
  while [ $# -gt 0 ]; do
    printf '## %s\n\n' "$1"
    crawl "$1" "$2" "URLs of $2"
    echo
    shift 2
  done
  exit
fi
[ -e "$data/sites" ] || fail "$data/sites is missing: DATA names the folder that has it"
data=$(cd "$data" && pwd)
go build -o "$work/" ./scripts/serve-web ./scripts/webkb-warc
cd "$work"
{
  echo '# Two sites, crawled by fetch'
  echo
  cat <<'END'
`make fetch-sites` makes this page: two manuals of free software are served on loopback and crawled to depth 8, by the rules of
Bumüller 2019 and by those of the web. Each level is one click further from the start page, whose links are level 0. `frontier`
counts the URLs that were found there, `fetched` the answers of the server, `stored` the pages in the archive.
The sample is all files of the site. The crawl should have most of them, but cannot find a file to which no link leads. The
server speaks no TLS, so links to https fail, and it has no pages outside the manuals. `scripts/fetch-sites.sh CRAWL LIST …` prints
the same of other crawls, like those of two universities, and lists of their pages.
END
  site sqlite-org-3.40 'The documentation of SQLite 3.40' '' http://www.sqlite.org/index.html
  site httpd-docs-2.4 'The documentation of Apache httpd 2.4, with its translations' /docs/2.4 http://httpd.apache.org/docs/2.4/
  university
} >page.md
cp page.md "$page"
echo "written to docs/fetch-sites.md"
