#!/usr/bin/env bash
# questions.sh DIR: asks the words of a crawl (make CRAWL=… OUT=DIR words) three questions. The tools are on PATH.
set -euo pipefail
cd "${1:?usage: questions.sh DIR}"
ask=(query -phrases positions.t3 -documents documents.parquet -answers 3 words.txt lengths.t2 postings.t3)
questions=('Sortierverfahren Webseiten' '"Sortierverfahren und Webseiten"' '(Sortierverfahren OR Webseiten) NOT Projekt')
printf '\nThree questions to its words: question, rank, score, page, URL, title\n   $ %s%s\n' "${ask[*]}" "$(printf " '%s'" "${questions[@]}")"
"${ask[@]}" "${questions[@]}" | sed 's/^/   /'
