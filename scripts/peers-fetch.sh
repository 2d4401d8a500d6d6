#!/usr/bin/env bash
# peers-fetch.sh: measures crawls of a made web on loopback by fetch and by other programs, in turns. The server runs on the same
# machine, and no crawler waits between exchanges. The tools must be on PATH. The report is build/peers-fetch-DATE.txt. It names
# the programs that are not installed.
#
#   RUNS (3)      runs of each program
#   PAGES (5001)  pages of 29 KB
#   COLLY         a program that crawls with colly: its arguments are a URL and a number of connections
set -euo pipefail
. "$(dirname "$0")/measure.sh"
runs=${RUNS:-3} pages=${PAGES:-5001}
begin peers-fetch fetch peers/fetch
go build -o "$work/serve-web" ./scripts/serve-web
cd "$work"
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf out.*' EXIT

# serve NAME FLAGS...: serves a web, and writes its address to the file NAME.
serve() {
  local name=$1
  shift
  ./serve-web "$@" >"$name" 2>/dev/null &
  servers+=($!)
  until [ -s "$name" ]; do sleep 0.1; done
}

# crawl NAME WORK EXPECTED COUNT COMMAND: a run of a program on the web WORK of EXPECTED pages; COUNT prints how many it has.
crawl() {
  local name=$1 work=$2 expected=$3 count=$4
  rm -rf out.*
  once "$5" || { say "  $name failed"; return; }
  local got
  got=$(eval "$count")
  say "$(awk -v name="$name" -v got="$got" -v wall="$wall" -v cpu="$user" -v sys="$sys" -v peak="$peak" -v want="$expected" 'BEGIN {
    printf "  %-34s %6d pages%s in %6.2f s: %6.0f pages/s, CPU %5.2f s, peak %4.0f MiB", name, got,
      got == want ? "" : " (of " want ")", wall, got / wall, cpu + sys, peak / 1024}')"
  echo "$work	$name	$wall	$user	$peak" >>figures
}

ours() { echo "grep -c '\"outcome\":\"ok\"' out.state/crawl.jsonl"; }

: >figures
serve flat -web flat -pages "$pages"
serve tls -web flat -pages "$pages" -tls -roots roots.pem
serve big -web big -pages 1001
port() { sed 's/.*://' "$1"; }
fetch="fetch -q -state out.state -allow-private -delay 0 -robots off -per-host 16 -connections 16"
say "$(header "a crawl of $pages pages of 29 KB, server included")"
for run in $(seq "$runs"); do
  say "run $run"
  crawl fetch flat "$pages" "$(ours)" "$fetch -ports $(port flat) http://$(cat flat)/"
  crawl 'fetch, 1 connection' flat "$pages" "$(ours)" "${fetch//16/1} -ports $(port flat) http://$(cat flat)/"
  crawl 'fetch, TLS' tls "$pages" "$(ours)" "$fetch -ca roots.pem -ports $(port tls) https://$(cat tls)/"
  crawl 'fetch, 1,001 pages of 242 KB' big 1001 "$(ours)" "$fetch -ports $(port big) http://$(cat big)/"
  if command -v wget >/dev/null; then
    crawl 'wget -r' flat "$pages" 'find out.wget -type f | wc -l' \
      "wget -q -r -l inf -nH -P out.wget -e robots=off http://$(cat flat)/ || [ \$? = 8 ]"
  else
    say "  left out: wget"
  fi
  if [ -n "${COLLY:-}" ]; then
    for n in 16 2; do
      crawl "colly, $n connections" flat "$pages" "awk '/pages/ {print \$1}' '$log'" "'$COLLY' http://$(cat flat)/ $n"
    done
  else
    say "  left out: colly (COLLY)"
  fi
done
say ''
say 'pages a second in the median run, and the time as a multiple of that of fetch:'
say "$(awk -F'\t' -v pages="$pages" '{n[$2]++; v[$2, n[$2]] = $3} END {
  for (name in n) {
    for (i = 1; i <= n[name]; i++) a[i] = v[name, i]
    for (i = 1; i <= n[name]; i++) for (j = i + 1; j <= n[name]; j++) if (a[j] < a[i]) {t = a[i]; a[i] = a[j]; a[j] = t}
    m[name] = a[int((n[name] + 1) / 2)]
  }
  for (name in m) printf "  %-34s %6.0f  %.2f\n", name, (name ~ /242/ ? 1001 : pages) / m[name], m[name] / m["fetch"]}' figures | sort)"
say "written to ${report#"$root/"}"
