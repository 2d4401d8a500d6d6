#!/usr/bin/env bash
# memory.sh: measures the peak memory of tools for many -S and -j, next to what they may take: -S + 16 MiB + 1 MiB a thread, or what
# the manual says of a tool without -S.
# The tools are on PATH, GNU time is /usr/bin/time. Writes build/memory-DATE.txt; ends with 1 if a tool takes more.
# SIZES (16M:50 64M:50 1G:4) are pairs of -S and the size of the input as a multiple of it, THREADS (1 2 8 16 64 128) the -j,
# ONLY a pattern that labels must match, WORK the folder for the inputs (default: build; 70 GB for the sizes above).
set -euo pipefail
. "$(dirname "$0")/measure.sh"
sizes=${SIZES:-16M:50 64M:50 1G:4} threads=${THREADS:-1 2 8 16 64 128} only=${ONLY:-.}
begin memory tuples
over=0
[ -x /usr/bin/time ] || { echo 'memory.sh: /usr/bin/time (GNU time) is missing: install it' >&2; exit 1; }

# inputs BYTES: makes the input files, each of about that many bytes, from a graph with 20 links a page.
inputs() {
  local links=$(($1 / 8)) pages=$(($1 / 160))
  graphgen -pages "$pages" -links "$links" -o links.t2
  graphgen -pages "$pages" -links "$links" -by dst -o by-dst.t2
  graphgen -model random -pages 2000000000 -links "$links" -o random.t2
  tuples -o random.parquet random.t2
  bfs-layers -o layers.t2 links.t2
  bfs-number -layers layers.t2 -o numbers.t2 links.t2
  # Two scorings of the ids of random links.
  extsort -k 1 -u random.t2 -o a.t2
  extsort -k 2 -u random.t2 | tuples -w 2 -to text | awk -F'\t' -v OFS='\t' '{print $2, $1}' | tuples -w 2 -from text -to raw -o b.t2
  # Lines of two URLs, about 55 bytes each, and the ids and the dictionary made of them.
  tuples -head "$(($1 / 55))" -to text links.t2 |
    awk -F'\t' '{print "http://h" int($1 / 50) ".example/" $1 "\thttp://h" int($2 / 50) ".example/" $2}' >lines.tsv
  dict -q -dict urls.txt -o ids.t2 lines.tsv
  # An archive of that many bytes: the same pages again and again.
  local part
  part=$(stat -c %s "$crawl")
  for ((part = $1 / part + 1; part > 0; part--)); do cat "$crawl"; done >crawl.warc.gz
  ! wanted terms 'terms -counted' tfidf wordlist stems findnames people coverage namefile namelists qlever query cluster 'cluster bisect' 'cluster tree' cluster-eval sample judge relevance xml-export || texts "$1"
}

# texts BYTES: makes the inputs of the tools for texts.
texts() {
  # Documents of 25 words: half of the words are frequent, the others are among ten million. Then an index of them.
  awk -v documents="$(($1 / 840))" 'BEGIN {
    srand(1)
    while (n++ < documents) {
      line = ""
      for (k = 0; k < 12; k++) line = line " f" int(exp(9 * rand())) " r" int(1e7 * rand())
      print "{\"text\":\"the" line "\"}"
    }}' >quarter.jsonl
  cat quarter.jsonl quarter.jsonl quarter.jsonl quarter.jsonl >documents.jsonl
  terms -counted -dict words.txt -doc-lengths lengths.t2 -o counts.t3 documents.jsonl
  tuples -cols 2,1,3 counts.t3 | extsort -w 3 -o postings.t3
  awk 'NR % 500 == 0 && n++ < 500 {print $2, $3, $4}' quarter.jsonl >questions.txt
  # Documents of two names, and what findnames would find in documents as long as those above: a name in each.
  awk -v documents="$(($1 / 400))" 'BEGIN {
    srand(2)
    while (n++ < documents) {
      line = ""
      for (k = 0; k < 2; k++) {
        name = sprintf("%c%c%cer", 65 + 26 * rand(), 97 + 26 * rand(), 97 + 26 * rand())
        line = line " Prof. Anna " name " and Dr. Peter " name "mann met at the institute of the university yesterday."
      }
      print "{\"lang\":\"en\",\"url\":\"http://h0.example/" n "\",\"text\":\"" line "\"}"
      printf "{\"id\":%d,\"url\":\"http://h%d.example/%d\",\"field\":\"text\",\"offset\":%d,\"name\":\"Anna %s\"}\n",
        n / 2, n / 100, n / 2, n % 2 * 100, name >"mentions.jsonl"
    }}' >persons.jsonl
  # The same documents with tagged names. The words of the documents above, with their scores, stand for names.
  findnames -q -dict /dev/null -tagged tagged.jsonl -o /dev/null persons.jsonl
  tfidf -q -o weights.t3 counts.t3
  awk 'BEGIN {for (doc = 0; doc < 200; doc++) print doc "\t" doc % 2}' >judged.tsv
  tfidf -q -min-df 20 -o frequent.t3 counts.t3
  tuples -head 1000 layers.t2 >list.t2
  tuples -cols 1,3 weights.t3 | extsort -w 2 -k 1 -u -o scores.t2
  seq -f 'http://h0.example/%.0f' "$(wc -l <documents.jsonl)" >pages.txt
}

