#!/usr/bin/env bash
# thesis.sh PART…: the parts of the experiments of scripts/thesis.mk that no tool does. But for begin and end they work in the
# folder of the results, $OUT, and print a table.
#
#   begin                      before the first step: checks the variables and that no other run uses OUT, and removes the results
#                              of other links, parameters or tools
#   correlation PHASE…         tau of PageRank and K-Rank
#   stability OF PHASE…        tau of the ranks by phase with those at the phase OF
#   growing STRATEGY OF DIR STEP…    the same for the pages that a strategy has fetched; DIR holds the ranks meanwhile
#   curve ORDER RANKS          the importance that an order collects
#   end ORDER                  prints what holds of the claims
set -euo pipefail
. "$(dirname "$0")/step.sh"

begin() {
  local name tool file
  for name in LINKS ORDER SEEDS HOSTS; do
    [[ -z ${!name} || -f ${!name} && -r ${!name} ]] || fail "$name=${!name} is not a file that can be read"
  done
  [ -n "$LINKS" ] || fail 'LINKS is missing: write the file of the links, like LINKS=links.t2'
  ascending PHASES
  ascending STEPS
  [[ " "$(echo $PHASES) == *' 100' ]] || fail "PHASES=$PHASES: the last phase must be 100, to which the others are compared"
  mkdir -p "$OUT"
  cd "$OUT"
  locked
  {
    printf '%s\n' "$K $D $TOL" "$PHASES" "$STEPS" "$STRATEGIES" "$DECIMALS"
    sizes of "$LINKS" ${ORDER:+"$ORDER"} ${SEEDS:+"$SEEDS"} ${HOSTS:+"$HOSTS"}
    cksum <"$scripts/thesis.mk"
    for tool in thesis.sh bfs-layers bfs-number pagerank krank kendall crawl-order accumulate extsort tuples tuplejoin table report; do
      cksum <"$(type -P $tool || fail "$tool is not in PATH: use make thesis")"
    done
  } >.made/new
  ! cmp -s .made/new .made/all || return 0
  [ ! -e .made/all ] || echo 'The results are of other links or parameters: they are made again.'
  for file in .made/*; do
    case $file in
      .made/new | .made/lock | .made/all) ;;
      *) made "$file" | xargs rm -f && rm "$file" ;;
    esac
  done
  { printf 'what\tbytes\ttime\tlinks\n' && sizes links "$LINKS"; } >of.tsv || fail "cannot write $OUT/of.tsv"
  mv .made/new .made/all
}

# ascending NAME: fails if the variable is not a list of percentages that ascend.
ascending() {
  awk -v list="${!1}" 'BEGIN {
    n = split(list, p, " ")
    if (n == 0) exit 1
    for (i = 1; i <= n; i++) if (p[i] !~ /^[0-9]+(\.[0-9]+)?$/ || p[i] + 0 <= p[i - 1] + 0 || p[i] > 100) exit 1
  }' || fail "$1=${!1}: write percentages that ascend, like 10 50 100"
}

# tau SCOPE A B: prints a field: tau with DECIMALS decimals, or nan where it is not defined because all ranks are equal.
tau() {
  local t code=0
  t=$(kendall -q $sized -over "$1" "$2" "$3" 2>&1) || code=$?
  case $code in
    0) printf '\t%.*f' "$DECIMALS" "$t" ;;
    4) printf '\tnan' ;;
    *) echo "$t" >&2 && return $code ;;
  esac
}

correlation() {
  local p
  printf 'phase\ttau_all\ttau_rated\n'
  for p in "$@"; do
    printf %s "$p"
    tau list=ids.t1 "pr-$p.t2" "kr-$p.t2"
    tau both "pr-$p.t2" "kr-$p.t2"
    echo
  done
}

# agreement PHASE PR KR OF: how far the ranks at a phase agree with those at another, a line of a table.
heads='phase\tkrank\tpagerank\tkrank_rated\tpagerank_rated\n'
agreement() {
  printf %s "$1"
  tau list=ids.t1 "$3" "kr-$4.t2"
  tau list=ids.t1 "$2" "pr-$4.t2"
  tau both "$3" "kr-$4.t2"
  tau both "$2" "pr-$4.t2"
  echo
}

stability() {
  local p of=$1
  printf "$heads"
  for p in "${@:2}"; do
    agreement "$p" "pr-$p.t2" "kr-$p.t2" "$of"
  done
}

growing() {
  local p of=$2 pr=$3/pr.now kr=$3/kr.now known="-d $D -tol $TOL -known order-$1.t2 -share"
  printf "$heads"
  for p in "${@:4}"; do
    pagerank $sized $known "${p}e-2" -init "pr-$of.t2" -o "$pr" by-dst.t2 || (($? == 3)) # not converged, as it says
    krank $sized -best "$K" $known "${p}e-2" -ranks "$pr" -init "$pr" -o "$kr" by-dst.t2 || (($? == 3))
    agreement "$p" "$pr" "$kr" "$of"
  done
  rm "$pr" "$kr"
}

curve() {
  printf 'percent\torder\tmax\trandom\tsample\n'
  accumulate -q $sized -among order -order "$1" "$2" | sed '/^#/d'
}

end() {
  cd "$OUT"
  printf '\nWhat holds of the claims of the thesis (%s pages%s):\n' "$(tuples -count "$1")" \
    "$([ ! -e "${SEEDS%.t1}.tsv" ] || awk -F '\t' 'NR == 2 {print " reached from " $2}' "${SEEDS%.t1}.tsv")"
  awk -F '\t' 'NR > 1 {printf "  %-8s %s: %s\n", $3, $1, $2}' claims.tsv
  incomplete
}

"$@"
