#!/usr/bin/env bash
# peers-unico.sh: judgements, relevance and XML of made documents, by webmill and by other programs, in turns. The tools are on PATH.
# Writes build/peers-unico-DATE.txt. What is not installed is named and left out.
#
#   DOCS (1000000) of WORDS (50) of VOCABULARY (100000); JUDGED (2000) of them teach relevance; MEMORY (256M); RUNS (3). PEERS=
#   leaves out all other programs. Each program has one thread, if that can be chosen.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
docs=${DOCS:-1000000} words=${WORDS:-50} vocabulary=${VOCABULARY:-100000} judged=${JUDGED:-2000} memory=${MEMORY:-256M}
runs=${RUNS:-3} peers=${PEERS-yes}
begin peers-unico judge peers/unico
trap 'rm -rf "$work"/our.* "$work"/peer.* "$work/tmp"' EXIT

has() {
  [ -n "$peers" ] || return
  python=$(python_with "$1") || { say "$1 (Python) is not installed: left out"; return 1; }
}

# A document is relevant if it has the word 1u, as each seventh has; every tenth judgement is wrong.
made=docs-$docs-$words-$vocabulary
[ -f "$work/$made.jsonl" ] || { go run ./scripts/gendocs "$docs" "$words" "$vocabulary" |
  awk '{print "{\"id\":" NR - 1 ",\"url\":\"http://a.example/" NR - 1 "\",\"text\":\"" $0 "\"}"}' >"$work/new" &&
  mv "$work/new" "$work/$made.jsonl"; }
cp scripts/unico-peers.py "$work/"
cd "$work"
sized="-q -S $memory -T tmp"
documents=$made.jsonl bytes=$(stat -c %s "$made.jsonl") million=$(awk -v n="$docs" 'BEGIN {print n / 1e6 " M"}')
awk '{print NR - 1 "\t" (/[" ]1u[" ]/)}' "$documents" >our.truth
awk -v OFS='\t' -v every=$((docs / judged)) 'NR % every == 0 {print $1, n++ % 10 ? $2 : 1 - $2}' our.truth >our.judged
terms $sized -j 1 -counted -dict our.words "$documents" | tfidf $sized -scheme sklearn -o our.weights.t3
say "$(header "judgements, relevance and XML of $docs documents, $((bytes / 1000000)) MB, in $memory")"

# Two files, each with judgements of three fifths of the documents.
for person in 1 2; do
  awk -v OFS='\t' -v n="$docs" -v p=$person 'BEGIN {
    for (i = 0; i < 0.6 * n; i++) {doc = (i * 7919 + (p - 1) * 999983) % n; print doc, i % 3 / 2, "http://a.example/" doc}}' >our.person-$person
done
what="merge two files, $(awk -v n="$docs" 'BEGIN {print 1.2 * n / 1e6 " M"}') judgements"
say ''
title "$what"
line "$what" 'judge -merge' 0 "judge $sized -merge -o our.merged our.person-1 our.person-2"
[ -z "$peers" ] || line "$what" 'GNU sort and awk' 0 "cat our.person-1 our.person-2 | sort -s -n -k 1,1 --parallel=1 -S $memory -T tmp |
  awk -F '\t' 'NR > 1 && \$1 != doc {print last} {doc = \$1; last = \$0} END {print last}' >peer.merged"
[ ! -f peer.merged ] || cmp our.merged peer.merged

what="judge 100 of $million documents, each on the disk"
say ''
title "$what"
awk -v every=$((docs / 100)) 'NR % every == 0 {print $1 "\t0"}' our.truth >our.list
sed 's/.*/1/' our.list >our.keys # one key for each document
line "$what" judge "$bytes" "rm -f our.by-hand; judge $sized -from text -documents '$documents' -judgements our.by-hand our.list <our.keys >our.shown"
[ "$(wc -l <our.by-hand)" = "$(wc -l <our.list)" ]

weights="$(awk -v b="$(stat -c %s our.weights.t3)" 'BEGIN {printf "%.0f M", b / 12e6}') weights"
for part in train apply; do
  if [ $part = train ]; then
    what="learn from $judged judged of $million documents, $weights"
    command='-train our.judged' out=our.model theirs='our.judged our.weights.t3 peer.model'
  else
    what="rate $million documents, $weights"
    command='-apply our.model' out=our.rated.t2 theirs='peer.model our.weights.t3 peer.rated.t2'
  fi
  say ''
  title "$what"
  line "$what" "relevance -$part" "$(stat -c %s our.weights.t3)" "relevance $sized $command -vectors text=our.weights.t3 -o $out"
  ! has sklearn || line "$what" 'scikit-learn' "$(stat -c %s our.weights.t3)" "OMP_NUM_THREADS=1 '$python' unico-peers.py $part $theirs"
done
for rated in our.rated.t2 peer.rated.t2; do
  [ ! -f $rated ] || say "area under the ROC curve, $rated: $(relevance -q -against our.truth $rated | tail -n 1 | cut -f 11)"
done

what="XML of $million documents, $((bytes / 1000000)) MB"
say ''
title "$what"
line "$what" xml-export "$bytes" "xml-export $sized -j 1 -ranking our.rated.t2 -o our.xml '$documents'"
! has numpy || line "$what" 'Python (json, xml.sax)' "$bytes" "'$python' unico-peers.py xml our.rated.t2 '$documents' peer.xml"
[ ! -f peer.xml ] || cmp our.xml peer.xml || say 'the files differ'
echo "written: $report"
