#!/usr/bin/env bash
# peers-dict.sh: link lines to ids and a dictionary, by dict and by sort and join of GNU, in turns on the same lines.
# The tools are on PATH. Writes build/peers-dict-DATE.txt.
#
#   LINKS (10000000), PAGES (a tenth of them), MEMORY (1G), RUNS (1); FILE: link lines of your own.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
links=${LINKS:-10000000} memory=${MEMORY:-1G} runs=${RUNS:-1}
pages=${PAGES:-$((links / 10))}
begin peers-dict dict peers/dict
cd "$work"
trap 'rm -f our.* gnu.*; rm -rf tmp' EXIT


file=${FILE:-$work/links-$links-$pages.tsv}
[ -f "$file" ] || { graphgen -pages "$pages" -links "$links" | tuples -w 2 -from raw -to text | awk '
  function url(p, host) {
    host = int(p / 40)
    return sprintf("https://www.host%d.example-%d.org/archive/section-%d/page-%d-%d.html", host, host % 1000, p % 40 / 8, p * 7919 % 1000003, p)
  }
  { print url($1) "\t" url($2) }' >new && mv new "$file"; }

# gnu numbers the different lines, and puts their numbers in the place of both columns, one after the other. Two sorts run
# at the same time there, with half of the memory each.
cat >gnu.sh <<'END'
half=$(($(numfmt --from=iec "$1") / 2)) tab=$'\t'
tr '\t' '\n' <"$2" | sort -u --parallel=2 -S "$1" -T tmp >gnu.urls
awk '{print $0 "\t" NR - 1}' gnu.urls >gnu.ids
cut -f 1,2 "$2" | sort -t "$tab" -k 1,1 -S "$half"b --parallel=2 -T tmp | join -t "$tab" -o 1.2,2.2 - gnu.ids |
  sort -t "$tab" -k 1,1 -S "$half"b --parallel=2 -T tmp | join -t "$tab" -o 1.2,2.2 - gnu.ids >gnu.links.txt
END

peer() {
  once "$2"
  record 'link lines to ids' "$1" "$wall" "$user" "$peak"
  say "$(shown "$1")"
}

say "$(header "link lines to ids, memory $memory")"
say "$(basename "$file"), $(stat -c %s "$file") bytes"
for _ in $(seq "$runs"); do
  peer 'dict' "dict -dict our.urls -dict-order bytes -S $memory -T tmp -o our.links.t2 $file"
  peer 'GNU sort and join' "bash -o pipefail gnu.sh $memory $file"
  cmp our.urls gnu.urls
  [ "$(tuples -sum our.links.t2)" = "$(tuples -sum gnu.links.txt)" ] && say "  the same dictionary and the same pairs"
done
