#!/bin/sh
# Steers a crawl at work by relevance: it learns from judged pages of another crawl, then rates each page soon after it was fetched.
#
#   steer.sh -train MODEL JUDGEMENTS DOCUMENTS
#   steer.sh [-links] MODEL CRAWL | fetch -state CRAWL -scores - …
#
# The tools are on PATH. The first command makes the folder MODEL of documents, as extract-text writes them, and of judgements of
# some of them, as judge writes them. The second rates the pages in the folder CRAWL, in lines for fetch -scores: URL, TAB,
# relevance. With -links it rates the URLs that wait, by what was found behind the same pages (link-scores.awk). It always begins
# with the first page of the crawl. It ends when its output is closed: this must be a pipe, and lines with a # find out whether it
# is closed.
set -eu
fail() { echo "steer.sh: $*" >&2; exit 1; }
usage() { fail 'give -train MODEL JUDGEMENTS DOCUMENTS, or [-links] MODEL CRAWL'; }
words() { terms -q -counted -stem auto -texts title,headings,text -dict "$@"; }
weigh() { tfidf -q -scheme sklearn -sublinear "$@"; }
here=$(cd "$(dirname "$0")" && pwd)
mode=rate
case ${1-} in -train | -links) mode=${1#-}; shift ;; esac
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

if [ $mode = train ]; then
  [ $# = 3 ] || usage
  [ ! -e "$1" ] || fail "$1: is there already: give another folder"
  new=$1.partial
  rm -rf "$new"
  mkdir "$new"
  words "$new/words.txt" -o "$tmp/terms.t3" "$3"
  extsort -q -w 3 -k 1,2 "$tmp/terms.t3" |
    weigh -min-df 2 -terms "$new/terms.t4" -stats "$tmp/weights.json" -o "$tmp/weights.t3"
  sed -n 's/.*"docs":\([0-9]*\).*/\1/p' "$tmp/weights.json" >"$new/docs"
  relevance -train "$2" -vectors text="$tmp/weights.t3" -o "$new/relevance.model"
  mv "$new" "$1"
  exit
fi

[ $# = 2 ] || usage
whole() { case $1 in /*) echo "$1" ;; *) echo "$PWD/$1" ;; esac; }
[ -r "$1/relevance.model" ] || fail "$1: is not a folder that steer.sh -train has made"
model=$(whole "$1") crawl=$(whole "$2")
trap 'exit 0' PIPE
cd "$tmp"
tuples -q -w 4 -cols 1,2 -o df.t2 "$model/terms.t4"
docs=$(cat "$model/docs") seen=0 waited=0
most=1000
[ "$docs" -ge $most ] || most=$docs # tfidf takes at most as many documents as its frequencies count
: >scores; : >links; : >before

# batch: writes the part of each archive that the next lines of the log name to pages.warc.gz.
batch() {
  tail -c "+$((seen + 1))" "$crawl/crawl.jsonl" 2>/dev/null | head -n "$most" >more || :
  awk -v whole="$(wc -l <more)" 'NR <= whole' more >lines # the last line may not be whole yet
  seen=$((seen + $(wc -c <lines)))
  : >pages.warc.gz
  awk 'match($0, /"archive":"[^"]*"/) {
      name = substr($0, RSTART + 11, RLENGTH - 12)
      match($0, /"offset":[0-9]+/); from = substr($0, RSTART + 9, RLENGTH - 9) + 0
      match($0, /"length":[0-9]+/); end = from + substr($0, RSTART + 9, RLENGTH - 9)
      if (!(name in first)) { order[++n] = name; first[name] = from }
      if (from < first[name]) first[name] = from
      if (end > last[name]) last[name] = end
    }
    END { for (i = 1; i <= n; i++) printf "%s %.0f %.0f\n", order[i], first[order[i]], last[order[i]] - first[order[i]] }' lines |
    while read -r name from length; do tail -c "+$((from + 1))" "$crawl/$name" | head -c "$length" >>pages.warc.gz; done
  [ -s pages.warc.gz ]
}

# rate: writes URL and relevance of the pages of the batch to rated. Their terms get the ids that they have in the model.
rate() {
  extract-text -q -o pages.jsonl pages.warc.gz || [ $? = 3 ]
  sed -n 's/^{.*"url":"\([^"]*\)".*/\1/p' pages.jsonl >urls
  : >rated
  [ -s urls ] || return 0
  words new.txt -o new.t3 pages.jsonl
  [ -s new.t3 ] || return 0
  dict -q -w 1 -existing "$model/words.txt" -o ids.t1 new.txt
  tuples -q -to text ids.t1 | awk -v OFS='\t' '{ print NR - 1, $1 }' | tuples -q -from text -w 2 -o ids.t2
  extsort -q -k 2 new.t3 | renumber -q -w 3 -col 2 -map ids.t2 | extsort -q -w 3 -k 2 |
    tuplejoin -q -how semi -w 3 -w2 2 -1 2 -2 1 - df.t2 | extsort -q -w 3 -k 1,2 |
    weigh -df df.t2 -docs "$docs" -o weights.t3
  relevance -q -apply "$model/relevance.model" -vectors text=weights.t3 -o rated.t2
  tuples -q -columns doc,rating:f32 -to text rated.t2 |
    awk -F '\t' -v OFS='\t' 'NR == FNR { url[NR - 1] = $0; next } { print url[$1], $2 }' urls - >rated
}

# links: prints the scores that are new or have changed, of all URLs to which the pages so far link.
links() {
  cat rated >>scores
  extract-links -q -o new-links pages.warc.gz || [ $? = 3 ]
  cat new-links >>links
  awk -f "$here/link-scores.awk" scores links | LC_ALL=C sort >now
  LC_ALL=C comm -13 before now
  mv now before
}

while :; do
  echo '#' 2>/dev/null || exit 0
  if batch; then
    rate
    if [ $mode = links ]; then links; else cat rated; fi || exit 0
  else
    sleep 1
    waited=$((waited + 1))
    [ $waited != 5 ] || [ -e "$crawl/crawl.jsonl" ] || echo "steer.sh: $2: no crawl is there yet: is this the folder of fetch -state?" >&2
  fi
done
