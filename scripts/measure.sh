# measure.sh: what bench.sh and peers.sh share. They source it.

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

# median COLUMN: of the lines of stdin.
median() { awk -v c="$1" '{print $c}' | sort -g | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
