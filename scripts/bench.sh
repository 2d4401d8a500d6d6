#!/usr/bin/env bash
# bench.sh: the throughput of every tool, next to a plain copy of the bytes. The tools are on PATH.
# RUNS (3), PAGES (2 million) and LINKS (20 million) set the size. Writes build/bench-DATE.txt.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
runs=${RUNS:-3} pages=${PAGES:-2000000} links=${LINKS:-20000000}
begin bench tuples

# bench LABEL FILE COMMAND: FILE is what the figures count: its bytes, and 8 of them a tuple. A blank FILE is the output.
bench() {
  local label=$1 counted=${2:-out} command=$3 all=$work/figures
  : >"$all"
  for _ in $(seq "$runs"); do
    rm -f out
    if ! timed "$command" >>"$all"; then
      echo "$label: failed" | tee -a "$report"
      return
    fi
  done
  local bytes wall
  bytes=$(stat -Lc %s "$counted")
  wall=$(median 1 <"$all")
  awk -v label="$label" -v bytes="$bytes" -v tuples="$(tuples_in "$counted")" -v wall="$wall" \
    -v user="$(median 2 <"$all")" -v sys="$(median 3 <"$all")" -v peak="$(median 4 <"$all")" 'BEGIN {
      if (wall < 0.005) wall = 0.005
      printf "%-38s %8.2f %9.0f %9.1f %8.2f %8.2f %8s\n", label, wall, bytes / 1e6 / wall, tuples / 1e6 / wall, user, sys,
        peak == "-" ? "-" : sprintf("%.0f", peak / 1024)}' | tee -a "$report"
}

# tuples_in FILE: how many it stands for, whatever its form.
tuples_in() {
  case $1 in
  links.* | lines.*) echo "$links" ;;
  crawl.* | judged.* | *.jsonl) echo 0 ;;
  *.t3) echo $(($(stat -Lc %s "$1") / 12)) ;;
  *) echo $(($(stat -Lc %s "$1") / 8)) ;;
  esac
}

header "webmill bench: $links links of $pages pages, median of $runs runs" | tee "$report"
cd "$work"
graphgen -pages "$pages" -links "$links" -o links.t2
graphgen -pages "$pages" -links "$links" -by dst -o links.by-dst.t2
graphgen -model random -links "$links" -o links.random.t2
tuples -to text links.t2 >links.txt
tuples -o links.parquet links.t2
tuples -to text links.random.t2 | awk -F'\t' '{print "https://www.site" $1 % 5000 ".example/" $1 "/page" $2 ".html"}' >lines.txt
awk -F'\t' '{print "http://h" int($1 / 50) ".example/" $1 "\thttp://h" int($2 / 50) ".example/" $2}' links.txt >links.tsv
for _ in {1..40}; do cat "$OLDPWD/testdata/crawl/site.warc.gz"; done >crawl.warc.gz
awk -v n="$pages" 'BEGIN {for (i = 0; i < n; i++) print i "\t" n - 1 - i}' | tuples -w 2 -from text -to raw >map.t2

