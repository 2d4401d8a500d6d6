#!/usr/bin/env bash
# thesis.sh LINKS OUT: the experiments of Kulvait 2007, chapter 8, on any graph, and the comparison of strategies that he
# planned. LINKS are pairs (src, dst) sorted by 1,2, as `make CRAWL=…` leaves them. The tools are on PATH.
#
#   ORDER       the order of fetching that the tables are about, pairs (id, position) (default: breadth first)
#   HOSTS       pairs (page, host), for the strategies that need them
#   K, D, TOL   of the ranks (100, 0.75, 1e-9)
#   PHASES      shares of the crawl, in percent, after which it is ranked (5 10 … 100)
#   STRATEGIES  to compare (all that need no further files); STEPS (5 10 20 … 90) are the phases at which each is ranked
#   MEMORY, TMP -S and -T of the tools (1G); DECIMALS of the tables (3); QUIET: only what holds is said
#
# Files that are there and newer than LINKS are not made again, so a run that was stopped goes on where it was. In OUT:
#
#   correlation.tsv      tau of PageRank and K-Rank by phase (Table 8.1)
#   stability-100.tsv    tau of the ranks by phase with those of the whole (Table 8.2); stability-50.tsv with half (Table 8.3)
#   accumulate-X-N.tsv   share of the importance X that a share of the order collects, N % being all (Tables 8.4 to 8.9)
#   share-N.tsv          stability against collected share (Graphs 8.3 and 8.5)
#   strategies.tsv       what each strategy collects when, and how stable the ranks are then
#   strategy-NAME.tsv    the curve of what it collects of PageRank, krank-by-NAME.tsv of K-Rank
#   stability-by-NAME.tsv  tau of the ranks by phase with those of the whole, as in Table 8.2
#   claims.tsv           what holds here of what the thesis found
#   *.parquet            each of these tables for a notebook
#
# Which pages tau is over is not printed in the thesis: here over all pages of the order, with zeros for those that are not
# rated yet, and (in the columns *_rated) over those that are.
set -euo pipefail
links=$(realpath "${1:?usage: thesis.sh LINKS OUT}") out=${2:?usage: thesis.sh LINKS OUT}
. "$(dirname "$0")/step.sh"
k=${K:-100} d=${D:-0.75} tol=${TOL:-1e-9}
phases=${PHASES:-5 10 15 20 25 30 35 40 45 50 55 60 65 70 75 80 85 90 95 100} steps=${STEPS:-5 10 20 30 40 50 60 70 80 90}
hosts=${HOSTS:+$(realpath "$HOSTS")} order=${ORDER:+$(realpath "$ORDER")} crawl=${ORDER:+the given order}
strategies=${STRATEGIES:-bfs dfs dfs-push random opic opic-all partial omniscient${hosts:+ sites}}
for tool in bfs-number pagerank krank kendall crawl-order accumulate tuples; do
  command -v $tool >/dev/null || { echo "thesis.sh: $tool is not on PATH: use make thesis" >&2; exit 1; }
done
mkdir -p "$out"
cd "$out"
[ -z "${TMP:-}" ] || export TMPDIR=$TMP
sized="-S ${MEMORY:-1G}"
ranks="$sized -d $d -tol $tol"

exec 3>&1
[ -z "${QUIET:-}" ] || exec 3>/dev/null

# make FILE TEXT COMMAND: runs the command, which writes the file, if it is not there or older than the links.
make() {
  if [ ! -e "$1" ] || [ "$links" -nt "$1" ]; then
    set +e # step says itself what failed, of all parts of a pipe
    step ./times.tsv "$2" "$3" >&3
    local code=$?
    set -e
    if ((code != 0)); then
      echo "thesis.sh: $2: failed" >&2
      rm -f "$1"
      exit "$code"
    fi
  fi
}

# table FILE TEXT COMMAND: the same for a function that prints the file; where there is one, there is its Parquet too.
table() { make "$1" "$2" "into $1 $3"; }
into() {
  local file=$1
  shift
  "$@" >"$file.new" && ! grep FAILED "$file.new" && tuples -table -o "${file%.tsv}.parquet" "$file.new" && mv "$file.new" "$file"
}

