#!/usr/bin/env bash
# navigation.sh OUT: the experiments of Mielke 2011 that need no truth, on a crawl of which the chain has made links and words in OUT
# (make nav-study). It runs in the folder of the repository, with the tools on PATH. It writes into OUT/navigation
#
#   parameters.tsv  X1: distributions of pages, links and groups
#   neighbours.tsv  X2: of the neighbourhoods of groups, and of what has to be compared in them
#   reductions.tsv  X3: what pruning and sorting save, by the number of choices that are allowed
#   outcome.tsv     X4: groups and links by what they are found to be, with both definitions of navigation graphs
#   hits.tsv        X7: how navigation changes the authorities of HITS, mean over the questions
#   ranks.tsv       X8: how it changes PageRank and K-Rank
#   losers.tsv      X8: the pages that lose most places
#   about.tsv       the crawl, versions and flags, and what was left out
#
# QUESTIONS is a file of questions for HITS, a line each (default: twelve words of the crawl that 2 to 10 % of its pages have). ROOT
# (20) answers by tf-idf are the root set. BUDGETS are numbers of choices (1000 100000 10000000), LIMIT (60) the seconds after which
# a method is stopped. ONLY names the experiments that are made, like "X4 X8".
set -euo pipefail
. "$(dirname "$0")/measure.sh"
here=$PWD
temp=$(mktemp -d "${TMPDIR:-/tmp}/navigation.XXXXXX")
trap 'rm -rf "$temp"' EXIT
command -v nav-study >/dev/null || { mkdir "$temp/bin" && go build -o "$temp/bin/" ./scripts/nav-study && PATH=$temp/bin:$PATH; }
[ -z "${QUESTIONS:-}" ] || case $QUESTIONS in /*) ;; *) QUESTIONS=$here/$QUESTIONS ;; esac
cd "${1:?usage: navigation.sh OUT}"
fail() { echo "navigation.sh: $*" >&2; exit 1; }
[ -s links-by-dst.t2 ] || fail "$PWD has no links: run make nav-study"
budgets=${BUDGETS:-1000 100000 10000000} limit=${LIMIT:-60} root=${ROOT:-20} only=${ONLY:-X1 X2 X3 X4 X7 X8}
mkdir -p navigation

wanted() { case " $only " in *" "$1" "*) echo "$1: $2" >&2 ;; *) return 1 ;; esac; }

# allowed COMMAND: runs it, where 3 says that something was left out.
allowed() { "$@" || [ $? = 3 ]; }

# What was crawled, without the flags of extract-links.
input=() skip=false
while IFS= read -r word; do
  case $skip$word in
    true*) skip=false ;;
    *-nofollow | *-parts | *-kinds) skip=true ;;
    *) input+=("$word") ;;
  esac
done <.made/input

about() { printf '%s\t%s\n' "$1" "$2" >>navigation/about.tsv; }
printf 'figure\tvalue\n' >navigation/about.tsv
about crawl "$(printf '%s\n' "${input[@]}" | sed -E 's|^/.*/([^/])|\1|' | paste -sd ' ' -)"
about made "$(date -u +%Y-%m-%d) on $(uname -sm), $(nproc) cores"
about tools "webmill $(link-groups -version | awk '{print $NF}')"
about parser 'the scanner of link-groups; tree depths by golang.org/x/net/html'
about 'rules of URLs' 'resolved and normalised as a browser does it, without fragments; a host is one with its port'

allowed link-groups -q "${input[@]}" -o navigation/lines.tsv
lines=navigation/lines.tsv
pages=$(cut -f 1 $lines | uniq | wc -l | tr -d ' ')
about pages "$pages"
about links "$(awk -F '\t' '$2 != ""' $lines | wc -l | tr -d ' ')"

if wanted X1 'parameters'; then
  allowed link-groups -q -one-target "${input[@]}" -o "$temp/one.tsv"
  nav-study pages "${input[@]}" >"$temp/pages.tsv"
  nav-study parameters "$temp/pages.tsv" $lines "$temp/one.tsv" >navigation/parameters.tsv
fi
if wanted X2 'neighbourhoods'; then
  nav-study neighbours $lines >navigation/neighbours.tsv
fi

# timely COMMAND…: runs it for $limit seconds at most. It fails if that is not enough; any other failure ends the script.
timely() {
  local code=0
  timeout "$limit" "$@" || code=$?
  case $code in
    0 | 3) ;;
    124) return 1 ;;
    *) exit $code ;;
  esac
}

