#!/usr/bin/env bash
# one-page.sh DOCUMENTS GROUPS >MERGED: takes pages of a host that are equal byte for byte for one page (Mielke 2011, 2.1). The
# tools are on PATH. DOCUMENTS are lines of JSON with a hash, as extract-text writes them; GROUPS is what link-groups writes of
# the same crawl. It writes one line instead of the links of each copy: a redirect to the first of the equal pages, by the bytes
# of their URLs. nav-links then takes the copy for that page. The copies must fit in memory, the pages need not.
set -euo pipefail
fail() { echo "one-page.sh: $*" >&2; exit 1; }
[ $# = 2 ] || fail 'give documents and groups of links, like one-page.sh documents.jsonl groups.tsv'
for file; do
  [ -r "$file" ] || fail "$file: no such file, or it cannot be read"
  [ -s "$file" ] || fail "$file: is empty"
done
[[ $(head -c 1048576 -- "$1" | tr -d '\0') == '{'*'"hash":"'* ]] ||
  fail "$1: it does not begin with lines of documents with a hash: unpack .gz, and for .parquet make them by extract-text -o documents.jsonl"
[ "$(head -n 1 -- "$2" | tr -cd '\t' | wc -c)" = 7 ] ||
  fail "$2: it does not begin with lines of eight fields: give what link-groups wrote as text"
copies=$(mktemp)
trap 'rm -f "$copies"' EXIT
export LC_ALL=C

# The hash and the host of each page, and its URL.
sed -nE 's/^\{.*"url":"(([^"/]*\/\/[^"/]*)[^"]*)".*"hash":"([^"]*)".*/\3 \2\t\1/p' -- "$1" | extsort -lines |
  awk -F '\t' '$1 == same {print $2 "\t" first; next} {same = $1; first = $2}' >"$copies"
awk -F '\t' -v copies="$copies" '
  BEGIN {
    while ((getline line <copies) > 0) {
      split(line, url, "\t")
      first[url[1]] = url[2]
    }
  }
  !($1 in first) {print; next}
  !($1 in done) {done[$1]; print $1 "\t" first[$1] "\t\t\t\t\t\t"}' "$2"
