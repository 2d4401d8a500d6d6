# Scores of URLs that wait, by what was found behind the same pages: a list of relevant pages is good, whatever it is itself.
#
#   awk -f link-scores.awk SCORES LINKS >link-scores
#
# SCORES has the pages that were fetched: URL, TAB, score. LINKS has their links, as extract-links writes them, each once. The output
# is for fetch -scores: a line for each URL to which these pages link and that has no score. The worth of a page is the mean score
# of those of its targets that have one. Two more count that have the usual worth of its class, the pages with at least 0.5 or those
# with less. The score of a URL is the mean worth of the pages that link to it, and of two more that have 1/4.
BEGIN {
    FS = OFS = "\t"
    virtual = 2
    own = 4 # so many targets of a class count as the score of the page itself, before targets tell better
}
FILENAME == ARGV[1] { score[$1] = $2; next }
!($1 in score) || $1 == $2 { next }
$2 in score {
    seen[$1]++
    sum[$1] += score[$2]
    class = score[$1] >= 0.5
    all[class]++
    total[class] += score[$2]
    next
}
{ source[++waiting] = $1; target[waiting] = $2 }
END {
    for (i = 1; i <= waiting; i++) {
        page = source[i]
        class = score[page] >= 0.5
        usual = (total[class] + own * score[page]) / (all[class] + own)
        links[target[i]]++
        worth[target[i]] += (sum[page] + virtual * usual) / (seen[page] + virtual)
    }
    for (url in links) printf "%s\t%.6f\n", url, (worth[url] + virtual / 4) / (links[url] + virtual)
}
