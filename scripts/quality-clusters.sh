#!/usr/bin/env bash
# quality-clusters.sh: measures how well cluster finds classes that are known: those of the pages of Cornell in the WebKB set, and the
# languages of texts in eleven languages, cut into pieces of 400 characters. It is table E4 of Nitsche 2003 (3.4.7) on sets that
# anyone can have: purity and NMI by method, similarity and number of clusters, means of SEEDS runs (10), with KMeans of
# scikit-learn beside where it is installed. It then takes an eighth, a quarter and a half of the documents of each set: is
# the UNICO-correlation better than the scalar product by more, if there are fewer documents (3.4.7.3)? The tools are on PATH. It
# writes docs/figures/clusters-quality.tsv and clusters-sizes.tsv.
#
# DATA (../shared/data) has the sets; one that is absent is left out. ONLY is a regular expression of sets and ways.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
scripts=$(cd "$(dirname "$0")" && pwd)
data=$(cd "${DATA:-${WEBMILL_DATA:-../shared/data}}" 2>/dev/null && pwd || echo /nowhere)
begin quality-clusters cluster
say "$(header 'clusters beside classes that are known')"
cd "$work"
seeds=${SEEDS:-10}

# pieces FILE…: lines of JSON, a piece of 400 characters each, and their languages in topics.t2: the number of the file.
pieces() {
  local file n=0 doc=0 count
  for file; do
    tr '\n"\\\t' '    ' <"$file" | LC_ALL=C.UTF-8 sed 's/.\{400\}/&\n/g' | LC_ALL=C.UTF-8 grep '^.\{400\}$' |
      awk -v doc="$doc" '{printf "{\"id\":%d,\"text\":\"%s\"}\n", doc++, $0}' >piece
    count=$(wc -l <piece)
    cat piece >&3
    seq "$doc" $((doc + count - 1)) | sed "s/\$/\t$n/"
    doc=$((doc + count)) n=$((n + 1))
  done 3>"$set.jsonl" | tuples -q -from text -to raw -w 2 -o "$set.topics.t2"
}

# weigh: the counts and the weights of the documents of $set.
weigh() {
  terms -q -counted -dict "$set.txt" "$set.jsonl" | extsort -q -w 3 -k 1,2 -o "$set.counts.t3"
  tfidf -q -scheme sklearn -min-df 2 "$set.counts.t3" -o "$set.weights.t3"
}

# try NAME CLUSTERS FLAG…: a row of $rows, the means over the seeds.
try() {
  local way=$1 k=$2 seed
  shift 2
  [[ "$set $way" =~ ${ONLY:-} ]] || return 0
  for ((seed = 0; seed < seeds; seed++)); do
    if [ "$way" = scikit-learn ]; then
      "$python" "$scripts/cluster-peer.py" "$set.weights.t3" "$k" "$seed" >clusters.t2
    else
      cluster -q -clusters "$k" -random-seed "$seed" -o clusters.t2 "$@"
    fi
    cluster-eval -q clusters.t2 "$set.topics.t2" | awk '{v[$1] = $2} END {print v["purity"], v["nmi"], v["entropy"], v["f"]}'
  done | awk -v OFS='\t' -v set="$set" -v k="$k" -v way="$way" '
    {for (i = 1; i <= NF; i++) {sum[i] += $i; square[i] += $i * $i}}
    function mean(i) {return sum[i] / NR}
    function spread(i, v) {v = square[i] / NR - mean(i) ^ 2; return sqrt(v > 0 ? v : 0)}
    END {print set, k, way, sprintf("%.3f", mean(1)), sprintf("%.3f", spread(1)), sprintf("%.3f", mean(2)), sprintf("%.3f", spread(2)),
      sprintf("%.3f", mean(3)), sprintf("%.3f", mean(4)), NR}' | tee -a "$rows"
}

# counted CLUSTERS: the two similarities on counts, by both methods.
counted() {
  local similarity
  for similarity in dot unico; do
    try "bisect, $similarity, counts" "$1" -method bisect -int-weights -similarity $similarity "$set.counts.t3"
    try "kmeans, $similarity, counts" "$1" -int-weights -similarity $similarity "$set.counts.t3"
  done
}

# ways: all ways on a set.
ways() {
  local k similarity
  for k in 7 20 100; do
    [ -z "$python" ] || try scikit-learn "$k"
    for similarity in cosine euclid dot p p-coded unico; do
      try "kmeans, $similarity" "$k" -similarity $similarity "$set.weights.t3"
    done
    for similarity in cosine dot p-coded unico; do
      try "bisect, $similarity" "$k" -method bisect -similarity $similarity "$set.weights.t3"
    done
    counted "$k"
  done
}

# sizes: the two similarities on parts of a set, and on all of it.
sizes() {
  local all=$set part k rows=sizes
  for part in 8 4 2 1; do
    awk "NR % $part == 0" "$all.jsonl" >part.jsonl
    set="$all, $(wc -l <part.jsonl) documents"
    mv part.jsonl "$set.jsonl"
    tuples -q -from raw -w 2 -to text "$all.topics.t2" | awk -v part=$part -v OFS='\t' 'NR % part == 0 {print n++, $2}' |
      tuples -q -from text -to raw -w 2 -o "$set.topics.t2"
    weigh
    for k in 7 20; do
      counted "$k"
    done
  done
}

python=$(python_with sklearn) || say 'scikit-learn: skipped: it is not there'
printf 'set\tclusters\tway\tpurity\tpurity_deviation\tnmi\tnmi_deviation\tentropy\tf\truns\n' | tee table >sizes
rows=table
set=languages
if ls "$data"/suites/langid/*.test >/dev/null 2>&1; then
  pieces "$data"/suites/langid/*.test
  weigh
  ways
  sizes
else
  say "$set: skipped: no data"
fi
set=webkb-cornell
if [ -e "$data/webkb/$set.tar.zst" ]; then
  zstd -dcq --long=27 "$data/webkb/$set.tar.zst" | tar -x
  cut -f 1,4 $set/index.tsv >urls.tsv
  extract-text -q -headers -dir $set -urls urls.tsv -o $set.jsonl
  grep -o '"url":"[^"]*"' $set.jsonl | cut -d '"' -f 4 | awk -F '\t' 'NR == FNR {class[$4] = $2; next}
    {if (!(class[$1] in number)) number[class[$1]] = n++; print FNR - 1 "\t" number[class[$1]]}' $set/index.tsv - |
    tuples -q -from text -to raw -w 2 -o $set.topics.t2
  weigh
  ways
  sizes
else
  say "$set: skipped: no data"
fi
cat table sizes >>"$report"
cp table "$root/docs/figures/clusters-quality.tsv"
cp sizes "$root/docs/figures/clusters-sizes.tsv"
