#!/usr/bin/env bash
# test-seconds.sh: writes docs/figures/test-seconds.tsv: what the tests of each tool cost in `make test`, and all others. It is the time of the
# processors by their number, because the tests keep all of them busy. A tool may cost 6 seconds (docs/reliability.md).
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C TIMEFORMAT='%U %S' GOGC=400 # like make test
logs=build/test-seconds tools='^Test(EveryTool|Scripts)$'

# cost NAME COMMAND…: prints a line: NAME, and the user and system time of the command.
cost() {
  printf '%s\t' "$1"
  { time "${@:2}" >"$logs-$1.log" 2>&1; } 2>&1 || { tail -n 20 "$logs-$1.log" >&2 && return 1; }
}

mkdir -p build
go test -run '^$' ./... >"$logs.log" # builds the tests
cost tools go test -short -count=1 -timeout 60m -parallel 1 -v -run "$tools" ./tools >"$logs.txt"
cost rest go test -short -count=1 -timeout 60m -skip "$tools" ./tools >>"$logs.txt"
cost packages go test -short -count=1 ./pkg/... >>"$logs.txt"
sed -n 's/.*: costs //p' "$logs-tools.log" | awk -v cores="$(getconf _NPROCESSORS_ONLN)" '
  function row(name, seconds) {printf "%s\t%.1f\n", name, seconds / cores}
  BEGIN {dearest = "sort -t \"\t\" -k 2nr,2 -k 1,1"}
  FILENAME != "-" {time[$1] = $2 + $3; all += time[$1]; next}
  {if (!($1 in cost)) name[++n] = $1; cost[$1] += $2; time["tools"] -= $2}
  END {
    print "tests of\tseconds"; fflush()
    for (i = 1; i <= n; i++) if (name[i] != "common") printf "%s\t%.1f\n", name[i], cost[name[i]] / cores | dearest
    close(dearest)
    row("all tools together, and their build", time["tools"] + cost["common"])
    row("the chain, the experiments, archives, docs", time["rest"])
    row("packages", time["packages"])
    row("all", all)
  }' "$logs.txt" - >docs/figures/test-seconds.tsv
awk -F '\t' '{print} $2 > 6 && $1 !~ /^tests of$|^all|^the |^packages$/ {over = over " " $1}
  END {if (over) {print "more than 6 seconds:" over >"/dev/stderr"; exit 1}}' docs/figures/test-seconds.tsv
