#!/usr/bin/env bash
# peers.sh: the same work by webmill and by other programs, in turns on the same files; outputs are compared: sorts byte by
# byte, Kendall's tau to 12 decimals.
# The tools are on PATH. Writes build/peers-DATE.txt, and the figures as build/peers-DATE.tsv. What is not installed is named and left out.
#
#   N (100000000) pairs, for lines and kendall a tenth, RUNS (3), SIZES ("1G 256M 4G") of memory, CASES (all), BIG=1 for
#   1.45 G pairs in 1600M as well. Kendall's tau alone: CASES="kendall kendall-ties" SIZES="1G 64M" make peers
#   PEERS_DIR (see measure.sh) holds the drivers stxxlbench.cpp and gosort/, which are built into build/peers;
#   build/duckdb is where npm has put @duckdb/node-api.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
n=${N:-100000000} runs=${RUNS:-3} sizes=${SIZES:-1G 256M 4G}
cases=${CASES:-random web equal sorted reversed heavy lines parquet kendall kendall-ties}
begin peers extsort "peers/work-$n"
tools=$root/build/peers
peers=$(peers_folder)
trap 'rm -f "$work"/out.* "$work"/stxxl.disk; rm -rf "$work/tmp"' EXIT
cd "$work"

absent() { say "left out: $1"; }

# Which peers there are.
have_stxxl() {
  [ -x "$tools/stxxlbench" ] && return
  command -v g++ >/dev/null && [ -f "$peers/stxxlbench.cpp" ] &&
    g++ -O3 -march=native -fopenmp "$peers/stxxlbench.cpp" -lstxxl -o "$tools/stxxlbench" 2>/dev/null
}
have_gosort() {
  [ -x "$tools/gosort" ] && return
  [ -d "$peers/gosort" ] && (cd "$peers/gosort" && go build -o "$tools/gosort" .) 2>/dev/null
}
have_duck() { command -v node >/dev/null && [ -d "$root/build/duckdb/node_modules/@duckdb/node-api" ]; }
have_gnu() { sort --version 2>/dev/null | grep -q GNU; }
have_scipy() { python=$(python_with scipy.stats); }
have_pcapp() { command -v Rscript >/dev/null && Rscript -e 'library(pcaPP)' >/dev/null 2>&1; }

# The inputs, kept from run to run. The web comes sorted by its targets.
make_input() {
  local random='graphgen -model random'
  case $1 in
  random) $random -links "$n" ;;
  big) $random -links 1450000000 ;;
  web) graphgen -pages $((n / 10)) -links "$n" -by dst ;;
  equal) { yes $'1\t2' || true; } | head -n "$n" | tuples -w 2 -from text -to raw ;;
  sorted) extsort -w 2 -k 1,2 "$(input random)" ;;
  reversed) extsort -w 2 -k 1r,2r "$(input random)" ;;
  heavy) # half of the records have one first column
    { $random -links $((n / 2)) && $random -random-seed 2 -links $((n / 2)) -to text | sed 's/^[0-9]*/7/' |
      tuples -w 2 -from text -to raw; } ;;
  lines) $random -links $((n / 10)) -to text |
    awk -F'\t' '{print "https://www.site" $1 % 5000 ".example/" $1 "/page" $2 ".html"}' ;;
  parquet) $random -links "$n" -to parquet ;;
  kendall) scores 'x' ;;
  kendall-b) scores 'x + y / 2' ;;
  kendall-ties) scores 'int(1000 * x)' ;;
  kendall-ties-b) scores 'int(1000 * (x + y / 2))' ;;
  esac
}

# scores FORMULA: (id, score) of x and y, which are random and the same in each file.
scores() {
  awk -v n=$((n / 10)) "BEGIN {srand(5); for (i = 0; i < n; i++) {x = rand(); y = rand(); printf \"%d\t%.9g\n\", i, $1}}" |
    tuples -columns id,score:f32 -from text -to raw
}

input() {
  local file=$1.t2
  case $1 in lines) file=lines.txt ;; parquet) file=random.parquet ;; esac
  if [ ! -f "$file" ]; then
    make_input "$1" >"$file.new" && mv "$file.new" "$file" || return 1
  fi
  echo "$file"
}

# command WHO FILE SIZE: how a program sorts FILE into out.WHO.
command_of() {
  local out=out.$1 file=$2 size=$3
  case $1 in
  webmill) echo "extsort -w 2 -k 1,2 -S $size -T tmp $file >$out" ;; # not -o, which syncs: no peer does
  webmill-lines) echo "extsort -lines -S $size -T tmp $file >$out" ;;
  webmill-parquet) echo "extsort -k 1,2 -S $size -T tmp -to parquet $file >$out" ;;
  stxxl) echo "STXXLCFG=stxxl.cfg $tools/stxxlbench ksort 8 $(megabytes "$size") $file $out" ;;
  gosort) echo "$tools/gosort lsd $file $out" ;;
  gnu-sort) echo "LC_ALL=C sort -S $size -T tmp --parallel=$(nproc) -o $out $file" ;;
  webmill-kendall) echo "kendall -S $size -T tmp $file ${file%.t2}-b.t2 >$out" ;;
  scipy) echo "$python $tools/kendall.py $file ${file%.t2}-b.t2 >$out" ;;
  pcaPP) echo "Rscript $tools/kendall.R $file ${file%.t2}-b.t2 >$out" ;;
  duckdb) echo "cd $root/build/duckdb && MEM=$(megabytes "$size")MB TMPDIR=$work/tmp node sort.mjs $work/$file $work/$out" ;;
  esac
}