# judged FLAG…: labels of the method of the thesis, in $temp/judged, with figures in $temp/judged.json.
judged() { timely nav-links -q -method thesis "$@" -stats "$temp/judged.json" -o "$temp/judged" $lines; }

# firsts: the share of the groups that were found to be navigation by their first choice, and the mean of the choices of those.
# Reasons are those of links, so a group counts as often as it has links.
firsts() {
  awk -F '\t' '$4 ~ /^graph/ {sub(/.*choices /, "", $4); n++; sum += $4; first += $4 == 1}
    END {printf "%.1f\t%.2f", n ? 100 * first / n : 0, n ? sum / n : 0}' "$temp/judged"
}

# reduced WAY BUDGET FLAG…: a row.
reduced() {
  local way=$1 budget=$2 stats=$temp/judged.json
  shift 2
  if judged "$@" -budget "$budget" -nodes $((2 * budget)); then
    printf '%s\t%s\t%.1f\t%s\t%s\t%s\t%s\n' "$way" "$budget" "$(key seconds "$stats")" "$(key nodes "$stats")" \
      "$(key choices "$stats")" "$(awk -v a="$(key groups_budget "$stats")" -v b="$(key groups_nodes "$stats")" \
        -v n="$(key groups "$stats")" 'BEGIN {printf "%.2f", n ? 100 * (a + b) / n : 0}')" "$(firsts)"
  else
    printf '%s\t%s\tmore than %s\t\t\t\t\t\n' "$way" "$budget" "$limit"
  fi
}

if wanted X3 "reductions, $limit s at most each"; then
  {
    printf 'reductions\tchoices_allowed\tseconds\tgroups_tried\tchoices\tstopped_groups_%%\tby_first_choice_%%\tmean_choices\n'
    for budget in $budgets; do
      reduced none "$budget" -prune=false -sort-groups off
      reduced sort "$budget" -prune=false
      reduced prune "$budget" -sort-groups off
      reduced 'prune, sort by v' "$budget" -sort-groups v
      reduced 'prune, sort by v and b' "$budget" -sort-groups vb
      reduced 'prune, sort by v, b and d' "$budget"
    done
  } >navigation/reductions.tsv
fi

# outcome NAME: the groups by their reasons, and the links by what they are found to be and by whether they stay on the host.
outcome() {
  local reason n all
  all=$(key groups "$temp/judged.json")
  for reason in graph graph_without_page no_neighbour no_harmonic_group no_combination link_structure missing budget nodes too_large; do
    n=$(key "groups_$reason" "$temp/judged.json")
    awk -v OFS='\t' -v w="$1" -v r="$reason" -v n="$n" -v all="$all" -F '\t' '
      {why = $4; sub(/[,:].*/, "", why); gsub("-", "_", why)}
      why == r {if ($5 == "intrinsic") i++; else t++}
      END {gsub("_", " ", r); print w, r, n, sprintf("%.1f", all ? 100 * n / all : 0), i + 0, t + 0}' "$temp/judged"
  done
  awk -v OFS='\t' -v w="$1" -F '\t' '$4 == "no group" {if ($5 == "intrinsic") i++; else t++}
    END {print w, "in no group", "", "", i + 0, t + 0}' "$temp/judged"
}

if wanted X4 'outcome'; then
  {
    printf 'navigation_graphs\tgroups_are\tgroups\t%%\tlinks_within_the_host\tto_others\n'
    for structure in literal amended; do
      if judged -struct $structure; then
        outcome $structure
      else
        about "left out, $structure" "more than $limit seconds"
      fi
    done
  } >navigation/outcome.tsv
fi

# weighed NAME FLAG…: pairs of pages by the labels of nav-links, with the weight 0 where all links are navigation, else 1: by target in
# $temp/NAME.t3.
weighed() {
  local name=$1
  shift
  timely nav-links -q -page-pairs "$@" -o "$temp/pairs" $lines || return 1
  dict -existing urls.txt -rest "$temp/rest" -o "$temp/pairs.t2" < <(awk -F '\t' '$2 != ""' "$temp/pairs")
  tuples -to text "$temp/pairs.t2" | paste - "$temp/rest" | awk -F '\t' -v OFS='\t' '
    {print $1, $2, $3 == "navigation" || $3 == "outsider" ? 0 : 1}' | tuples -w 3 -from text | extsort -w 3 -k 2,1 -o "$temp/$name.t3"
}