printf '%-38s %8s %9s %9s %8s %8s %8s\n' '' 'wall s' 'MB/s' 'Mtuple/s' 'user s' 'sys s' 'peak MiB' | tee -a "$report"
bench 'baseline: cat'                   links.t2        'cat links.t2 >out'
bench 'baseline: cat | cat'             links.t2        'cat links.t2 | cat >out'
bench 'baseline: tuples copies'         links.t2        'tuples -o out links.t2'
bench 'tuples -count'                   links.t2        'tuples -count links.t2'
bench 'tuples -check sorted=1,2'        links.t2        'tuples -check sorted=1,2 links.t2'
bench 'tuples: raw to text'             links.t2        'tuples -to text -o out links.t2'
bench 'tuples: text to raw'             links.txt       'tuples -to raw -o out links.txt'
bench 'tuples: raw to Parquet'          links.t2        'tuples -to parquet -o out links.t2'
bench 'tuples: Parquet to raw'          links.parquet   'tuples -to raw -o out links.parquet'
bench 'graphgen -model web'             ''              "graphgen -pages $pages -links $links -o out"
bench 'graphgen -model web -by dst'     ''              "graphgen -pages $pages -links $links -by dst -o out"
bench 'graphgen -model random'          ''              "graphgen -model random -links $links -o out"
bench 'graphgen -model rmat'            ''              'graphgen -model rmat -bits 20 -o out'
bench 'extsort -k 2,1'                  links.t2        'extsort -k 2,1 -o out links.t2'
bench 'extsort -k 2,1 -S 16M'           links.t2        'extsort -k 2,1 -S 16M -o out links.t2'
bench 'extsort, random'                 links.random.t2 'extsort -k 1,2 -o out links.random.t2'
bench 'extsort -S 16M, random'          links.random.t2 'extsort -k 1,2 -S 16M -o out links.random.t2'
bench 'extsort -u -k 1'                 links.random.t2 'extsort -u -k 1 -o out links.random.t2'
bench 'extsort -c'                      links.t2        'extsort -c -k 1,2 links.t2'
bench 'extsort -m, two files'           links.t2        'extsort -m -k 1,2 -o out links.t2 links.t2'
bench 'extsort -lines'                  lines.txt       'extsort -lines -o out lines.txt'
bench 'tuplejoin -group 2 -agg count'   links.by-dst.t2 'tuplejoin -group 2 -agg count -o out links.by-dst.t2'
bench 'renumber -map'                   links.t2        'renumber -map map.t2 -o out links.t2'
bench 'bfs-layers'                      links.t2        'bfs-layers -o layers.t2 links.t2'
bench 'bfs-number -layers'              links.t2        'bfs-number -layers layers.t2 -o order.t2 links.t2'
bench 'pagerank'                        links.by-dst.t2 'pagerank -o ranks.t2 links.by-dst.t2'
bench 'krank -best 20'                  links.by-dst.t2 'krank -best 20 -ranks ranks.t2 -o out links.by-dst.t2'
bench 'crawl-order -strategy opic'      links.t2        'crawl-order -strategy opic -o out links.t2'
bench 'accumulate'                      ranks.t2        'accumulate -order order.t2 -o out ranks.t2'
bench 'extract-links'                   crawl.warc.gz   'extract-links -o out crawl.warc.gz'
bench 'extract-text'                    crawl.warc.gz   'extract-text -o documents.jsonl crawl.warc.gz'
bench 'terms'                           documents.jsonl 'terms -dict words.txt -o out documents.jsonl'
bench 'terms -counted'                  documents.jsonl 'terms -counted -dict words.txt -doc-lengths lengths.t2 -o counts.t3 documents.jsonl'
bench 'tfidf'                           counts.t3       'tfidf -o out counts.t3'
tfidf -o weights.t3 counts.t3
bench 'cluster, 20 clusters'            weights.t3      'cluster -clusters 20 -sweeps 5 -o out weights.t3'
bench 'cluster -method bisect'          weights.t3      'cluster -method bisect -clusters 20 -o out weights.t3'
bench 'cluster -method tree'            weights.t3      'cluster -method tree -clusters 20 -sweeps 5 -o clusters.t2 weights.t3'
bench 'cluster-eval'                    clusters.t2     'cluster-eval -o out clusters.t2 clusters.t2'
bench 'sample'                          clusters.t2     'sample -o out clusters.t2'
awk 'NR % 20 == 1 {print NR - 1 "\t" (/"contact_words":[1-9]/)}' documents.jsonl >judged.txt
bench 'relevance -train'                weights.t3      'relevance -train judged.txt -vectors text=weights.t3 -o model.txt'
bench 'relevance -apply'                weights.t3      'relevance -apply model.txt -vectors text=weights.t3 -o out'
awk -v OFS='\t' -v n="$pages" 'BEGIN {for (i = 0; i < n; i++) print i * 7919 % n, i % 2, "http://a.example/" i * 7919 % n}' >judged.tsv
bench 'judge -merge'                    judged.tsv      'judge -merge -o out judged.tsv'
(cd "$OLDPWD" && go run ./scripts/gendocs 1000000 50 100000) |
  awk '{print "{\"url\":\"http://a.example/" NR - 1 "\",\"text\":\"" $0 "\"}"}' >made.jsonl
seq 0 10000 999999 | awk '{print $1 "\t0"}' >list.tsv
bench 'judge, 100 of 1 M documents'     made.jsonl      'rm -f by-hand; sed "s/.*/1/" list.tsv | judge -from text -documents made.jsonl -judgements by-hand list.tsv >out'
bench 'xml-export, 1 M documents'       made.jsonl      'xml-export -ranking ranks.t2 -o out made.jsonl'
tuples -cols 2,1,3 counts.t3 | extsort -w 3 -o postings.t3
awk 'NR <= 1000' words.txt >questions.txt
bench 'query, a thousand words'         postings.t3     'query -questions questions.txt -o out words.txt lengths.t2 postings.t3'
bench 'warc'                            crawl.warc.gz   'warc -o out crawl.warc.gz'
bench 'dict'                            links.tsv       'dict -dict urls.txt -o ids.t2 links.tsv'
bench 'undict'                          ids.t2          'undict -at 1 -to text -o out urls.txt ids.t2'
bench 'kendall -pairs, random'          links.random.t2 'kendall -ints -pairs -o out links.random.t2'
bench 'kendall -pairs -weighted -rank a' links.random.t2 'kendall -ints -pairs -weighted -rank a -o out links.random.t2'

for tool in "$OLDPWD"/tools/*/main.go; do
  tool=$(basename "$(dirname "$tool")")
  grep -q "^$tool\b\|: $tool\b" "$report" || echo "no figure for $tool" | tee -a "$report"
done
echo "written to ${report#"$OLDPWD/"}"
