#!/usr/bin/env bash
# before-after.sh CRAWL URL: the text of a page, with a - before the lines that main-content leaves out. The tools are on PATH.
set -euo pipefail
crawl=${1:?usage: before-after.sh CRAWL URL} url=${2:?usage: before-after.sh CRAWL URL}

# text TOOL: the text of the page as the tool writes it.
text() { "$1" -q -to text "$crawl" | awk -v RS= -v url="$url" 'index($0, url "\n") == 1' | tail -n +2; }

printf '\nA page before and after; main-content leaves out the lines with a -\n   $ extract-text -to text %s\n' "$crawl"
printf '   $ main-content -to text %s\n   %s\n' "$crawl" "$url"
awk 'NR == FNR {kept[NR] = $0; n = NR; next} {line[FNR] = $0}
  END {
    for (k = FNR; k > 0; k--) { # from the end, because a menu can have the words of a heading
      mark[k] = "- "
      if (n > 0 && line[k] == kept[n]) {mark[k] = "  "; n--}
    }
    for (k = 1; k <= FNR; k++) {
      for (cut = ""; length(line[k]) > 90 && sub(/ [^ ]*$/, "", line[k]);) cut = " …"
      print "   " mark[k] line[k] cut
    }
  }' <(text main-content) <(text extract-text)
