#!/usr/bin/env bash
# thesis.sh LINKS OUT: the experiments of Kulvait 2007, chapter 8, on any graph, and the comparison of strategies that the
# thesis plans. LINKS are pairs (src, dst) sorted by 1,2, as `make CRAWL=…` leaves them. The tools are on PATH.
#
#   ORDER       the order of fetching that the tables are about, pairs (id, position) (default: breadth first)
#   SEEDS       the page where the search begins, like seed.t1 of `make CRAWL=…`: the experiments are about the pages that can be
#               reached from it (default: all pages; the search begins at the lowest page, and again at the lowest page left)
#   HOSTS       pairs (page, host), for the strategies that need them
#   K, D, TOL   of the ranks (100, 0.75, 1e-9)
#   PHASES      shares of the crawl, in percent, after which it is ranked (5 10 … 100)
#   STRATEGIES  to compare (all that need no further files); STEPS (5 10 20 … 90) are the phases at which each is ranked
#   MEMORY, TMP -S and -T of the tools (1G); DECIMALS of the tables (3); QUIET: print only the claims
#
# A stopped run continues where it was stopped. With other links, parameters or versions of the tools, all results are made again.
# Where all ranks are equal, tau is not defined: it is nan in the tables, and no claim is judged by it.
# In OUT:
#
#   correlation.tsv      tau of PageRank and K-Rank by phase (Table 8.1)
#   stability-100.tsv    tau of the ranks by phase with those of the whole (Table 8.2); stability-50.tsv with half (Table 8.3)
#   accumulate-X-N.tsv   share of the importance X that a share of the order collects, N % being all (Tables 8.4 to 8.9)
#   share-N.tsv          stability against collected share (Graphs 8.3 and 8.5)
#   strategies.tsv       what each strategy collects when, and how stable the ranks are then
#   strategy-NAME.tsv    the curve of what it collects of PageRank, krank-by-NAME.tsv of K-Rank
#   stability-by-NAME.tsv  tau of the ranks by phase with those of the whole, as in Table 8.2
#   claims.tsv           what holds here of what the thesis found
#   of.tsv               name, size and time of the file of links
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
seeds=${SEEDS:+$(realpath "$SEEDS")}
from=${seeds:+ -seed-file ${seeds@Q}}
strategies=${STRATEGIES:-bfs dfs dfs-push random opic opic-all partial omniscient${hosts:+ sites}}
tools='bfs-layers bfs-number pagerank krank kendall crawl-order accumulate extsort tuples'
for tool in $tools; do
  command -v $tool >/dev/null || { echo "thesis.sh: $tool is not on PATH: use make thesis" >&2; exit 1; }
done
mkdir -p "$out"
cd "$out"
ranks="-d $d -tol $tol"

exec 3>&1
[ -z "${QUIET:-}" ] || exec 3>/dev/null