# wanted LABEL…: whether one of the labels is to be measured.
wanted() { local label; for label; do [[ ! $label =~ $only ]] || return 0; done; return 1; }

# measure LABEL COMMAND [OUTPUT]: runs the command with each -j and prints a line of the table for each. OUTPUT "-": it writes
# nothing. With threads=0 it has no -j, with own=MIB no -S: it takes so much beside the program, and with each=MIB so much a thread.
measure() {
  local label=$1 out="-o ${3:-out}" sized="-S $size" j jobs figures peak most note
  [ -z "${own-}" ] || sized=
  wanted "$label" || return 0
  [ "${3-}" != - ] || out=
  for j in $threads; do
    jobs="-j $j"
    [ "$j" != 0 ] || jobs=
    figures=$(timed "$2 $sized $jobs -q $out") || true
    rm -f out out.*
    if [ -z "$figures" ]; then
      printf '%-26s %5s %4s  failed: %s\n' "$label" "$size" "$j" "$(tail -n 1 "$log")" | tee -a "$report"
      over=1
      continue
    fi
    read -r wall _ _ peak <<<"$figures"
    most=$((${own:-$((bytes / 1048576))} + 16 + ${each:-1} * j)) peak=$((peak / 1024)) note=
    [ "$peak" -le "$most" ] || { note=OVER; over=1; }
    printf '%-26s %5s %4s %9d %9d %9s %s\n' "$label" "$size" "$j" "$peak" "$most" "$wall" "$note" | tee -a "$report"
  done
}

