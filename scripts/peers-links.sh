#!/usr/bin/env bash
# peers-links.sh: the links of a made crawl by extract-links and by other programs, in turns. The tools are on PATH. Writes
# build/peers-links-DATE.txt. What is not installed is named and left out.
#
#   PAGES (20000) of 33 KB with 60 links each; RUNS (3); CRAWL: a WARC file of your own, PAGES of which hold LINKS links.
#   Others read the first 2000 pages as files, most of them being slow. PEERS_DIR (see measure.sh) holds their drivers.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
pages=${PAGES:-20000} runs=${RUNS:-3}
begin peers-links extract-links peers/links
peers=$(peers_folder)
cd "$work"
trap 'rm -f out.*' EXIT
export NODE_PATH=$work/node_modules


crawl=${CRAWL:-$work/crawl-$pages.warc.gz}
[ -f "$crawl" ] || { python3 "$root/scripts/gencrawl.py" "$pages" >new && mv new "$crawl"; }
extract-links -stats stats.json "$crawl" >out.links

# The bytes of HTML: all of the archive without the heads of its records.
unpacked=$(gzip -dc "$crawl" | wc -c)
heads=$((pages * 420))
html=$((unpacked - heads))

say "$(header "links of $(key pages stats.json) pages, $((html / 1000000)) MB of HTML, $(stat -c %s "$crawl") bytes packed")"
what="links, $((html / 1000000)) MB of HTML"
title 'from the archive'

line "$what" 'extract-links -j 1' "$html" "extract-links -j 1 '$crawl' >out.links"
line "$what" 'extract-links -j 2' "$html" "extract-links -j 2 '$crawl' >out.links"
line "$what" 'extract-links -j 2, Parquet' "$html" "extract-links -j 2 -o out.parquet '$crawl'"
line "$what" 'gzip -dc, nothing else' "$html" "gzip -dc '$crawl' >/dev/null"
if command -v node >/dev/null && [ -d "$root/build/warcio/node_modules/warcio" ] && [ -f "$peers/warc.mjs" ]; then
  cp "$peers/warc.mjs" "$root/build/warcio/"
  line "$what" 'warcio (npm), records only' "$html" "node '$root/build/warcio/warc.mjs' '$crawl'"
else
  say 'warcio (npm) is not in build/warcio: left out'
fi

# The same pages as files.
few=$((pages < 2000 ? pages : 2000))
if [ ! -d "files-$few" ]; then
  rm -rf new
  mkdir new
  { gzip -dc "$crawl" 2>/dev/null || true; } | LC_ALL=C awk -v n="$few" '
    /^WARC\/1/ {if (++k > n) exit; body = 0}
    /^HTTP\/1/ {http = 1}
    body {print > (f)}
    http && /^\r?$/ {body = 1; http = 0; f = sprintf("new/p%05d.html", k); printf "" > f}'
  mv new "files-$few"
fi
ls "$PWD/files-$few"/*.html >list
bytes=$(cat "files-$few"/*.html | wc -c)
what="links, $((bytes / 1000000)) MB of HTML"
title "from $few files, $((bytes / 1000000)) MB"
line "$what" 'extract-links -dir -j 1' "$bytes" "extract-links -j 1 -dir files-$few -base http://a.test/ >out.links"
if [ -f "$peers/linkspy.py" ] && python=$(python_with lxml.html); then
  for parser in lxml htmlparser bs4; do
    [ $parser != bs4 ] || python=$(python_with lxml.html,bs4) || continue
    line "$what" "$parser (Python)" "$bytes" "$python '$peers/linkspy.py' $parser list"
  done
else
  say 'lxml is not installed: left out'
fi
if command -v gcc >/dev/null && [ -f "$peers/gumbolinks.c" ] && gcc -O2 "$peers/gumbolinks.c" -lgumbo -o gumbo 2>/dev/null; then
  line "$what" 'gumbo (C)' "$bytes" './gumbo list'
else
  say 'libgumbo-dev is not installed: left out'
fi
say ''
say 'The tokenizer and the parser of x/net/html, without an archive: go test -run - -bench . ./pkg/web/page'
echo "written: $report"
