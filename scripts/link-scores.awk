# Scores of URLs that wait, by what was found behind the same pages: a list of relevant pages is good, whatever it is itself.
#
#   awk -f link-scores.awk SCORES LINKS >link-scores
#
# SCORES has the pages that were fetched: URL, TAB, score from 0 to 1. LINKS has their links, as extract-links writes them; a link
# that is given twice counts once. The output is for fetch -scores: a line for each URL to which these pages link and that has no
# score. The worth of a page is the mean score of those of its targets that have one. Two more count that have the usual worth of its
# class, the pages with at least 0.5 or those with less. The score of a URL is the mean worth of the pages that link to it, and of two
# more that have 1/4.
function refuse(why) {
    print "link-scores.awk: " why >"/dev/stderr"
    refused = 1
    exit 1
}
BEGIN {
    FS = OFS = "\t"
    virtual = 2
    own = 4 # so many targets of a class count as the score of the page itself, before targets tell better
    if (ARGC != 3 || ARGV[1] == ARGV[2]) refuse("two files are needed: SCORES LINKS")
    for (i = 1; i < ARGC; i++) if (ARGV[i] ~ /^[A-Za-z_][A-Za-z_0-9]*=/) ARGV[i] = "./" ARGV[i] # else it would set a variable
}
{ sub(/\r$/, "") }
/^[ \t]*(#|$)/ { next }
FILENAME == ARGV[1] {
    if (NF != 2 || $2 !~ /^([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$/ || $2 + 0 > 1) {
        refuse(FILENAME ": line " FNR " is not a URL, a TAB and a score from 0 to 1")
    }
    score[$1] = $2 + 0
    next
}
NF < 2 || !($1 in score) || $1 == $2 || known[$1, $2]++ { next }
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
    if (refused) exit 1
    for (i = 1; i <= waiting; i++) {
        page = source[i]
        class = score[page] >= 0.5
        usual = (total[class] + own * score[page]) / (all[class] + own)
        links[target[i]]++
        worth[target[i]] += (sum[page] + virtual * usual) / (seen[page] + virtual)
    }
    for (url in links) printf "%s\t%.6f\n", url, (worth[url] + virtual / 4) / (links[url] + virtual)
}
