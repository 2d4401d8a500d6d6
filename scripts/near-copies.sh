#!/usr/bin/env bash
# near-copies.sh DOCUMENTS: groups of pages whose texts are nearly equal. The tools are on PATH. DOCUMENTS are lines of
# JSON, as extract-text writes them. A line is the simhash of a group, a TAB, and the URL of a page of it; pages without a
# copy are left out. If lines are no documents with a simhash, it counts them, and the exit status is 3.
#
# The texts of a group differ from its first one, in the order of their simhashes, in at most three of 64 bits. Two such
# texts have one quarter of the bits in common at least, so only texts with an equal quarter are compared.
set -euo pipefail
fail() { echo "near-copies.sh: $*" >&2; exit 1; }
[ $# = 1 ] || fail 'give the documents, like near-copies.sh documents.jsonl'
[ -r "$1" ] || fail "$1: no such file, or it cannot be read"
[ -s "$1" ] || fail "$1: is empty"
[[ $(head -c 1048576 -- "$1" | tr -d '\0') == '{'*'"simhash":"'* ]] ||
  fail "$1: it does not begin with lines of documents with a simhash: unpack .gz, and for .parquet make them by extract-text -o documents.jsonl"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')
export LC_ALL=C

sed -nE 's/^\{.*"url":"([^"]*)".*"simhash":"([0-9a-f]{16})".*/\2\t\1/p' -- "$1" | extsort -lines -o "$work/pages.txt"
cut -f 1 "$work/pages.txt" | uniq |
  awk '{for (i = 1; i < 16; i += 4) print i substr($1, i, 4) "\t" $1}' | extsort -lines |
  awk -F '\t' '
    BEGIN {
      for (a = 0; a < 16; a++)
        for (b = 0; b < 16; b++)
          for (bit = 1; bit < 16; bit *= 2)
            differing[sprintf("%x%x", a, b)] += int(a / bit) % 2 != int(b / bit) % 2
    }
    function near(a, b,    i, n) {
      for (i = 1; i <= 16 && n <= 3; i++)
        n += differing[substr(a, i, 1) substr(b, i, 1)]
      return n <= 3
    }
    {
      if ($1 != quarter)
        n = 0
      quarter = $1
      for (i = 1; i <= n; i++)
        if (near(before[i], $2))
          print $2 "\t" before[i]
      before[++n] = $2
    }' | extsort -lines -u |
  awk '!($1 in joined) && !($2 in joined) {joined[$1]; print}' >"$work/joined.txt"

# Each page with the first text of its group, which is its own text where it has joined none.
join -t "$tab" -a 1 "$work/pages.txt" "$work/joined.txt" | awk -F '\t' '{print (NF > 2 ? $3 : $1) "\t" $2}' |
  extsort -lines | uniq -D -w 16
skipped=$(($(grep -ac '' <"$1") - $(wc -l <"$work/pages.txt")))
((skipped == 0)) || { echo "near-copies.sh: skipped $skipped: line that is no document with a simhash" >&2; exit 3; }
