#!/usr/bin/env bash
# vocabulary.sh DOCUMENTS [GROWTH]: the words of a crawl before and after stemming, as in the experiment of Nitsche 2003,
# 4.3.2.4.1. The tools are on PATH. DOCUMENTS are lines of JSON in the order of the crawl, as extract-text writes them. The curve
# of growth goes to GROWTH: lines of the number of words so far and of different ones.
#
# It prints columns of figures for all documents, for those of each language with at least a hundredth of them, and for all
# without the pages of javadoc, if there are any:
#
#   documents, words, terms     terms are different words
#   stems, saved_%              different stems, by the language of each document, and how many fewer than terms these are
#   once, in_one, in_all        terms that occur once; that are in one document; in all documents
#   within                      terms that are in 1 % to 90 % of the documents
#   about_2_%                   terms in 1.9 to 2 % of the documents
#   least_tf                    1 / documents, the smallest relative frequency
#   heaps                       beta of the law of growth: terms = k · words^beta; - if there are too few words
#   frequent                    the three most frequent stems, with their occurrences for each document
set -euo pipefail
export LC_ALL=C
fail() { echo "vocabulary.sh: $*" >&2; exit 1; }
[ $# = 1 ] || [ $# = 2 ] || { echo 'usage: vocabulary.sh DOCUMENTS [GROWTH]' >&2; exit 2; }
[ -r "$1" ] || fail "$1: no such file, or it cannot be read"
[ -s "$1" ] || fail "$1: is empty"
[[ $(head -c 1 -- "$1") == '{' ]] || fail "$1: is not lines of documents: unpack .gz, and for .parquet use extract-text -o documents.jsonl"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# index STEMMER: the terms of all documents of $work/some.jsonl, and their counts, in files whose names begin with it.
index() {
  local is="$work/$1"
  terms -q -stem "$1" -dict "$is.txt" -doc-lengths "$is-lengths.t2" -growth "$is.tsv" -stats "$is.json" "$work/some.jsonl" |
    tuples -w 2 -cols 2,1 | extsort -w 2 | tuplejoin -w 2 -group 1,2 -agg count -o "$is.t3"
  extsort -o "$is-lengths.t2" "$is-lengths.t2"
  wordlist -q "$is.txt" "$is-lengths.t2" "$is.t3" >"$is.words"
}

# row TITLE: the figures of $work/some.jsonl.
row() {
  index none
  index auto
  extsort -lines -t $'\t' -k 2,2nr -k 1 -o "$work/frequent" "$work/auto.words"
  awk -F '\t' -v title="$1" -v stems="$(wc -l <"$work/auto.words")" -v docs="$(tuples -count "$work/none-lengths.t2")" \
    -v heaps="$(sed 's/.*"heaps_beta":\([0-9.]*\).*/\1/' "$work/none.json")" '
    FILENAME ~ /frequent$/ {
      if (FNR <= 3) best = best (FNR > 1 ? ", " : "") sprintf("%s %.3f", $1, $2 / docs)
      next
    }
    {
      terms++; words += $2
      once += $2 == 1; one += $3 == 1; all += $3 == docs
      within += $3 >= docs / 100 && $3 <= docs * 0.9
      two += $3 >= docs * 0.019 && $3 <= docs * 0.02
    }
    END {
      saved = terms ? 100 * (terms - stems) / terms : 0
      law = (heaps + 0 > 0) ? sprintf("%.3f", heaps) : "-"
      printf "%s\t%d\t%d\t%d\t%d\t%.1f\t%d\t%d\t%d\t%d\t%d\t%.9f\t%s\t%s\n", title, docs, words, terms, stems,
        saved, once, one, all, within, two, docs ? 1 / docs : 0, law, best
    }' "$work/frequent" "$work/none.words"
}

printf 'pages\tdocuments\twords\tterms\tstems\tsaved_%%\tonce\tin_one\tin_all\twithin\tabout_2_%%\tleast_tf\theaps\tfrequent\n'
cp -- "$1" "$work/some.jsonl"
row all
[ $# = 1 ] || cp "$work/none.tsv" "$2"
all=$(wc -l <"$work/some.jsonl")
sed -n 's/.*"lang":"\([^"]*\)".*/\1/p' "$1" | extsort -lines | uniq -c | awk -v all="$all" '$1 * 100 >= all {print $2}' |
  while read -r lang; do
    grep -F "\"lang\":\"$lang\"" -- "$1" >"$work/some.jsonl"
    row "$lang"
  done
if grep -v '"javadoc":true' -- "$1" >"$work/some.jsonl" && ! cmp -s "$1" "$work/some.jsonl"; then
  row 'without javadoc'
fi
