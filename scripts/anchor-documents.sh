#!/usr/bin/env bash
# anchor-documents.sh CRAWLED URLS ANCHORS [FLAG…]: the texts of the links to each page as a document, for findnames and for
# people -anchor-mentions. The files are those of
#
#   extract-links -alone -anchors CRAWL | dict -alone -rest ANCHORS -dict URLS -o CRAWLED
#
# A document has the id and URL of the page that the links lead to, and each text as a line, at most 1000 of them. The
# flags are for extsort, like -S 1G.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: anchor-documents.sh CRAWLED URLS ANCHORS [FLAG…]" >&2; exit 2; }
tuples -cols 2 "$1" | undict -w 1 -ids "$2" | paste - "$3" | cut -f 1,2,5 | extsort -lines "${@:4}" | awk -F '\t' '
  function escaped(text) {gsub(/[\\"]/, "\\\\&", text); return text}
  function end() {if (n) print line "\"}"}
  NR == 1 || $1 "" != id {end(); id = $1 ""; n = 0; line = "{\"id\":" id ",\"url\":\"" escaped($2) "\",\"text\":\""}
  $3 != "" && n < 1000 {line = line (n++ ? "\\n" : "") escaped($3)}
  END {end()}'
