#!/usr/bin/env bash
# javadoc-words.sh: the words of a crawl with the pages that javadoc made, and without them. The tools are on PATH. The crawl is
# made of every tenth page of the Debian package openjdk-17-doc, which is fetched into build/javadoc, and of the pages of
# Cornell of the WebKB set, from WEBMILL_DATA or from a folder beside the repository.
set -euo pipefail
cd "$(dirname "$0")/.."
others=${WEBMILL_DATA:-../shared/data}/webkb/webkb-cornell.tar.zst
skip() { echo "javadoc-words.sh: skipped, as $*" >&2; exit 0; }
[ -f "$others" ] || skip "$others is not there: set WEBMILL_DATA to a folder that has it"
api=build/javadoc/usr/share/doc/openjdk-17-jre-headless/api
if [ ! -d "$api" ]; then
  command -v apt-get >/dev/null && command -v dpkg-deb >/dev/null || skip 'there is no apt-get or dpkg-deb'
  mkdir -p build/javadoc
  (cd build/javadoc && apt-get -qq download openjdk-17-doc && dpkg-deb -x openjdk-17-doc_*.deb .) >/dev/null 2>&1 ||
    skip 'openjdk-17-doc cannot be fetched'
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
zstd -dcq --long=27 "$others" | tar -x -C "$work"
mkdir "$work/api"
find "$api" -name '*.html' | LC_ALL=C sort | awk 'NR % 10 == 0' | while read -r page; do
  mkdir -p "$work/api/$(dirname "${page#"$api/"}")"
  cp "$page" "$work/api/${page#"$api/"}"
done
cd "$work"
cut -f 1,4 webkb-cornell/index.tsv >urls.tsv
extract-text -q -headers -dir webkb-cornell -urls urls.tsv -o cornell.jsonl 2>log || { cat log >&2; exit 1; }
extract-text -q -dir api -base https://javadoc.example/ -o javadoc.jsonl
cat cornell.jsonl javadoc.jsonl >all.jsonl
grep -v '"javadoc":true' all.jsonl >without.jsonl

# words FILE TITLE: how many words there are, and how often a page has some of them.
words() {
  terms -dict words.txt -o words.t2 "$1"
  extsort -k 2 words.t2 | tuplejoin -w 2 -group 2 -agg count | undict -columns word,n words.txt |
    awk -F '\t' -v title="$2" -v pages="$(wc -l <"$1")" '
      {n[$1] = $2; all += $2}
      END {
        printf "%-16s %5d pages %8d words %6d different ones; a page has", title, pages, all, NR
        k = split("class java method object", list, " ")
        for (i = 1; i <= k; i++) printf " %s %.2f%s", list[i], n[list[i]] / pages, i < k ? "," : "\n"
      }'
}
words all.jsonl 'all pages'
words without.jsonl 'without Javadoc'
