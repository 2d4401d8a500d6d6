#!/usr/bin/env bash
# nav-quality.sh: how good nav-links is beside simple rules, and what it does to rankings, on two manuals whose marks say what a menu
# is, and on pages of a university of 1997 whose classes are known. The tools are on PATH. It writes into build/navigation-DATE
#
#   found.tsv      the figures of quality, ranks and hits that say most
#   quality.tsv    X5: precision, recall and F1 of the methods and of simple rules
#   tolerance.tsv  X6: the method of the thesis with tolerances
#                  Both by the marks of the manuals, and by labels of readers (HAND, testdata/navigation/labels.tsv)
#   classes.tsv    how high rankings place the pages of each class
#   scaling.tsv    X9: how the time grows with each parameter
#   twin.tsv       hits next to igraph, networkx, and a program of plain lists
#   weighted.tsv   PageRank of weighted links next to SciPy and igraph
#   parameters.tsv neighbours.tsv reductions.tsv outcome.tsv hits.tsv ranks.tsv losers.tsv about.tsv
#                  those of navigation.sh, with the crawl in the first column
#
# docs/figures/navigation-NAME.tsv takes over NAME.tsv. DATA (WEBMILL_DATA, or ../shared/data) has the sets; what is absent is left out, and
# about.tsv says so. LIMIT (40) is the seconds after which a method is stopped. ONLY (X1 X2 X3 X4 X7 X8) is that of navigation.sh.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
data=$(cd "${DATA:-${WEBMILL_DATA:-../shared/data}}" 2>/dev/null && pwd || echo /nowhere)
begin navigation nav-links
hand=${HAND:-$root/testdata/navigation/labels.tsv}
folder=$root/build/navigation-$(date -u +%Y%m%d-%H%M)
mkdir -p "$folder"
go build -o "$work/bin/" ./scripts/nav-study
export PATH=$work/bin:$PATH LIMIT=${LIMIT:-40}
allowed() { "$@" || [ $? = 3 ]; }

# joined CRAWL FILE NAME: appends a table to $folder/NAME.tsv, with the crawl in the first column.
joined() {
  [ -s "$2" ] || return 0
  awk -v OFS='\t' -v crawl="$1" -v head="$([ -e "$folder/$3.tsv" ] || echo yes)" \
    'NR > 1 {print crawl, $0} NR == 1 && head {print "crawl", $0}' "$2" >>"$folder/$3.tsv"
}

# absent CRAWL FILE: notes that a set is left out.
absent() {
  printf 'figure\tvalue\nleft out\tthere is no %s\n' "$2" >"$work/absent"
  joined "$1" "$work/absent" about
  say "$1: left out: there is no $2 in $data"
}

# chained CRAWL FOLDER VARIABLE…: the chain and the experiments on a folder, in $work/CRAWL.
chained() {
  local name=$1 from=$2 table
  shift 2
  make --no-print-directory CRAWL="$from" OUT="$work/$name" "$@" links-by-dst.t2 words >"$log" 2>&1 ||
    [ -s "$work/$name/postings.t3" ] || { cat "$log" >&2; return 1; }
  scripts/navigation.sh "$work/$name"
  for table in about parameters neighbours reductions outcome hits ranks losers; do
    joined "$name" "$work/$name/navigation/$table.tsv" $table
  done
  lines=$work/$name/navigation/lines.tsv
}

# labelled NAME FLAG…: labels of nav-links in $work/labels/NAME, if it is done in time and has the flags.
labelled() {
  local name=$1
  shift
  allowed timeout "$LIMIT" nav-links -q "$@" -o "$work/labels/$name" "$lines" 2>"$log" || { say "left out: nav-links $*: $(head -n 1 "$log")"; return 1; }
  names+=("$name=$work/labels/$name")
}

# scored CRAWL TRUTH: tables of how good the methods are.
scored() {
  rm -rf "$work/labels"
  mkdir "$work/labels"
  names=()
  labelled 'nav-links' || true
  labelled 'place alone' -method place || true
  labelled 'mutual alone' -method mutual || true
  labelled 'thesis' -method thesis || true
  labelled 'thesis, -rho 0.5' -method thesis -rho 0.5 || true
  nav-study score -truth "$2" "${names[@]}" >"$work/table"
  joined "$1" "$work/table" quality
  names=()
  labelled 'as published' -method thesis || true
  labelled '-struct amended' -method thesis -struct amended || true
  labelled '-crawled-only' -method thesis -crawled-only || true
  for rho in 0.25 0.5 0.7 0.9; do
    labelled "-rho $rho" -method thesis -rho $rho || true
    labelled "-rho $rho -crawled-only" -method thesis -rho $rho -crawled-only || true
  done
  for flags in '-lacking 1' '-lacking 3' '-in-order 0.9' '-main-share 0.9'; do
    # shellcheck disable=SC2086 # two words
    labelled "$flags" -method thesis $flags || true
  done
  nav-study score -alone -truth "$2" "${names[@]}" >"$work/table"
  joined "$1" "$work/table" tolerance
}

