#!/usr/bin/env bash
# anchor-documents.sh CRAWLED URLS ANCHORS [FLAG…]: the texts of the links to each page as a document, for findnames and for
# people -anchor-mentions. The files are those of
#
#   extract-links -alone -anchors CRAWL | dict -alone -rest ANCHORS -dict URLS -o CRAWLED
#
# A document has the id and URL of the page that the links lead to, and each text as a line: at most 1000 of them, and
# no more than a million characters, since findnames leaves out longer lines. The flags are for extsort, like -S 1G. Nothing is
# written if the files do not belong together: the last step needs the line that the first awk writes when all is right, and that
# sorts before all others.
set -euo pipefail
[ $# -ge 3 ] || { echo "usage: anchor-documents.sh CRAWLED URLS ANCHORS [FLAG…]" >&2; exit 2; }
said=$(mktemp)
trap 'rm -f "$said"' EXIT
{
  tuples -cols 2 "$1" | undict -w 1 -ids "$2" | paste - "$3" | crawled=$1 anchors=$3 awk -F '\t' '
    BEGIN {crawled = ENVIRON["crawled"]; anchors = ENVIRON["anchors"]}
    function fail(why) {print why >"/dev/stderr"; failed = 1; exit 1}
    $1 == "" {fail(anchors " has more lines than " crawled " has records, " NR - 1 ": are they of one run?")}
    NF == 3 && $3 == "" {if (!none) none = NR; next}
    none || NF < 5 || NF > 6 || $4 !~ /^[0-9]+$/ {
      fail(anchors ": line " (none ? none : NR) " is not kind, place and text of a link, as extract-links -anchors writes them")
    }
    {print $1 "\t" $2 "\t" $5} # -nofollow mark writes a sixth column
    END {
      if (failed) exit 1
      if (none) fail(anchors " has fewer lines, " none - 1 ", than " crawled " has records: are they of one run?")
      print "\t"
    }' | extsort -lines "${@:4}" | awk -F '\t' '
    function escaped(text) {gsub(/[\\"]/, "\\\\&", text); return text}
    function end() {if (n) print line "\"}"}
    NR == 1 {if ($0 != "\t") exit 1; next}
    $1 "" != id {end(); id = $1 ""; n = size = 0; line = "{\"id\":" id ",\"url\":\"" escaped($2) "\",\"text\":\""}
    $3 != "" && n < 1000 && (size += length($3)) < 1000000 {line = line (n++ ? "\\n" : "") escaped($3)}
    END {end()}'
} 2>"$said" || {
  [ ! -s "$said" ] || echo "anchor-documents.sh: $(head -n 1 "$said")" >&2 # else its reader has ended, and says why
  exit 1
}
cat "$said" >&2