megabytes() { case $1 in *G) echo $((${1%G} * 1024)) ;; *M) echo "${1%M}" ;; esac; }

duck_driver() {
  cat >"$root/build/duckdb/sort.mjs" <<'JS'
import { DuckDBInstance } from '@duckdb/node-api'
const db = await DuckDBInstance.create(':memory:', { threads: String(process.env.THREADS ?? 2), memory_limit: process.env.MEM, temp_directory: process.env.TMPDIR })
const c = await db.connect()
const [from, to] = process.argv.slice(2)
const [a, b] = (await c.runAndReadAll(`describe select * from read_parquet('${from}')`)).getRowsJson().map(r => `"${r[0]}"`)
await c.run(`copy (select * from read_parquet('${from}') order by ${a}, ${b}) to '${to}' (format parquet, compression zstd)`)
JS
}

# The drivers for Kendall's tau read the same files and give the scores to their programs as doubles.
kendall_drivers() {
  cat >"$tools/kendall.py" <<'PY'
import sys, numpy, scipy.stats
a, b = (numpy.fromfile(f, '<f4')[1::2].astype(float) for f in sys.argv[1:])
print('%.15f' % scipy.stats.kendalltau(a, b)[0])
PY
  cat >"$tools/kendall.R" <<'R'
suppressMessages(library(pcaPP))
scores <- function(f) readBin(f, "numeric", file.size(f) / 4, size = 4)[c(FALSE, TRUE)]
files <- commandArgs(TRUE)
cat(sprintf("%.15f\n", cor.fk(scores(files[1]), scores(files[2]))))
R
}

# race CASE SIZE WHO...: all of them in turns, then the medians, and webmill's shares of them.
race() {
  local name=$1 size=$2 file who
  shift 2
  file=$(input "$name")
  case $name in kendall*) input "$name-b" >/dev/null ;; esac
  say ""
  say "$name, -S $size: $(stat -Lc %s "$file") bytes"
  for who in "$@"; do : >"figures.$who"; done
  for run in $(seq "$runs"); do
    for who in "$@"; do
      rm -f "out.$who"
      if ! timed "$(command_of "$who" "$file" "$size")" >"figure"; then
        say "  $who failed: $(tail -n 1 "$log")"
        continue
      fi
      cat figure >>"figures.$who"
      [ "$run" -gt 1 ] || compare "$1" "$who"
      [ "$who" = "$1" ] || rm -f "out.$who"
    done
  done
  for who in "$@"; do figures "$who" "$1"; done
}

compare() {
  [ "$1" != "$2" ] && [ -f "out.$1" ] || return 0
  case $2 in
  scipy | pcaPP) awk 'NR == FNR {tau = $1; next} {exit !((tau - $1) ^ 2 < 1e-24)}' "out.$1" "out.$2" ;;
  duckdb) cmp <(tuples -from parquet -to raw "out.$1") <(tuples -from parquet -to raw "out.$2") ;;
  *) cmp "out.$1" "out.$2" ;;
  esac >/dev/null || say "  $2: OUTPUT DIFFERS from that of $1"
}

# figures WHO OURS: the medians of one program, and how many times ours they are.
figures() {
  [ -s "figures.$1" ] || return 0
  local wall user peak
  wall=$(median 1 <"figures.$1") user=$(median 2 <"figures.$1") peak=$(median 4 <"figures.$1")
  record "$name, -S $size" "$1" "$wall" "$user" "$peak"
  awk -v who="$1" -v wall="$wall" -v user="$user" -v peak="$peak" -v w="$(median 1 <"figures.$2")" \
    -v u="$(median 2 <"figures.$2")" 'function times(a, b) {return b > 0 ? sprintf("%.2f", a / b) : "-"}
    BEGIN {printf "  %-16s wall %8.2f s  user %8.2f s  peak %6s MiB   times ours: wall %s, user %s\n", who, wall, user,
      peak == "-" ? "-" : sprintf("%.0f", peak / 1024), times(wall, w), times(user, u)}' | tee -a "$report"
}

header "webmill and its peers: $n pairs, median of $runs runs in turns" | tee "$report"
printf 'disk=%s/stxxl.disk,0,syscall unlink\n' "$work" >stxxl.cfg
pairs=(webmill)
if have_stxxl; then pairs+=(stxxl); else absent "STXXL (a C++ compiler, libstxxl-dev, PEERS_DIR/stxxlbench.cpp)"; fi
if have_gosort; then pairs+=(gosort); else absent "gosort, a radix sort in memory (PEERS_DIR/gosort)"; fi
tables=(webmill-parquet)
if have_duck; then tables+=(duckdb) && duck_driver; else absent "DuckDB (npm install @duckdb/node-api in build/duckdb)"; fi
texts=(webmill-lines)
if have_gnu; then texts+=(gnu-sort); else absent "GNU sort"; fi
taus=(webmill-kendall)
if have_scipy; then taus+=(scipy); else absent "SciPy (python3-scipy)"; fi
if have_pcapp; then taus+=(pcaPP); else absent "pcaPP (r-cran-pcapp)"; fi
kendall_drivers

for name in $cases; do
  for size in $sizes; do
    case $name in
    lines) race "$name" "$size" "${texts[@]}" ;;
    parquet) race "$name" "$size" "${tables[@]}" ;;
    kendall*) race "$name" "$size" "${taus[@]}" ;;
    *) race "$name" "$size" "${pairs[@]}" ;;
    esac
  done
done
if [ -n "${BIG:-}" ]; then # more than memory holds, so nothing for gosort
  if have_stxxl; then race big 1600M webmill stxxl; else race big 1600M webmill; fi
fi
say ""
say "written to ${report#"$root/"}"
