#!/usr/bin/env bash
# peers-links.sh: the links of a made crawl by extract-links and by other programs, in turns. The tools are on PATH. Writes
# build/peers-links-DATE.txt. What is not installed is named and left out.
#
#   PAGES (20000) of 33 KB with 60 links each; RUNS (3); CRAWL: a WARC file of your own, PAGES of which hold LINKS links.
#   Others read the first 2000 pages as files, most of them being slow. PEERS_DIR (see measure.sh) holds their drivers.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
pages=${PAGES:-20000} runs=${RUNS:-3}
root=$PWD work=$PWD/build/peers/links
peers=$(peers_folder)
report=$root/build/peers-links-$(date -u +%Y%m%d-%H%M).txt
mkdir -p "$work"
cd "$work"
log=$work/log
trap 'rm -f out.*' EXIT
export NODE_PATH=$work/node_modules

command -v extract-links >/dev/null || { echo 'peers-links.sh: the tools are not on PATH: use make peers-links' >&2; exit 1; }
say() { echo "$*" | tee -a "$report"; }

python=
for p in /usr/bin/python3 python3; do
  [ -n "$python" ] || ! "$p" -c 'import lxml.html' 2>/dev/null || python=$p
done
crawl=${CRAWL:-$work/crawl-$pages.warc.gz}
[ -f "$crawl" ] || { python3 "$root/scripts/gencrawl.py" "$pages" >new && mv new "$crawl"; }
extract-links -stats stats.json "$crawl" >out.links
key() { grep -o "\"$1\":[^,}]*" "$2" | cut -d: -f2; }

# The bytes of HTML: all of the archive without the heads of its records.
unpacked=$(gzip -dc "$crawl" | wc -c)
heads=$((pages * 420))
html=$((unpacked - heads))

say "$(header "links of $(key pages stats.json) pages, $((html / 1000000)) MB of HTML, $(stat -c %s "$crawl") bytes packed")"
say "$(printf '%-44s %8s %8s %9s %9s' 'from the archive' 'wall s' 'user s' 'MB/s' 'peak MiB')"

# line NAME BYTES COMMAND: the median of the runs.
line() {
  local name=$1 bytes=$2 i
  : >figures
  for ((i = 0; i < runs; i++)); do
    timed "$3" >>figures || { say "$name: failed"; return; }
  done
  record "links, $((bytes / 1000000)) MB of HTML" "$name" "$(median 1 <figures)" "$(median 2 <figures)" "$(median 4 <figures)"
  awk -v w="$(median 1 <figures)" -v u="$(median 2 <figures)" -v p="$(median 4 <figures)" -v b="$bytes" -v n="$name" \
    'BEGIN {printf "%-44s %8.2f %8.2f %9.0f %9s\n", n, w, u, b / 1e6 / w, p == "-" ? p : sprintf("%.0f", p / 1024)}' | tee -a "$report"
}

line 'extract-links -j 1' "$html" "extract-links -j 1 '$crawl' >out.links"
line 'extract-links -j 2' "$html" "extract-links -j 2 '$crawl' >out.links"
line 'extract-links -j 2, Parquet' "$html" "extract-links -j 2 -o out.parquet '$crawl'"
line 'gzip -dc, nothing else' "$html" "gzip -dc '$crawl' >/dev/null"
if command -v node >/dev/null && [ -d "$root/build/warcio/node_modules/warcio" ] && [ -f "$peers/warc.mjs" ]; then
  cp "$peers/warc.mjs" "$root/build/warcio/"
  line 'warcio (npm), records only' "$html" "node '$root/build/warcio/warc.mjs' '$crawl'"
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
say "$(printf '%-44s' "from $few files, $((bytes / 1000000)) MB")"
line 'extract-links -dir -j 1' "$bytes" "extract-links -j 1 -dir files-$few -base http://a.test/ >out.links"
if [ -n "$python" ] && [ -f "$peers/linkspy.py" ]; then
  for what in lxml htmlparser bs4; do
    "$python" -c "import $([ $what = bs4 ] && echo bs4 || echo lxml)" 2>/dev/null || continue
    line "$what (Python)" "$bytes" "$python '$peers/linkspy.py' $what list"
  done
else
  say 'lxml is not installed: left out'
fi
if command -v gcc >/dev/null && [ -f "$peers/gumbolinks.c" ] && gcc -O2 "$peers/gumbolinks.c" -lgumbo -o gumbo 2>/dev/null; then
  line 'gumbo (C)' "$bytes" './gumbo list'
else
  say 'libgumbo-dev is not installed: left out'
fi
say ''
say 'The tokenizer and the parser of x/net/html, without an archive: go test -run - -bench . ./pkg/web/page'
echo "written: $report"
