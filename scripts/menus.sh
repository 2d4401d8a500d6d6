#!/usr/bin/env bash
# menus.sh DIR HOST…: what a crawl (make CRAWL=… OUT=DIR navigation) knows of its menus: how many links are of menus, how far ranks
# without them differ, and the menus of some hosts as a tree. With CRAWL, the bundled crawl, also how many of its links are labelled
# right, by the marks of its layouts. The tools are on PATH.
set -euo pipefail
study=
if [ -n "${CRAWL:-}" ]; then
  study=$(mktemp -d)
  trap 'rm -rf "$study"' EXIT
  go build -o "$study" ./scripts/nav-study
  "$study/nav-study" truth -menu 'nav,#menu,#footer,footer,>font' "$CRAWL" >"$study/truth"
fi
cd "${1:?usage: menus.sh DIR HOST…}"
shift
count() { grep -o "\"$1\":[0-9]*" nav-links.json | cut -d : -f 2; }
printf '\nOf %s links %s are navigation, %s outsiders, %s content. Tau of PageRank with and without menus: %.3f\n' "$(count links)" \
  "$(count links_navigation)" "$(count links_outsider)" "$(count links_content)" "$(<content-tau.txt)"
[ -z "$study" ] || "$study/nav-study" score -alone -truth "$study/truth" nav-links=navigation.tsv.zst |
  awk -F '\t' 'NR > 1 {printf "By the layouts %s links to other pages are menus: precision %s, recall %s\n", $3, $4, $5}'
for host; do
  printf '\nThe menus of a site, in sitemap.txt\n'
  awk -v host="$host: " 'index($0, host) == 1, $0 == ""' sitemap.txt | awk 'NF && NR <= 12 {print "   " $0} NF && NR > 12 {more++}
    END {if (more) print "   … " more " more"}'
done