# All results depend on these parameters, files and tools.
RUN=$$
locked
{
  printf '%s\n' "$k $d $tol" "$phases" "$steps" "$strategies" "${DECIMALS:-3}"
  sizes of "$links" ${order:+"$order"} ${seeds:+"$seeds"} ${hosts:+"$hosts"}
  cksum <"$scripts/thesis.sh"
  for tool in $tools; do cksum <"$(type -P $tool)"; done
} >.made/new
if ! cmp -s .made/new .made/all; then
  [ ! -e .made/all ] || echo 'The results are of other links or parameters: they are made again.'
  for file in .made/*; do
    case $file in
      .made/new | .made/lock | .made/all) ;;
      *) awk -F '\t' '$1 == "made" {print $4}' "$file" | xargs rm -f && rm "$file" ;;
    esac
  done
  mv .made/new .made/all
  { printf 'what\tbytes\ttime\tlinks\n' && sizes links "$links"; } >of.tsv
fi

# make FILE TEXT COMMAND: runs the command, which writes the file, unless the file is up to date.
make() {
  set +e # step looks at the status of each part of a pipe
  step "$1" "$2" "$3" >&3
  local code=$?
  set -e
  if ((code != 0)); then
    echo "thesis.sh: $2 failed" >&2
    exit "$code"
  fi
}

# tsv FILE TEXT COMMAND: the same for a command that prints the table FILE; it is written as Parquet too.
tsv() { make "$1" "$2" "into \$new/$1 \$new/${1%.tsv}.parquet $3"; }
into() {
  local file=$1 parquet=$2
  shift 2
  "$@" >"$file" && ! grep FAILED "$file" && table -o "$parquet" "$file"
}

part() { awk -v p="$1" 'BEGIN {print p / 100}'; }
last=${phases##* }

if [ -n "$seeds" ]; then
  make reached.t2 'the pages that can be reached' "bfs-layers \$sized -seed-file ${seeds@Q} -reachable -o \$new/reached.t2 ${links@Q}"
  make links.t2 'the links of these pages' "tuplejoin -how semi -k 1 -o \$new/links.t2 ${links@Q} reached.t2"
  links=links.t2
  [ -s links.t2 ] || { echo 'thesis.sh: no links can be reached from SEEDS: there is nothing to compare' >&2; exit 1; }
fi
make by-dst.t2 'the links by target, each once' "extsort -u -k 2,1 \$sized -stats \$new/by-dst.json -o \$new/by-dst.t2 ${links@Q}"
if [ -z "$order" ]; then
  make layers.t2 'breadth-first layers' "bfs-layers \$sized$from -stats \$new/layers.json -o \$new/layers.t2 ${links@Q}"
  make order.t2 'the order: breadth first' "bfs-number \$sized -layers layers.t2 -stats \$new/order.json -o \$new/order.t2 ${links@Q}"
  order=order.t2 crawl='breadth first'
fi
pages=$(tuples -count "$order")
make ids.t1 'all pages' "tuples -cols 1 -o \$new/ids.t1 ${order@Q}"

# Ranks by phase. Each begins with those of the phase before, K-Rank with the PageRank that it scores links by.
before=
for p in $phases; do
  known="-known ${order@Q} -share $(part "$p")" pr="-o \$new/pr-$p.t2" kr="-o \$new/kr-$p.t2"
  if [ "$p" = "$last" ]; then
    pr+=" -stats \$new/pr-$p.json" kr+=" -stats \$new/kr-$p.json"
  fi
  make "pr-$p.t2" "PageRank at $p %" "pagerank \$sized $ranks $known${before:+ -init pr-$before.t2} $pr by-dst.t2"
  make "kr-$p.t2" "K-Rank at $p %" "krank \$sized -best $k $ranks $known -ranks pr-$p.t2 -init pr-$p.t2 $kr by-dst.t2"
  before=$p
done

# tau SCOPE A B: prints tau with DECIMALS decimals, or nan where it is not defined because all ranks are equal.
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

tsv correlation.tsv 'Table 8.1: PageRank and K-Rank' correlation
tsv stability-100.tsv 'Table 8.2: by phase and in the end' "stability $last $phases"
case " $phases " in *" 50 "*)
  halves=$(for p in $phases; do if ((p <= 50)); then printf "%s " "$p"; fi; done)
  tsv stability-50.tsv 'Table 8.3: by phase and at half' "stability 50 ${halves% }"
  ;;
esac

# Importance collected by an order; only the pages of the order count: those of half of it are taken for all.
curve() {
  printf 'percent\torder\tmax\trandom\tsample\n'
  accumulate -q $sized -among order -order "$1" "$2" | sed '/^#/d'
}
for x in pr:pagerank kr:krank; do
  name=${x#*:} x=${x%:*}
  tsv "accumulate-$name-100.tsv" "importance by the order: $name" "curve ${order@Q} $x-$last.t2"
  if [ -e "$x-50.t2" ]; then
    make order-50.t2 'the first half of the order' \
      "extsort -k 2,1 \$sized ${order@Q} | tuples -w 2 -head $(((pages + 1) / 2)) | extsort -w 2 -k 1,2 \$sized -o \$new/order-50.t2"
    tsv "accumulate-$name-50.tsv" "importance by the half: $name" "curve order-50.t2 $x-50.t2"
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
    tsv "share-$n.tsv" "stability by collected share, $n %" "shares $n"
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
    sites) echo "-host-of ${hosts@Q}" ;;
  esac
}

# growing STRATEGY: prints how well its ranks at each phase agree with the last ranks. The ranks themselves are not kept.
growing() {
  local p pr=$new/pr-now.t2 kr=$new/kr-now.t2
  printf "$heads"
  for p in $steps; do
    pagerank $sized $ranks -known "order-$1.t2" -share "$(part "$p")" -init "pr-$last.t2" -o $pr by-dst.t2 &&
      krank $sized -best "$k" $ranks -known "order-$1.t2" -share "$(part "$p")" -ranks $pr -init $pr -o $kr by-dst.t2 || return
    agreement "$p" $pr $kr "$last"
  done
  rm $pr $kr
}

for s in $strategies; do
  make "order-$s.t2" "order of fetching: $s" \
    "crawl-order -strategy $s$from $(needs "$s") \$sized -stats \$new/order-$s.json -o \$new/order-$s.t2 ${links@Q}"
  tsv "strategy-$s.tsv" "PageRank that $s collects" "curve order-$s.t2 pr-$last.t2"
  tsv "krank-by-$s.tsv" "K-Rank that $s collects" "curve order-$s.t2 kr-$last.t2"
  tsv "stability-by-$s.tsv" "ranks while $s fetches, and in the end" "growing $s"
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
tsv strategies.tsv 'the strategies, side by side' compare

# claim TEXT VALUE HOLDS EXPLANATION: a line of claims.tsv.
claim() { printf '%s\t%s\t%s\t%s\n' "$@"; }

# holds A OPERATOR B: prints yes or no, or "no value" if A or B is nan or empty.
holds() {
  case " $1 $3 " in
    *nan* | *'  '*) echo 'no value' ;;
    *) awk "BEGIN {print ($1 $2 $3) ? \"yes\" : \"no\"}" ;;
  esac
}

# known: passes on the lines without a field that is nan or empty.
known() { awk -F '\t' '{for (i = 1; i <= NF; i++) if ($i == "nan" || $i == "") next; print}'; }

# compared STRATEGY: succeeds if it is one of several strategies.
compared() { [[ " $strategies " == *" $1 "* && $strategies == *\ * ]]; }

claims() {
  local least most n falls of pr kr gap best
  printf 'claim\tvalue\tholds\texplanation\n'
  read -r n least most < <(column correlation.tsv tau_rated | known | sort -g | awk 'NR == 1 {a = $1} {b = $1} END {print NR, a, b}')
  ((n == $(wc -w <<<"$phases"))) && of= || of=" at $n phases, with no value at the others"
  claim 'PageRank and K-Rank are correlated at every phase' "${least:+tau $least to $most over the rated pages$of}" "$(holds "$least" '>' 0.5)" \
    'thesis: 0.69 to 0.76 (cz), 0.81 to 0.82 (eu), 0.76 to 0.80 (uk); here more than 0.5 counts as correlated'
  read -r n falls < <(column stability-100.tsv pagerank | known | awk 'NR > 1 && $1 < p {n++} {p = $1} END {print NR, n + 0}')
  of="tau $(cell stability-100.tsv 50 pagerank) at 50 % over all pages, $(cell stability-100.tsv 50 pagerank_rated) over the rated ones"
  claim 'the longer the crawl, the nearer its ranking to the final one' "falls at $falls of the phases; $of" \
    "$(((n < 2)) && echo 'no value' || { ((falls == 0)) && echo yes || echo partly; })" 'thesis: rises at every phase; 0.918 to 0.941 at 50 %'
  read -r pr kr < <(paste <(column stability-100.tsv pagerank) <(column stability-100.tsv krank) | known | awk '$1 >= $2 {n++} END {print n + 0, NR}')
  claim 'PageRank is at least as stable as K-Rank' "at $pr of $kr phases" \
    "$(if ((kr == 0)); then echo 'no value'; elif ((pr == kr)); then echo yes; elif ((2 * pr >= kr)); then echo partly; else echo no; fi)" \
    'thesis: at all phases of cz and uk, at 18 of 20 of eu'
  pr=$(area accumulate-pagerank-100.tsv) kr=$(area accumulate-krank-100.tsv)
  claim "$crawl collects PageRank faster than a random order" "area $pr, random 0.5" "$(holds "$pr" '>' 0.5)" 'thesis: 0.567 (cz), 0.566 (eu), 0.527 (uk)'
  claim "K-Rank is spread more evenly: $crawl collects it more slowly" "area $kr, of PageRank $pr" "$(holds "$kr" '<' "$pr")" 'thesis: 0.527, 0.526, 0.514 of K-Rank'
  pr=$(area accumulate-pagerank-100.tsv max) kr=$(area accumulate-krank-100.tsv max)
  claim 'the best possible order collects K-Rank more slowly than PageRank' "area $kr, of PageRank $pr" "$(holds "$kr" '<=' "$pr")" 'thesis: 0.601 and 0.623 (cz), 0.619 and 0.635 (eu), 0.547 and 0.555 (uk)'
  if [ -e accumulate-pagerank-50.tsv ]; then
    gap=$(paste <(column accumulate-pagerank-100.tsv order) <(column accumulate-pagerank-50.tsv order) |
      awk '{d = $1 > $2 ? $1 - $2 : $2 - $1; if (d > m) m = d} END {printf "%.3f", m}')
    claim 'half of the crawl gives nearly the same curve' "differs by at most $gap" "$(holds "$gap" '<=' 0.04)" 'thesis: never by more than 0.04'
  fi
  if compared omniscient; then
    best=$(pairs strategies.tsv strategy area_pagerank | sort -k 2,2gr)
    claim 'among the strategies, the omniscient one collects most' "$(awk '{printf "%s%s %s", (NR > 1 ? ", " : ""), $1, $2}' <<<"$best")" \
      "$([ "${best%%	*}" = omniscient ] && echo yes || echo no)" 'survey of the thesis: the best until about 70 % of the crawl; these are areas under the curves of PageRank'
  fi
  if compared opic && compared partial; then
    pr=$(cell strategies.tsv opic area_pagerank) kr=$(cell strategies.tsv partial area_pagerank)
    claim 'OPIC collects more than partial PageRank' "area $pr, partial PageRank $kr" "$(holds "$pr" '>' "$kr")" 'survey of the thesis: better than partial importance, beaten only by the omniscient strategy'
  fi
  if compared sites && compared bfs; then
    pr=$(cell strategies.tsv sites share10) kr=$(cell strategies.tsv bfs share10)
    claim 'larger sites first is worse in the beginning' "$pr of PageRank after 10 %, breadth first $kr" "$(holds "$pr" '<' "$kr")" 'survey of the thesis: worse in the first half, leading at the end'
  fi
}

tsv claims.tsv 'what holds of the claims of the thesis' claims
rm -f .made/lock
printf '\nWhat holds of the claims of the thesis (%s pages%s):\n' "$pages" \
  "$([ ! -e "${seeds%.t1}.tsv" ] || awk -F '\t' 'NR == 2 {print " reached from " $2}' "${seeds%.t1}.tsv")"
awk -F '\t' 'NR > 1 {printf "  %-8s %s: %s\n", $3, $1, $2}' claims.tsv