# manual NAME PACK BASE MENU QUESTION…: one of the manuals. Names of files that only point to others are other names of a page.
manual() {
  local name=$1 pack=$2 base=$3 menu=$4
  shift 4
  [ -e "$data/sites/$pack.tar.zst" ] || { absent "$name" "sites/$pack.tar.zst"; return 0; }
  tar --zstd -xf "$data/sites/$pack.tar.zst" -C "$work"
  find "$work/$pack" -type l -delete
  printf '%s\n' "$@" >"$work/questions"
  QUESTIONS=$work/questions chained "$name" "$work/$pack" BASE="$base"
  nav-study truth -menu "$menu" -dir "$work/$pack" -base "$base" >"$work/truth"
  scored "$name" "$work/truth"
}

manual httpd httpd-docs-2.4 https://httpd.apache.org/docs/2.4/ \
  'nav,role=navigation,p.menu,#path,.up,.toplang,.bottomlang,#footer' \
  'virtual host' 'rewrite rule' 'ssl certificate' 'password authentication' 'cache expires' 'log files' 'proxy balancer' \
  'performance tuning' 'content negotiation' 'cgi scripts' 'output filters' 'compile install'
manual sqlite sqlite-org-3.40 https://www.sqlite.org/ 'nav,role=navigation,div.mainmenu,div.submenu,>.nosearch' \
  'full text search' 'foreign key' 'write ahead log' 'json functions' 'virtual table' 'query planner' 'date time' 'online backup' \
  'column affinity' 'transaction locking' 'maximum limits' 'collating sequence'

# ranking NAME FILE: adds the text of (id, score, …) to the rankings that are compared.
ranking() {
  cut -f 1,2 "$2" >"$work/$1.ranks"
  rankings+=("$1=$work/$1.ranks")
}

# authorities NAME LINKS FLAG…: those of hits.
authorities() {
  local name=$1
  shift
  allowed hits -q -noself -o "$work/found.txt" "${@:2}" "$1"
  ranking "$name" "$work/found.txt"
}

# pairs NAME FLAG…: the links between pages that were crawled, with the weight 0 where nav-links with these flags calls all of a pair
# navigation, in $work/NAME.t3.
pairs() {
  local name=$1
  shift
  allowed nav-links -q -page-pairs "$@" -o "$work/pairs" "$lines"
  awk -F '\t' -v OFS='\t' 'NR == FNR {crawled[$1]; next} $2 in crawled {print $1, $2, $3}' "$work/pairs" "$work/pairs" |
    dict -existing urls.txt -rest "$work/rest" -o "$work/pairs.t2"
  tuples -to text "$work/pairs.t2" | paste - "$work/rest" | awk -F '\t' -v OFS='\t' '
    {print $1, $2, $3 == "navigation" || $3 == "outsider" ? 0 : 1}' | tuples -w 3 -from text | extsort -w 3 -k 2,1 -o "$work/$name.t3"
}

# inside W: the flags by which links within a host weigh W.
inside() { echo "-host-of page-host.t2 -inside $1"; }

# by_pagerank: rankings of the pages by all links, and without navigation. by_hits FLAG…: the same; with a root set by the flags.
by_pagerank() {
  local rank=(pagerank -q -noself -pages "$(wc -l <urls.txt)")
  rankings=()
  allowed "${rank[@]}" -o "$work/found.txt" "$work/all.t2"
  ranking 'PageRank, all links' "$work/found.txt"
  allowed "${rank[@]}" -weights int -o "$work/found.txt" "$work/rules.t3"
  ranking 'PageRank, N2' "$work/found.txt"
  allowed "${rank[@]}" -weights int -o "$work/found.txt" "$work/thesis.t3"
  ranking 'PageRank, N2 by -method thesis' "$work/found.txt"
  # shellcheck disable=SC2046 # flags are words
  allowed "${rank[@]}" -weights int $(inside 0.5) -o "$work/found.txt" "$work/rules.t3"
  ranking 'PageRank, N2, N3 with 0.5' "$work/found.txt"
  # shellcheck disable=SC2046
  allowed "${rank[@]}" $(inside 0) -o "$work/found.txt" "$work/all.t2"
  ranking 'PageRank, none within a host' "$work/found.txt"
  for ((i = 1; i <= chances; i++)); do
    chance $i
    allowed "${rank[@]}" -weights int -o "$work/chance.$i.txt" "$work/chance.t3"
  done
}

