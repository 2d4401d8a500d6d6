#!/usr/bin/env bash
# same-chain.sh CRAWL…: runs the chain on crawls again and again, and compares the results with those of a clean run.
# Each CRAWL is what make gets, quoted as in a shell: 'CRAWL=crawl.warc.gz' or 'CRAWL=site BASE=https://example.org/'. The chain
# runs clean, again, after another crawl in the same folder, with K=3 and back, and KILLS (10) times killed and begun again.
# Results lie in WORK (a folder in TMPDIR). check-crawl.mjs compares them with igraph, and with warcio if the crawl is one
# archive, if .ci/run has put these into build. Ends with 1 if anything differs.
set -uo pipefail
[ $# -ge 1 ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 2; }
root=$(cd "$(dirname "$0")/.." && pwd) kills=${KILLS:-10}
work=${WORK:-$(mktemp -d "${TMPDIR:-/tmp}/same-chain.XXXXXX")}
mkdir -p "$work"
runs=0 differ=0 other=$root/testdata/crawl/site.warc.gz

# chain OUT ARGUMENT…: the exit status of 2 is that of a crawl with archives that are missing or cut.
chain() {
  local out=$1 status=0
  shift
  make -s -f "$root/scripts/variables.mk" -f "$root/scripts/crawl.mk" TOOLS="$root/bin" OUT="$out" "$@" >"$work/log" 2>&1 </dev/null || status=$?
  [ "$status" = 0 ] || [ "$status" = 2 ] || { echo "exit $status: $*" >&2; tail -n 3 "$work/log" >&2; }
}

# same CLEAN OUT WHAT: times and what tools say of their runs differ, and so does the report, which shows them.
same() {
  runs=$((runs + 1))
  if [ ! -s "$1/ranks.t2" ] || ! diff -rq -x crawl.tsv -x '*.json' -x times.tsv -x report.html -x '.*' "$1" "$2" >"$work/differ"; then
    differ=$((differ + 1))
    echo "DIFFERS: $3"
    head -n 5 "$work/differ"
  fi
}

for crawl in "$@"; do
  eval "arguments=($crawl)"
  rm -rf "$work"/{clean,out,three}
  before=$differ began=$(date +%s%N)
  chain "$work/clean" "${arguments[@]}"
  took=$((($(date +%s%N) - began) / 1000000))
  chain "$work/three" "${arguments[@]}" K=3
  chain "$work/out" "${arguments[@]}" && same "$work/clean" "$work/out" "$crawl"
  chain "$work/out" "${arguments[@]}" && same "$work/clean" "$work/out" "$crawl, again"
  chain "$work/out" CRAWL="$other"
  chain "$work/out" "${arguments[@]}" && same "$work/clean" "$work/out" "$crawl, after another crawl"
  chain "$work/out" "${arguments[@]}" K=3 && same "$work/three" "$work/out" "$crawl, K=3"
  chain "$work/out" "${arguments[@]}" && same "$work/clean" "$work/out" "$crawl, after K=3"
  for ((kill = 1; kill <= kills; kill++)); do
    if ((kill % 2)); then rm -rf "$work/out"; else chain "$work/out" CRAWL="$other"; fi
    setsid make -s -f "$root/scripts/variables.mk" -f "$root/scripts/crawl.mk" TOOLS="$root/bin" OUT="$work/out" "${arguments[@]}" >/dev/null 2>&1 </dev/null &
    killed=$!
    disown
    moment=$((RANDOM * RANDOM % took))
    sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
    pkill -KILL -s "$killed" 2>/dev/null
    while pgrep -s "$killed" >/dev/null; do sleep 0.01; done
    chain "$work/out" "${arguments[@]}"
    same "$work/clean" "$work/out" "$crawl, killed after $moment ms"
  done
  echo "$crawl: $((differ - before)) differ; a run takes $took ms"
  if [ -d "$root/build/warcio" ]; then
    archive=${arguments[0]#CRAWL=}
    case $archive in *.warc | *.warc.gz) ;; *) archive= ;; esac
    (cd "$root/build/warcio" && node "$root/scripts/check-crawl.mjs" "$work/clean" ${archive:+"$archive"}) || differ=$((differ + 1))
  fi
done
echo "$runs runs compared, $differ differ"
[ -n "${WORK:-}" ] || rm -rf "$work"
[ "$differ" = 0 ]
