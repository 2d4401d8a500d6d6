#!/usr/bin/env bash
# peers-graph.sh: PageRank and breadth-first search by webmill and by other programs, in turns on the same R-MAT graph.
# The tools are on PATH. Writes build/peers-graph-DATE.txt. What is not installed is named and left out.
#
#   SCALE (22) of the graph, about 16 links a page without self-links and repeated ones; RUNS (3).
#   PEERS_DIR (see measure.sh) holds the drivers graphpy.py and edgestream.cpp; GAPBS is a folder with the programs pr_spmv
#   and bfs of the GAP benchmark and its converter.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
scale=${SCALE:-22} runs=${RUNS:-3}
begin peers-graph pagerank "peers/graph-$scale"
tools=$root/build/peers
peers=$(peers_folder)
gapbs=${GAPBS:+$(cd "$GAPBS" && pwd)}
cd "$work"
pages=$((1 << scale))
trap 'rm -f out.*; rm -rf tmp' EXIT


have_scipy() { [ -f "$peers/graphpy.py" ] && python=$(python_with scipy); }
have_edgestream() {
  [ -x "$tools/edgestream" ] && return
  command -v g++ >/dev/null && [ -f "$peers/edgestream.cpp" ] && g++ -O3 -march=native "$peers/edgestream.cpp" -o "$tools/edgestream"
}

# The graph by target and by source, and for the GAP benchmark its own form.
[ -f by-dst.t2 ] || { graphgen -model rmat -bits "$scale" -noself | extsort -w 2 -u -k 2,1 -S 50% >new && mv new by-dst.t2; }
[ -f by-src.t2 ] || { extsort -k 1,2 -S 50% by-dst.t2 >new && mv new by-src.t2; }
if [ -n "$gapbs" ] && [ ! -f g.sg ]; then
  tuples -to text by-src.t2 | tr '\t' ' ' >g.el && "$gapbs/converter" -f g.el -b g.sg >"$log" && rm g.el
fi
[ -f by-degree.t2 ] || { tuplejoin -group 1 -agg count by-src.t2 | extsort -w 2 -k 2r,1 >new && mv new by-degree.t2; }
root_page=$(tuples -head 1 -to text by-degree.t2 | cut -f1)

# ours NAME FLAGS...: one line of figures of pagerank.
ours() {
  local name=$1
  shift
  once "pagerank -pages $pages -T tmp -stats stats.json $* by-dst.t2 >out.$name"
  say "$(shown "$name")" "read $(key read_seconds stats.json) prepare $(key prepare_seconds stats.json)" \
    "solve $(key solve_seconds stats.json) sweeps $(key sweeps stats.json)"
}

peer() {
  once "$2" || return 0
  say "$(shown "$1")"
  grep -E "$3" "$log" | sed 's/^/    /' | tee -a "$report"
}

header "webmill and its peers: R-MAT scale $scale, $(($(stat -c %s by-dst.t2) / 8)) links" | tee "$report"
for run in $(seq "$runs"); do
  say "" && say "run $run: PageRank, d 0.85"
  ours float64 -tol 1e-9 -vector float64
  ours power -tol 1e-9 -vector float64 -method power
  ours float64-64M -tol 1e-9 -S 64M
  ours disk -tol 1e-9 -vector disk -S 64M
  ! have_scipy || peer scipy "$python $peers/graphpy.py scipy by-dst.t2 $pages" 'build|pagerank|bfs|read'
  ! have_edgestream || peer edgestream "$tools/edgestream by-src.t2 $pages 26" 'degree|iter 2[0-5]'
  [ -z "$gapbs" ] || peer gapbs "OMP_NUM_THREADS=$(nproc) $gapbs/pr_spmv -f g.sg -n 1 -i 110 -t 0" 'Time'
  say "run $run: breadth-first layers from page $root_page"
  for memory in 1G 16M; do
    once "bfs-layers -seed $root_page -reachable -S $memory -T tmp -stats stats.json by-src.t2 >out.layers"
    say "$(shown "bfs-layers -S $memory")" "load $(key load_seconds stats.json) search $(key search_seconds stats.json)"
  done
  [ -z "$gapbs" ] || peer gapbs "OMP_NUM_THREADS=$(nproc) $gapbs/bfs -f g.sg -n 1 -r $root_page" 'Time'
done
say "written to ${report#"$root/"}"
