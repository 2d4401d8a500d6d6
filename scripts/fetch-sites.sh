#!/usr/bin/env bash
# fetch-sites.sh: two real sites, served on loopback and crawled by the rules of Bumüller 2019 and by those of the web. Writes
# docs/fetch-sites.md: the levels of each crawl, and how much it has of the files of the site, a list that no crawler made. The
# tools are on PATH. DATA (docs/data.md) has sites/*.tar.zst.
set -euo pipefail
export LC_ALL=C
data=${DATA:-${WEBMILL_DATA:-../shared/data}} page=$PWD/docs/fetch-sites.md
work=$(mktemp -d) server=''
trap 'kill $server 2>/dev/null; rm -rf "$work"' EXIT
fail() { echo "fetch-sites.sh: $*" >&2; exit 1; }
[ -e "$data/sites" ] || fail "$data/sites is missing: DATA names the folder that has it"
command -v fetch >/dev/null || fail 'the tools are not on PATH: use make fetch-sites'
data=$(cd "$data" && pwd)
go build -o "$work/serve-web" ./scripts/serve-web
cd "$work"

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
    coverage -q -crawl "$name-$rules" -levels levels.tsv -by-depth depths.tsv -table table.tsv -o found.tsv files.txt
    printf '\nBy `-rules %s`:\n\n' "$rules"
    markdown <levels.tsv
    printf '\nOf the %d files of the site that are pages the crawl has %s %%;\nto depth %s.\n' \
      "$(wc -l <files.txt)" "$(awk -F '\t' '$1 == "files.txt" {print $4}' table.tsv)" "$(depths <depths.tsv)"
    printf 'Why files are missing: %s.\n\n' "$(counts 5 0 <found.tsv)"
    printf 'Links that were not followed, by the first rule that they broke: %s.\n' "$(counts 1 3 <"$name-$rules/rejected.tsv")"
  done
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=''
}

markdown() {
  printf '| level | depth | frontier | fetched | stored | waiting | not stored, and why |\n|---:|---:|---:|---:|---:|---:|:---|\n'
  awk -F '\t' -v OFS=' | ' '{$1 = $1; print "| " $0 " |"}'
}
listed() { awk -F '\t' '{printf "%s%s", (NR > 1 ? ", " : ""), $0}'; }
depths() { awk -F '\t' '$1 == "files.txt" {print $2 ": " $4 " %"}' | listed; }

# counts KEY N: prints the sums of column N for each word in column KEY, or how many rows have it if N is 0.
counts() {
  awk -F '\t' -v key="$1" -v n="$2" '$key != "" {c[$key] += n == 0 ? 1 : $n} END {for (k in c) print k " " c[k]}' |
    sort -k2,2nr -k1,1 | listed
}

{
  echo '# Two sites, crawled by fetch'
  echo
  cat <<'END'
`make fetch-sites` makes this page: two manuals of free software are served on loopback and crawled to depth 8, by the rules of
Bumüller 2019 and by those of the web. Each level is one click further from the start page, whose links are level 0. `frontier`
counts the URLs that were found there, `fetched` the answers of the server, `stored` the pages in the archive.
The sample is all files of the site. The crawl should have most of them, but cannot find a file to which no link leads. The
server speaks no TLS, so links to https fail, and it has no pages outside the manuals.
END
  site sqlite-org-3.40 'The documentation of SQLite 3.40' '' http://www.sqlite.org/index.html
  site httpd-docs-2.4 'The documentation of Apache httpd 2.4, with its translations' /docs/2.4 http://httpd.apache.org/docs/2.4/
} >page.md
cp page.md "$page"
echo "written to docs/fetch-sites.md"