part() { awk -v p="$1" 'BEGIN {print p / 100}'; }
last=${phases##* }

make by-dst.t2 'the links by target, each once' "extsort -u -k 2,1 $sized -stats by-dst.json -o by-dst.t2 ${links@Q}"
if [ -z "$order" ]; then
  make layers.t2 'breadth-first layers' "bfs-layers $sized -stats layers.json -o layers.t2 ${links@Q}"
  make order.t2 'the order: breadth first' "bfs-number $sized -layers layers.t2 -stats order.json -o order.t2 ${links@Q}"
  order=order.t2 crawl='breadth first'
fi
pages=$(tuples -count "$order")
make ids.t1 'all pages' "tuples -cols 1 -o ids.t1 ${order@Q}"

# Ranks by phase. Each begins with those of the phase before, K-Rank with the PageRank that it scores links by.
before=
for p in $phases; do
  known="-known ${order@Q} -share $(part "$p")" pr="-o pr-$p.t2" kr="-o kr-$p.t2"
  if [ "$p" = "$last" ]; then
    pr+=" -stats pr-$p.json" kr+=" -stats kr-$p.json"
  fi
  make "pr-$p.t2" "PageRank at $p %" "pagerank $ranks $known${before:+ -init pr-$before.t2} $pr by-dst.t2"
  make "kr-$p.t2" "K-Rank at $p %" "krank -k $k $ranks $known -ranks pr-$p.t2 -init pr-$p.t2 $kr by-dst.t2"
  before=$p
done

# tau SCOPE A B: with DECIMALS decimals; nan where it is not defined, all ranks being equal.
tau() {
  local t code=0
  t=$(kendall -q $sized -scope "$1" "$2" "$3" 2>&1) || code=$?
  case $code in
    0) printf "%.${DECIMALS:-3}f" "$t" ;;
    4) printf nan ;;
    *) printf 'FAILED: %s' "$t" ;;
  esac
}

correlation() {
  printf 'phase\ttau_all\ttau_rated\n'
  for p in $phases; do
    printf '%s\t%s\t%s\n' "$p" "$(tau list=ids.t1 "pr-$p.t2" "kr-$p.t2")" "$(tau both "pr-$p.t2" "kr-$p.t2")"
  done
}

# agreement PHASE PR KR OF: how far the ranks at a phase agree with those at another, a line of a table.
heads='phase\tkrank\tpagerank\tkrank_rated\tpagerank_rated\n'
agreement() {
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$(tau list=ids.t1 "$3" "kr-$4.t2")" "$(tau list=ids.t1 "$2" "pr-$4.t2")" \
    "$(tau both "$3" "kr-$4.t2")" "$(tau both "$2" "pr-$4.t2")"
}

# stability OF PHASES…
stability() {
  local of=$1
  shift
  printf "$heads"
  for p in "$@"; do
    agreement "$p" "pr-$p.t2" "kr-$p.t2" "$of"
  done
}

table correlation.tsv 'Table 8.1: PageRank and K-Rank' correlation
table stability-100.tsv 'Table 8.2: by phase and in the end' "stability $last $phases"
case " $phases " in *" 50 "*)
  halves=$(for p in $phases; do if ((p <= 50)); then printf "%s " "$p"; fi; done)
  table stability-50.tsv 'Table 8.3: by phase and at half' "stability 50 ${halves% }"
  ;;
esac

# Importance collected by an order; only the pages of the order count: those of half of it are taken for all.
curve() {
  printf 'percent\torder\tmax\trandom\tsample\n'
  accumulate -q $sized -scope order -order "$1" "$2" | sed '/^#/d'
}
for x in pr:pagerank kr:krank; do
  name=${x#*:} x=${x%:*}
  table "accumulate-$name-100.tsv" "importance by the order: $name" "curve ${order@Q} $x-$last.t2"
  if [ -e "$x-50.t2" ]; then
    make order-50.t2 'the first half of the order' \
      "extsort -k 2,1 $sized ${order@Q} | tuples -w 2 -head $(((pages + 1) / 2)) | extsort -w 2 -k 1,2 $sized -o order-50.t2"
    table "accumulate-$name-50.tsv" "importance by the half: $name" "curve order-50.t2 $x-50.t2"
  fi
done

# column FILE NAME: the values of a column; pairs FILE NAME NAME: those of two; cell FILE KEY NAME: that of the line which begins
# with KEY.
column() { awk -F '\t' -v n="$2" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == n) c = i; next} {print $c}' "$1"; }
pairs() { paste <(column "$1" "$2") <(column "$1" "$3"); }
cell() { awk -F '\t' -v k="$2" -v n="$3" 'NR == 1 {for (i = 1; i <= NF; i++) if ($i == n) c = i; next} $1 == k {print $c}' "$1"; }

