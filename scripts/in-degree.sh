#!/usr/bin/env bash
# in-degree.sh URLS LINKS [N]: how far PageRank is the number of links to a page, as in the experiment of Nitsche 2003, 4.3.2.4.2.
# The tools are on PATH. URLS is the dictionary, LINKS are links in any order, as make CRAWL=… leaves them in urls.txt and
# links.t2. A page that links to another counts once, links of a page to itself do not count.
#
# It prints Kendall's tau between the number of links to a page and each variant of PageRank, over all pages (- if
# all have as many), and whether the variant ended (1) or was stopped after 1000 rounds (0), as basic may go on for ever. A rank below
# 1e-37 counts as 0. Then come the N best pages (14) by PageRank: rank (the best has 100), number of links to it, URL.
set -euo pipefail
export LC_ALL=C
fail() { echo "in-degree.sh: $*" >&2; exit 1; }
[ $# = 2 ] || [ $# = 3 ] || { echo 'usage: in-degree.sh URLS LINKS [N]' >&2; exit 2; }
[ -s "$1" ] || fail "$1 has no URLs: it is the dictionary of the links"
[ -s "$2" ] || fail "$2 has no links"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

pages=$(wc -l <"$1")
tuples -noself "$2" | extsort -w 2 -u -k 2,1 -o "$work/links.t2"
tuplejoin -group 2 -agg count -to text "$work/links.t2" | tuples -from text -columns id,n:f32 -to raw -o "$work/in.t2"
printf 'variant\ttau\tended\n'
for variant in default basic improved accelerated unico; do
  chosen=()
  [ "$variant" = default ] || chosen=(-variant "$variant")
  status=0
  pagerank -q -f64 -scale max=100 -pages "$pages" ${chosen[@]+"${chosen[@]}"} -o "$work/$variant.t3" "$work/links.t2" \
    2>"$work/log" || status=$?
  ((status == 0 || status == 3)) || fail "$(head -n 1 "$work/log")"
  tuples -force -columns id,rank:f64 -to text "$work/$variant.t3" | awk -F '\t' -v OFS='\t' '$2 < 1e-37 {$2 = 0} 1' |
    tuples -from text -columns id,rank:f32 -to raw -o "$work/$variant.t2"
  tau=$(kendall -force -over any=0 "$work/$variant.t2" "$work/in.t2") || [ $? = 4 ] || exit 1
  printf '%s\t%s\t%s\n' "$variant" "${tau:--}" "$((status == 0))"
done
printf '\nrank\tlinks_to_it\turl\n'
extsort -k 2r,1 -o "$work/best.t2" "$work/default.t2"
tuples -head "${3:-14}" "$work/best.t2" | extsort -w 2 |
  tuplejoin -how left -w 2 -columns id,rank:f32 -columns2 id,n:f32 -e 0 -to raw - "$work/in.t2" | extsort -w 3 -k 2r,1 |
  undict -columns id,rank:f32,n:f32 "$1" | awk -F '\t' '{printf "%.2f\t%d\t%s\n", $2, $3, $1}'
