#!/usr/bin/env bash
# contact-curve.sh: how well the number of contact words (contact_words of extract-text) tells which pages have contact data. The
# tools are on PATH. It reads the pages of Cornell of the WebKB set, from WEBMILL_DATA or from a folder beside the
# repository, and testdata/contact-labels.tsv: 200 of their URLs, and what was found by reading them.
#
# For each number of words it prints how many pages have as many or more (they are flagged), in how many of 100 of these
# there is contact data, and in how many of 100 others. Once all contact data counts, once an e-mail address alone does
# not. All pages with three words or more are labelled, and 34 each of those with none, one and two, which stand for all
# of their number.
set -euo pipefail
cd "$(dirname "$0")/.."
pages=${WEBMILL_DATA:-../shared/data}/webkb/webkb-cornell.tar.zst
[ -f "$pages" ] || { echo "contact-curve.sh: skipped, as $pages is not there: set WEBMILL_DATA to a folder that has it" >&2; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
zstd -dcq --long=27 "$pages" | tar -x -C "$work"
cut -f 1,4 "$work/webkb-cornell/index.tsv" >"$work/urls.tsv"
extract-text -q -headers -dir "$work/webkb-cornell" -urls "$work/urls.tsv" -o "$work/pages.jsonl" 2>"$work/log" ||
  { cat "$work/log" >&2; exit 1; }

awk -F '\t' '
  NR == FNR {if (FNR > 1) holds[$1] = $2; next}
  {
    n = match($0, /"contact_words":[0-9]+/) ? substr($0, RSTART + 16, RLENGTH - 16) + 0 : 0
    match($0, /"url":"[^"]*"/)
    url = substr($0, RSTART + 7, RLENGTH - 8)
    all[n]++
    if (url in holds) {
      labelled[n]++
      if (holds[url] != "none") any[n]++
      if (holds[url] == "address") address[n]++
    }
    most = n > most ? n : most
  }
  # share is the part of the pages with from … to words of which the labels say yes.
  function share(yes, from, to,    n, sum, pages) {
    for (n = from; n <= to; n++)
      if (all[n]) {
        sum += all[n] * yes[n] / labelled[n]
        pages += all[n]
      }
    return pages ? sprintf("%.0f", 100 * sum / pages) : "-"
  }
  END {
    print "words  flagged  any contact data: flagged  others   address, phone or room: flagged  others"
    for (t = 1; t <= 10; t++) {
      flagged = 0
      for (n = t; n <= most; n++)
        flagged += all[n]
      printf "%5d %8d %26s %7s %32s %7s\n", t, flagged, share(any, t, most), share(any, 0, t - 1), share(address, t, most),
        share(address, 0, t - 1)
    }
  }' testdata/contact-labels.tsv "$work/pages.jsonl"