# Graphs 8.3 and 8.5: how stable the ranks are when a share of the importance is collected.
shares() {
  printf 'phase\tshare_krank\tkrank\tshare_pagerank\tpagerank\n'
  paste <(column "stability-$1.tsv" phase) <(column "stability-$1.tsv" krank) <(column "stability-$1.tsv" pagerank) |
    while read -r p kr pr; do
      at=$((p * 100 / $1)) # of the half, 10 % are 20 %
      printf '%s\t%s\t%s\t%s\t%s\n' "$p" "$(cell "accumulate-krank-$1.tsv" $at order)" "$kr" "$(cell "accumulate-pagerank-$1.tsv" $at order)" "$pr"
    done
}
for n in 100 50; do
  if [ -e "stability-$n.tsv" ]; then
    table "share-$n.tsv" "stability by collected share, $n %" "shares $n"
  fi
done

# The strategies: what each collects, and how stable the rank of the pages is that it has fetched.
# area FILE [COLUMN]: under a curve, both axes from 0 to 1.
area() { pairs "$1" percent "${2:-order}" | awk 'NR > 1 {a += ($1 - p) * ($2 + s) / 200} {p = $1; s = $2} END {printf "%.4f", a}'; }
figure() { grep -o "\"$1\":[^,}]*" "$2" | cut -d : -f 2; }
needs() {
  case $1 in
    partial) echo "-d $d -tol $tol" ;;
    omniscient) echo "-importance pr-$last.t2" ;;
    sites) echo "-hosts ${hosts@Q}" ;;
  esac
}

# growing STRATEGY: its ranks by phase, which nobody needs but for their agreement with the last.
growing() {
  local p pr=pr-now.t2 kr=kr-now.t2
  printf "$heads"
  for p in $steps; do
    pagerank $ranks -known "order-$1.t2" -share "$(part "$p")" -init "pr-$last.t2" -o $pr by-dst.t2 &&
      krank -k "$k" $ranks -known "order-$1.t2" -share "$(part "$p")" -ranks $pr -init $pr -o $kr by-dst.t2 || return
    agreement "$p" $pr $kr "$last"
  done
  rm $pr $kr
}

for s in $strategies; do
  make "order-$s.t2" "order of fetching: $s" \
    "crawl-order -strategy $s $(needs "$s") $sized -stats order-$s.json -o order-$s.t2 ${links@Q}"
  table "strategy-$s.tsv" "PageRank that $s collects" "curve order-$s.t2 pr-$last.t2"
  table "krank-by-$s.tsv" "K-Rank that $s collects" "curve order-$s.t2 kr-$last.t2"
  table "stability-by-$s.tsv" "ranks while $s fetches, and in the end" "growing $s"
done

compare() {
  local at
  at=$(for p in 10 20 50; do [[ " $steps " != *" $p "* ]] || echo $p; done)
  printf 'strategy\tarea_pagerank\tarea_krank\tshare10\tshare50\tphase_at_half\tseconds\tpeak_bytes'
  [ -z "$at" ] || printf '\ttau%s' $at
  printf '\n'
  for s in $strategies; do
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%.2f\t%s' "$s" "$(area "strategy-$s.tsv")" "$(area "krank-by-$s.tsv")" \
      "$(cell "strategy-$s.tsv" 10 order)" "$(cell "strategy-$s.tsv" 50 order)" \
      "$(awk -F '\t' 'NR > 1 && $2 >= 0.5 {print $1; exit}' "strategy-$s.tsv")" \
      "$(figure seconds "order-$s.json")" "$(figure peak_memory "order-$s.json")"
    for p in $at; do
      printf '\t%s' "$(cell "stability-by-$s.tsv" "$p" pagerank)"
    done
    printf '\n'
  done
}
table strategies.tsv 'the strategies, side by side' compare

# claim TEXT VALUE HOLDS EXPLANATION: a line of claims.tsv.
claim() { printf '%s\t%s\t%s\t%s\n' "$@"; }

# holds CONDITION…: yes or no, by awk.
holds() { awk "BEGIN {print ($1) ? \"yes\" : \"no\"}"; }

# compared STRATEGY: whether it is one of several.
compared() { [[ " $strategies " == *" $1 "* && $strategies == *\ * ]]; }