if wanted 'X[78]' 'pairs of pages'; then
  weighed rules
  about 'pairs of pages, of them navigation' "$(tuples -to text "$temp/rules.t3" | awk '{n++; z += $3 == 0} END {print n ", " z + 0}')"
  weighed thesis -method thesis -rho 0.5 || : >"$temp/thesis.t3"
  # Entry pages: by their addresses; and pages to which a tenth of the pages have only links that are navigation.
  awk '{u = tolower($0); sub(/^[a-z]+:\/\//, "", u); path = u; sub(/^[^\/]*/, "", path); sub(/[?#].*/, "", path)}
    path ~ /^(\/|.*\/(index|home|welcome|default)\.[a-z]+)$/ || path ~ /\/$/ ||
    path ~ /(home|imprint|impressum|contact|kontakt|about|sitemap|legal|privacy|copyright|search|feedback)[^\/]*$/ {print NR - 1}' \
    urls.txt | sort >"$temp/entries"
  cut -f 1 $lines | uniq | dict -q -w 1 -existing urls.txt -to text | sort -u | join - "$temp/entries" >"$temp/crawled-entries"
  tuples -to text "$temp/rules.t3" | awk -v least="$pages" '$3 == 0 {n[$2]++} END {for (p in n) if (10 * n[p] >= least) print p}' |
    sort >"$temp/menus"
  about 'entry pages by their addresses, targets of menus on a tenth of the pages' "$(wc -l <"$temp/entries" | tr -d ' '), $(wc -l <"$temp/menus" | tr -d ' ')"
fi

# asked: the questions.
asked() {
  if [ -n "${QUESTIONS:-}" ]; then
    cat "$QUESTIONS"
  else
    tuplejoin -group 1 -agg count postings.t3 | undict -w 2 words.txt - |
      awk -F '\t' -v n="$pages" 'length($1) > 5 && $1 !~ /[0-9_.]/ && 50 * $2 >= n && 10 * $2 <= n' | sort -k2,2nr -k1,1 |
      awk -F '\t' '{line[NR] = $1} END {for (i = 0; i < 12 && NR; i++) print line[1 + int(i * NR / 12)]}'
  fi
}

# authorities NAME LINKS FLAG…: those of all questions, in $temp/h.QUESTION.NAME. $temp/hits.rows gets a row for each: NAME, the
# pages of the base set, how many of the ten best are among the ten best of all links, tau with those of all links, and how many of
# the ten are entry pages and targets of menus.
authorities() {
  local name=$1 links=$2 q file all tau
  shift 2
  for q in $(cut -f 1 "$temp/answers" | uniq); do
    file="$temp/h.$q.$name" all="$temp/h.$q.all links"
    awk -v q="$q" '$1 == q {print $4}' "$temp/answers" | tuples -w 1 -from text -o "$temp/root.t1"
    : >"$temp/found.txt" # of no links there are no authorities
    hits -q -noself "$@" -root "$temp/root.t1" -o "$temp/found.txt" "$links" 2>"$temp/said" || [ $? = 3 ] || sed 's/^/X7: /' "$temp/said" >&2
    cut -f 1,2 "$temp/found.txt" >"$file"
    sort -k2,2gr -k1,1n "$file" | awk '$2 > 0 && n++ < 10 {print $1}' | sort >"$file.10"
    tau=$(kendall -q -from text -over any=0 "$file" "$all" 2>/dev/null) || tau=
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(wc -l <"$file")" "$(comm -12 "$file.10" "$all.10" | wc -l)" "$tau" \
      "$(comm -12 "$file.10" "$temp/entries" | wc -l)" "$(comm -12 "$file.10" "$temp/menus" | wc -l)" "$(wc -l <"$file.10")"
  done >>"$temp/hits.rows"
}