by_hits() {
  rankings=()
  # shellcheck disable=SC2046 # flags are words
  {
    authorities 'HITS, all links' "$work/all.t2" "$@"
    authorities 'HITS, none within a host (Kleinberg)' "$work/all.t2" "$@" $(inside 0) ${1:+-zero both}
    authorities 'HITS, N2' "$work/rules.t3" -weights int "$@" ${1:+-zero both}
    authorities 'HITS, N2 by -method thesis' "$work/thesis.t3" -weights int "$@" ${1:+-zero both}
    [ $# = 0 ] || authorities 'HITS, N1, N2' "$work/rules.t3" -weights int "$@"
    authorities "HITS, ${1:+N1, }N2, N3 with 0.5" "$work/rules.t3" -weights int "$@" $(inside 0.5)
  }
  for ((i = 1; i <= chances; i++)); do
    chance $i
    allowed hits -q -noself -weights int "$@" -o "$work/found.txt" "$work/chance.t3"
    cut -f 1,2 "$work/found.txt" >"$work/chance.$i.txt"
  done
}

# chance SEED: the links with as many of weight 0 as rules.t3 has, by chance, in $work/chance.t3. Their order stays.
chance() {
  tuples -to text "$work/rules.t3" | awk -v OFS='\t' -v seed="$1" '
    {line[NR] = $1 OFS $2; zeros += $3 == 0}
    END {
      srand(seed)
      for (i = 1; i <= NR; i++) {
        out = rand() * (NR - i + 1) < zeros
        zeros -= out
        print line[i], 1 - out
      }
    }' | tuples -w 3 -from text -o "$work/chance.t3"
}

# university: the pages of one, with their classes. Classes are questions too: then the root set is the answers of query.
university() {
  local pack=webkb-cornell class question chances=99
  [ -e "$data/webkb/$pack.tar.zst" ] || { absent cornell "webkb/$pack.tar.zst"; return 0; }
  tar --zstd -xf "$data/webkb/$pack.tar.zst" -C "$work"
  chained cornell "$work/$pack" EXTRACT="-headers -urls $work/$pack/index.tsv"
  nav-study truth -headers -urls "$work/$pack/index.tsv" -dir "$work/$pack" >"$work/marks"
  by_hand 'cornell, by hand'
  cd "$work/cornell"
  pairs rules
  pairs thesis -method thesis -crawled-only
  tuples -cols 1,2 "$work/rules.t3" -o "$work/all.t2"
  compare() { nav-study classes "$@" -chance "$work/chance.*.txt" -classes "$work/$pack/index.tsv" -urls urls.txt "${rankings[@]}"; }
  by_pagerank
  compare | grep -v '^other' >"$work/table"
  joined 'all pages' "$work/table" classes
  by_hits
  compare | grep -v '^other' >"$work/table"
  joined 'all pages' "$work/table" classes
  while read -r class question; do
    query -q -weight tfidf -answers 100 words.txt lengths.t2 postings.t3 "$question" | cut -f 4 | tuples -w 1 -from text -o "$work/root.t1"
    by_hits -root "$work/root.t1"
    compare -only "$class" >"$work/table"
    joined "$question" "$work/table" classes
  done <<'END'
department computer science department
faculty professor research interests publications
project research project group overview
course course lecture homework
END
  cd "$root"
}

# by_hand CRAWL: as scored, by the labels of readers, with the marks of the pages in $work/marks.
by_hand() {
  if [ ! -e "$hand" ]; then
    printf 'figure\tvalue\nleft out\tthere are no labels by hand: %s\n' "$hand" >"$work/absent"
    joined "$1" "$work/absent" about
    return 0
  fi
  nav-study hand -labels "$hand" -marks "$work/marks" "$lines" >"$work/truth"
  scored "$1" "$work/truth"
}

# several: pages of many sites, most of them alone.
several() {
  local pack=wcxb-dev
  [ -e "$data/boilerplate/$pack.tar.zst" ] && [ -e "$hand" ] || { absent "$pack" "boilerplate/$pack.tar.zst, or no $hand"; return 0; }
  tar --zstd -xf "$data/boilerplate/$pack.tar.zst" -C "$work"
  go build -o "$work/bin/" ./scripts/train-content
  train-content -measure "$work/$pack" -pages "$work/pages"
  lines=$work/several.tsv
  allowed link-groups -q -dir "$work/pages" -urls "$work/pages/urls.tsv" -o "$lines"
  nav-study truth -dir "$work/pages" -urls "$work/pages/urls.tsv" >"$work/marks"
  by_hand "$pack, by hand"
}
university
several

# The values of hits beside those of other programs.
python=$(python_with 'scipy, igraph, networkx' || python_with networkx || python_with sys) || python=
if [ -z "$python" ] || [ ! -e "$data/graphs/gr0.California.zst" ]; then
  say 'hits beside other programs: left out: there is no python, or no graph'
else
  printf 'graph\tpages\tlinks\tprogram\tgreatest_difference_of_an_authority\tof_a_hub\n' >"$folder/twin.tsv"
  zstd -dcq "$data/graphs/gr0.California.zst" >"$work/california.nodes"
  zstd -dcq "$data/graphs/wiki-Vote.txt.zst" | tr -d '\r' >"$work/wiki-Vote.txt"
  zstd -dcq "$data/graphs/cnr-2000.edges.tsv.zst" >"$work/cnr-2000.txt"
  for file in california.nodes wiki-Vote.txt cnr-2000.txt; do
    tuples -w 2 "$work/$file" | extsort -w 2 -u -k 2,1 -o "$work/graph.t2"
    hits -q -tol 1e-14 -f64 -o "$work/hits.txt" "$work/graph.t2" || [ $? = 3 ]
    tuples -to text "$work/graph.t2" | nice "$python" scripts/hits-twin.py "${file%.*}" "$work/hits.txt" >>"$folder/twin.tsv"
  done
  printf 'graph\tpages\tlinks\tprogram\tsum_of_the_differences\tgreatest_difference\n' >"$folder/weighted.tsv"
  tuples -to text "$work/graph.t2" | awk -F '\t' -v OFS='\t' '{print $1, $2, (($1 * 7 + $2 * 13) % 97 + 1) / 8}' >"$work/weighted"
  tuples -columns src,dst,weight:f32 -from text -o "$work/weighted.t3" "$work/weighted"
  pagerank -q -weights f32 -tol 1e-14 -f64 -vector float64 -o "$work/ranks.txt" "$work/weighted.t3"
  nice "$python" scripts/ranks-twin.py cnr-2000 "$work/ranks.txt" <"$work/weighted" >>"$folder/weighted.tsv"
fi

# found: the table of the figures that say most. What was not measured of a crawl is empty.
found() {
  awk -F '\t' -v OFS='\t' '
    FNR == 1 {file++; next}
    {crawl = $1; sub(/, by hand$/, "", crawl)}
    !(crawl in known) {known[crawl]; name[++n] = crawl}
    file == 1 && $2 == "nav-links" {precision[crawl] = $5; recall[crawl] = $6; undecided[crawl] = $9}
    file == 1 && $2 == "thesis, -rho 0.5" {thesis[crawl] = $5 ", " $6}
    file == 2 && $2 == "pagerank" && $3 == "all" {before[crawl] = $8}
    file == 2 && $2 == "pagerank" && $3 == "without navigation" {tau[crawl] = $4; after[crawl] = $8}
    file == 3 && $2 == "all links" {best[crawl] = $8}
    file == 3 && $2 == "N2" {left[crawl] = $8}
    function change(from, to) {return from == "" ? "" : from " → " to}
    END {
      print "crawl", "precision", "recall", "undecided_%", "thesis,_-rho_0.5:_precision,_recall", "tau_of_PageRank", \
        "median_place_of_menu_targets", "menu_targets_of_the_ten_best_by_HITS_%"
      for (i = 1; i <= n; i++) {
        c = name[i]
        print c, precision[c], recall[c], undecided[c], thesis[c], tau[c], change(before[c], after[c]), change(best[c], left[c])
      }
    }' "$1/${2}quality.tsv" "$1/${2}ranks.tsv" "$1/${2}hits.tsv"
}
if [ -e "$folder/quality.tsv" ] && [ -e "$folder/ranks.tsv" ]; then found "$folder" '' >"$folder/found.tsv"; fi

nav-study scaling >"$folder/scaling.tsv"
for file in found quality tolerance classes twin weighted scaling; do
  say "$(printf '\n%s' $file)"
  [ ! -e "$folder/$file.tsv" ] || tee -a "$report" <"$folder/$file.tsv"
done
say "$(printf '\nwritten: %s' "${folder#"$root/"}")"
