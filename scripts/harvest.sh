#!/bin/sh
# The harvest rate of a focused crawl beside breadth first: the share of relevant pages among the first tenth of a web.
#
#   scripts/harvest.sh [WEBKB] >docs/figures/harvest.tsv
#
# fetch runs once for each page, and goes on with the scores of all pages before. On the made web the scores are the truth, or
# noisy: each fifth is wrong, and all are blurred. On WEBKB, the folder of the Cornell pages of WebKB if it is given, they come from
# models of 200 pages that were judged: naive Bayes (judged-scores.py), or relevance. The judged pages do not count. Columns: web,
# start, scores, share of relevant pages in all, then harvests: of breadth first, best first, and best first with the scores of
# links (link-scores.awk). Of WebKB the harvests are means of five draws of judged pages. It takes half an hour.
set -eu
webkb=${1:+$(cd "$1" && pwd)}
cd "$(dirname "$0")/.."
export PATH="$PWD/bin:$PATH"
tmp=$(mktemp -d)
server=
trap 'test -z "$server" || kill $server; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
# crawl PAGES TABLE SCORES ARGUMENTS…: crawls breadth first, or by the scores of TABLE (URL, score), into the folder crawl. SCORES
# is pages, or links: then the URLs that wait have scores of their own.
crawl() {
    most=$1 table=$2 of=$3
    shift 3
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
        if test "$of" = links; then
            awk -f scripts/link-scores.awk "$tmp/scores" "$tmp/links" >"$tmp/link-scores"
            mv "$tmp/link-scores" "$tmp/scores"
        fi
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

printf 'web\tstart\tscores\trelevant_in_all\tbreadth_first\tbest_first\tbest_first_by_links\n'

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
    if test $scores = truth; then
        fetch -q -state "$tmp/all" "$@"
        extract-links -q "$tmp"/all/*.warc.gz | sort -u >"$tmp/links"
    fi
    crawl $((size / 10)) '' '' "$@"
    breadth=$(harvest "$tmp/table")
    crawl $((size / 10)) "$tmp/table" pages "$@"
    best=$(harvest "$tmp/table")
    crawl $((size / 10)) "$tmp/table" links "$@"
    printf 'made\thome\t%s\t0.083\t%s\t%s\t%s\n' $scores "$breadth" "$best" "$(harvest "$tmp/table")"
done

# WebKB: from the home page, and from five pages with at least eight links to others.
test -n "$webkb" || exit 0
go run ./scripts/webkb-warc "$webkb" >"$tmp/webkb.warc.gz" 2>/dev/null
extract-links -q "$tmp/webkb.warc.gz" >"$tmp/all-links"
sort -u "$tmp/all-links" >"$tmp/links"
extract-links -q -alone "$tmp/webkb.warc.gz" | dict -q -alone -dict "$tmp/urls.txt" -o "$tmp/ids.t2"
extract-text -q -page-ids "$tmp/urls.txt" -o "$tmp/texts.jsonl" "$tmp/webkb.warc.gz"
terms -q -counted -stem auto -texts title,headings,text -dict "$tmp/terms.txt" "$tmp/texts.jsonl" |
    extsort -q -w 3 -k 1,2 -o "$tmp/counts.t3"
tfidf -q -scheme sklearn -sublinear -min-df 2 "$tmp/counts.t3" -o "$tmp/text.t3"
sed -n 's/^{"id":\([0-9]*\),.*"url":"\([^"]*\)".*/\2\t\1/p' "$tmp/texts.jsonl" >"$tmp/ids"

# rate TABLE: the table with the ratings of relevance, learnt from its judged pages, in the place of its scores.
rate() {
    awk -F '\t' -v OFS='\t' 'NR == FNR { id[$1] = $2; next } $4 { print id[$1], $3 }' "$tmp/ids" "$1" | sort -n >"$tmp/judged"
    relevance -q -train "$tmp/judged" -vectors text="$tmp/text.t3" -o "$tmp/model"
    relevance -q -apply "$tmp/model" -vectors text="$tmp/text.t3" -o "$tmp/rated.t2"
    tuples -q -columns id,rating:f32 -to text "$tmp/rated.t2" |
        awk -F '\t' -v OFS='\t' 'FILENAME == ARGV[1] { rating[$1] = $2; next } FILENAME == ARGV[2] { id[$1] = $2; next }
            { print $1, rating[id[$1]] + 0, $3, $4 }' - "$tmp/ids" "$1"
}

home=http://www.cs.cornell.edu/
for classes in student,faculty,staff,project course,project; do
    for draw in 1 2 3 4 5; do
        python3 scripts/judged-scores.py "$tmp/texts.jsonl" "$webkb/index.tsv" $classes 200 $draw >"$tmp/bayes"
        rate "$tmp/bayes" >"$tmp/relevance"
        others=$(awk -F '\t' -v draw=$draw 'NR == FNR { page[$1]; next } $2 in page && ++links[$1] == 8 { list[++n] = $1 }
            END { srand(draw); for (i = 0; i < 5; i++) print list[1 + int(rand() * n)] }' "$tmp/bayes" "$tmp/all-links" | sort -u)
        for start in home others; do
            [ $start = home ] && seeds=$home || seeds=$others
            # shellcheck disable=SC2086
            set -- -replay "$tmp/webkb.warc.gz" -scope all -robots off $seeds
            crawl 86 '' '' "$@"
            breadth=$(harvest "$tmp/bayes")
            for scores in bayes relevance; do
                crawl 86 "$tmp/$scores" pages "$@"
                best=$(harvest "$tmp/bayes")
                crawl 86 "$tmp/$scores" links "$@"
                printf '%s\t%s\t%s\t%s\t%s\n' $start "$scores: $classes" "$breadth" "$best" "$(harvest "$tmp/bayes")"
            done
        done
    done | awk -F '\t' -v OFS='\t' -v all="$(awk -F '\t' -v c=,$classes, 'index(c, "," $2 ",") { n++ } END { print n / NR }' \
        "$webkb/index.tsv")" '{ row = $1 OFS $2; n[row]++; breadth[row] += $3; best[row] += $4; links[row] += $5 }
        END { for (row in n) printf "webkb\t%s\t%.3f\t%.3f\t%.3f\t%.3f\n", row, all,
            breadth[row] / n[row], best[row] / n[row], links[row] / n[row] }'
done