header "webmill memory" | tee "$report"
printf '%-26s %5s %4s %9s %9s %9s\n' '' -S -j 'peak MiB' 'allowed' 'wall s' | tee -a "$report"
crawl=$work/crawl.gz
python3 "$(dirname "$0")/gencrawl.py" 8000 >"$crawl" || { echo 'memory.sh: python3 is needed to make a crawl' >&2; exit 1; }
cd "$work"
for pair in $sizes; do
  size=${pair%:*}
  bytes=$(numfmt --from=iec "$size")
  inputs $((bytes * ${pair#*:}))
  echo "-S $size: inputs of $(numfmt --to=iec "$(stat -c %s links.t2)")" | tee -a "$report"
  measure 'extsort'                'extsort random.t2'
  measure 'extsort -to parquet'    'extsort -to parquet random.t2'
  measure 'extsort from Parquet'   'extsort random.parquet'
  measure 'extsort -lines'         'extsort -lines lines.tsv'
  measure 'bfs-layers'             'bfs-layers links.t2'
  measure 'bfs-number'             'bfs-number -layers layers.t2 links.t2'
  measure 'bfs-number -verify'     'bfs-number -verify numbers.t2 links.t2' -
  measure 'pagerank'               'pagerank -tol 1e-2 by-dst.t2'
  measure 'krank'                  'krank -best 10 -tol 1e-2 by-dst.t2'
  measure 'hits'                   'hits -tol 1e-2 by-dst.t2'
  measure 'kendall'                'kendall -ints a.t2 b.t2'
  measure 'kendall -pairs'         'kendall -ints -pairs random.t2'
  measure 'accumulate'             'accumulate -force -order numbers.t2 numbers.t2'
  measure 'dict'                   'dict -dict out.txt lines.tsv'
  measure 'dict, 2 parquet'        'dict -dict out.u.parquet -to parquet lines.tsv'
  measure 'undict parquet'         'undict -to parquet urls.txt ids.t2'
  measure 'table'                  'table -schema src,dst lines.tsv' out.parquet
  own=1 threads=0 measure 'lookup' 'lookup urls.txt "$(tail -n 1 urls.txt)"'
  threads=0 measure 'tuplejoin'    'tuplejoin links.t2 layers.t2'
  measure 'tuples -to parquet'     'tuples -to parquet random.t2'
  threads=0 measure 'tuplejoin -group'       'tuplejoin -group 1 -agg count links.t2'
  measure 'crawl-order, bfs'       'crawl-order -strategy bfs links.t2'
  measure 'fetch'                  'fetch -replay crawl.warc.gz -scope all http://h0.test/d0/p0.html'
  own=44 each=4 measure 'warc'     'warc crawl.warc.gz'
  measure 'extract-links'          'extract-links crawl.warc.gz'
  measure 'extract-links parquet'  'extract-links crawl.warc.gz' out.parquet
  measure 'link-groups'            'link-groups crawl.warc.gz'
  ! wanted nav-links 'extract-text -drop-nav' || link-groups -q -o groups.tsv crawl.warc.gz
  measure 'nav-links'              'nav-links groups.tsv'
  measure 'sitemap'                'sitemap lines.tsv'
  ! wanted 'extract-text -drop-nav' || nav-links -q -o labels.tsv groups.tsv
  measure 'extract-text'           'extract-text crawl.warc.gz'
  measure 'extract-text -drop-nav' 'extract-text -drop-nav labels.tsv crawl.warc.gz'
  measure 'extract-text parquet'   'extract-text crawl.warc.gz' out.parquet
  measure 'main-content'           'main-content crawl.warc.gz'
  measure 'main-content ntpc'      'main-content -method ntpc crawl.warc.gz'
  measure 'terms'                  'terms -dict out.txt documents.jsonl'
  measure 'terms -counted'         'terms -counted -dict out.txt -doc-lengths out.t2 documents.jsonl'
  measure 'tfidf'                  'tfidf counts.t3'
  measure 'wordlist'               'wordlist words.txt lengths.t2 postings.t3'
  measure 'stems'                  'stems -segments peak words.txt'
  measure 'findnames'              'findnames -counted -dict out.txt -mentions out.jsonl persons.jsonl'
  measure 'people'                 'people -lengths lengths.t2 mentions.jsonl'
  measure 'coverage'               'coverage -crawl-urls urls.txt urls.txt'
  measure 'namefile'               'namefile -name-dict words.txt -url-dict pages.txt weights.t3'
  measure 'namelists'              'namelists words.txt'
  measure 'qlever'                 'qlever -ones -sentences out.sentences -triples out.triples tagged.jsonl'
  measure 'cluster'                'cluster -sweeps 2 -clusters 50 frequent.t3'
  measure 'cluster bisect'         'cluster -method bisect -refine 1 -clusters 20 frequent.t3'
  measure 'cluster tree'           'cluster -method tree -sweeps 2 -clusters 50 frequent.t3'
  measure 'cluster-eval'           'cluster-eval layers.t2 layers.t2'
  measure 'sample'                 'sample layers.t2'
  measure 'judge'                  'judge -documents documents.jsonl -judgements judged.out list.t2 </dev/null' -
  threads=0 measure 'relevance'    'relevance -train judged.tsv -vectors text=weights.t3'
  measure 'xml-export'             'xml-export -ranking scores.t2 documents.jsonl'
  measure 'query'                  'query -questions questions.txt words.txt lengths.t2 postings.t3'
  rm -f ./*.t? ./*.parquet ./*.tsv ./*.txt ./*.jsonl ./*.warc.gz
done

# The same for docs/figures/memory.tsv: a line for each tool, with the least and the greatest peak of all -j for each -S.
awk -v OFS='\t' -v sizes="$sizes" '
  function row(name, i) {line = name; for (i = 1; i <= n; i++) line = line OFS figures[name, size[i]]; print line}
  BEGIN {n = split(sizes, size); for (i = 1; i <= n; i++) {sub(/:.*/, "", size[i]); head = head OFS "-S_" size[i]}; print "peak_in_MiB" head}
  /^[a-z]/ && length($0) > 36 {
    name = substr($0, 1, 26); sub(/ +$/, "", name)
    split(substr($0, 27), f, " ")
    if (!(f[1] in known)) for (i = 1; i <= n; i++) known[size[i]]
    if (!(f[1] in known)) next
    if (!(name in seen)) {seen[name]; names[++k] = name}
    if (f[3] == "failed:") {figures[name, f[1]] = /need -S|\(see .* -h\)/ ? "refused" : "failed"; next}
    if (!((name, f[1]) in least) || f[3] < least[name, f[1]]) least[name, f[1]] = f[3]
    if (f[3] > most[name, f[1]]) most[name, f[1]] = f[3]
    figures[name, f[1]] = least[name, f[1]] " to " most[name, f[1]]
  }
  END {for (i = 1; i <= k; i++) row(names[i])}' "$report" >"${report%.txt}.tsv"
echo "written to ${report#"$OLDPWD/"}"
exit "$over"
