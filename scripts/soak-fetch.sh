#!/usr/bin/env bash
# soak-fetch.sh: a long crawl of a made web on loopback, with the pages and the peak memory of each minute. fetch must be on PATH.
# The report is build/soak-fetch-DATE.txt. The exit status is 1 if the peak of the last third of the time is more than a tenth
# above that of the second third, or if one of the two is more than -S + 16 MiB + 1 MiB a thread.
#
#   MINUTES (30)
#   HOSTS (250)   each is asked for a page twice a second, by a connection of its own
#   SIZE (128M)   -S of fetch
set -euo pipefail
. "$(dirname "$0")/measure.sh"
minutes=${MINUTES:-30} hosts=${HOSTS:-250} size=${SIZE:-128M}
begin soak-fetch fetch
server='' crawler=''
trap 'kill $server $crawler 2>/dev/null; rm -rf "$work"' EXIT
go build -o "$work/serve-web" ./scripts/serve-web
web=(-web hosts -hosts "$hosts" -pages $((hosts * (minutes * 120 + 100))) -delay '')
cd "$work"
./serve-web "${web[@]}" >address 2>/dev/null &
server=$!
until [ -s address ]; do sleep 0.1; done
[ -e "/proc/$server/status" ] || { echo 'soak-fetch.sh: /proc is needed to read the memory of a process' >&2; exit 1; }
fetch -q -state crawl -S "$size" -resolve "$(cat address)" -scope all -delay 0.5 -slow 0 -connections "$hosts" -by-address=false \
  -max-time $((minutes * 60)) http://h0.example/ 2>messages &
crawler=$!
{ header "a crawl of $hosts hosts for $minutes minutes, -S $size, -delay 0.5"; printf '%6s %10s %10s\n' minute pages 'peak MiB'; } |
  tee "$report"
SECONDS=0
for ((minute = 1; minute < minutes; minute++)); do # in the last one fetch sorts its index
  peak=0
  while ((SECONDS < 60 * minute)); do
    now=$(awk '/^VmRSS/ {print $2}' "/proc/$crawler/status" 2>/dev/null || true)
    peak=$((${now:-0} > peak ? now : peak))
    sleep 1
  done
  printf '%6d %10d %10d\n' "$minute" "$(grep -c '"outcome":"ok"' crawl/crawl.jsonl)" $((peak / 1024)) | tee -a "$report"
done
code=0
wait "$crawler" || code=$?
crawler=''
say "fetch ended with status $code after $SECONDS s"
sed 's/^/  /' messages | tee -a "$report"
most=$(($(numfmt --from=iec "$size") / 1048576 + 16 + $(nproc)))
awk -v most="$most" -v minutes="$minutes" '/^ *[0-9]+ +[0-9]+ +[0-9]+$/ {
    third = int(3 * ($1 - 1) / (minutes - 1))
    if ($3 > peak[third]) peak[third] = $3
  }
  END {
    printf "peak MiB of the three thirds: %d, %d, %d; allowed: %d\n", peak[0], peak[1], peak[2], most
    exit !(peak[2] <= 1.1 * peak[1] && peak[2] <= most && peak[1] <= most)
  }' "$report" >verdict || code=1
say "$(cat verdict)"
say "written to ${report#"$root/"}"
exit "$code"
