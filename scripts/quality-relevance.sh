#!/usr/bin/env bash
# quality-relevance.sh: measures how well relevance finds the pages of persons and projects on the site of a department, the pages
# of Cornell in the WebKB set, from 200 judged ones. Ten times the pages are dealt to ten folds; each fold is rated by what was
# learnt from 200 pages of the others. The tools are on PATH. It writes docs/figures/relevance-quality.tsv.
#
#   DATA (../shared/data) has the set. With scikit-learn its logistic regression stands beside, on the same folds.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
scripts=$(cd "$(dirname "$0")" && pwd)
data=${DATA:-${WEBMILL_DATA:-../shared/data}}
begin quality-relevance relevance cluster
pack=$data/webkb/webkb-cornell.tar.zst
[ -e "$pack" ] || { say "skipped: no data ($pack)"; exit 0; }
say "$(header 'pages of persons and projects that were found')"
pack=$(realpath "$pack")
cd "$work"

zstd -dcq --long=27 "$pack" | tar -x
cut -f 1,4 webkb-cornell/index.tsv >urls.tsv
extract-links -q -headers -dir webkb-cornell -urls urls.tsv -alone -anchors |
  dict -q -alone -rest anchors.txt -dict urls.txt -o crawled.t2
extract-text -q -headers -page-ids urls.txt -dir webkb-cornell -urls urls.tsv -o docs.jsonl
"$scripts"/anchor-documents.sh crawled.t2 urls.txt anchors.txt >links.jsonl

# weigh DOCUMENTS TEXTS OUT: the weights of the terms of documents.
weigh() {
  terms -q -counted -stem auto -texts "$2" -dict "$3.txt" "$1" | extsort -q -w 3 -k 1,2 -o "$3.counts.t3"
  tfidf -q -scheme sklearn -sublinear -min-df 2 "$3.counts.t3" -o "$3"
}
weigh docs.jsonl title,headings,text text.t3
weigh links.jsonl text anchors.t3
extsort -q -k 2,1 -u crawled.t2 | pagerank -q - -pages "$(wc -l <urls.txt)" -o ranks.t2
grep -o '^{"id":[0-9]*,"contact_words":[0-9]*' docs.jsonl | tr -dc '0-9:\n' | cut -d : -f 2,3 | tr : '\t' | sort -n |
  tuples -q -from text -w 2 -o contact.t2

# The judgements, and the folds: random numbers are those of Park and Miller.
grep -o '^{"id":[0-9]*' docs.jsonl | cut -d : -f 2 | tuples -from text -w 1 | undict -w 1 -ids urls.txt |
  awk -F '\t' 'NR == FNR {class[$4] = $2; next}
    $2 in class {print $1 "\t" (class[$2] ~ /^(student|faculty|staff|project)$/) "\t" $2}' webkb-cornell/index.tsv - | sort -n >judged.tsv
for repeat in {1..10}; do
  awk -F '\t' -v seed="$repeat" 'BEGIN {OFS = FS; x = 7919 * seed}
    function next_number() {return x = x * 16807 % 2147483647}
    {a = next_number(); print $2, a, next_number(), $1}' judged.tsv | sort -k 1,1 -k 2,2n |
    awk -F '\t' -v repeat="$repeat" '{print (NR - 1) % 10, $3, $4, $1}' >dealt
  for fold in {0..9}; do
    mkdir -p "folds/$repeat-$fold"
    awk -v f="$fold" '$1 == f {print $3 "\t" $4}' dealt | sort -n >"folds/$repeat-$fold/test.tsv"
    awk -v f="$fold" '$1 != f' dealt | sort -k 2,2n | awk 'NR <= 200 {print $3 "\t" $4}' | sort -n >"folds/$repeat-$fold/train.tsv"
  done
done

# f1 TABLE: F1 of the last row; 0 where nothing was found.
f1() { tail -n 1 | cut -f 10 | sed 's/^$/0/'; }

# try NAME METHOD THRESHOLD FLAGS…: the F1 of each fold, into NAME.f1. THRESHOLD is a number or best: that of the documents learnt from.
try() {
  local name=$1 method=$2 threshold=$3 at f
  shift 3
  : >"$name.f1"
  for f in folds/*; do
    relevance -q -train "$f/train.tsv" -method "$method" "$@" -o model
    relevance -q -apply model "$@" -o rated.t2
    at=$threshold
    if [ "$at" = best ]; then
      relevance -q -against "$f/train.tsv" -curve curve.tsv rated.t2 >/dev/null
      at=$(awk -F '\t' '{f = 2 * $3 / (2 * $3 + $4 + $5); if (f > best) {best = f; at = $2 - 0.0000005}} END {print at}' curve.tsv)
    fi
    relevance -q -against "$f/test.tsv" -threshold "$at" rated.t2 | f1 >>"$name.f1"
  done
}

: >keep.f1
for f in folds/*; do
  awk '{n++; yes += $2} END {print 2 * yes / (yes + n)}' "$f/test.tsv" >>keep.f1
done
text='-vectors text=text.t3' more='-vectors anchors=anchors.t3 -feature pagerank=ranks.t2 -feature contact:int=contact.t2'
try text logistic 0.5 $text
try all logistic 0.5 $text $more
cluster -q -clusters 100 -similarities similarities.t3 -o clusters.t2 text.t3
try clusters logistic 0.5 $text $more -to-clusters similarities.t3
try neuron neuron best -to-clusters similarities.t3 -feature pagerank=ranks.t2
if python=$(python_with sklearn); then
  OMP_NUM_THREADS=1 "$python" "$scripts/relevance-peer.py" || say 'scikit-learn: failed'
else
  say 'scikit-learn: skipped: it is not there'
fi

# row FILE NAME: a row of the table.
row() {
  [ ! -s "$1.f1" ] || awk -v name="$2" '{sum += $1; square += $1 * $1}
    END {m = sum / NR; printf "%s\t%.3f\t%.3f\t%d\n", name, m, sqrt(square / NR - m * m), NR}' "$1.f1"
}
{
  printf 'way\tf1\tdeviation\tfolds\n'
  row keep 'keep everything'
  row sklearn-plain 'scikit-learn LogisticRegression, tf-idf'
  row sklearn-cv 'scikit-learn LogisticRegressionCV, tf-idf'
  row sklearn-balanced 'scikit-learn LogisticRegression, tf-idf, balanced'
  row sklearn-threshold 'scikit-learn, balanced, threshold by cross-validation'
  row neuron 'neuron of Nitsche 2003: clusters, PageRank; best threshold'
  row text 'relevance, text'
  row all 'relevance, text, anchors, PageRank, contact words'
  row clusters 'relevance, these and clusters'
} | tee "$root/docs/figures/relevance-quality.tsv" | tee -a "$report"
