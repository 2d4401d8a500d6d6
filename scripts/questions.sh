#!/usr/bin/env bash
# questions.sh DIR: asks the index of a crawl (make CRAWL=… OUT=DIR words people) three questions, and shows three persons with
# their pages. The tools are on PATH.
set -euo pipefail
cd "${1:?usage: questions.sh DIR}"
ask=(query -phrases positions.t3 -documents documents.parquet -answers 3 words.txt lengths.t2 postings.t3)
questions=('Sortierverfahren Webseiten' '"Sortierverfahren und Webseiten"' '(Sortierverfahren OR Webseiten) NOT Projekt')
printf '\nThree questions to its words: question, rank, score, page, URL, title\n   $ %s%s\n' "${ask[*]}" "$(printf " '%s'" "${questions[@]}")"
"${ask[@]}" "${questions[@]}" | sed 's/^/   /'

pages=$(mktemp)
trap 'rm -f "$pages"' EXIT
name=(people -lengths name-lengths.t2 -anchor-mentions anchor-mentions.jsonl -page-ranks ranks.t2 -person-pages pages.tsv mentions.jsonl)
printf '\nThe three persons with the best pages, the best page first: name, rank of the page, score, URL, reasons\n   $ %s\n' "${name[*]}"
"${name[@]/pages.tsv/"$pages"}" | extsort -lines -t $'\t' -k 9gr |
  awk -F '\t' 'NR == FNR {if (NR <= 3) place[$1] = NR; next}
    ($1 in place) && $9 <= 3 {print place[$1] FS $2 FS $9 FS $8 FS $4 FS $11}' - "$pages" |
  extsort -lines -t $'\t' -k 1n -k 3n | cut -f 2- | sed 's/^/   /'
