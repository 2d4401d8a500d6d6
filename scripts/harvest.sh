#!/bin/sh
# The harvest rate of a focused crawl beside breadth first: the share of relevant pages among the first tenth of a web.
#
#   scripts/harvest.sh [WEBKB] >harvest.tsv
#
# fetch runs once for each page, and goes on with the scores of all pages before. On the made web the scores are the truth, or
# noisy: each fifth is wrong, and all are blurred. On WEBKB, the folder of the Cornell pages of WebKB if it is given, they come from
# a model of 200 pages that were judged (judged-scores.py); these pages do not count. Columns: web, start, scores, share of relevant
# pages in all, harvest of breadth first, harvest of the focused crawl. Of WebKB the harvests are means of five draws of judged
# pages. It takes about ten minutes.
set -eu
webkb=${1:+$(cd "$1" && pwd)}
cd "$(dirname "$0")/.."
export PATH="$PWD/bin:$PATH"
tmp=$(mktemp -d)
server=
trap 'test -z "$server" || kill $server; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
# crawl PAGES TABLE ARGUMENTS…: crawls breadth first, or by the scores of TABLE (URL, score), into the folder crawl.
crawl() {
    most=$1 table=$2
    shift 2
    rm -rf "$tmp/crawl"
    if test -z "$table"; then
        fetch -q -state "$tmp/crawl" -max-pages "$most" "$@"
        return
    fi
    : >"$tmp/scores"
    for n in $(seq "$most"); do
        fetch -q -state "$tmp/crawl" -max-pages "$n" -scores "$tmp/scores" "$@"
        awk -F '\t' -v OFS='\t' 'NR == FNR { score[$1] = $2; next }
            /"outcome":"ok"/ && match($0, /"url":"[^"]*"/) {
                url = substr($0, RSTART + 7, RLENGTH - 8)
                if (url in score) print url, score[url]
            }' "$table" "$tmp/crawl/crawl.jsonl" >"$tmp/scores"
    done
}

# harvest TABLE: the share of relevant pages in the folder crawl, by a table of URL, score, relevant, judged.
harvest() {
    awk -F '\t' 'NR == FNR { relevant[$1] = $3; judged[$1] = $4; next }
        /"outcome":"ok"/ && match($0, /"url":"[^"]*"/) {
            url = substr($0, RSTART + 7, RLENGTH - 8)
            if (!judged[url]) { all++; hits += relevant[url] }
        }
        END { printf "%.3f\n", hits / all }' "$1" "$tmp/crawl/crawl.jsonl"
}

# The made web.
size=3000
go build -o "$tmp/serve-web" ./scripts/serve-web
"$tmp/serve-web" -web topics -pages $size -hosts 20 >"$tmp/address" &
server=$!
while ! test -s "$tmp/address"; do sleep 0.05; done
"$tmp/serve-web" -web topics -pages $size -hosts 20 -list >"$tmp/urls"
seed=$(head -n 1 "$tmp/urls")
for scores in truth noisy; do
    awk -F / -v OFS='\t' -v noisy=$([ $scores = truth ] || echo 1) 'BEGIN { srand(1) } {
        relevant = $4 % 12 == 11; score = relevant
        if (noisy) { if (rand() < 0.2) score = 1 - score; score = score / 2 + rand() / 2 }
        print $0, score, relevant, 0 }' "$tmp/urls" >"$tmp/table"
    set -- -resolve "$(cat "$tmp/address")" -scope all -delay 0 -per-host 1 -connections 1 "$seed"
    crawl $((size / 10)) '' "$@"
    breadth=$(harvest "$tmp/table")
    crawl $((size / 10)) "$tmp/table" "$@"
    printf 'made\thome\t%s\t0.083\t%s\t%s\n' $scores "$breadth" "$(harvest "$tmp/table")"
done

# WebKB: from the home page, and from five pages with at least eight links to others.
test -n "$webkb" || exit 0
go run ./scripts/webkb-warc "$webkb" >"$tmp/webkb.warc.gz" 2>/dev/null
extract-text -q -o "$tmp/texts.jsonl" "$tmp/webkb.warc.gz"
extract-links -q "$tmp/webkb.warc.gz" >"$tmp/links"
home=http://www.cs.cornell.edu/
for classes in student,faculty,staff,project course,project; do
    for draw in 1 2 3 4 5; do
        python3 scripts/judged-scores.py "$tmp/texts.jsonl" "$webkb/index.tsv" $classes 200 $draw >"$tmp/table"
        others=$(awk -F '\t' -v draw=$draw 'NR == FNR { page[$1]; next } $2 in page && ++links[$1] == 8 { list[++n] = $1 }
            END { srand(draw); for (i = 0; i < 5; i++) print list[1 + int(rand() * n)] }' "$tmp/table" "$tmp/links" | sort -u)
        for start in home others; do
            [ $start = home ] && seeds=$home || seeds=$others
            # shellcheck disable=SC2086
            set -- -replay "$tmp/webkb.warc.gz" -scope all -robots off $seeds
            crawl 86 '' "$@"
            breadth=$(harvest "$tmp/table")
            crawl 86 "$tmp/table" "$@"
            printf '%s\t%s\t%s\t%s\n' $classes $start "$breadth" "$(harvest "$tmp/table")"
        done
    done | awk -F '\t' -v OFS='\t' -v all="$(awk -F '\t' -v c=,$classes, 'index(c, "," $2 ",") { n++ } END { print n / NR }' \
        "$webkb/index.tsv")" '{ n[$2]++; breadth[$2] += $3; focused[$2] += $4; classes = $1 }
        END { for (start in n) printf "webkb\t%s\t%s\t%.3f\t%.3f\t%.3f\n", start, classes, all,
            breadth[start] / n[start], focused[start] / n[start] }'
done