if wanted X7 'HITS' && [ -s postings.t3 ]; then
  asked >"$temp/questions"
  about 'questions of HITS' "$(paste -sd , "$temp/questions" | sed 's/,/, /g')"
  about 'root sets' "the best $root answers by tf-idf, and at most 50 pages that link to each of them"
  query -q -weight tfidf -answers "$root" -questions "$temp/questions" words.txt lengths.t2 postings.t3 >"$temp/answers"
  : >"$temp/hits.rows"
  inside='-host-of page-host.t2 -inside'
  authorities 'all links' links-by-dst.t2
  # shellcheck disable=SC2086 # flags are words
  authorities 'Kleinberg: none within a host' links-by-dst.t2 $inside 0 -zero both
  authorities 'N2' "$temp/rules.t3" -weights int -zero both
  authorities 'N1, N2' "$temp/rules.t3" -weights int
  for weight in 0 0.25 0.5 0.75; do # 1 is no N3
    # shellcheck disable=SC2086
    authorities "N1, N2, N3 with $weight" "$temp/rules.t3" -weights int $inside $weight
  done
  [ ! -s "$temp/thesis.t3" ] || authorities 'N1, N2 by -method thesis -rho 0.5' "$temp/thesis.t3" -weights int
  awk -F '\t' -v OFS='\t' '
    !($1 in n) {name[++k] = $1}
    {n[$1]++; base[$1] += $2; same[$1] += $3; if ($4 != "") {taus[$1]++; tau[$1] += $4}; entry[$1] += $5; menu[$1] += $6; ten[$1] += $7}
    function share(part, of) {return of ? sprintf("%.1f", 100 * part / of) : ""}
    END {
      print "links", "questions", "base_set", "of_the_ten_best_by_all_links", "tau", "entry_pages_%", "targets_of_menus_%"
      for (i = 1; i <= k; i++) {
        m = name[i]
        print m, n[m], sprintf("%.0f", base[m] / n[m]), sprintf("%.1f", same[m] / n[m]), taus[m] ? sprintf("%.3f", tau[m] / taus[m]) : "",
          share(entry[m], ten[m]), share(menu[m], ten[m])
      }
    }' "$temp/hits.rows" >navigation/hits.tsv
fi

# ranked NAME TOOL LINKS FLAG…: ranks, in $temp/NAME.t2, and a row of how they differ from those of $plain, or the first one.
ranked() {
  local name=$1 tool=$2 links=$3 file tau top
  shift 3
  file=$temp/$tool.$name.t2
  allowed "$tool" -q -noself -pages "$(wc -l <urls.txt)" "$@" -stats "$temp/rank.json" -o "$file" "$links"
  tau=$(kendall -q "$file" "$plain") top=$(kendall -q -top 100 -weighted "$file" "$plain")
  tuples -columns id,rank:f32 -to text "$file" | sort -k2,2gr -k1,1n | awk '{print $1, NR}' | sort >"$file.places"
  printf '%s\t%s\t%.3f\t%.3f\t%s\t%s\t%s\t%s\n' "$tool" "$name" "$tau" "$top" "$(key sweeps "$temp/rank.json")" \
    "$(awk -v p="$(key dangling "$temp/rank.json")" -v a="$alone" 'BEGIN {print p - a}')" \
    "$(middle "$temp/menus" "$file.places")" "$(middle "$temp/crawled-entries" "$file.places")" >>navigation/ranks.tsv
}

# middle IDS PLACES: the median of the places of pages.
middle() { join "$1" "$2" | cut -d ' ' -f 2 | sort -n | awk '{v[NR] = $1} END {if (NR) print v[int((NR + 1) / 2)]}'; }

if wanted X8 'PageRank and K-Rank'; then
  # Pages that were not crawled have no links in any case.
  alone=$(($(wc -l <urls.txt) - pages))
  printf 'ranks\tlinks\ttau\tweighted_tau_of_the_best_100\tsweeps\tcrawled_pages_without_links\tmedian_place_of_menu_targets\tof_entry_pages\n' \
    >navigation/ranks.tsv
  : >navigation/losers.tsv
  for tool in pagerank krank; do
    best=
    [ $tool = pagerank ] || best='-best 10'
    plain="$temp/$tool.all.t2"
    # shellcheck disable=SC2086 # flags are words
    {
      ranked all $tool links-by-dst.t2 $best
      ranked 'without navigation' $tool "$temp/rules.t3" -weights int $best
      ranked 'without navigation, within a host 0.5' $tool "$temp/rules.t3" -weights int -host-of page-host.t2 -inside 0.5 $best
      [ ! -s "$temp/thesis.t3" ] || ranked 'without navigation by -method thesis -rho 0.5' $tool "$temp/thesis.t3" -weights int $best
    }
    [ $tool = pagerank ] || continue
    join "$temp/$tool.all.t2.places" "$temp/$tool.without navigation.t2.places" | awk '$2 <= 100 && $2 < $3 {print $2 / $3, $0}' | sort -g |
      head -n 8 | awk -v OFS='\t' '{print $2, $3, $4}' | tuples -w 3 -from text | undict -w 3 urls.txt - |
      awk -F '\t' -v OFS='\t' 'BEGIN {print "page", "place_by_all_links", "without_navigation"} {print}' >navigation/losers.tsv
  done
fi
echo "written: $PWD/navigation" >&2
