# measure.sh: what the scripts that measure share. They source it.
export LC_ALL=C # numbers have a decimal point

# begin NAME TOOL [FOLDER]: what a script does first. It writes the report build/NAME-DATE.txt, and TOOL is a tool that it needs. Its
# files are in build/FOLDER, which stays for the next run and has a folder tmp, or in a new folder, which is removed in the end.
# Sets root, report, work and log.
begin() {
  command -v "$2" >/dev/null || { echo "${0##*/}: the tools are not on PATH: run it by make, see make help" >&2; exit 1; }
  root=$PWD report=$PWD/build/$1-$(date -u +%Y%m%d-%H%M).txt
  mkdir -p build
  if [ -n "${3:-}" ]; then
    work=$root/build/$3
    mkdir -p "$work/tmp"
  else
    work=$(mktemp -d "${WORK:-$root/build}/$1.XXXXXX") # not in TMPDIR, which may be memory
    trap 'rm -rf "$work"' EXIT
  fi
  log=$work/log
}

# say TEXT…: a line of the report.
say() { echo "$*" | tee -a "$report"; }

# key NAME JSON: a figure of -stats.
key() { grep -o "\"$1\":[^,}]*" "$2" | cut -d: -f2; }

# python_with MODULES: prints the name of a python that has these modules, or fails.
python_with() {
  local p
  for p in python3 /usr/bin/python3; do
    ! "$p" -c "import $1" 2>/dev/null || { echo "$p"; return; }
  done
  return 1
}

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

# once COMMAND: runs it, and sets wall, user, sys and peak. It fails like the command.
once() {
  local figures
  figures=$(timed "$1") || return
  read -r wall user sys peak <<<"$figures"
}

# shown NAME: the figures of once, as a line.
shown() {
  printf '  %-22s wall %7.2f s  user %7.2f s  system %6.2f s  peak %5s MiB' "$1" "$wall" "$user" "$sys" "$(mebi "$peak")"
}

# mebi KIB: the same in MiB; - stays.
mebi() { [ "$1" = - ] && echo - || echo $((($1 + 512) / 1024)); }

# title TEXT: the head of a table, of which line writes the rows.
title() { say "$(printf '%-52s %8s %8s %9s %9s %9s' "$1" 'wall s' 'CPU s' 'MB/s' 'MB/CPU s' 'peak MiB')"; }

# line WORK PROGRAM BYTES COMMAND: a row of figures, the median of $runs runs, and their record. BYTES is what is read, or 0. Of a
# pipe the peak is that of the largest program.
line() {
  local i all=$log.runs cpu
  : >"$all"
  for ((i = 0; i < runs; i++)); do
    timed "$4" >>"$all" || { say "$2: failed"; return; }
  done
  wall=$(median 1 <"$all") cpu=$(awk '{print $2 + $3}' "$all" | median 1) peak=$(median 4 <"$all")
  record "$1" "$2" "$wall" "$cpu" "$peak"
  say "$(awk -v n="$2" -v b="$3" -v w="$wall" -v c="$cpu" -v p="$(mebi "$peak")" '
    function rate(seconds) {return b > 0 && seconds > 0 ? sprintf("%.0f", b / 1e6 / seconds) : "-"}
    BEGIN {printf "%-52s %8.2f %8.2f %9s %9s %9s", n, w, c, rate(w), rate(c), p}')"
}

# record WORK PROGRAM WALL CPU PEAK: a line of figures for docs, in seconds and KiB, into a table beside $report. It has the form of
# docs/figures/performance.tsv, which takes over the lines that are to be shown (see figures.sh).
record() {
  local table=${report%.txt}.tsv
  [ -e "$table" ] || printf 'work\tprogram\tseconds\tCPU_s\tpeak_MiB\n' >"$table"
  awk -v OFS='\t' -v peak="$5" 'BEGIN {print ARGV[1], ARGV[2], ARGV[3], ARGV[4], peak ~ /^[0-9]+$/ ? sprintf("%.0f", peak / 1024) : ""}' \
    "$1" "$2" "$3" "$4" >>"$table"
}

# median COLUMN: of the lines of stdin.
median() { awk -v c="$1" '{print $c}' | sort -g | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }

# peers_folder: the absolute name of the folder with the drivers of other programs, PEERS_DIR or one beside the repository.
peers_folder() { cd "${PEERS_DIR:-../shared/peers}" 2>/dev/null && pwd || echo /nowhere; }