claims() {
  local least most falls of pr kr gap best
  printf 'claim\tvalue\tholds\texplanation\n'
  read -r least most < <(column correlation.tsv tau_rated | sort -g | sed -n '1p;$p' | paste -sd ' ')
  claim 'PageRank and K-Rank are correlated at every phase' "tau $least to $most over the rated pages" "$(holds "$least > 0.5")" \
    'thesis: 0.69 to 0.76 (cz), 0.81 to 0.82 (eu), 0.76 to 0.80 (uk); here more than 0.5 counts as correlated'
  falls=$(column stability-100.tsv pagerank | awk 'NR > 1 && $1 < p {n++} {p = $1} END {print n + 0}')
  of="tau $(cell stability-100.tsv 50 pagerank) at 50 % over all pages, $(cell stability-100.tsv 50 pagerank_rated) over the rated ones"
  claim 'the longer the crawl, the nearer its ranking to the final one' "falls at $falls of the phases; $of" \
    "$([ "$falls" = 0 ] && echo yes || echo partly)" 'thesis: rises at every phase; 0.918 to 0.941 at 50 %'
  read -r pr kr < <(paste <(column stability-100.tsv pagerank) <(column stability-100.tsv krank) | awk '$1 >= $2 {n++} END {print n, NR}')
  claim 'PageRank is at least as stable as K-Rank' "at $pr of $kr phases" "$([ "$pr" = "$kr" ] && echo yes || { ((2 * pr >= kr)) && echo partly || echo no; })" \
    'thesis: at all phases of cz and uk, at 18 of 20 of eu'
  pr=$(area accumulate-pagerank-100.tsv) kr=$(area accumulate-krank-100.tsv)
  claim "$crawl collects PageRank faster than a random order" "area $pr, random 0.5" "$(holds "$pr > 0.5")" 'thesis: 0.567 (cz), 0.566 (eu), 0.527 (uk)'
  claim "K-Rank is spread more evenly: $crawl collects it more slowly" "area $kr, of PageRank $pr" "$(holds "$kr < $pr")" 'thesis: 0.527, 0.526, 0.514 of K-Rank'
  pr=$(area accumulate-pagerank-100.tsv max) kr=$(area accumulate-krank-100.tsv max)
  claim 'so do the best orders that there can be' "area $kr, of PageRank $pr" "$(holds "$kr <= $pr")" 'thesis: 0.601 and 0.623 (cz), 0.619 and 0.635 (eu), 0.547 and 0.555 (uk)'
  if [ -e accumulate-pagerank-50.tsv ]; then
    gap=$(paste <(column accumulate-pagerank-100.tsv order) <(column accumulate-pagerank-50.tsv order) |
      awk '{d = $1 > $2 ? $1 - $2 : $2 - $1; if (d > m) m = d} END {printf "%.3f", m}')
    claim 'half of the crawl gives nearly the same curve' "differs by at most $gap" "$(holds "$gap <= 0.04")" 'thesis: never by more than 0.04'
  fi
  if compared omniscient; then
    best=$(pairs strategies.tsv strategy area_pagerank | sort -k 2,2gr)
    claim 'among the strategies, the omniscient one collects most' "$(awk '{printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2}' <<<"$best")" \
      "$([ "${best%%	*}" = omniscient ] && echo yes || echo no)" 'survey of the thesis: the best until about 70 % of the crawl; these are areas under the curves of PageRank'
  fi
  if compared opic && compared partial; then
    pr=$(cell strategies.tsv opic area_pagerank) kr=$(cell strategies.tsv partial area_pagerank)
    claim 'OPIC collects more than partial PageRank' "area $pr, partial PageRank $kr" "$(holds "$pr > $kr")" 'survey of the thesis: better than partial importance, beaten only by the omniscient strategy'
  fi
  if compared sites && compared bfs; then
    pr=$(cell strategies.tsv sites share10) kr=$(cell strategies.tsv bfs share10)
    claim 'larger sites first is worse in the beginning' "$pr of PageRank after 10 %, breadth first $kr" "$(holds "$pr < $kr")" 'survey of the thesis: worse in the first half, leading at the end'
  fi
}

table claims.tsv 'what holds of the claims of the thesis' claims
printf '\nWhat holds of the claims of the thesis (%s pages):\n' "$pages"
awk -F '\t' 'NR > 1 {printf "  %-7s %s: %s\n", $3, $1, $2}' claims.tsv
