#!/usr/bin/env bash
# peers-words.sh: weights, an index with questions, and texts of pages, by webmill and by other programs, in turns on the same
# made documents. The tools are on PATH. Writes build/peers-words-DATE.txt. What is not installed is named and left out.
#
#   DOCS (100000) of WORDS (200) of VOCABULARY (100000); MEMORY (256M); RUNS (3); PAGES (2000) of 33 KB. PEERS= leaves out all
#   other programs. THREADS (1) of each tool. PYTHONPATH may name a folder with scikit-learn.
set -euo pipefail
. "$(dirname "$0")/measure.sh"
docs=${DOCS:-100000} words=${WORDS:-200} vocabulary=${VOCABULARY:-100000} memory=${MEMORY:-256M} runs=${RUNS:-3}
pages=${PAGES:-2000} threads=${THREADS:-1} peers=${PEERS-yes}
begin peers-words terms peers/words
trap 'rm -rf "$work"/our.* "$work"/peer.* "$work/tmp"' EXIT

has() {
  [ -n "$peers" ] || return
  python=$(python_with "$1") || { say "$1 (Python) is not installed: left out"; return 1; }
}

text=$work/docs-$docs-$words-$vocabulary.txt
[ -f "$text" ] || { go run ./scripts/gendocs "$docs" "$words" "$vocabulary" >"$work/new" && mv "$work/new" "$text"; }
lines=${text%.txt}.jsonl
[ -f "$lines" ] || { sed 's/.*/{"text":"&"}/' "$text" >"$work/new" && mv "$work/new" "$lines"; }
questions=${text%.txt}.questions
[ -f "$questions" ] || awk -v every=$((docs < 10000 ? 1 : docs / 10000)) 'NR % every == 0 {print $3, $(NF / 4), $(NF / 2)}' "$text" | head -n 10000 >"$questions"
bytes=$(stat -c %s "$text")
cp scripts/words-peers.py "$work/"
cd "$work"
sized="-S $memory -T tmp -j $threads"

say "$(header "words of $docs documents of $words words, $((bytes / 1000000)) MB, in $memory, -j $threads")"

what="weights of $((bytes / 1000000)) MB of documents"
say ''
title "$what"
line "$what" 'terms -counted' "$bytes" "terms -counted $sized -dict our.words -o our.t3 '$lines'"
line "$what" 'terms -counted | tfidf' "$bytes" "terms -counted $sized -dict our.words '$lines' | tfidf $sized -scheme sklearn -o our.weights.t3"
! has sklearn || line "$what" 'scikit-learn' "$bytes" "'$python' words-peers.py tfidf '$text'"

what="index of $((bytes / 1000000)) MB of documents"
say ''
title "$what"
line "$what" 'terms -counted | tuples | extsort' "$bytes" \
  "terms -counted $sized -dict our.words -doc-lengths our.lengths.t2 '$lines' | tuples -w 3 -cols 2,1,3 | extsort -w 3 $sized -o our.postings.t3"
bluge=$root/build/bluge/bluge
if [ -n "$peers" ] && [ ! -x "$bluge" ]; then
  (cd "$root/pkg/text/query/testdata/bluge" && go build -o "$bluge" .) || say 'Bluge cannot be built: left out'
fi
[ -z "$peers" ] || [ ! -x "$bluge" ] || line "$what" Bluge "$bytes" "rm -rf peer.index; '$bluge' index peer.index <'$text'"

what="$(wc -l <"$questions") questions of three words, the ten best answers"
say ''
title "$what"
terms -counted -S "$memory" -T tmp -dict our.words -doc-lengths our.lengths.t2 "$lines" | tuples -w 3 -cols 2,1,3 |
  extsort -w 3 -S "$memory" -T tmp -o our.postings.t3
line "$what" query 0 "query $sized -questions '$questions' -answers 10 -o our.answers our.words our.lengths.t2 our.postings.t3"
if [ -n "$peers" ] && [ -x "$bluge" ]; then
  "$bluge" index peer.kept <"$text"
  runs=1 line "$what" Bluge 0 "'$bluge' ask peer.kept <'$questions' >peer.answers"
  say "Bluge, of one question: $(cat "$log")"
fi

[ "$pages" -gt 0 ] || { echo "written: $report"; exit 0; }
crawl=$work/crawl-$pages.warc.gz
[ -f "$crawl" ] || { python3 "$root/scripts/gencrawl.py" "$pages" >new && mv new "$crawl"; }
if [ ! -d "files-$pages" ]; then
  rm -rf new
  mkdir new
  gzip -dc "$crawl" | LC_ALL=C awk '
    /^WARC\/1/ {body = 0}
    /^HTTP\/1/ {http = 1}
    body {print > (f)}
    http && /^\r?$/ {body = 1; http = 0; if (f) close(f); f = sprintf("new/p%07d.html", ++k); printf "" > f}'
  mv new "files-$pages"
fi
find "$PWD/files-$pages" -name '*.html' | sort >list
html=$(find "files-$pages" -name '*.html' -print0 | xargs -0 cat | wc -c)
what="texts of $((html / 1000000)) MB of HTML"
say ''
title "$what, from files"
line "$what, files" extract-text "$html" "extract-text -q -j $threads -o our.jsonl -dir files-$pages -base http://a.test/"
line "$what, files" 'extract-links, no text' "$html" "extract-links -q -j $threads -o our.links -dir files-$pages -base http://a.test/"
for peer in lxml bs4 html2text; do
  ! has $peer || line "$what, files" "$peer (Python)" "$html" "'$python' words-peers.py $peer list"
done
say ''
title "$what, from gzip"
line "$what, gzip" extract-text "$html" "extract-text -q -j $threads -o our.jsonl '$crawl'"
line "$what, gzip" 'extract-links, no text' "$html" "extract-links -q -j $threads -o our.links '$crawl'"
echo "written: $report"
