# measure.sh: what bench.sh and peers.sh share. They source it.
export LC_ALL=C # numbers have a decimal point

# header says where and when the figures were made.
header() {
  echo "$1, $(date -u '+%Y-%m-%d %H:%M UTC')"
  echo "machine: $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores," \
    "$(awk '/MemTotal/ {printf "%d GiB", $2 / 1048576}' /proc/meminfo), $(uname -sr), load $(cut -d' ' -f1 /proc/loadavg)"
  echo "webmill: $(git rev-parse --short HEAD 2>/dev/null || echo no commit)$(git diff --quiet HEAD 2>/dev/null || echo ', changed since'), $(go version | cut -d' ' -f3)"
}

# timed COMMAND: runs it and prints "wall user sys peak", in seconds and KiB; the peak is - where GNU time is missing.
# What the command says goes to $log; if it fails, so does the measurement.
timed() {
  local figures=$log.figures ok=0 TIMEFORMAT='%R %U %S -'
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -q -o "$figures" -f '%e %U %S %M' bash -o pipefail -c "$1" >"$log" 2>&1 || ok=1
  else
    { time bash -o pipefail -c "$1" >"$log" 2>&1; } 2>"$figures" || ok=1
  fi
  if [ "$ok" = 0 ]; then
    cat "$figures"
  else
    printf 'failed: %s\n%s\n' "$1" "$(sed 's/^/    /' "$log")" >&2
  fi
  rm -f "$figures"
  return "$ok"
}

# record WORK PROGRAM WALL CPU PEAK: a line of figures for docs, in seconds and KiB, into a table beside $report. It has the form of
# docs/performance.tsv, which takes over the lines that are to be shown (see figures.sh).
record() {
  local table=${report%.txt}.tsv
  [ -e "$table" ] || printf 'work\tprogram\tseconds\tcpu\tpeak_mib\n' >"$table"
  awk -v OFS='\t' -v peak="$5" 'BEGIN {print ARGV[1], ARGV[2], ARGV[3], ARGV[4], peak ~ /^[0-9]+$/ ? sprintf("%.0f", peak / 1024) : ""}' \
    "$1" "$2" "$3" "$4" >>"$table"
}

# median COLUMN: of the lines of stdin.
median() { awk -v c="$1" '{print $c}' | sort -g | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

# peers_folder: the absolute name of the folder with the drivers of other programs, PEERS_DIR or one beside the repository.
peers_folder() { cd "${PEERS_DIR:-../shared/peers}" 2>/dev/null && pwd || echo /nowhere; }
